"""How moves and positions are written, and what becomes of other text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base import GameError, InvalidActionError
from games.rules.oware.errors import NotAPitError, NotAPositionError, WrongSeedsError
from games.rules.oware.notation import Leave, Sow, split
from games.rules.oware.position import OwarePosition
from tests.games.rules.oware.helpers import begin, games, played

FIRST = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"


def test_a_position_is_its_pits_its_stores_and_the_side_to_move() -> None:
    assert str(begin()) == FIRST
    assert str(played(begin(), "C")) == "4-4-0-5-5-5-5-4-4-4-4-4-0-0-N"


@pytest.mark.parametrize("text", ["CcAe", "C c A e", "C,c,A,e", " Cc\nAe "])
def test_moves_run_together_or_stand_apart(text: str) -> None:
    assert split(text) == ["C", "c", "A", "e"]


def test_what_is_no_run_of_letters_stays_whole() -> None:
    assert split("Cc 2- C1 g8Z !") == ["C", "c", "2-", "C1", "g8Z", "!"]


@given(games())
@settings(max_examples=40)
def test_moves_and_positions_are_read_back_as_they_were_written(
    positions: list[OwarePosition],
) -> None:
    for position in positions[-3:]:
        found = OwarePosition.read(str(position), position.rules)
        assert found == position
        assert (str(found), found.outcome) == (str(position), position.outcome)
        for text in position.legal_moves():
            seat, action = position.parse(text)
            assert (seat, position.notate(seat, action)) == (position.to_move, text)


@given(games())
@settings(max_examples=20)
def test_replaying_the_moves_gives_every_position(positions: list[OwarePosition]) -> None:
    moves = "".join(after.last_move.to_json()["pit"] for after in positions[1:] if after.last_move)
    position = positions[0]
    for text, expected in zip(split(moves), positions[1:], strict=True):
        position = played(position, text)
        assert (position, position.since) == (expected, expected.since)


@pytest.mark.parametrize(
    "position",
    [
        played(begin(), "Cc").leave(1, "resigned"),
        played(begin(), "Cc").leave(0, "time"),
        begin().end(),
        begin().end("agreed"),
    ],
    ids=str,
)
def test_how_a_game_was_ended_is_written(position: OwarePosition) -> None:
    assert OwarePosition.read(str(position)) == position


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4-4-4",
        FIRST.replace("S", "X"),
        FIRST.replace("4-4", "04-4", 1),
        FIRST.replace("4-4", "-4-4", 1),
        FIRST + " 3-left",
        FIRST + " …",
        "٤" + FIRST[1:],
    ],
)
def test_other_text_is_no_position(text: str) -> None:
    with pytest.raises(NotAPositionError):
        OwarePosition.read(text)


def test_seeds_that_are_not_48_are_counted_for_the_reader() -> None:
    with pytest.raises(WrongSeedsError) as caught:
        OwarePosition.read(FIRST.replace("0-0", "1-0"))
    assert caught.value.message == "Pits and stores hold 49 seeds; they must be 48."


@given(st.text(max_size=20))
def test_any_text_is_a_move_or_a_refusal(text: str) -> None:
    refusals = []
    for word in split(text):
        try:
            begin().play(*begin().parse(word))
        except GameError as error:
            refusals.append(error.message)
    assert all(refusals)


def test_a_letter_that_is_no_pit_is_named() -> None:
    with pytest.raises(NotAPitError, match="not_a_pit"):
        begin().parse("G")


def test_a_seat_that_leaves_is_written_with_a_dash() -> None:
    assert begin().parse("2-") == (1, Leave())
    assert begin().parse("-", 0) == (0, Leave())
    assert begin().notate(1, Leave()) == "2-"
    with pytest.raises(InvalidActionError):
        begin().parse("2-", 0)


def test_a_letter_names_a_pit_and_not_who_acts() -> None:
    assert begin().parse("c") == (0, Sow(8))
    assert begin().parse("C", 1) == (1, Sow(2))
