"""What the clock sweeper does, many times a second, in one process or several."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from django.db.models import F, Q

from accounts.db import write
from games.models import Heartbeat, Match, Seat
from games.record import MatchState
from games.services.ledger import ABSENCE, CLOCKS, GRACE, Ledger, close_all, heartbeat
from games.services.no_shows import forfeit_absent
from games.services.presence import look_for_missing
from games.services.state import load_states

BATCH = 50
"""Matches in one transaction: few enough that a move never waits long for it."""
BATCHES = 20
"""In one sweep: the heartbeat must not wait for all that may be due."""
BEAT = timedelta(milliseconds=500)
"""How often the heartbeat is written."""

log = logging.getLogger(__name__)
_broken: set[UUID] = set()
"""Matches whose record this process could not follow; left alone so that others go on."""


def sweep(at: datetime) -> int:
    """Record every flag that fell at least GRACE before ``at``; return how many.

    First the heartbeat; what an absence took is given back; who did not come has lost, and who
    went away is looked for.
    """
    settle_absence(at, beat(at))
    missing, fallen = Q(no_show_at__lte=at) | Q(away_at__lte=at), Q(deadline__lte=at - GRACE)
    if not Match.objects.filter(missing | fallen).exists():
        return 0
    forfeit_absent(at)
    look_for_missing(at)
    flagged = 0
    for _ in range(BATCHES):
        found, done = _batch(at, fallen, _flag, skip_locked=True)
        flagged += done
        if found < BATCH or done == 0:
            break
    return flagged


def next_flag() -> datetime | None:
    """When the next flag would be recorded if nobody moved, or None while no clock runs."""
    running = Match.objects.filter(deadline__isnull=False).exclude(pk__in=_broken)
    first = running.order_by("deadline").values_list("deadline", flat=True).first()
    return None if first is None else first + GRACE


def beat(at: datetime) -> Heartbeat:
    """Say that a sweeper was here at ``at``; an absence before it is remembered.

    The first one ever finds no absence. Several sweepers share one heartbeat: only when all
    were away there was an absence. One that is not made good yet is made longer.
    """
    seen = heartbeat()
    if seen is not None and at - seen.at < BEAT:
        return seen
    with write():
        Heartbeat.objects.get_or_create(name=CLOCKS, defaults={"at": at})
        row = Heartbeat.objects.select_for_update().get(name=CLOCKS)
        if at - row.at > ABSENCE:
            log.info("the clocks were not looked after for %s", at - row.at)
            row.away_from = row.away_from or row.at
            row.away_until = at
        row.at = max(row.at, at)
        row.save()
    return row


def settle_absence(at: datetime, row: Heartbeat) -> int:
    """Give every running clock back what the last absence took; return how many got time.

    A batch a transaction. An absence is forgotten when no clock is left to be given anything.
    """
    if row.away_until is None:
        return 0
    unsettled = Q(running_since__lt=row.away_until) & (
        Q(settled_until=None) | Q(settled_until__lt=row.away_until)
    )
    settled = 0
    while True:
        _, done = _batch(max(at, row.away_until), unsettled, _settle, skip_locked=False)
        settled += done
        if done == 0:
            break
    absence = Heartbeat.objects.filter(name=CLOCKS, away_until=row.away_until)
    if absence.update(away_from=None, away_until=None) and row.away_from is not None:
        _give_back(row.away_from, row.away_until)
    return settled


def _give_back(begin: datetime, end: datetime) -> None:
    """Nobody could say to be ready either, or come back to a match: limits are that much later."""
    gap = end - begin
    called = Match.objects.filter(no_show_at__gt=begin, called_at__lt=end)
    called.update(no_show_at=F("no_show_at") + gap)
    Seat.objects.filter(match__waiting_since__lt=begin, seen_at__lt=begin).update(
        seen_at=F("seen_at") + gap
    )
    waited = Match.objects.filter(waiting_since__lt=begin)
    waited.update(waiting_since=F("waiting_since") + gap, away_at=end)


def _settle(ledger: Ledger, row: Heartbeat | None) -> bool:
    ledger.settle(row)
    return bool(ledger.added)


def _flag(ledger: Ledger, row: Heartbeat | None) -> bool:
    """A match that moved on since it was chosen is left as it is."""
    if ledger.state.flagged(ledger.at):
        ledger.settle(row)
    return not ledger.grace_left() and ledger.flag() is not None


def _batch(
    at: datetime, which: Q, do: Callable[[Ledger, Heartbeat | None], bool], *, skip_locked: bool
) -> tuple[int, int]:
    """Work on up to BATCH running matches: how many there were, and how many had it done."""
    skip_locked = skip_locked and connection.features.has_select_for_update_skip_locked
    wanted = Match.objects.filter(which, deadline__isnull=False).exclude(pk__in=_broken)
    if not wanted.exists():
        return 0, 0
    done = 0
    with write():
        matches = list(
            wanted.select_for_update(skip_locked=skip_locked)
            .order_by("deadline")
            .prefetch_related("seats")[:BATCH]
        )
        row = heartbeat() if matches else None
        ledgers = []
        for match, state in zip(matches, load_states(matches), strict=True):
            try:
                ledger = Ledger(match, at, _right(state))
                done += do(ledger, row)
            except Exception:
                log.exception("the clock of match %s cannot be followed", match.pk)
                _broken.add(match.pk)
            else:
                ledgers.append(ledger)
        close_all(ledgers)
    return len(matches), done


def _right(state: MatchState | Exception) -> MatchState:
    if isinstance(state, Exception):
        raise state
    return state
