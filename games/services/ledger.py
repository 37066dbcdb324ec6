"""A match under its lock: what has become due is recorded first, then what somebody wants.

Everything here runs in one transaction. What was recorded is shown to viewers after the commit.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.http import Http404

from accounts.db import write
from accounts.errors import UserError
from accounts.models import User
from games import live
from games.clock import ZERO, Timing
from games.computers import computer_due
from games.facts import facts
from games.models import Heartbeat, Match, MatchEvent, Seat, Status
from games.present import match_view, message
from games.record import MatchState
from games.record_events import Event, Kind
from games.rules.base import JSON, GameError
from games.services.series_following import follow
from games.services.state import keep, load_state
from games.waiting import wait_anew

GRACE = timedelta(milliseconds=250)
"""How long a flag is left alone, for a move that arrived in time and still waits for the lock."""

ABSENCE = timedelta(seconds=2)
"""A sweeper that was not seen for longer was away, and nobody's clock counts that time."""

CLOCKS = "clocks"
"""The name of the sweepers' heartbeat."""

sleep = time.sleep


class Ledger:
    """One match, locked. ``at``: when the request arrived, never before the last event."""

    def __init__(self, match: Match, at: datetime, state: MatchState | None = None) -> None:
        self.match = match
        self.seats: Sequence[Seat] = list(match.seats.all())
        self.state = load_state(match, len(self.seats)) if state is None else state
        self.at = at if self.state.at is None else max(at, self.state.at)
        self.added: list[tuple[MatchEvent, MatchState]] = []

    def add(
        self,
        kind: Kind,
        *,
        seat: int | None = None,
        text: str = "",
        data: Mapping[str, Any] | None = None,
        by: User | None = None,
        reason: str = "",
    ) -> MatchEvent:
        """Add one event. Raise a GameError, having changed nothing, when the record forbids it."""
        before = self.state
        event = Event(before.seq + 1, self.at, kind, seat, text, data or {})
        self.state = before.apply(event)
        row = MatchEvent(
            match=self.match,
            seq=event.seq,
            at=event.at,
            kind=kind.value,
            seat=seat,
            text=text,
            data=dict(event.data) | facts(before, event, self.state),
            by=by,
            reason=reason,
        )
        self.added.append((row, self.state))
        return row

    @property
    def alive(self) -> Sequence[int]:
        return self.state.position.alive

    def view(self) -> JSON:
        return match_view(self.match, self.seats, self.state, self.at)

    def stands(self, kind: Kind, seen: int | None, **columns: Any) -> MatchEvent | None:
        """The event that the same request made before, if it was sent already.

        ``seen`` is the last event that the sender had seen, if it told; ``columns`` what the
        event is like.
        """
        if seen is None or self.state.seq <= seen:
            return None
        rows = self.match.events.filter(seq__gt=seen, kind=kind.value, **columns).order_by("seq")
        for row in rows:
            if row.data.get("seen") == seen:
                row.match, row.is_repeated = self.match, True
                return row
        return None

    def may_have_lost(self, ends_turn_only: bool) -> bool:
        """Whether an absence of the server can make a difference to what is about to be done."""
        match self.state.clock.control.timing:
            case Timing.NONE:
                return False
            case Timing.PER_MOVE if ends_turn_only:
                return self.state.flagged(self.at)
            case _:
                return True

    def settle(self, beat: Heartbeat | None) -> None:
        """Give the seat on turn back what the server's absence took from it."""
        if beat is None:
            return
        gap_from, gap_until = beat.away_from or beat.at, beat.away_until
        if self.at - beat.at > ABSENCE:
            gap_until = self.at
        if gap_until is None:
            return
        lost = self.state.lost(gap_from, min(gap_until, self.at))
        if lost > ZERO:
            ms = -(-lost // timedelta(milliseconds=1))
            self.add(Kind.OUTAGE, seat=self.state.to_move, data={"ms": ms})

    def flag(self) -> MatchEvent | None:
        """Record the flag of the seat on turn, if it has fallen."""
        if not self.state.flagged(self.at):
            return None
        return self.add(Kind.FLAG, seat=self.state.to_move)

    def grace_left(self) -> timedelta:
        """How long a fallen flag has to be left alone yet."""
        deadline = self.state.deadline
        if deadline is None or not self.state.flagged(self.at):
            return ZERO
        return max(ZERO, deadline + GRACE - self.at)

    def close(self) -> None:
        """Write what was added."""
        close_all([self])


def close_all(ledgers: Iterable[Ledger]) -> None:
    """Write what was added to each, in as few statements as there can be."""
    written = [ledger for ledger in ledgers if ledger.added]
    if not written:
        return
    rows = [row for ledger in written for row, _ in ledger.added]
    if len(rows) == 1:
        rows[0].save(force_insert=True)
    else:
        MatchEvent.objects.bulk_create(rows)
    for ledger in written:
        derive(ledger.match, ledger.state)
        ledger.match.computer_due = computer_due(ledger.match, ledger.seats, ledger.state)
        if any(row.kind not in NO_SIGN for row, _ in ledger.added):
            wait_anew(ledger.match, ledger.seats, ledger.state, ledger.at)
    update([ledger.match for ledger in written])
    for ledger in written:
        _follow_series(ledger)
        keep(ledger.match, ledger.state)
        transaction.on_commit(
            partial(show, ledger.match, ledger.seats, tuple(ledger.added), ledger.at), robust=True
        )


NO_SIGN = {Kind.AWAY.value, Kind.OUTAGE.value}
"""What happens without anybody: it gives nobody a new limit."""
TURNS_BACK = {Kind.TAKEBACK.value, Kind.RESTORE.value}


def _follow_series(ledger: Ledger) -> None:
    """The end of a game, or its undoing, is told to its series; computers begin at once."""
    match = ledger.match
    back = any(row.kind in TURNS_BACK for row, _ in ledger.added)
    if match.series_id is None or not (match.finished_at or back):
        return
    made = follow(match.series_id, ledger.at)
    if made is not None and all(seat.computer for seat in made.seats.all()):
        begun = Ledger(made, ledger.at)
        begun.add(Kind.START)
        begun.close()


DERIVED = (
    "status",
    "seq",
    "to_move",
    "deadline",
    "running_since",
    "settled_until",
    "started_at",
    "finished_at",
    "outcome",
)
BESIDES = ("computer_due", "no_show_at", "waiting_since", "away_at")
"""Columns that an event may change, but that no record tells."""


def derive(match: Match, state: MatchState) -> None:
    """Set the columns that repeat the state, without saving."""
    match.status = state.status.value
    match.seq = state.seq
    match.to_move = state.to_move
    match.deadline = state.deadline
    match.running_since = None if match.deadline is None else state.clock.since
    match.settled_until = state.settled_until
    match.started_at = state.started_at
    match.finished_at = state.finished_at
    match.outcome = None if state.outcome is None else state.outcome.to_json()
    if match.status != Status.WAITING:
        match.no_show_at = None


def update(matches: Iterable[Match]) -> None:
    """Store the derived columns. Django's own way takes ten times as long for many rows."""
    quote = connection.ops.quote_name
    fields: list[Any] = [Match._meta.get_field(name) for name in (*DERIVED, *BESIDES, "id")]
    *sets, where = [f"{quote(field.column)} = %s" for field in fields]
    rows = [
        [field.get_db_prep_save(getattr(match, field.attname), connection) for field in fields]
        for match in matches
    ]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {quote(Match._meta.db_table)} SET {', '.join(sets)} WHERE {where}",  # noqa: S608
            rows,
        )


def show(
    match: Match,
    seats: Sequence[Seat],
    added: Sequence[tuple[MatchEvent, MatchState]],
    at: datetime,
) -> None:
    for row, state in added:
        live.publish(f"match:{match.pk}", message(match, seats, row, state, at), seq=row.seq)


def show_change(ledger: Ledger) -> None:
    """Tell viewers of a change that is no event."""

    def publish() -> None:
        data = message(ledger.match, ledger.seats, None, ledger.state, ledger.at)
        live.publish(f"match:{ledger.match.pk}", data, seq=None)

    transaction.on_commit(publish, robust=True)


def lock(match_id: UUID, at: datetime) -> Ledger:
    """Lock the match until the transaction ends. Raise Http404 when there is none."""
    found = Match.objects.select_for_update().filter(pk=match_id).prefetch_related("seats").first()
    if found is None:
        raise Http404
    return Ledger(found, at)


def heartbeat() -> Heartbeat | None:
    return Heartbeat.objects.filter(name=CLOCKS).first()


def act(
    match_id: UUID,
    at: datetime,
    do: Callable[[Ledger], MatchEvent],
    *,
    ends_turn_only: bool = False,
) -> MatchEvent:
    """Do one thing to a match; what had become due before it is recorded even if it is refused.

    A flag that fell before ``at`` is recorded first, but not within GRACE of its fall: the
    lock is let go for that long, so that a move which arrived before the flag fell is played.
    ``ends_turn_only``: with a fixed time for each move the action can leave nothing of the
    present turn behind, so an absence of the server has to be looked for only when the flag
    fell.
    """
    waited = False
    while True:
        refused: GameError | UserError | None = None
        event: MatchEvent | None = None
        with write():
            ledger = lock(match_id, at)
            if ledger.may_have_lost(ends_turn_only):
                ledger.settle(heartbeat())
            wait = ZERO if waited else ledger.grace_left()
            if not wait:
                ledger.flag()
                try:
                    event = do(ledger)
                except (GameError, UserError) as error:
                    if not ledger.added:
                        raise
                    refused = error
                ledger.close()
        if refused is not None:
            raise refused
        if event is not None:
            return event
        waited = True
        sleep(wait.total_seconds())
