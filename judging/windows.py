"""The time a contestant has: one half-open window [start, end), computed in one place.

The window for all runs from ``opens`` to ``closes``. A personal window runs for ``limit`` from
the press of start, and ends with the window for all at the latest. ``delay`` shifts the window
for all, and with it the last moment of a personal one; ``extra`` extends the end only. Nothing
ends after ``last``. Time paused for all does not count: it shifts every end that was still to
come when the pause began, ``last`` as well. After ``end`` there may be ``grace`` for handing in
what was written on paper; no work counts there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum

ZERO = timedelta(0)
_FAR = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class PaperTime:
    opens: datetime
    closes: datetime
    limit: timedelta | None = None
    """Of a personal window; None: the window is for all."""
    last: datetime | None = None
    grace: timedelta = ZERO


@dataclass(frozen=True, slots=True)
class Personal:
    started: datetime | None = None
    delay: timedelta = ZERO
    extra: timedelta = ZERO
    handed_in: datetime | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    begin: datetime
    end: datetime | None = None
    """None: still going on."""


@dataclass(frozen=True, slots=True)
class Window:
    """``hand_in_end`` is ``end`` plus the grace. Before start is pressed a personal window is
    what pressing now would give. ``start_by``: from then on it is too late to press."""

    start: datetime
    end: datetime
    hand_in_end: datetime
    start_by: datetime
    pressed: bool
    """False: a personal window that has not begun."""
    paused_since: datetime | None = None


class Phase(Enum):
    BEFORE = "before"
    READY = "ready"
    """Start may be pressed."""
    OPEN = "open"
    PAUSED = "paused"
    HAND_IN = "hand_in"
    """Work is over; pages may still be handed in."""
    OVER = "over"
    HANDED_IN = "handed_in"


def window_for(
    paper: PaperTime,
    personal: Personal = Personal(),
    pauses: Sequence[Pause] = (),
    *,
    at: datetime,
) -> Window:
    """As it stands at ``at``: a pause that goes on has shifted the end by what passed so far."""
    stops = _stops(pauses, at)
    opens = _later(paper.opens, personal.delay)
    closes = _shifted(opens, _later(paper.closes, personal.delay + personal.extra), stops)
    last = None if paper.last is None else _shifted(paper.opens, paper.last, stops)
    outer = closes if last is None else min(closes, last)
    start, end, pressed = opens, outer, True
    if paper.limit is not None:
        pressed = personal.started is not None
        start = max(personal.started or at, opens)
        end = min(_shifted(start, _later(start, paper.limit + personal.extra), stops), outer)
    end = max(start, end)
    hand_in_end = _later(end, paper.grace)
    if last is not None:
        hand_in_end = max(end, min(hand_in_end, _later(last, paper.grace)))
    going_on = [pause.begin for pause in pauses if pause.end is None and pause.begin <= at]
    paused = min(going_on) if going_on and min(going_on) < end else None
    return Window(start, end, hand_in_end, outer, pressed, paused)


def _stops(pauses: Iterable[Pause], at: datetime) -> list[tuple[datetime, datetime]]:
    """Without overlaps, by begin."""
    found: list[tuple[datetime, datetime]] = []
    for begin, end in sorted((pause.begin, pause.end or max(at, pause.begin)) for pause in pauses):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        elif begin < end:
            found.append((begin, end))
    return found


def _shifted(start: datetime, end: datetime, stops: list[tuple[datetime, datetime]]) -> datetime:
    """``end`` later by the pauses after ``start`` that begin before the end as it is by then."""
    for begin, until in stops:
        if until > start and begin < end:
            end = _later(end, until - max(begin, start))
    return end


def _later(at: datetime, by: timedelta) -> datetime:
    try:
        return at + by
    except OverflowError:
        return _FAR


def phase(window: Window, personal: Personal, at: datetime) -> Phase:
    if personal.handed_in is not None and at >= personal.handed_in:
        return Phase.HANDED_IN
    if at < window.start and window.pressed:
        return Phase.BEFORE
    if not window.pressed:
        if at >= window.start_by:
            return Phase.OVER
        return Phase.READY if at >= window.start else Phase.BEFORE
    if at < window.end:
        return Phase.OPEN if window.paused_since is None else Phase.PAUSED
    return Phase.HAND_IN if at < window.hand_in_end else Phase.OVER


def too_early(window: Window, at: datetime) -> bool:
    return at < window.start or not window.pressed


def is_late(window: Window, at: datetime) -> bool:
    """An answer that arrives at the very end is late, by nothing."""
    return at >= window.end


def late_by(window: Window, at: datetime) -> timedelta:
    return max(ZERO, at - window.end)


def effective_end(
    paper: PaperTime,
    everyone: Iterable[Personal],
    pauses: Sequence[Pause] = (),
    *,
    at: datetime,
) -> datetime:
    """The last instant at which anybody may write, those who may yet press start included.

    Whoever handed in writes no more. Nothing of the solutions goes out before it.
    """
    ends = [_shifted(paper.opens, paper.closes, _stops(pauses, at))]
    if paper.last is not None:
        ends = [min(ends[0], _shifted(paper.opens, paper.last, _stops(pauses, at)))]
    for personal in everyone:
        if personal.handed_in is None:
            window = window_for(paper, personal, pauses, at=at)
            ends.append(window.end if window.pressed else window.start_by)
    return max(ends)
