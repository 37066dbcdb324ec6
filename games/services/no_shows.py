"""Players who were called and did not come."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DatabaseError

from accounts.db import write
from games.models import Match, Status
from games.record_events import Kind
from games.rules.base import GameError
from games.services.ledger import Ledger, lock

BATCH = 50
LATER = timedelta(hours=1)
"""When a match is looked at again whose record cannot be followed."""
log = logging.getLogger(__name__)


def forfeit_absent(at: datetime) -> int:
    """Let who is not ready at the limit lose, in every match where that is due; how many."""
    due = Match.objects.filter(no_show_at__lte=at, status=Status.WAITING).order_by("no_show_at")
    done = 0
    for match_id in list(due.values_list("pk", flat=True)[:BATCH]):
        try:
            done += forfeit_if_absent(match_id=match_id, at=at)
        except GameError as error:
            log.warning("nobody can be said to be absent from match %s: %s", match_id, error)
            Match.objects.filter(pk=match_id).update(no_show_at=None)
        except DatabaseError:
            raise
        except Exception:
            log.exception("who is absent from match %s cannot be followed", match_id)
            Match.objects.filter(pk=match_id).update(no_show_at=at + LATER)
    return done


def forfeit_if_absent(*, match_id: UUID, at: datetime) -> bool:
    """Record who did not come; the others win, or begin when there are enough of them.

    Called again it does nothing. When nobody came, nobody wins.
    """
    with write():
        ledger = lock(match_id, at)
        match = ledger.match
        if match.status != Status.WAITING or match.no_show_at is None or match.no_show_at > at:
            return False
        _forfeit(ledger)
        ledger.close()
    return True


def _forfeit(ledger: Ledger) -> None:
    absent = [
        seat.number
        for seat in ledger.seats
        if not seat.computer and seat.ready_at is None and seat.number in ledger.alive
    ]
    if len(absent) == len(ledger.alive):
        places = [len(ledger.seats)] * len(ledger.seats)
        ledger.add(Kind.ADJUDICATE, text=" ".join(map(str, places)))
        return
    for seat in absent:
        ledger.add(Kind.REMOVE, seat=seat)
    if ledger.state.to_move is not None:
        ledger.add(Kind.START)
