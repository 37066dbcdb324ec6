"""The clock of every time control, by itself."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import Clock, TimeControl, Timing
from games.rules.base import InvalidRulesError

NOW = datetime(2026, 8, 1, tzinfo=UTC)


def s(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


def at(seconds: float) -> datetime:
    return NOW + s(seconds)


def clock(timing: str, main: float = 0, step: float = 0, periods: int = 0) -> Clock:
    """Of two seats; the first one's turn began at NOW."""
    control = TimeControl(Timing(timing), s(main), s(step), periods)
    return Clock.new(control, 2).start(0, NOW)


CONTROLS: list[dict[str, Any]] = [
    {"timing": "none"},
    {"timing": "per_move", "step_ms": 60_000},
    {"timing": "sudden_death", "main_ms": 600_000},
    {"timing": "increment", "main_ms": 300_000, "step_ms": 5_000},
    {"timing": "delay", "main_ms": 300_000, "step_ms": 5_000},
    {"timing": "byo_yomi", "main_ms": 0, "step_ms": 30_000, "periods": 3},
]


@pytest.mark.parametrize("data", CONTROLS)
def test_a_time_control_is_what_its_json_says(data: dict[str, Any]) -> None:
    assert TimeControl.from_json(data).to_json() == data


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"timing": "sundial"}, "timing"),
        ({"timing": "per_move"}, "step_ms"),
        ({"timing": "per_move", "step_ms": 999}, "step_ms"),
        ({"timing": "per_move", "step_ms": "60"}, "step_ms"),
        ({"timing": "per_move", "step_ms": True}, "step_ms"),
        ({"timing": "per_move", "step_ms": 60_000, "main_ms": 1}, "main_ms"),
        ({"timing": "sudden_death", "main_ms": 10**15}, "main_ms"),
        ({"timing": "sudden_death", "main_ms": 8 * 86_400_000}, "main_ms"),
        ({"timing": "sudden_death", "main_ms": 60_000, "periods": 1}, "periods"),
        ({"timing": "byo_yomi", "step_ms": 30_000}, "periods"),
        ({"timing": "byo_yomi", "step_ms": 30_000, "periods": 101}, "periods"),
        ({"timing": "none", "hours": 1}, "hours"),
    ],
)
def test_a_time_control_that_does_not_fit_is_refused(data: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        TimeControl.from_json(data)
    assert refused.value.params["field"] == field


def test_without_a_clock_no_flag_ever_falls() -> None:
    assert clock("none").deadline is None
    assert not clock("none").flagged(at(10**6))
    assert clock("none").remaining(0, at(5)) is None


def test_a_time_per_move_is_full_again_every_turn() -> None:
    run = clock("per_move", step=60).press(1, at(59)).press(0, at(60))
    assert run.remaining(0, at(60)) == s(60)
    assert run.deadline == at(120)


def test_sudden_death_keeps_what_is_left() -> None:
    run = clock("sudden_death", main=100).press(1, at(30)).press(0, at(50))
    assert run.remaining(0, at(50)) == s(70)
    assert run.remaining(1, at(60)) == s(80)
    assert run.deadline == at(120)


def test_an_increment_comes_after_the_move() -> None:
    run = clock("increment", main=100, step=5).press(1, at(30))
    assert run.remaining(0, at(99)) == s(75)


def test_an_increment_does_not_come_to_who_left() -> None:
    run = clock("increment", main=100, step=5).press(1, at(30), moved=False)
    assert run.remaining(0, at(99)) == s(70)


def test_an_increment_does_not_save_a_fallen_flag() -> None:
    assert clock("increment", main=10, step=5).flagged(at(10))


def test_a_delay_runs_before_the_main_time() -> None:
    run = clock("delay", main=100, step=10)
    assert run.deadline == at(110)
    assert run.press(1, at(7)).remaining(0, at(7)) == s(110)
    assert run.press(1, at(15)).remaining(0, at(15)) == s(105)


def test_a_period_not_used_up_is_not_lost() -> None:
    run = clock("byo_yomi", main=10, step=30, periods=3)
    assert run.deadline == at(100)
    after = run.press(1, at(39)).press(0, at(40))
    assert (after.main[0], after.periods[0]) == (s(0), 3)
    assert after.deadline == at(130)


def test_a_period_used_up_is_lost() -> None:
    after = clock("byo_yomi", main=10, step=30, periods=3).press(1, at(75))
    assert after.periods[0] == 1


def test_time_is_used_up_at_the_deadline_itself() -> None:
    run = clock("per_move", step=60)
    assert not run.flagged(at(60) - timedelta(microseconds=1))
    assert run.flagged(at(60))


def test_a_stopped_clock_counts_nothing() -> None:
    run = clock("per_move", step=60).stop(at(20))
    assert run.deadline is None
    assert run.remaining(0, at(999)) == s(40)
    assert run.resume(at(1000)).deadline == at(1040)


def test_a_clock_resumed_twice_runs_from_the_first() -> None:
    assert clock("per_move", step=60).resume(at(30)).deadline == at(60)


def test_an_instant_before_the_turn_counts_as_its_beginning() -> None:
    assert clock("per_move", step=60).elapsed(at(-5)) == s(0)


def test_restarting_gives_a_move_its_full_time() -> None:
    assert clock("per_move", step=60).restart(at(50)).deadline == at(110)


def test_restarting_charges_what_is_kept() -> None:
    run = clock("sudden_death", main=100).restart(at(30))
    assert run.deadline == at(100)
    assert run.main[0] == s(70)


def test_restarting_begins_the_period_anew() -> None:
    run = clock("byo_yomi", step=30, periods=2).restart(at(40))
    assert run.periods[0] == 1
    assert run.deadline == at(70)


@pytest.mark.parametrize(
    "run",
    [
        clock("per_move", step=60),
        clock("sudden_death", main=60),
        clock("increment", main=60, step=5),
        clock("delay", main=50, step=10),
        clock("byo_yomi", main=30, step=30, periods=1),
    ],
)
def test_time_given_moves_the_deadline(run: Clock) -> None:
    assert run.give(0, s(15)).deadline == at(75)
    assert run.give(0, s(-15)).deadline == at(45)
    assert run.forgive(s(15)).deadline == at(75)


def test_time_given_within_a_delay_is_kept() -> None:
    run = clock("delay", main=100, step=10).give(0, s(30)).press(1, at(5))
    assert run.main[0] == s(130)


def test_nobody_gets_less_than_no_time() -> None:
    run = clock("sudden_death", main=60).give(1, s(-90))
    assert run.main[1] == s(0)
    assert run.press(1, at(5)).flagged(at(5))


def test_who_waits_has_no_time_per_move_to_be_given() -> None:
    run = clock("per_move", step=60)
    assert (run.may_give(0), run.may_give(1)) == (True, False)
    assert clock("sudden_death", main=60).may_give(1)
    assert not clock("none").may_give(0)


def test_a_gap_takes_what_of_it_lay_in_the_turn() -> None:
    run = clock("per_move", step=60)
    assert run.lost(at(-10), at(5)) == s(5)
    assert run.lost(at(3), at(5)) == s(2)
    assert run.lost(at(-10), at(-5)) == s(0)
    assert run.stop(at(1)).lost(at(-10), at(5)) == s(0)
    assert clock("none").lost(at(-10), at(5)) == s(0)


@given(
    st.sampled_from(CONTROLS[2:]),
    st.lists(st.floats(0, 40).map(lambda x: round(x, 3)), max_size=12),
)
def test_what_is_used_is_what_is_missing(data: dict[str, Any], thinking: list[float]) -> None:
    """Main time plus increments minus the time used: to the microsecond, until a flag falls."""
    control = TimeControl.from_json(data)
    run, now, main = Clock.new(control, 1).start(0, NOW), NOW, control.main
    for seconds in thinking:
        used = s(seconds)
        if run.flagged(now + used):
            return
        now += used
        run = run.press(0, now)
        match control.timing:
            case Timing.SUDDEN_DEATH:
                main -= used
            case Timing.INCREMENT:
                main += control.step - used
            case Timing.DELAY:
                main -= max(s(0), used - control.step)
            case Timing.BYO_YOMI:
                main = max(s(0), main - used)
            case _:
                raise AssertionError
        assert run.main[0] == main
