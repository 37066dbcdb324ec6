"""A match is its record: the state is the fold of its events, and nothing else.

Rows are only added. A correction is an event too, with an author and a reason.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from games.clock import ZERO, Clock, TimeControl
from games.policy import Policy
from games.record_errors import (
    AlreadyOfferedError,
    AlreadyStartedError,
    AwaitingRulingError,
    NoClockError,
    NoOfferError,
    NoRulingNeededError,
    NotAwaitedError,
    NothingToTakeBackError,
    NotPausedError,
    OfferStandsError,
    TimeNotUpError,
)
from games.record_events import (
    ABSENT,
    ADJUDICATED,
    AGREED,
    ILLEGAL_MOVES,
    LEAVES,
    Event,
    Kind,
    Status,
    played,
    read_places,
    read_time,
)
from games.record_state import Moment
from games.rules.base import (
    IllegalActionError,
    InvalidActionError,
    MatchOverError,
    Outcome,
    Position,
    Seat,
    SeatOutError,
)


@dataclass(frozen=True, slots=True)
class MatchState(Moment):
    """A match after some of its events; ``apply`` takes the next."""

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
                self.must_run()
                return self.moved(event, played(self.position, event))
            case Kind.RESIGN | Kind.WITHDRAW | Kind.REMOVE | Kind.ABANDON:
                self.must_not_be_over()
                if kind in {Kind.RESIGN, Kind.ABANDON}:
                    self.must_have_begun()
                reason = LEAVES[kind] if self.started_at else ABSENT
                return self.moved(event, self.position.leave(_seat(event, self), reason))
            case Kind.FLAG:
                return self._flagged(event)
            case Kind.AWAY:
                self.must_run()
                if _seat(event, self) != self.to_move:
                    raise NotAwaitedError()
                return self
            case Kind.RULING:
                return self._ruled(event)
            case Kind.OFFER | Kind.ACCEPT | Kind.DECLINE:
                return self._offered(event)
            case Kind.ILLEGAL:
                return self._illegal(event)
            case Kind.ADJUDICATE:
                return self._adjudicated(event)
            case Kind.RESTORE:
                if self.verdict:
                    raise MatchOverError()
                return self.moved(event, self.position.rejoin(_seat(event, self)))
            case Kind.PAUSE:
                self.must_run()
                return replace(self, status=Status.PAUSED, clock=self.clock.stop(at))
            case Kind.RESUME:
                self.must_not_be_over()
                if self.status is not Status.PAUSED:
                    raise NotPausedError()
                return replace(self, status=Status.RUNNING, clock=self.clock.resume(at))
            case Kind.CLOCK:
                return self._given(event)
            case Kind.OUTAGE:
                self.must_have_begun()
                clock = self.clock.forgive(read_time(event))
                return replace(self, clock=clock, settled_until=at)
            case Kind.TAKEBACK:
                return self._taken_back(event)
            case Kind.END:
                self.must_have_begun()
                self.must_not_be_over()
                return self.moved(event, self.position.end())
            case never:
                assert_never(never)

    def _started(self, at: datetime) -> "MatchState":
        """What happened before (seats of players who never came) is no step of the match."""
        self.must_not_be_over()
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

    def _flagged(self, event: Event) -> "MatchState":
        self.must_run()
        if not self.clock.flagged(event.at) or self.to_move is None:
            raise TimeNotUpError()
        if self.arbiter_rules_on_time:
            return replace(self, status=Status.RULING, clock=self.clock.stop(event.at))
        return self.moved(event, self.position.leave(self.to_move, "time"))

    def _ruled(self, event: Event) -> "MatchState":
        """``plays_on`` leaves the seat exactly ``ms``, whatever it had overdrawn."""
        self.must_have_begun()
        self.must_not_be_over()
        seat = self.to_move
        if self.status is not Status.RULING or seat is None:
            raise NoRulingNeededError()
        if event.text == "out":
            return self.moved(event, self.position.leave(seat, "time"))
        if event.text != "plays_on":
            raise InvalidActionError(text=event.text[:60])
        overdrawn = self.clock.overdrawn(event.at)
        clock = self.clock.forgive(overdrawn + read_time(event)).resume(event.at)
        return replace(self, status=Status.RUNNING, clock=clock)

    def _given(self, event: Event) -> "MatchState":
        self.must_not_be_over()
        seat, time = _seat(event, self), read_time(event)
        if not self.clock.may_give(seat):
            raise NoClockError(seat=seat)
        return self.with_time(seat, time)

    def _offered(self, event: Event) -> "MatchState":
        """One offer of a seat for each position; only the other player accepts or declines.

        An acceptance without a seat is an arbiter's word that both agreed.
        """
        self.must_run()
        agreed = event.kind is Kind.ACCEPT and event.seat is None
        if agreed or event.kind is Kind.OFFER:
            self.must_know_draws()
        if agreed:
            return self.moved(event, self.position.end(AGREED))
        seat = _seat(event, self)
        if event.kind is Kind.OFFER:
            if self.offer is not None and self.offer != seat:
                raise OfferStandsError()
            if self.offers[seat] == self.position_seq or self.offer == seat:
                raise AlreadyOfferedError()
            return replace(self, offer=seat, offers=_with(self.offers, seat, self.position_seq))
        if self.offer is None or self.offer == seat:
            raise NoOfferError()
        if event.kind is Kind.DECLINE:
            return replace(self, offer=None)
        return self.moved(event, self.position.end(AGREED))

    def _illegal(self, event: Event) -> "MatchState":
        """Counted for the seat; the others get time for it, or it was one too many."""
        self.must_have_begun()
        self.must_not_be_over()
        if self.status is Status.RULING:
            raise AwaitingRulingError()
        seat, policy = _seat(event, self), self.policy
        if seat not in self.position.alive:
            raise SeatOutError()
        count = self.illegal[seat] + 1
        if policy.illegal_limit and count >= policy.illegal_limit:
            found = self.moved(event, self.position.leave(seat, ILLEGAL_MOVES))
        else:
            found = self
            for other in self.position.alive:
                if other != seat and self.clock.may_give(other):
                    found = found.with_time(other, timedelta(milliseconds=policy.illegal_ms))
        return replace(found, illegal=_with(self.illegal, seat, count))

    def _adjudicated(self, event: Event) -> "MatchState":
        """Also when the match is over: then it ended otherwise. The score stays the board's."""
        places = read_places(event.text, self.position.seats)
        ended = self.position if self.position.outcome else self.position.end(ADJUDICATED)
        scores = ended.outcome.scores if ended.outcome else ()
        reason = ADJUDICATED if self.started_at else ABSENT
        return replace(
            self,
            verdict=Outcome(places, reason, scores),
            clock=self.clock.press(None, event.at, moved=False),
            status=Status.FINISHED,
            finished_at=event.at,
            position_seq=event.seq,
            position_at=event.at,
            step=event,
            before=self,
            offer=None,
        )

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
            offer=None,
            offers=self.offers,
            illegal=before.illegal if self.step_was(Kind.ILLEGAL) else self.illegal,
        )


def _seat(event: Event, state: MatchState) -> Seat:
    if event.seat is None or not 0 <= event.seat < state.position.seats:
        raise InvalidActionError(text=event.kind.value)
    return event.seat


def _with(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return tuple(value if at == seat else old for at, old in enumerate(values))


def begin(
    position: Position,
    control: TimeControl,
    *,
    arbiter_rules_on_time: bool = False,
    policy: Policy | None = None,
) -> MatchState:
    """A match before its first event."""
    return MatchState(
        position,
        Clock.new(control, position.seats),
        given=(ZERO,) * position.seats,
        arbiter_rules_on_time=arbiter_rules_on_time,
        policy=policy or Policy(),
        offers=(-1,) * position.seats,
        illegal=(0,) * position.seats,
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
