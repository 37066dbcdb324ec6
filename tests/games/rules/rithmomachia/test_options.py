"""The options of a match and the three presets (Rithmomachia 4)."""

from typing import Any

import pytest

from games.rules.base import InvalidRulesError
from games.rules.rithmomachia.rules import OPTIONS, PRESETS, Preset, RithmoRules

TABLE: dict[str, tuple[Any, Any, Any]] = {
    "layout": ("boissiere", "boissiere", "fulke"),
    "rounds_move": ("orthogonal", "orthogonal", "diagonal"),
    "flights": (False, False, True),
    "assault_counts": ("empty", "empty", "both_ends"),
    "assault_directions": ("orthogonal", "orthogonal", "all"),
    "assault_division": (False, True, True),
    "meeting_moves_in": (True, False, False),
    "assault_moves_in": (True, False, False),
    "ambush_place": ("between", "reach", "reach"),
    "ambush_arithmetic": ("add", "add_subtract", "all"),
    "siege": ("orthogonal", "no_move", "orthogonal_or_diagonal"),
    "captures_before": (False, True, False),
    "captured": ("removed", "removed", "turned"),
    "proper_victory": ("great", "great", "great"),
    "after_pyramid": (False, False, True),
    "members": ("own_and_enemy", "own", "own_and_turned"),
    "place": ("formation", "anywhere", "formation"),
    "loser_immobile": (False, False, False),
    "repetition": (3, 3, 3),
    "quiet_plies": (100, 100, 100),
}


@pytest.mark.parametrize("name", TABLE)
def test_a_preset_fills_the_row(name: str) -> None:
    found = [RithmoRules.from_json({"preset": preset.value}).to_json() for preset in Preset]
    assert tuple(rules[name] for rules in found) == TABLE[name]


def test_the_default_is_the_seed_with_its_example() -> None:
    rules = RithmoRules.from_json({})
    assert rules == RithmoRules.from_json({"preset": "seed"})
    assert (rules.pieces, rules.value, rules.digits) == (5, 160, 9)
    assert rules.common_victory.value == "honore_liteque"
    assert rules.comparison.value == "exact_subset"
    assert PRESETS[Preset.SEED] == {}


@pytest.mark.parametrize("preset", [preset.value for preset in Preset])
@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "preset"])
def test_every_option_stands_alone_over_any_preset(preset: str, name: str) -> None:
    base = RithmoRules.from_json({"preset": preset}).to_json()
    for value in (OPTIONS[name][0], OPTIONS[name][-1]):
        found = RithmoRules.from_json({"preset": preset, name: value}).to_json()
        assert found == base | {name: value}
        assert RithmoRules.from_json(found).to_json() == found


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"preset": "chess"}, "preset"),
        ({"pieces": 0}, "pieces"),
        ({"pieces": True}, "pieces"),
        ({"value": "160"}, "value"),
        ({"repetition": 1}, "repetition"),
        ({"quiet_plies": 5}, "quiet_plies"),
        ({"flights": 1}, "flights"),
        ({"siege": ["orthogonal"]}, "siege"),
        ({"size": 9}, "size"),
        ([], "rules"),
    ],
)
def test_what_no_option_can_be_is_refused(given: Any, field: str) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        RithmoRules.from_json(given)
    assert caught.value.params["field"] == field
    assert caught.value.message


def test_matches_with_the_same_marches_share_the_tables_of_them() -> None:
    one, other = RithmoRules.from_json({"preset": "fulke"}), RithmoRules.from_json({"pieces": 6})
    assert one.tables is RithmoRules.from_json({"preset": "fulke", "pieces": 6}).tables
    assert other.tables is RithmoRules().tables is not one.tables
