from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import InvalidRulesError
from games.rules.kyoen.geometry import Lattice, Shape
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.rules import OPTIONS, ClaimBy, KyoenRules, TimeUsedUp, WrongClaim


def test_the_defaults_are_those_of_the_olympiad() -> None:
    assert KyoenRules().to_json() == {
        "lattice": "square",
        "shape": "grid",
        "columns": 9,
        "rows": 9,
        "out_may_claim": False,
        "arbiters_may_claim": False,
        "claim_by": "three_or_four",
        "wrong_claim": "nothing",
        "wrong_claim_limit": 3,
        "clock_reset": "any",
        "resets_per_turn": None,
        "time_used_up": "eliminate",
    }


@given(st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in OPTIONS.items()}))
def test_options_survive_json(data: dict[str, Any]) -> None:
    if data.get("shape") == "triangle":
        data |= {"lattice": "triangular", "rows": data.get("columns", 9)}
    rules = KyoenRules.from_json(data)
    assert rules.to_json() | data == rules.to_json()
    assert KyoenRules.from_json(rules.to_json()) == rules
    assert hash(KyoenRules.from_json(rules.to_json())) == hash(rules)


def test_size_stands_for_columns_and_rows() -> None:
    assert KyoenRules.from_json({"size": 6}) == KyoenRules(columns=6, rows=6)


@pytest.mark.parametrize("size", range(3, 20))
@pytest.mark.parametrize("lattice", Lattice)
def test_every_size_from_3_to_19_is_allowed(lattice: Lattice, size: int) -> None:
    assert len(KyoenRules(lattice=lattice, columns=size, rows=size).board) == size * size


@pytest.mark.parametrize(
    ("data", "field", "allowed"),
    [
        ({"size": 2}, "columns", "3 to 19"),
        ({"size": 20}, "columns", "3 to 19"),
        ({"rows": "9"}, "rows", "3 to 19"),
        ({"rows": True}, "rows", "3 to 19"),
        ({"columns": 9.0}, "columns", "3 to 19"),
        ({"size": 9, "rows": 8}, "size", "the same as columns and rows"),
        ({"lattice": "hexagonal"}, "lattice", "square or triangular or rectangular"),
        ({"lattice": ["square"]}, "lattice", "square or triangular or rectangular"),
        ({"lattice": None}, "lattice", "square or triangular or rectangular"),
        ({"shape": "triangle"}, "shape", "a triangle is on the triangular lattice"),
        (
            {"shape": "triangle", "lattice": "triangular", "rows": 5},
            "rows",
            "a triangle has as many rows as columns",
        ),
        ({"out_may_claim": 1}, "out_may_claim", "true or false"),
        ({"arbiters_may_claim": "no"}, "arbiters_may_claim", "true or false"),
        ({"claim_by": 4}, "claim_by", "three_or_four or four"),
        ({"wrong_claim": {}}, "wrong_claim", "nothing or out or silenced or limit"),
        ({"wrong_claim_limit": 0}, "wrong_claim_limit", "1 to 99"),
        ({"wrong_claim_limit": None}, "wrong_claim_limit", "1 to 99"),
        ({"clock_reset": "sometimes"}, "clock_reset", "any or right or never"),
        ({"resets_per_turn": -1}, "resets_per_turn", "0 to 99 or null"),
        ({"time_used_up": ""}, "time_used_up", "eliminate or arbiter"),
    ],
)
def test_a_value_that_is_not_allowed_is_named(
    data: dict[str, Any], field: str, allowed: str
) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        KyoenRules.from_json(data)
    assert caught.value.params["field"] == field
    assert caught.value.params["allowed"] == allowed
    assert field in caught.value.message


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidRulesError) as caught:
        KyoenRules.from_json({"colour": "red"})
    assert caught.value.params["field"] == "colour"
    assert "clock_reset" in caught.value.message


@pytest.mark.parametrize("data", [[], "square", None, 3])
def test_options_are_an_object(data: Any) -> None:
    with pytest.raises(InvalidRulesError):
        KyoenRules.from_json(data)


def test_a_huge_value_makes_a_short_message() -> None:
    with pytest.raises(InvalidRulesError) as caught:
        KyoenRules.from_json({"lattice": "x" * 1_000_000})
    assert len(caught.value.message) < 200


def test_rules_made_in_code_are_checked_too() -> None:
    with pytest.raises(InvalidRulesError):
        KyoenRules(columns=2)
    with pytest.raises(InvalidRulesError):
        KyoenRules(wrong_claim="out")  # type: ignore[arg-type]


def test_the_rest_of_the_product_reads_options_as_values() -> None:
    rules = KyoenRules.from_json({"wrong_claim": "limit", "time_used_up": "arbiter"})
    assert rules.wrong_claim is WrongClaim.LIMIT
    assert rules.time_used_up is TimeUsedUp.ARBITER
    assert rules.claim_by is ClaimBy.THREE_OR_FOUR
    assert rules.shape is Shape.GRID


@pytest.mark.parametrize("seats", [-1, 0, 1, 9])
def test_two_to_eight_play(seats: int) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        KyoenPosition.start(KyoenRules(), seats)
    assert caught.value.params == {"field": "seats", "value": seats, "allowed": "2 to 8"}
