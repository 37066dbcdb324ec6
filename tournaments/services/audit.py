"""The record of what was done to a tournament: who, when, what, before, after, why."""

from datetime import datetime
from typing import Any

from accounts.models import User
from tournaments.models import AuditEntry, Tournament

Change = dict[str, Any] | list[Any] | str | int | None


def record(
    *,
    tournament: Tournament,
    by: User | None,
    at: datetime,
    action: str,
    subject: str = "",
    before: Change = None,
    after: Change = None,
    reason: str = "",
) -> AuditEntry:
    """Write one line. ``action`` is a code as ``round.published``; words.py has its words."""
    return AuditEntry.objects.create(
        tournament=tournament,
        by=by,
        at=at,
        action=action,
        subject=subject[:200],
        before=before,
        after=after,
        reason=reason[:500],
    )
