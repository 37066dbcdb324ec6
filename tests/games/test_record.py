"""The record: what each event does, and corrections."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.record import MatchState, replay, steps
from games.record_events import Event, Kind, Status
from games.rules.base import GameError, MatchOverError
from tests.games.told import KYOEN_POINTS, Told, at, first


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(GameError) as refused:
        act()
    return refused.value.code


def test_the_state_is_the_fold_of_the_events() -> None:
    told = Told()
    told.moves(KYOEN_POINTS, 10)
    told.claim(2, "b7c2g2", 20)
    assert replay(first(), told.events) == told.state


def test_events_come_in_order_without_a_gap() -> None:
    told = Told()
    late = Event(5, at(1), Kind.MOVE, 0, "a1")
    assert code_of(lambda: told.state.apply(late)) == "illegal_action"


def test_no_event_is_older_than_the_one_before() -> None:
    told = Told()
    told.move("a1", 10)
    assert code_of(lambda: told.move("b3", 9)) == "illegal_action"


def test_a_match_begins_once() -> None:
    told = Told()
    assert code_of(lambda: told.tell(Kind.START, 1)) == "already_started"


@pytest.mark.parametrize("kind", [Kind.MOVE, Kind.RESIGN, Kind.PAUSE, Kind.END, Kind.FLAG])
def test_a_match_that_waits_is_not_played(kind: Kind) -> None:
    told = Told(started=False)
    assert code_of(lambda: told.tell(kind, 1, 0, "a1")) == "not_started"


def test_when_a_match_began_and_ended_is_known() -> None:
    told = Told(2)
    told.tell(Kind.RESIGN, 30, 0)
    assert (told.state.started_at, told.state.finished_at) == (at(0), at(30))


@pytest.mark.parametrize("kind", [Kind.RESIGN, Kind.WITHDRAW, Kind.REMOVE])
def test_a_seat_that_leaves_on_turn_passes_it_on_with_the_full_time(kind: Kind) -> None:
    told = Told()
    told.tell(kind, 40, 0)
    assert told.state.to_move == 1
    assert told.left(40) == 60


@pytest.mark.parametrize("kind", [Kind.RESIGN, Kind.WITHDRAW, Kind.REMOVE])
def test_a_seat_that_leaves_while_another_thinks_changes_no_clock(kind: Kind) -> None:
    told = Told()
    told.tell(kind, 40, 2)
    assert told.state.to_move == 0
    assert told.left(40) == 20


@pytest.mark.parametrize(
    ("leaving", "places"),
    [
        ([0, 1, 2], (4, 3, 2, 1)),
        ([3, 2, 1], (1, 2, 3, 4)),
        ([2, 0, 3], (3, 1, 4, 2)),
    ],
)
def test_places_are_the_reverse_order_of_going_out(
    leaving: list[int], places: tuple[int, ...]
) -> None:
    told = Told(4)
    for second, seat in enumerate(leaving):
        told.tell((Kind.RESIGN, Kind.WITHDRAW, Kind.REMOVE)[second], second, seat)
    assert told.state.outcome is not None
    assert told.state.outcome.places == places
    assert told.status() is Status.FINISHED


def test_a_full_board_shares_the_best_place_among_those_still_in() -> None:
    told = Told(3, rules={"size": 3})
    told.tell(Kind.RESIGN, 0, 1)
    told.moves("a1 b1 c1 a2 b2 c2 a3 b3 c3", 1)
    assert told.state.outcome is not None
    assert told.state.outcome.places == (1, 3, 1)
    assert told.state.outcome.reason == "board_full"


def test_an_arbiter_ends_a_match_and_those_in_share() -> None:
    told = Told(4)
    told.tell(Kind.REMOVE, 0, 2)
    told.tell(Kind.END, 1)
    assert told.state.outcome is not None
    assert told.state.outcome.places == (1, 1, 4, 1)


def test_a_finished_match_takes_nothing_but_corrections() -> None:
    told = Told(2)
    told.tell(Kind.RESIGN, 1, 0)
    for kind in (Kind.MOVE, Kind.CLAIM, Kind.RESIGN, Kind.PAUSE, Kind.RESUME, Kind.END, Kind.CLOCK):
        with pytest.raises(MatchOverError):
            told.tell(kind, 2, 1, "a1", ms=1)


# Pause


def test_a_pause_stops_the_clock_until_it_goes_on() -> None:
    told = Told()
    told.tell(Kind.PAUSE, 20)
    assert told.state.deadline is None
    assert told.left(500) == 40
    told.tell(Kind.RESUME, 500)
    assert told.state.deadline == at(540)


@pytest.mark.parametrize("kind", [Kind.MOVE, Kind.CLAIM, Kind.PAUSE, Kind.FLAG])
def test_a_paused_match_is_not_played(kind: Kind) -> None:
    told = Told()
    told.tell(Kind.PAUSE, 20)
    assert code_of(lambda: told.tell(kind, 21, 0, "a1")) == "paused"


def test_a_seat_may_leave_during_a_pause_and_the_pause_lasts() -> None:
    told = Told()
    told.tell(Kind.PAUSE, 20)
    told.tell(Kind.RESIGN, 30, 0)
    assert told.status() is Status.PAUSED
    assert told.state.deadline is None
    told.tell(Kind.RESUME, 100)
    assert told.state.deadline == at(160)


def test_what_is_not_paused_does_not_go_on() -> None:
    told = Told()
    assert code_of(lambda: told.tell(Kind.RESUME, 1)) == "not_paused"


# Clocks


def test_an_arbiter_gives_and_takes_time() -> None:
    told = Told()
    told.tell(Kind.CLOCK, 10, 0, ms=30_000)
    assert told.state.deadline == at(90)
    told.tell(Kind.CLOCK, 10, 0, ms=-50_000)
    assert told.state.deadline == at(40)


def test_time_taken_beyond_what_is_left_lets_the_flag_fall() -> None:
    told = Told()
    told.tell(Kind.CLOCK, 10, 0, ms=-55_000)
    assert told.state.flagged(at(10))


def test_who_waits_has_no_time_per_move_to_change() -> None:
    told = Told()
    assert code_of(lambda: told.tell(Kind.CLOCK, 1, 1, ms=1000)) == "no_clock"


def test_kept_time_of_who_waits_can_be_changed() -> None:
    told = Told(time={"timing": "sudden_death", "main_ms": 60_000})
    told.tell(Kind.CLOCK, 1, 1, ms=5000)
    assert told.left(1, seat=1) == 65


@pytest.mark.parametrize("ms", [10**12, -(10**12), 10**30, 1.5, "5", None])
def test_nonsense_is_no_time(ms: object) -> None:
    told = Told()
    assert code_of(lambda: told.tell(Kind.CLOCK, 1, 0, ms=ms)) == "too_much_time"


def test_an_outage_gives_the_time_back() -> None:
    told = Told()
    told.tell(Kind.OUTAGE, 50, 0, ms=30_000)
    assert told.state.deadline == at(90)
    assert told.state.settled_until == at(50)


def test_an_outage_is_given_back_once() -> None:
    told = Told()
    assert told.state.lost(at(10), at(40)) == timedelta(seconds=30)
    told.tell(Kind.OUTAGE, 40, 0, ms=30_000)
    assert told.state.lost(at(10), at(40)) == timedelta(0)
    assert told.state.lost(at(10), at(45)) == timedelta(seconds=5)


def test_a_turn_begun_in_an_outage_gets_what_lies_in_it() -> None:
    told = Told()
    told.move("a1", 30)
    assert told.state.lost(at(10), at(40)) == timedelta(seconds=10)


def test_an_outage_takes_nothing_from_a_clock_that_stands() -> None:
    told = Told()
    told.tell(Kind.PAUSE, 5)
    assert told.state.lost(at(10), at(40)) == timedelta(0)


# Putting back and taking back


def test_a_seat_put_back_plays_on_where_it_sat() -> None:
    told = Told()
    told.tell(Kind.REMOVE, 10, 1)
    told.move("a1", 20)
    assert told.state.to_move == 2
    told.tell(Kind.RESTORE, 30, 1)
    assert told.alive == [0, 1, 2]
    assert told.state.to_move == 1
    assert told.left(30) == 60


def test_putting_back_a_seat_reopens_a_finished_match_with_a_running_clock() -> None:
    told = Told(2)
    told.flag(60)
    assert told.status() is Status.FINISHED
    told.tell(Kind.RESTORE, 100, 0)
    assert told.status() is Status.RUNNING
    assert told.state.outcome is None
    assert told.state.finished_at is None
    assert told.state.deadline == at(160)


def test_who_is_in_is_not_put_back() -> None:
    told = Told()
    assert code_of(lambda: told.tell(Kind.RESTORE, 1, 0)) == "seat_in"


def test_a_stone_taken_back_is_gone_and_its_turn_counts_anew() -> None:
    told = Told()
    told.moves("a1 b3", 30)
    told.tell(Kind.TAKEBACK, 50)
    assert told.stones == ["a1"]
    assert told.state.to_move == 1
    assert told.state.deadline == at(110)


def test_steps_are_taken_back_one_after_the_other() -> None:
    told = Told()
    told.moves("a1 b3 c7", 10)
    for second in (20, 30, 40):
        told.tell(Kind.TAKEBACK, second)
    assert told.stones == []
    assert told.state.to_move == 0
    assert code_of(lambda: told.tell(Kind.TAKEBACK, 50)) == "nothing_to_take_back"


def test_a_right_claim_taken_back_puts_stone_and_player_back() -> None:
    told = Told()
    told.moves(KYOEN_POINTS, 10)
    told.claim(1, "b7c2g2", 20)
    told.tell(Kind.TAKEBACK, 30)
    assert told.alive == [0, 1, 2]
    assert told.stones == KYOEN_POINTS.split()
    assert told.state.to_move == 1


def test_a_wrong_claim_taken_back_does_not_count() -> None:
    told = Told(rules={"wrong_claim": "out"})
    told.moves("a1 b1 a3 c5", 10)
    told.claim(2, "a1b1a3", 20)
    assert told.alive == [0, 1]
    told.tell(Kind.TAKEBACK, 30)
    assert told.alive == [0, 1, 2]


@pytest.mark.parametrize("kind", [Kind.RESIGN, Kind.END])
def test_the_step_that_ended_a_match_is_taken_back(kind: Kind) -> None:
    told = Told(2)
    told.move("a1", 10)
    told.tell(kind, 20, 1 if kind is Kind.RESIGN else None)
    told.tell(Kind.TAKEBACK, 100)
    assert told.status() is Status.RUNNING
    assert told.state.finished_at is None
    assert told.state.to_move == 1
    assert told.state.deadline == at(160)


def test_a_flag_taken_back_puts_the_player_back_on_turn() -> None:
    told = Told()
    told.flag(60)
    told.tell(Kind.TAKEBACK, 70)
    assert told.alive == [0, 1, 2]
    assert told.state.to_move == 0
    assert told.state.deadline == at(130)


def test_what_is_taken_back_in_a_pause_stays_paused() -> None:
    told = Told()
    told.move("a1", 10)
    told.tell(Kind.PAUSE, 20)
    told.tell(Kind.TAKEBACK, 30)
    assert told.status() is Status.PAUSED
    assert told.state.deadline is None
    told.tell(Kind.RESUME, 100)
    assert told.state.deadline == at(160)


def test_what_an_arbiter_gave_outlives_a_step_taken_back() -> None:
    told = Told(time={"timing": "sudden_death", "main_ms": 60_000})
    told.tell(Kind.CLOCK, 5, 0, ms=7_000)
    told.move("a1", 10)
    told.tell(Kind.CLOCK, 15, 1, ms=20_000)
    told.tell(Kind.TAKEBACK, 20)
    assert told.left(20, seat=0) == 67
    assert told.left(20, seat=1) == 80


def test_a_seat_put_back_after_the_end_may_be_taken_back_again() -> None:
    for started in (True, False):
        told = Told(2, started=started)
        told.tell(Kind.REMOVE, 10, 1)
        told.tell(Kind.RESTORE, 20, 1)
        told.tell(Kind.TAKEBACK, 30)
        assert told.status() is Status.FINISHED
        assert told.state.finished_at == at(10)
        assert told.state.deadline is None


def test_a_start_is_not_taken_back() -> None:
    told = Told()
    assert code_of(lambda: told.tell(Kind.TAKEBACK, 1)) == "nothing_to_take_back"


# Players who do not come


def test_a_player_who_does_not_come_is_taken_out_before_the_start() -> None:
    told = Told(started=False)
    told.tell(Kind.REMOVE, -60, 0)
    assert told.status() is Status.WAITING
    told.tell(Kind.START, 0)
    assert told.state.to_move == 1
    assert told.left(0) == 60
    assert told.state.position.view()["seats"][0]["reason"] == "absent"
    assert code_of(lambda: told.tell(Kind.TAKEBACK, 1)) == "nothing_to_take_back"


def test_and_put_back_when_late() -> None:
    told = Told(started=False)
    told.tell(Kind.REMOVE, -60, 0)
    told.tell(Kind.RESTORE, -30, 0)
    told.tell(Kind.START, 0)
    assert told.state.to_move == 0


def test_a_match_to_which_only_one_came_is_over() -> None:
    told = Told(2, started=False)
    told.tell(Kind.REMOVE, -60, 0)
    assert told.status() is Status.FINISHED
    assert told.state.outcome is not None
    assert told.state.outcome.places == (2, 1)
    assert code_of(lambda: told.tell(Kind.START, 0)) == "match_over"
    told.tell(Kind.TAKEBACK, 0)
    assert told.status() is Status.WAITING
    told.tell(Kind.START, 1)
    assert told.left(1) == 60


# Rulings


def test_a_seat_that_leaves_while_its_flag_waits_needs_no_ruling() -> None:
    told = Told(rules={"time_used_up": "arbiter"})
    told.flag(60)
    told.tell(Kind.RESIGN, 70, 0)
    assert told.status() is Status.RUNNING
    assert told.left(70) == 60


def test_another_seat_that_leaves_meanwhile_changes_nothing() -> None:
    told = Told(rules={"time_used_up": "arbiter"})
    told.flag(60)
    told.tell(Kind.RESIGN, 70, 2)
    assert told.status() is Status.RULING


def test_nothing_is_ruled_that_does_not_wait() -> None:
    told = Told()
    assert code_of(lambda: told.tell(Kind.RULING, 1, text="out")) == "no_ruling_needed"


def test_a_ruling_is_out_or_plays_on() -> None:
    told = Told(rules={"time_used_up": "arbiter"})
    told.flag(60)
    assert code_of(lambda: told.tell(Kind.RULING, 61, text="maybe")) == "invalid_action"


def test_a_step_taken_back_while_a_flag_waits_undoes_the_flag_too() -> None:
    told = Told(rules={"time_used_up": "arbiter"})
    told.move("a1", 10)
    told.flag(70)
    told.tell(Kind.TAKEBACK, 80)
    assert told.status() is Status.RUNNING
    assert told.state.to_move == 0


def test_a_flag_that_has_not_fallen_is_not_recorded() -> None:
    told = Told()
    assert code_of(lambda: told.flag(59.999)) == "time_not_up"


# What an action must have seen


def positions(told: Told) -> tuple[int, int]:
    return told.state.position_seq, told.state.board_seq


def test_a_stone_changes_board_and_turn() -> None:
    told = Told()
    told.move("a1", 1)
    assert positions(told) == (2, 2)


def test_a_wrong_claim_a_pause_and_a_clock_change_neither() -> None:
    told = Told()
    told.moves("a1 b1 a3 c5", 1)
    told.claim(2, "a1b1a3", 2)
    told.tell(Kind.PAUSE, 3)
    told.tell(Kind.RESUME, 4)
    told.tell(Kind.CLOCK, 5, 1, ms=1000)
    assert positions(told) == (5, 5)


def test_a_flag_changes_the_turn_only() -> None:
    told = Told()
    told.move("a1", 1)
    told.flag(61)
    assert positions(told) == (3, 2)


def test_a_step_taken_back_changes_both() -> None:
    told = Told()
    told.move("a1", 1)
    told.tell(Kind.TAKEBACK, 2)
    assert positions(told) == (3, 3)


@pytest.mark.parametrize(
    ("kind", "text"),
    [(Kind.MOVE, "2!a1b1a3"), (Kind.MOVE, "1-"), (Kind.CLAIM, "b5"), (Kind.CLAIM, "2-")],
)
def test_an_event_holds_what_its_kind_says(kind: Kind, text: str) -> None:
    told = Told()
    told.moves("a1 b1 a3 c5", 1)
    assert code_of(lambda: told.tell(kind, 2, None, text)) == "invalid_action"


def test_every_step_is_shown_with_its_event() -> None:
    told = Told()
    told.moves("a1 b3", 1)
    found = list(steps(first(), told.events))
    assert [event.seq for event, _ in found] == [1, 2, 3]
    assert isinstance(found[-1][1], MatchState)
    assert found[-1][1] == told.state
