"""A match is its record: the state is the fold of its events, and nothing else.

Rows are only added. A correction is an event too, with an author and a reason.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, assert_never

from games.clock import LONGEST, ZERO, Clock, TimeControl
from games.record_errors import (
    AlreadyStartedError,
    AwaitingRulingError,
    NoClockError,
    NoRulingNeededError,
    NothingToTakeBackError,
    NotPausedError,
    NotStartedError,
    PausedError,
    TimeNotUpError,
    TooMuchTimeError,
)
from games.rules.base import (
    ClockEffect,
    IllegalActionError,
    InvalidActionError,
    MatchOverError,
    Outcome,
    Position,
    Seat,
)


class Kind(Enum):
    """What an event says. ``text`` is notation for moves and claims."""

    START = "start"
    MOVE = "move"
    CLAIM = "claim"
    FLAG = "flag"
    """The time of the seat on turn is used up."""
    RESIGN = "resign"
    WITHDRAW = "withdraw"
    REMOVE = "remove"
    """An arbiter takes a seat out of play."""
    RESTORE = "restore"
    """An arbiter puts a seat back into play."""
    PAUSE = "pause"
    RESUME = "resume"
    CLOCK = "clock"
    """An arbiter gives ``data["ms"]`` to a seat (takes, when negative)."""
    RULING = "ruling"
    """On a flag that waits: ``text`` is ``out``, or ``plays_on`` with ``data["ms"]`` left."""
    TAKEBACK = "takeback"
    """The last step (move, claim, seat that left) is undone."""
    OUTAGE = "outage"
    """The server was away: the seat on turn gets ``data["ms"]`` back."""
    END = "end"
    """An arbiter ends the match here."""


LEAVES = {Kind.RESIGN: "resigned", Kind.WITHDRAW: "withdrew", Kind.REMOVE: "removed"}
ABSENT = "absent"
"""Why a seat went that was withdrawn or removed before the match began: its player never came."""

_MARKED = re.compile(r"(?P<claim>[0-9a-z]?!.*)|(?P<leave>[0-9]?-)", re.IGNORECASE)
"""Every game writes a claim as ``2!…`` and a seat that leaves as ``2-``; all else is a move."""


class Status(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    RULING = "ruling"
    """A flag fell and an arbiter has to say what follows."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the record. ``at`` is aware and never before the line above."""

    seq: int
    at: datetime
    kind: Kind
    seat: Seat | None = None
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match after some of its events. ``seq`` counts them."""

    position: Position
    clock: Clock
    status: Status = Status.WAITING
    seq: int = 0
    at: datetime | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    position_seq: int = 0
    """The last event that changed board or turn: what a move must have seen."""
    position_at: datetime | None = None
    board_seq: int = 0
    """The last event that changed the board: what a claim must have seen."""
    board_kind: Kind | None = None
    """What that event was."""
    step: Event | None = None
    """The last step that is not taken back: what ``TAKEBACK`` would undo."""
    before: "MatchState | None" = None
    """The state before that step."""
    given: tuple[timedelta, ...] = ()
    """What arbiters gave to each seat's main time, for keeping it when a step is taken back."""
    settled_until: datetime | None = None
    """Until when the server's absence has been made good."""
    arbiter_rules_on_time: bool = False

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def to_move(self) -> Seat | None:
        return self.position.to_move

    @property
    def deadline(self) -> datetime | None:
        return self.clock.deadline if self.status is Status.RUNNING else None

    def flagged(self, at: datetime) -> bool:
        """Whether the time of the seat on turn is used up and nobody has recorded it yet."""
        return self.status is Status.RUNNING and self.clock.flagged(at)

    def lost(self, gap_from: datetime, gap_until: datetime) -> timedelta:
        """What the seat on turn lost to an absence of the server that is not made good yet."""
        if self.status is not Status.RUNNING:
            return ZERO
        if self.settled_until is not None:
            gap_from = max(gap_from, self.settled_until)
        return self.clock.lost(gap_from, gap_until)

    def apply(self, event: Event) -> "MatchState":
        """The state after ``event``. Raise a GameError when it cannot happen here."""
        if event.seq != self.seq + 1:
            raise IllegalActionError(expected=self.seq + 1, seq=event.seq)
        if self.at is not None and event.at < self.at:
            raise IllegalActionError(at=event.at.isoformat(), before=self.at.isoformat())
        return replace(self._after(event), seq=event.seq, at=event.at)

    def _after(self, event: Event) -> "MatchState":
        kind, at = event.kind, event.at
        match kind:
            case Kind.START:
                return self._started(at)
            case Kind.MOVE | Kind.CLAIM:
                self._must_run()
                return self._moved(event, played(self.position, event))
            case Kind.RESIGN | Kind.WITHDRAW | Kind.REMOVE:
                self._must_not_be_over()
                if kind is Kind.RESIGN:
                    self._must_have_begun()
                reason = LEAVES[kind] if self.started_at else ABSENT
                return self._moved(event, self.position.leave(_seat(event, self), reason))
            case Kind.FLAG:
                return self._flagged(event)
            case Kind.RULING:
                return self._ruled(event)
            case Kind.RESTORE:
                return self._moved(event, self.position.rejoin(_seat(event, self)))
            case Kind.PAUSE:
                self._must_run()
                return replace(self, status=Status.PAUSED, clock=self.clock.stop(at))
            case Kind.RESUME:
                self._must_not_be_over()
                if self.status is not Status.PAUSED:
                    raise NotPausedError()
                return replace(self, status=Status.RUNNING, clock=self.clock.resume(at))
            case Kind.CLOCK:
                return self._given(event)
            case Kind.OUTAGE:
                self._must_have_begun()
                clock = self.clock.forgive(_time(event))
                return replace(self, clock=clock, settled_until=at)
            case Kind.TAKEBACK:
                return self._taken_back(event)
            case Kind.END:
                self._must_have_begun()
                self._must_not_be_over()
                return self._moved(event, self.position.end())
            case never:
                assert_never(never)

    def _must_have_begun(self) -> None:
        if self.status is Status.WAITING:
            raise NotStartedError()

    def _must_not_be_over(self) -> None:
        if self.status is Status.FINISHED:
            raise MatchOverError()

    def _must_run(self) -> None:
        self._must_have_begun()
        self._must_not_be_over()
        if self.status is Status.PAUSED:
            raise PausedError()
        if self.status is Status.RULING:
            raise AwaitingRulingError()

    def _started(self, at: datetime) -> "MatchState":
        """What happened before (seats of players who never came) is no step of the match."""
        self._must_not_be_over()
        seat = self.to_move
        if self.status is not Status.WAITING or seat is None:
            raise AlreadyStartedError()
        return replace(
            self,
            status=Status.RUNNING,
            clock=self.clock.start(seat, at),
            started_at=at,
            position_at=at,
            before=None,
            step=None,
        )

    def _moved(self, event: Event, position: Position) -> "MatchState":
        """A step: charge the clock as the position says, and see who is next."""
        status, clock = self._next_status(position), self.clock
        if status is not Status.WAITING:
            clock = self._next_clock(event, position)
        if status is Status.RUNNING:
            clock = clock.resume(event.at)
        found = replace(
            self,
            position=position,
            clock=clock,
            status=status,
            finished_at=event.at if status is Status.FINISHED else None,
            step=event,
            before=self,
        )
        board_changed = position.layout != self.position.layout
        if board_changed:
            found = replace(found, board_seq=event.seq, board_kind=event.kind)
        if board_changed or position.to_move != self.to_move:
            found = replace(found, position_seq=event.seq, position_at=event.at)
        return found

    def _next_status(self, position: Position) -> Status:
        if position.to_move is None:
            return Status.FINISHED
        if self.started_at is None:
            return Status.WAITING
        if self.status is Status.FINISHED:
            return Status.RUNNING
        if self.status is Status.RULING and position.to_move != self.to_move:
            return Status.RUNNING
        return self.status

    def _next_clock(self, event: Event, position: Position) -> Clock:
        at, clock, to_move = event.at, self.clock, position.to_move
        if to_move is None:
            return clock.press(None, at, moved=event.kind is Kind.MOVE)
        match position.clock_effect:
            case ClockEffect.PASS:
                return clock.press(to_move, at, moved=event.kind is Kind.MOVE)
            case ClockEffect.RESTART if to_move == clock.turn:
                return clock.restart(at)
            case ClockEffect.RESTART:
                return clock.press(to_move, at, moved=False)
            case ClockEffect.NONE if to_move == clock.turn:
                return clock
            case ClockEffect.NONE:
                return clock.press(to_move, at, moved=False)
            case never:
                assert_never(never)

    def _flagged(self, event: Event) -> "MatchState":
        self._must_run()
        if not self.clock.flagged(event.at) or self.to_move is None:
            raise TimeNotUpError()
        if self.arbiter_rules_on_time:
            return replace(self, status=Status.RULING, clock=self.clock.stop(event.at))
        return self._moved(event, self.position.leave(self.to_move, "time"))

    def _ruled(self, event: Event) -> "MatchState":
        """``plays_on`` leaves the seat exactly ``ms``, whatever it had overdrawn."""
        self._must_have_begun()
        self._must_not_be_over()
        seat = self.to_move
        if self.status is not Status.RULING or seat is None:
            raise NoRulingNeededError()
        if event.text == "out":
            return self._moved(event, self.position.leave(seat, "time"))
        if event.text != "plays_on":
            raise InvalidActionError(text=event.text[:60])
        overdrawn = self.clock.overdrawn(event.at)
        clock = self.clock.forgive(overdrawn + _time(event)).resume(event.at)
        return replace(self, status=Status.RUNNING, clock=clock)

    def _given(self, event: Event) -> "MatchState":
        self._must_not_be_over()
        seat, time = _seat(event, self), _time(event)
        if not self.clock.may_give(seat):
            raise NoClockError(seat=seat)
        clock = self.clock.give(seat, time)
        change = clock.main[seat] - self.clock.main[seat]
        given = tuple(old + (change if at == seat else ZERO) for at, old in enumerate(self.given))
        return replace(self, clock=clock, given=given)

    def _taken_back(self, event: Event) -> "MatchState":
        """As before the last step, with what arbiters gave since; the turn counts anew."""
        before = self.before
        if before is None:
            raise NothingToTakeBackError()
        clock = before.clock
        for seat, (new, old) in enumerate(zip(self.given, before.given, strict=True)):
            if new != old:
                clock = clock.give(seat, new - old)
        status = before.status
        if status not in {Status.WAITING, Status.FINISHED}:
            paused = self.status is Status.PAUSED
            status = Status.PAUSED if paused else Status.RUNNING
            assert clock.turn is not None
            clock = clock.start(clock.turn, event.at)
            clock = clock.stop(event.at) if paused else clock
        return replace(
            before,
            clock=clock,
            status=status,
            position_seq=event.seq,
            position_at=event.at,
            board_seq=event.seq,
            board_kind=event.kind,
            given=self.given,
            settled_until=self.settled_until,
        )


def played(position: Position, event: Event) -> Position:
    """The position after a move or a claim, whose text must be what its kind says."""
    marked = _MARKED.fullmatch(event.text.strip())
    kind = None if marked and marked["leave"] else Kind.CLAIM if marked else Kind.MOVE
    if kind is not event.kind:
        raise InvalidActionError(text=event.text[:60])
    seat, action = position.parse(event.text, event.seat)
    return position.play(event.seat if event.seat is not None else seat, action)


def _seat(event: Event, state: MatchState) -> Seat:
    if event.seat is None or not 0 <= event.seat < state.position.seats:
        raise InvalidActionError(text=event.kind.value)
    return event.seat


def _time(event: Event) -> timedelta:
    ms = event.data.get("ms", 0)
    if not isinstance(ms, int) or abs(ms) > LONGEST // timedelta(milliseconds=1):
        raise TooMuchTimeError(ms=str(ms)[:40])
    return timedelta(milliseconds=ms)


def begin(
    position: Position, control: TimeControl, *, arbiter_rules_on_time: bool = False
) -> MatchState:
    """A match before its first event."""
    return MatchState(
        position,
        Clock.new(control, position.seats),
        given=(ZERO,) * position.seats,
        arbiter_rules_on_time=arbiter_rules_on_time,
    )


def steps(start: MatchState, events: Iterable[Event]) -> Iterator[tuple[Event, MatchState]]:
    """Every event with the state after it."""
    state = start
    for event in events:
        state = state.apply(event)
        yield event, state


def replay(start: MatchState, events: Iterable[Event]) -> MatchState:
    """The state after ``events``, in order of ``seq``."""
    state = start
    for event in events:
        state = state.apply(event)
    return state
