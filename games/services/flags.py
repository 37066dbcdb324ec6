"""Flags that fell and time that the server took, recorded once whoever notices first."""

from datetime import datetime
from uuid import UUID

from accounts.db import write
from games.models import Heartbeat, MatchEvent
from games.services.ledger import Ledger, heartbeat, lock


def flag_if_overdue(*, match_id: UUID, at: datetime) -> MatchEvent | None:
    """Record the flag of the seat on turn if it fell at least GRACE before ``at``.

    What an absence of the server took is given back first, so nobody is flagged for it.
    Called again it does nothing.
    """
    with write():
        ledger = lock(match_id, at)
        found = _flag(ledger, heartbeat())
        ledger.close()
    return found


def _flag(ledger: Ledger, beat: Heartbeat | None) -> MatchEvent | None:
    if ledger.state.flagged(ledger.at):
        ledger.settle(beat)
    return ledger.flag() if not ledger.grace_left() else None


def settle_outage(*, match_id: UUID, at: datetime) -> None:
    """Give the seat on turn back what an absence of the server took, if anything."""
    with write():
        ledger = lock(match_id, at)
        ledger.settle(heartbeat())
        ledger.close()
