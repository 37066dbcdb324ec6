"""The options of a match."""

from typing import Any

import pytest

from games.rules.base import InvalidRulesError
from games.rules.oware.rules import OPTIONS, OwareRules


def test_what_is_left_out_has_its_default() -> None:
    assert OwareRules.from_json({}).to_json() == {
        "cannot_feed": "ends",
        "repetition": "second",
        "ply_limit": 1000,
        "grand_slam": "void",
        "majority": "ends",
        "time_used_up": "loses",
    }


def test_every_choice_is_taken_and_written_back() -> None:
    for name, choices in OPTIONS.items():
        for value in choices[:: max(1, len(choices) // 10)]:
            rules = OwareRules.from_json({name: value})
            assert rules.to_json()[name] == value
            assert OwareRules.from_json(rules.to_json()) == rules


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"grand_slam": "legal"}, "grand_slam cannot be 'legal': void or forbidden."),
        ({"ply_limit": 9}, "ply_limit cannot be 9: 10 to 10000."),
        ({"ply_limit": True}, "ply_limit cannot be True: 10 to 10000."),
        ({"ply_limit": 100.0}, "ply_limit cannot be 100.0: 10 to 10000."),
        ({"ply_limit": None}, "ply_limit cannot be None: 10 to 10000."),
        ({"repetition": []}, "repetition cannot be []: second or third or never."),
        (
            {"board": 6},
            f"board cannot be 6: the options are {', '.join(OwareRules().to_json())}.",
        ),
        ([], "rules cannot be []: an object."),
    ],
)
def test_anything_else_is_refused_in_words(options: Any, message: str) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        OwareRules.from_json(options)
    assert caught.value.message == message
