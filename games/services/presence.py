"""Players who went away: pages that are open show themselves, the sweeper looks for the others."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DatabaseError
from django.db.models import F, Q

from accounts.db import write
from games.models import Heartbeat, Match, Seat, Status
from games.policy import Abandoned, Policy
from games.presence import UNSEEN, Absence
from games.record_events import Kind
from games.services.ledger import GRACE, Ledger, lock, show_change
from games.waiting import waiting

BATCH = 50
STREAMS = "streams"
"""The name of the heartbeat of whatever sees open pages."""
SEEN_EVERY = timedelta(seconds=5)
"""A page seen a moment ago is not written down again."""
BLIND = timedelta(seconds=30)
"""Nobody is looked for when the streams were not heard of for longer."""
LATER = timedelta(hours=1)
"""When a match is looked at again whose record cannot be followed."""

log = logging.getLogger(__name__)


def see_pages(watching: Collection[tuple[UUID, UUID]], at: datetime) -> None:
    """What the streams tell every few seconds: pages of these (user, match) are open."""
    beat_streams(at)
    note_present(watching, at)


def note_present(watching: Collection[tuple[UUID, UUID]], at: datetime) -> None:
    """Pages of these (user, match) are open at ``at``. Who had been away is shown as back."""
    users, ids = {user for user, _ in watching}, {match for _, match in watching}
    found = Seat.objects.filter(
        Q(seen_at=None) | Q(seen_at__lt=at - SEEN_EVERY),
        user__in=users,
        match__in=ids,
        match__waiting_since__isnull=False,
    )
    seats = [seat for seat in found.order_by("pk") if (seat.user_id, seat.match_id) in watching]
    if not seats:
        return
    with write():
        pks = [seat.pk for seat in seats]
        list(Seat.objects.select_for_update().filter(pk__in=pks).order_by("pk").only("pk"))
        Seat.objects.filter(pk__in=pks).update(seen_at=at)
    for seat in seats:
        if seat.seen_at is None or at - seat.seen_at >= UNSEEN:
            _back(seat.match_id, at)


def _back(match_id: UUID, at: datetime) -> None:
    """Show who came back, and look again whether they stay."""
    with write():
        ledger = lock(match_id, at)
        _look_again(ledger)
        show_change(ledger)


def beat_streams(at: datetime) -> None:
    """Open pages are seen at ``at``. After a time when none were, everybody's limit begins anew."""
    seen = Heartbeat.objects.filter(name=STREAMS).first()
    if seen is not None and at - seen.at < SEEN_EVERY:
        return
    with write():
        Heartbeat.objects.update_or_create(name=STREAMS, defaults={"at": at})
        if seen is None or at - seen.at > BLIND:
            waited = Match.objects.filter(waiting_since__lt=at)
            waited.update(waiting_since=at, away_at=at + UNSEEN)


def look_for_missing(at: datetime) -> int:
    """Look for the player on turn in every match where that is due; how many were missed.

    Their opponents are shown who is away; after the limit it is recorded, and the match is
    forfeited or the arbiters are told, as its policy says.
    """
    due = Match.objects.filter(away_at__lte=at - GRACE, status=Status.RUNNING).order_by("away_at")
    ids = list(due.values_list("pk", flat=True)[:BATCH])
    if not ids:
        return 0
    if not Heartbeat.objects.filter(name=STREAMS, at__gt=at - BLIND).exists():
        Match.objects.filter(pk__in=ids).update(away_at=F("away_at") + UNSEEN)
        return 0
    return sum(_look_for_alone(match_id, at) for match_id in ids)


def _look_for_alone(match_id: UUID, at: datetime) -> bool:
    """As ``look_for``; a match whose record cannot be followed does not stop the others."""
    try:
        return look_for(match_id=match_id, at=at)
    except DatabaseError:
        raise
    except Exception:
        log.exception("nobody can be missed in match %s", match_id)
        Match.objects.filter(pk=match_id).update(away_at=at + LATER)
        return False


def look_for(*, match_id: UUID, at: datetime) -> bool:
    """Whether the player on turn is missed at ``at``. Called again it records nothing new."""
    with write():
        ledger = lock(match_id, at)
        found = waiting(ledger.match, ledger.seats, ledger.state)
        missed = found and found.absence(ledger.at)
        if missed and missed.until + GRACE <= ledger.at:
            _record(ledger, missed)
            Match.objects.filter(pk=match_id).update(away_at=None)
        else:
            if missed:
                show_change(ledger)
            if ledger.match.status == Status.RUNNING:
                _look_again(ledger)
    return bool(missed)


def _look_again(ledger: Ledger) -> None:
    found = waiting(ledger.match, ledger.seats, ledger.state)
    look = found and found.next_look(ledger.at - GRACE)
    if look is None and found and found.absence(ledger.at):
        # Over before anybody looked.
        look = ledger.at
    Match.objects.filter(pk=ledger.match.pk).update(away_at=look)


def _record(ledger: Ledger, missed: Absence) -> None:
    data = {
        "why": missed.why.value,
        "since": missed.since.isoformat(),
        "ms": (missed.until - missed.since) // timedelta(milliseconds=1),
    }
    if Policy.from_json(ledger.match.policy).abandoned is Abandoned.FORFEIT:
        ledger.add(Kind.ABANDON, seat=missed.seat, data=data)
    elif not _told(ledger, missed):
        ledger.add(Kind.AWAY, seat=missed.seat, data=data)
    ledger.close()


def _told(ledger: Ledger, missed: Absence) -> bool:
    """Whether arbiters know of this very absence."""
    told = ledger.match.events.filter(kind=Kind.AWAY.value, seat=missed.seat).order_by("seq")
    since = missed.since.isoformat()
    return any(
        row.data.get("why") == missed.why.value and row.data.get("since") == since for row in told
    )
