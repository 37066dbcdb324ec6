"""Turns, notation, the text form and the ways a game ends (Rithmomachia 2, 4, 5)."""

from random import Random

import pytest
from hypothesis import given, settings

from games.rules.base import ClockEffect, GameError, InvalidActionError
from games.rules.rithmomachia.notation import Leave, Move, Turn, parse_action
from games.rules.rithmomachia.position import RithmoPosition
from games.rules.rithmomachia.text import diagram, write_ranks
from tests.games.rules.rithmomachia.helpers import (
    OPTION_SETS,
    PRESETS,
    at,
    begin,
    did,
    games,
    played,
    quick_game,
)


def test_a_turn_passes_the_clock() -> None:
    assert played(begin(), "f4-f5").clock_effect is ClockEffect.PASS


def test_a_short_text_is_completed_where_there_is_no_choice() -> None:
    position = at("Oc5R3 Ed5R8 Oe6R5 Ea1R2", "O")
    seat, action = position.parse("e6-e5")
    assert position.notate(seat, action) == "e6-e5+d5"
    assert position.play(1, Turn(Move(44, 36))) == position.play(seat, action)


def test_a_capture_may_be_typed_like_a_move() -> None:
    position = at("Od5T36 Ed7R36 Ea1R2", "O")
    seat, action = position.parse("d5-d7")
    assert position.notate(seat, action) == "d5xd7"


def test_what_cannot_be_completed_comes_back_as_typed() -> None:
    position = begin()
    seat, action = position.parse("a1-a2")
    assert (seat, position.notate(seat, action)) == (0, "a1-a2")


@pytest.mark.parametrize(
    "text", ["", "a1", "a1-", "a1a2", "a0-a1", "i1-i2", "a1-a17", "a1-a2+", "X9@a1", "a1-a2+b2/0"]
)
def test_what_is_not_notation_is_refused(text: str) -> None:
    with pytest.raises(InvalidActionError):
        begin().parse(text)


def test_a_seat_that_leaves_is_read() -> None:
    assert parse_action("2-", None) == (1, Leave())
    assert parse_action("-", 0) == (0, Leave())
    with pytest.raises(InvalidActionError):
        parse_action("2-", 0)
    with pytest.raises(InvalidActionError):
        parse_action("-", None)


def test_only_the_side_on_turn_moves() -> None:
    with pytest.raises(GameError) as caught:
        begin().play(1, Turn(Move(98, 90)))
    assert caught.value.code == "not_your_turn"


def test_a_side_that_leaves_loses_and_may_come_back() -> None:
    position = played(begin(), "f4-f5")
    gone = position.leave(1, "resigned")
    assert gone.outcome is not None
    assert (gone.outcome.places, gone.outcome.reason) == ((1, 2), "resigned")
    assert (gone.alive, gone.to_move) == ((0,), None)
    assert gone.view()["seats"] == [
        {"in": True, "reason": ""},
        {"in": False, "reason": "resigned"},
    ]
    assert gone.rejoin(1) == position
    with pytest.raises(GameError):
        gone.rejoin(0)


def test_an_arbiter_ends_the_game_without_a_winner() -> None:
    over = begin().end("agreed")
    assert over.outcome is not None
    assert (over.outcome.places, over.outcome.reason) == ((1, 1), "agreed")
    with pytest.raises(GameError) as caught:
        over.play(0, Turn(Move(29, 37)))
    assert caught.value.code == "match_over"
    with pytest.raises(GameError):
        over.rejoin(0)


def test_a_side_without_a_legal_move_loses() -> None:
    position = at("Oh16R3 Eg16S25 Eh12S81 Ea1R8", siege="none", proper_victory="none")
    after = played(position, "h12-h15")
    assert after.outcome is not None
    assert (after.outcome.places, after.outcome.reason) == ((1, 2), "no_move")


def test_a_side_without_a_piece_loses() -> None:
    after = played(at("Od5T36 Ed7R36", "O", common_victory="none"), "d5xd7")
    assert after.outcome is not None
    assert (after.outcome.places, after.outcome.reason) == ((2, 1), "no_move")


def test_the_third_time_a_position_comes_the_game_is_drawn() -> None:
    shuffle = "f4-f5 f13-f12 f5-f4 f12-f13 "
    position = played(begin(), shuffle)
    assert (position.times, position.outcome) == (2, None)
    position = played(position, shuffle)
    assert position.outcome is not None
    assert (position.outcome.places, position.outcome.reason) == ((1, 1), "repetition")
    on = played(begin(repetition=0), shuffle * 3)
    assert on.outcome is None


def test_a_position_read_from_its_text_counts_on() -> None:
    position = played(begin(quiet_plies=10), "f4-f5 f13-f12 f5-f4")
    again = RithmoPosition.read(str(position), position.rules)
    assert again.quiet == 3


@pytest.mark.parametrize(
    ("hands", "places"), [("- -", (1, 1)), ("R9 -", (1, 2)), ("R9 S289", (2, 1))]
)
def test_after_many_quiet_plies_the_larger_share_wins(hands: str, places: tuple[int, int]) -> None:
    position = at("Ea1R2 Oh16R3", hands=hands, quiet_plies=10, repetition=0)
    for text in ("a1-a2", "h16-h15", "a2-a3", "h15-h14", "a3-a4") * 1:
        position = played(position, text)
    for text in ("h14-h13", "a4-a5", "h13-h12", "a5-a6", "h12-h11"):
        position = played(position, text)
    assert position.outcome is not None
    assert (position.outcome.places, position.outcome.reason) == (places, "quiet")


def test_the_share_is_of_the_enemys_whole_value() -> None:
    position = at("Ea1R8 Oh16R9", hands="R9 R8")
    assert position.share(0) == position.share(1)


def test_a_capture_begins_the_count_anew() -> None:
    position = at("Od5T36 Ed7R36 Ea1R2", "O")
    assert played(position, "d5xd7").quiet == 0


def test_the_record_of_a_move_explains_itself() -> None:
    told = did(at("Oa1R9 Ea11S81 Eh1R2", "O"), "a1xa11")
    assert told == {
        "seat": 2,
        "text": "a1xa11",
        "how": "take",
        "piece": "R9",
        "from": "a1",
        "to": "a11",
        "stays": False,
        "before": 0,
        "captures": [
            {
                "square": "a11",
                "piece": "S81",
                "value": 81,
                "part": False,
                "ways": [
                    {
                        "kind": "assault",
                        "by": [{"square": "a1", "number": 9}],
                        "sign": "×",
                        "count": 9,
                        "both_ends": False,
                        "gives": 81,
                        "sum": "9 × 9 = 81",
                    }
                ],
            }
        ],
        "victories": [],
    }


def test_the_view_counts_what_was_taken_beside_the_thresholds() -> None:
    view = at("Ea1R2 Oh16R3", hands="R5,T30 -").view()
    assert view["sums"][0] == {"pieces": 2, "value": 35, "digits": 3}
    assert view["thresholds"]["value"] == 160
    assert view["pieces"]["a1"] == {"side": "E", "shape": "R", "value": 2}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ea1R2 - - E 0 1",
        "Ea1R2,Ea1R4 - - E 0 1 -",
        "Ea1P90 - - E 0 1 -",
        "Ea1R2 - - E 0 1 time:0-",
        "\n".join([". . . . . . . ."] * 15),
        "\n".join([". . . . . . . ."] * 17),
        "\n".join([*[". . . . . . . ."] * 15, ". . . . . . . P90"]),
        "\n".join([*[". . . . . . . ."] * 15, ". . . . . . ."]),
        "\n".join([*[". . . . . . . ."] * 16, "- - E 0 1 -", "more"]),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(InvalidActionError):
        RithmoPosition.read(text)


def test_a_position_is_read_from_its_ranks() -> None:
    empty = [". . . . . . . ."] * 14
    text = "\n".join(
        [". . r3 . . . . p190", *empty, "R2 . . . P55/25/16/9/4/1 t6' . .", "R8 - O 4 1 -"]
    )
    position = RithmoPosition.read(text)
    assert str(position) == "Ea1R2,Ee1P55/25/16/9/4/1,Of1T6',Oc16R3,Oh16P190 R8 - O 4 1 -"


# Whatever is played


@settings(max_examples=25)
@given(games())
def test_notation_and_text_are_read_back(positions: list[RithmoPosition]) -> None:
    for position in (positions[0], positions[-1]):
        text = str(position)
        again = RithmoPosition.read(text, position.rules)
        assert str(again) == text
        assert again == position
        ranks = write_ranks(position)
        assert RithmoPosition.read(ranks, position.rules) == position
        assert RithmoPosition.read(diagram(position), position.rules).men == position.men
        for move in position.legal_moves()[:20]:
            seat, action = position.parse(move)
            assert position.notate(seat, action) == move


@settings(max_examples=25)
@given(games())
def test_no_move_leaves_the_board_inconsistent(positions: list[RithmoPosition]) -> None:
    whole = _value(positions[0])
    for position in positions:
        even, odd = position.men
        assert not even.keys() & odd.keys()
        assert {piece.side for piece in even.values()} <= {0}
        assert {piece.side for piece in odd.values()} <= {1}
        assert _value(position) == whole == (1312, 1752)
        for piece in (*even.values(), *odd.values(), *position.hands[0], *position.hands[1]):
            if piece.parts:
                assert sum(piece.parts) == piece.value
        for seat in (0, 1):
            assert {piece.side for piece in position.hands[seat]} <= {seat}


def _value(position: RithmoPosition) -> tuple[int, int]:
    """What is standing and taken of Even's and of Odd's pieces."""
    pieces = [
        *position.men[0].values(),
        *position.men[1].values(),
        *position.hands[0],
        *position.hands[1],
    ]
    even, odd = (sum(one.value for one in pieces if one.born == side) for side in (0, 1))
    return even, odd


@settings(max_examples=15)
@given(games(40))
def test_a_replay_equals_the_game_step_by_step(positions: list[RithmoPosition]) -> None:
    position = positions[0]
    for step in positions[1:]:
        assert step.told is not None
        text = step.told.played.text
        assert text in position.legal_moves()
        position = position.play(*position.parse(text))
        assert position == step


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_games_of_random_moves_come_to_an_end(options: dict[str, object]) -> None:
    _to_the_end(options, range(3))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_dozens_of_games_of_random_moves_come_to_an_end(preset: str) -> None:
    _to_the_end({"preset": preset}, range(3, 40))


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
def test_a_thousand_games_of_random_moves_come_to_an_end(preset: str) -> None:
    _to_the_end({"preset": preset}, range(1000))


def _to_the_end(options: dict[str, object], seeds: range) -> None:
    reasons = {
        *("corpore", "bonis", "lite", "honore", "honore_liteque"),
        *("great", "greater", "excellent", "no_move", "repetition", "quiet"),
    }
    for seed in seeds:
        last = quick_game(Random(seed), options)
        assert last.outcome is not None
        assert last.outcome.reason in reasons
        assert set(last.outcome.places) in ({1}, {1, 2})
        assert last.legal_moves() == ()
