"""A match at one moment, and how a step of the position carries it on."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self, assert_never

from games.clock import ZERO, Clock
from games.policy import Policy
from games.record_errors import (
    AwaitingRulingError,
    NoDrawsError,
    NotStartedError,
    PausedError,
)
from games.record_events import Event, Kind, Status
from games.rules.base import (
    ClockEffect,
    MatchOverError,
    Outcome,
    Position,
    Seat,
)


@dataclass(frozen=True, slots=True)
class Moment:
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
    before: Self | None = None
    """The state before that step."""
    given: tuple[timedelta, ...] = ()
    """What arbiters gave to each seat's main time, for keeping it when a step is taken back."""
    settled_until: datetime | None = None
    """Until when the server's absence has been made good."""
    arbiter_rules_on_time: bool = False
    policy: Policy = field(default_factory=Policy)
    offer: Seat | None = None
    """Who offers a draw that can still be accepted."""
    offers: tuple[int, ...] = ()
    """By seat, ``position_seq`` when it last offered one."""
    illegal: tuple[int, ...] = ()
    """Illegal moves by seat."""
    verdict: Outcome | None = None
    """What an arbiter said, whatever the position is."""

    @property
    def outcome(self) -> Outcome | None:
        return self.verdict or self.position.outcome

    @property
    def to_move(self) -> Seat | None:
        return None if self.verdict else self.position.to_move

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

    def step_was(self, kind: Kind) -> bool:
        return self.step is not None and self.step.kind is kind

    # What must be so

    def must_have_begun(self) -> None:
        if self.status is Status.WAITING:
            raise NotStartedError()

    def must_not_be_over(self) -> None:
        if self.status is Status.FINISHED:
            raise MatchOverError()

    def must_run(self) -> None:
        self.must_have_begun()
        self.must_not_be_over()
        if self.status is Status.PAUSED:
            raise PausedError()
        if self.status is Status.RULING:
            raise AwaitingRulingError()

    def must_know_draws(self) -> None:
        if not self.policy.draw_offers or self.position.seats != 2:
            raise NoDrawsError()

    # What a step does

    def moved(self, event: Event, position: Position) -> Self:
        """A step: charge the clock as the position says, and see who is next.

        An offer of a draw stands until the other player has moved.
        """
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
            offer=self.offer if event.kind is Kind.MOVE and self.offer == self.to_move else None,
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

    def with_time(self, seat: Seat, time: timedelta) -> Self:
        clock = self.clock.give(seat, time)
        change = clock.main[seat] - self.clock.main[seat]
        given = tuple(old + (change if at == seat else ZERO) for at, old in enumerate(self.given))
        return replace(self, clock=clock, given=given)
