"""A contestant's time, to the microsecond."""

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.windows import (
    PaperTime,
    Pause,
    Personal,
    Phase,
    effective_end,
    is_late,
    late_by,
    phase,
    too_early,
    window_for,
)

NINE = datetime(2026, 8, 1, 9, tzinfo=UTC)
TICK = timedelta(microseconds=1)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def clock(number: float) -> datetime:
    """Minutes after nine."""
    return NINE + minutes(number)


ALL = PaperTime(clock(0), clock(90))
OWN = PaperTime(clock(0), clock(90), limit=minutes(60))


def test_the_window_for_all_is_half_open() -> None:
    window = window_for(ALL, at=clock(1))
    assert (window.start, window.end) == (clock(0), clock(90))
    assert [is_late(window, clock(90) + step) for step in (-TICK, timedelta(0), TICK)] == [
        False, True, True,
    ]  # fmt: skip
    assert late_by(window, clock(90)) == timedelta(0)
    assert late_by(window, clock(90) + TICK) == TICK
    assert too_early(window, clock(0) - TICK)
    assert not too_early(window, clock(0))


@pytest.mark.parametrize("delay", [0, 10])
@pytest.mark.parametrize("extra", [0, 15])
def test_j5_one_function_knows_delay_and_extra_time(delay: int, extra: int) -> None:
    """All four combinations: delay shifts both ends, extra time the end only (J7)."""
    window = window_for(ALL, Personal(delay=minutes(delay), extra=minutes(extra)), at=clock(1))
    assert (window.start, window.end) == (clock(delay), clock(90 + delay + extra))


def test_j8_a_personal_window_ends_with_the_paper() -> None:
    early = window_for(OWN, Personal(started=clock(10)), at=clock(11))
    late = window_for(OWN, Personal(started=clock(50)), at=clock(51))
    assert (early.start, early.end) == (clock(10), clock(70))
    assert (late.start, late.end) == (clock(50), clock(90))


def test_nothing_ends_after_the_last_instant() -> None:
    paper = PaperTime(clock(0), clock(90), last=clock(100), grace=minutes(5))
    window = window_for(paper, Personal(delay=minutes(10), extra=minutes(30)), at=clock(1))
    assert window.end == clock(100)
    assert window.hand_in_end == clock(105)


@pytest.mark.parametrize(
    ("limit", "last", "delay", "extra", "paused"),
    list(product([None, 60], [None, 100], [0, 10], [0, 20], [False, True])),
)
def test_exact_instants_of_every_combination(
    limit: int | None, last: int | None, delay: int, extra: int, paused: bool
) -> None:
    paper = PaperTime(
        clock(0), clock(90), minutes(limit) if limit else None, clock(last) if last else None
    )
    personal = Personal(clock(20), minutes(delay), minutes(extra))
    pauses = [Pause(clock(30), clock(37))] if paused else []
    shift = 7 if paused else 0
    wanted = 90 + delay + extra
    if limit:
        wanted = min(wanted, 20 + 60 + extra)
    if last:
        wanted = min(wanted, 100)
    window = window_for(paper, personal, pauses, at=clock(50))
    assert window.end == clock(wanted + shift)
    assert [is_late(window, window.end + step) for step in (-TICK, timedelta(0), TICK)] == [
        False, True, True,
    ]  # fmt: skip
    assert [phase(window, personal, window.end + step) for step in (-TICK, timedelta(0))] == [
        Phase.OPEN, Phase.OVER,
    ]  # fmt: skip


def test_j19_a_changed_delay_moves_everything_that_hangs_on_it() -> None:
    window = window_for(OWN, Personal(started=clock(0), delay=minutes(10)), at=clock(1))
    assert (window.start, window.end) == (clock(10), clock(70))


def test_j13_the_end_of_work_is_not_the_end_of_handing_in() -> None:
    paper = PaperTime(clock(0), clock(90), grace=minutes(15))
    window = window_for(paper, at=clock(1))
    assert (window.end, window.hand_in_end) == (clock(90), clock(105))
    phases = [phase(window, Personal(), clock(at)) for at in (-1, 0, 89.9, 90, 104.9, 105)]
    assert phases == [
        Phase.BEFORE, Phase.OPEN, Phase.OPEN, Phase.HAND_IN, Phase.HAND_IN, Phase.OVER,
    ]  # fmt: skip


def test_a_personal_window_waits_for_the_press() -> None:
    nobody = Personal()
    states = []
    for at in (-1, 0, 50, 90):
        window = window_for(OWN, nobody, at=clock(at))
        states.append(phase(window, nobody, clock(at)))
        assert too_early(window, clock(at))
    assert states == [Phase.BEFORE, Phase.READY, Phase.READY, Phase.OVER]
    window = window_for(OWN, nobody, at=clock(50))
    assert (window.start, window.end, window.start_by) == (clock(50), clock(90), clock(90))


def test_j20_a_pause_shifts_every_end_and_can_be_undone() -> None:
    pause = Pause(clock(30), clock(40))
    assert window_for(ALL, pauses=[pause], at=clock(50)).end == clock(100)
    assert window_for(OWN, Personal(clock(10)), [pause], at=clock(50)).end == clock(80)
    assert window_for(ALL, pauses=[], at=clock(50)).end == clock(90)


def test_a_pause_that_goes_on_has_shifted_the_end_by_what_passed() -> None:
    going = [Pause(clock(80))]
    window = window_for(ALL, pauses=going, at=clock(95))
    assert window.end == clock(105)
    assert window.paused_since == clock(80)
    assert phase(window, Personal(), clock(95)) is Phase.PAUSED


def test_a_pause_moves_nobody_who_had_finished_or_not_begun() -> None:
    pause = [Pause(clock(30), clock(40))]
    done = window_for(PaperTime(clock(0), clock(20)), pauses=pause, at=clock(50))
    later = window_for(OWN, Personal(started=clock(45)), pause, at=clock(50))
    within = window_for(OWN, Personal(started=clock(35)), pause, at=clock(50))
    assert done.end == clock(20)
    assert later.end == clock(100)  # the paper's end, shifted
    assert within.end == clock(100)
    early = PaperTime(clock(0), clock(90), limit=minutes(20))
    assert window_for(early, Personal(started=clock(45)), pause, at=clock(50)).end == clock(65)
    assert window_for(early, Personal(started=clock(35)), pause, at=clock(50)).end == clock(60)


def test_two_pauses_one_of_them_in_the_time_the_other_gave() -> None:
    pauses = [Pause(clock(95), clock(100)), Pause(clock(80), clock(90))]
    assert window_for(ALL, pauses=pauses, at=clock(120)).end == clock(105)


def test_j53_nothing_is_published_before_the_last_contestant_is_done() -> None:
    everyone = [
        Personal(started=clock(0)),
        Personal(delay=minutes(5), extra=minutes(10)),
        Personal(extra=minutes(600), handed_in=clock(30)),
    ]
    assert effective_end(ALL, everyone, at=clock(95)) == clock(105)
    assert effective_end(OWN, everyone[:1], at=clock(95)) == clock(90)
    assert effective_end(ALL, [], [Pause(clock(10), clock(12))], at=clock(95)) == clock(92)


def test_whoever_handed_in_is_done() -> None:
    done = Personal(started=clock(0), handed_in=clock(30))
    window = window_for(ALL, done, at=clock(40))
    assert phase(window, done, clock(40)) is Phase.HANDED_IN
    assert phase(window, done, clock(20)) is Phase.OPEN


def test_a_paper_without_an_end_has_none_however_long_it_is_extended() -> None:
    never = PaperTime(clock(0), datetime(9999, 12, 31, tzinfo=UTC))
    window = window_for(never, Personal(extra=timedelta(days=4000)), at=clock(1))
    assert window.end.year == 9999


SPANS = st.integers(0, 60)


@given(
    st.one_of(st.none(), st.integers(1, 120)), st.one_of(st.none(), st.integers(60, 200)),
    SPANS, SPANS, SPANS, st.lists(st.tuples(st.integers(-30, 150), SPANS), max_size=3),
)  # fmt: skip
@settings(max_examples=80)
def test_time_given_is_never_time_taken(
    limit: int | None, last: int | None, delay: int, extra: int, started: int,
    stops: list[tuple[int, int]],
) -> None:  # fmt: skip
    """Extra time and pauses never make an end earlier; a window never ends before it starts."""
    paper = PaperTime(
        clock(0), clock(90), minutes(limit) if limit else None, clock(last) if last else None
    )
    pauses = [Pause(clock(begin), clock(begin + length)) for begin, length in stops]
    at = clock(300)
    plain = Personal(clock(started), minutes(delay))
    more = Personal(clock(started), minutes(delay), minutes(extra))
    window = window_for(paper, plain, pauses, at=at)
    assert window.start <= window.end <= window.hand_in_end
    assert window_for(paper, more, pauses, at=at).end >= window.end
    assert window_for(paper, plain, [], at=at).end <= window.end
