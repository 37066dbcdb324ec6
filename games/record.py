"""A match is its record: the state is the fold of its events, and nothing else.

Rows are only added. A correction is an event too, with an author and a reason.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, assert_never

from games.clock import Clock, TimeControl
from games.rules.base import (
    ClockEffect,
    GameError,
    IllegalActionError,
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
    """On a flag that waits for an arbiter: ``text`` is ``out`` or ``plays_on`` with ``data["ms"]``."""
    TAKEBACK = "takeback"
    """The last step (move, claim, seat that left) is undone."""
    OUTAGE = "outage"
    """The server was away: the seat on turn gets ``data["ms"]`` back."""
    END = "end"
    """An arbiter ends the match here."""


LEAVES = {Kind.RESIGN: "resigned", Kind.WITHDRAW: "withdrew", Kind.REMOVE: "removed"}


class Status(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    RULING = "ruling"
    """A flag fell and an arbiter has to say what follows."""
    FINISHED = "finished"


class NotStartedError(IllegalActionError):
    code = "not_started"


class AlreadyStartedError(IllegalActionError):
    code = "already_started"


class PausedError(IllegalActionError):
    code = "paused"


class NotPausedError(IllegalActionError):
    code = "not_paused"


class AwaitingRulingError(IllegalActionError):
    code = "awaiting_ruling"


class NoRulingNeededError(IllegalActionError):
    code = "no_ruling_needed"


class NothingToTakeBackError(IllegalActionError):
    code = "nothing_to_take_back"


class TimeNotUpError(IllegalActionError):
    code = "time_not_up"


class NoClockError(IllegalActionError):
    """The seat has no time of its own to change now."""

    code = "no_clock"


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
    position_seq: int = 0
    """The last event that changed board or turn: what an action must have seen."""
    before: "MatchState | None" = None
    """The state before the last step, for taking it back."""
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

    def apply(self, event: Event) -> "MatchState":
        """The state after ``event``. Raise a GameError when it cannot happen here."""
        if event.seq != self.seq + 1:
            raise IllegalActionError(expected=self.seq + 1, seq=event.seq)
        found = self._after(event)
        return replace(found, seq=event.seq, at=event.at)

    def _after(self, event: Event) -> "MatchState":
        kind, at = event.kind, event.at
        match kind:
            case Kind.START:
                if self.status is not Status.WAITING:
                    raise AlreadyStartedError()
                seat = self.position.to_move
                clock = self.clock if seat is None else self.clock.start(seat, at)
                return replace(self, status=Status.RUNNING, clock=clock)
            case Kind.MOVE | Kind.CLAIM:
                self._must_run()
                seat, action = self.position.parse(event.text, event.seat)
                return self._moved(event, self.position.play(seat, action))
            case Kind.RESIGN | Kind.WITHDRAW | Kind.REMOVE:
                self._must_be_on()
                return self._moved(event, self.position.leave(_seat(event), LEAVES[kind]))
            case Kind.FLAG:
                return self._flagged(event)
            case Kind.RULING:
                return self._ruled(event)
            case Kind.RESTORE:
                self._must_be_on(or_finished=True)
                return self._moved(event, self.position.rejoin(_seat(event)))
            case Kind.PAUSE:
                self._must_run()
                return replace(self, status=Status.PAUSED, clock=self.clock.stop(at))
            case Kind.RESUME:
                if self.status is not Status.PAUSED:
                    raise NotPausedError()
                return replace(self, status=Status.RUNNING, clock=self.clock.resume(at))
            case Kind.CLOCK | Kind.OUTAGE:
                self._must_be_on()
                seat, time = _seat(event), timedelta(milliseconds=event.data["ms"])
                if self.clock.allowance(seat) is None:
                    raise NoClockError(seat=seat)
                return replace(self, clock=self.clock.give(seat, time))
            case Kind.TAKEBACK:
                return self._taken_back(at)
            case Kind.END:
                self._must_be_on()
                return self._moved(event, self.position.end())
            case never:
                assert_never(never)

    def _must_be_on(self, *, or_finished: bool = False) -> None:
        """Begun and not over; stopped clocks do not matter."""
        if self.status is Status.WAITING:
            raise NotStartedError()
        if self.status is Status.FINISHED and not or_finished:
            raise MatchOverError()

    def _must_run(self) -> None:
        self._must_be_on()
        if self.status is Status.PAUSED:
            raise PausedError()
        if self.status is Status.RULING:
            raise AwaitingRulingError()

    def _moved(self, event: Event, position: Position) -> "MatchState":
        """The position changed: charge the clock as the position says, and see who is next."""
        at, clock = event.at, self.clock
        if position.to_move is None:
            clock = clock.press(None, at, moved=event.kind is Kind.MOVE)
            status = Status.FINISHED
        else:
            status = Status.RUNNING if self.status is Status.FINISHED else self.status
            match position.clock_effect:
                case ClockEffect.PASS:
                    clock = clock.press(position.to_move, at, moved=event.kind is Kind.MOVE)
                case ClockEffect.RESTART if position.to_move == clock.turn:
                    clock = clock.restart(at)
                case ClockEffect.RESTART:
                    clock = clock.press(position.to_move, at, moved=False)
                case ClockEffect.NONE:
                    pass
                case never:
                    assert_never(never)
            if self.status is Status.RULING and position.to_move != self.position.to_move:
                status = Status.RUNNING
                clock = clock.resume(at)
            if clock.turn is None:
                clock = clock.start(position.to_move, at)
        seen = self.position_seq if _same(self.position, position) else event.seq
        return replace(
            self, position=position, clock=clock, status=status, position_seq=seen, before=self
        )

    def _flagged(self, event: Event) -> "MatchState":
        self._must_run()
        if not self.clock.flagged(event.at) or self.to_move is None:
            raise TimeNotUpError()
        if self.arbiter_rules_on_time:
            return replace(self, status=Status.RULING, clock=self.clock.stop(event.at))
        return self._moved(event, self.position.leave(self.to_move, "time"))

    def _ruled(self, event: Event) -> "MatchState":
        if self.status is not Status.RULING or self.to_move is None:
            raise NoRulingNeededError()
        if event.text == "out":
            return self._moved(event, self.position.leave(self.to_move, "time"))
        if event.text != "plays_on":
            raise IllegalActionError(text=event.text)
        time = timedelta(milliseconds=event.data["ms"])
        clock = self.clock.give(self.to_move, time).resume(event.at)
        return replace(self, status=Status.RUNNING, clock=clock)

    def _taken_back(self, at: datetime) -> "MatchState":
        """As before the last step; the turn to be played again counts anew."""
        before = self.before
        if before is None:
            raise NothingToTakeBackError()
        clock = before.clock
        if clock.turn is not None:
            clock = clock.start(clock.turn, at)
        if self.status is Status.PAUSED:
            clock = clock.stop(at)
        status = Status.PAUSED if self.status is Status.PAUSED else Status.RUNNING
        return replace(before, clock=clock, status=status, position_seq=self.seq + 1)


def _seat(event: Event) -> Seat:
    if event.seat is None:
        raise IllegalActionError(kind=event.kind.value)
    return event.seat


def _same(before: Position, after: Position) -> bool:
    """Nothing changed that the next action has to have seen (a wrong claim)."""
    return before.to_move == after.to_move and before.layout == after.layout


def begin(
    position: Position, control: TimeControl, *, arbiter_rules_on_time: bool = False
) -> MatchState:
    """A match before its first event."""
    return MatchState(
        position,
        Clock.new(control, position.seats),
        arbiter_rules_on_time=arbiter_rules_on_time,
    )


def replay(start: MatchState, events: Iterable[Event]) -> MatchState:
    """The state after ``events``, in order of ``seq``."""
    state = start
    for event in events:
        state = state.apply(event)
    return state


__all__ = ["Event", "GameError", "Kind", "MatchState", "Status", "begin", "replay"]
