"""JKO's clock: a test for each sentence of the rules (Kyōen 1.7), and for each option."""

import pytest

from games.record_errors import AwaitingRulingError
from games.record_events import Kind, Status
from games.rules.base import GameError, SeatOutError
from tests.games.told import KYOEN_POINTS, Told, at


def test_one_minute_for_each_stone() -> None:
    told = Told()
    assert told.left(0) == 60
    told.move("a1", 59)
    assert told.left(59) == 60
    told.move("b3", 118)
    assert told.left(118) == 60


def test_the_time_starts_when_the_previous_stone_is_placed() -> None:
    told = Told()
    told.move("a1", 20)
    assert told.state.clock.turn == 1
    assert told.left(25) == 55
    assert told.left(25, seat=0) == 60


def test_a_wrong_claim_gives_the_player_thinking_the_full_minute_again() -> None:
    told = Told()
    told.moves("a1 b1 a3 c5", 0)
    told.claim(2, "a1b1a3", 50)
    assert told.state.to_move == 1
    assert told.left(50) == 60


def test_it_counts_down_anew() -> None:
    told = Told()
    told.moves("a1 b1 a3 c5", 0)
    told.claim(2, "a1b1a3", 50)
    assert told.left(80) == 30
    assert told.state.flagged(at(110))
    told.flag(110)
    assert told.alive == [0, 2]


def test_after_a_right_claim_the_player_next_to_place_has_the_full_minute() -> None:
    told = Told()
    told.moves(KYOEN_POINTS, 0)
    told.claim(2, "b7c2g2", 40)
    assert told.alive == [1, 2]
    assert told.state.to_move == 1
    assert told.left(40) == 60


def test_a_claim_by_the_player_thinking_gives_that_player_the_minute() -> None:
    told = Told()
    told.moves(KYOEN_POINTS, 0)
    told.claim(1, "b7c2g2", 40)
    assert told.state.to_move == 1
    assert told.left(40) == 60


def test_who_uses_up_the_time_is_out() -> None:
    told = Told()
    told.moves(KYOEN_POINTS, 0)
    told.flag(60)
    assert told.alive == [0, 2]
    assert told.state.position.view()["seats"][1]["reason"] == "time"


def test_no_stone_is_removed_then() -> None:
    told = Told()
    told.moves(KYOEN_POINTS, 0)
    told.flag(60)
    assert told.stones == KYOEN_POINTS.split()


def test_the_claimable_stone_stays_claimable_until_the_next_stone() -> None:
    told = Told(4)
    told.moves(KYOEN_POINTS, 0)
    told.flag(60)
    assert told.state.position.view()["claimable"]
    told.claim(2, "b7c2g2", 70)
    assert told.alive == [1, 2]

    told = Told(4)
    told.moves(KYOEN_POINTS, 0)
    told.flag(60)
    told.move("a1", 70)
    told.claim(2, "b7c2g2g8", 75)
    assert told.alive == [1, 2, 3]


def test_the_next_player_has_the_full_minute_from_the_flag_on() -> None:
    told = Told()
    told.flag(60.25)
    assert told.state.to_move == 1
    assert told.left(60.25) == 60


def test_who_is_out_by_time_claims_no_more() -> None:
    told = Told()
    told.moves(KYOEN_POINTS, 0)
    told.flag(60)
    with pytest.raises(SeatOutError):
        told.claim(1, "b7c2g2", 61)


def test_out_by_time_counts_for_the_places() -> None:
    told = Told(3)
    told.flag(60)
    told.flag(120)
    assert told.state.outcome is not None
    assert told.state.outcome.places == (3, 2, 1)
    assert told.state.outcome.reason == "last_player_in"


# Options


def test_with_an_arbiter_the_clock_stops_and_the_arbiter_rules() -> None:
    told = Told(rules={"time_used_up": "arbiter"})
    told.move("a1", 10)
    told.flag(70)
    assert told.status() is Status.RULING
    assert told.state.deadline is None
    assert told.alive == [0, 1, 2]
    with pytest.raises(AwaitingRulingError):
        told.move("b3", 71)


def test_ruled_out_the_player_is_out_and_the_next_has_the_full_minute() -> None:
    told = Told(rules={"time_used_up": "arbiter"})
    told.flag(60)
    told.tell(Kind.RULING, 300, text="out")
    assert told.alive == [1, 2]
    assert told.status() is Status.RUNNING
    assert told.left(300) == 60


def test_ruled_to_play_on_the_player_has_exactly_what_the_arbiter_says() -> None:
    told = Told(rules={"time_used_up": "arbiter"})
    told.flag(61.5)
    told.tell(Kind.RULING, 300, text="plays_on", ms=20_000)
    assert told.status() is Status.RUNNING
    assert told.left(300) == 20
    told.flag(320)
    assert told.status() is Status.RULING


@pytest.mark.parametrize(
    ("reset", "wrong", "right"), [("any", 60, 60), ("right", 10, 60), ("never", 10, 10)]
)
def test_which_claims_give_the_time_anew(reset: str, wrong: float, right: float) -> None:
    told = Told(rules={"clock_reset": reset})
    told.moves(KYOEN_POINTS, 0)
    told.claim(2, "b7c2g2g8", 50)
    assert told.alive == [1, 2]
    assert told.left(50) == right
    told = Told(rules={"clock_reset": reset})
    told.moves("a1 b1 a3 c5", 0)
    told.claim(2, "a1b1a3", 50)
    assert told.left(50) == wrong


def test_only_so_many_wrong_claims_a_turn_give_the_time_anew() -> None:
    told = Told(4, rules={"resets_per_turn": 2})
    told.moves("a1 b1 a3 c5", 0)
    for second, left in ((10, 60), (20, 60), (30, 50), (40, 40)):
        told.claim(2, "a1b1a3", second)
        assert told.left(second) == left
    told.move("e5", 45)
    told.claim(2, "a1b1a3", 50)
    assert told.left(50) == 60


def test_right_claims_are_not_counted_among_them() -> None:
    told = Told(4, rules={"resets_per_turn": 0})
    told.moves(KYOEN_POINTS, 0)
    told.claim(2, "b7c2g2", 30)
    assert told.left(30) == 60


def test_casual_play_has_no_clock() -> None:
    told = Told(time={"timing": "none"})
    told.move("a1", 10**6)
    assert told.left(10**7) is None
    with pytest.raises(GameError):
        told.flag(10**7)


@pytest.mark.parametrize(
    ("time", "left"),
    [
        ({"timing": "sudden_death", "main_ms": 60_000}, 10),
        ({"timing": "increment", "main_ms": 60_000, "step_ms": 5_000}, 15),
        ({"timing": "delay", "main_ms": 60_000, "step_ms": 5_000}, 20),
        ({"timing": "byo_yomi", "main_ms": 0, "step_ms": 30_000, "periods": 3}, 60),
    ],
)
def test_where_time_is_kept_a_claim_gives_no_more_than_the_step(
    time: dict[str, object], left: float
) -> None:
    """After 50 s of the turn the delay, or the period begun, comes anew; main time does not.

    With increments the player has 5 s more from an earlier move.
    """
    told = Told(time=time)
    told.moves("a1 b1 a3 c5", 0)
    told.claim(2, "a1b1a3", 50)
    assert told.left(50) == left
