"""``manage.py perft`` and ``play`` for Rithmomachia."""

import json

import pytest
from hypothesis import given, settings

from games.rules.rithmomachia.position import RithmoPosition
from tests.games.rules.rithmomachia.helpers import games
from tests.games.rules.test_commands import printed, refused


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        ({}, [12, 144]),
        ({"rounds_move": "diagonal"}, [17, 272]),
        ({"rounds_move": "diagonal", "flights": True}, [47, 2162]),
    ],
)
def test_the_ways_to_begin_are_printed(rules: dict[str, object], counts: list[int]) -> None:
    lines = printed("perft", "rithmomachia", "2", "--rules", json.dumps(rules))
    assert [line["nodes"] for line in lines] == counts


def test_moves_are_printed_complete_with_their_positions() -> None:
    lines = printed("play", "rithmomachia", "--moves", "f4-f5 f13-f12")
    assert [line["text"] for line in lines] == ["f4-f5", "f13-f12"]
    assert lines[-1]["position"].endswith(" - - E 2 1 -")


def test_play_ends_at_a_move_that_is_not_there() -> None:
    *done, last = printed("play", "rithmomachia", "--moves", "f4-f5 f4-f5")
    assert (len(done), last["error"]) == (1, "empty_square")


def test_rules_that_cannot_be_are_refused_in_words() -> None:
    found = refused("perft", "rithmomachia", "1", "--rules", '{"siege": "sea"}')
    assert found.startswith("siege cannot be 'sea': none or orthogonal or")


@settings(max_examples=15)
@given(games())
def test_a_move_fits_into_the_record(positions: list[RithmoPosition]) -> None:
    assert all(len(text) <= 200 for text in positions[-1].legal_moves())
