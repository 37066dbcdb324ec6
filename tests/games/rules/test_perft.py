"""``manage.py perft``, and ``play`` with letters run together."""

import pytest

from tests.games.rules.test_commands import printed, refused

OWARE = [6, 36, 190, 1014, 5219, 27332, 139157, 711414, 3592872]
"""How many ways there are to begin a game of Oware."""


def counts(*arguments: str) -> list[int]:
    lines = printed("perft", *arguments)
    assert [line["depth"] for line in lines] == list(range(1, len(lines) + 1))
    return [line["nodes"] for line in lines]


def test_the_lines_of_oware_are_counted() -> None:
    assert counts("oware", "6") == OWARE[:6]


@pytest.mark.slow
def test_the_lines_of_oware_are_counted_deeper() -> None:
    assert counts("oware", "7") == OWARE[:7]


def test_the_lines_of_kyoen_are_its_stones() -> None:
    assert counts("kyoen", "3", "--rules", '{"size": 3}', "--seats", "3") == [9, 72, 504]


def test_counting_begins_where_it_is_told() -> None:
    position = "4-0-0-0-0-2-1-1-0-0-0-0-20-20-S"
    assert counts("oware", "1", "--position", position) == [2]
    rules = '{"grand_slam": "forbidden"}'
    assert counts("oware", "1", "--position", position, "--rules", rules) == [1]


def test_a_game_that_is_over_goes_no_further() -> None:
    position = "1-0-0-0-0-1-1-9-0-0-0-0-24-12-S"
    assert counts("oware", "2", "--position", position) == [2, 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["oware", "0"], "depth cannot be 0: from 1."),
        (["oware", "six"], "depth cannot be 'six': a whole number."),
        (["oware", "1", "--seats", "3"], "seats cannot be 3: 2."),
        (
            ["oware", "1", "--position", "4-4"],
            "A position is twelve pits, two stores and S or N, with dashes between.",
        ),
        (
            ["oware", "1", "--rules", '{"majority": 1}'],
            "majority cannot be 1: ends or play_on.",
        ),
    ],
)
def test_what_cannot_be_counted_is_refused_in_words(arguments: list[str], message: str) -> None:
    assert refused("perft", *arguments) == message


def test_letters_of_oware_may_run_together_in_play() -> None:
    lines = printed("play", "oware", "--moves", "CcAe")
    assert lines == printed("play", "oware", "--moves", "C c, A\ne")
    assert [line["text"] for line in lines] == ["C", "c", "A", "e"]
    assert lines[-1]["position"] == "1-6-2-7-6-6-5-4-0-5-0-6-0-0-S"


def test_play_ends_at_a_pit_that_is_not_the_players() -> None:
    *done, last = printed("play", "oware", "--moves", "CC")
    assert (len(done), last["error"]) == (1, "not_your_pit")
