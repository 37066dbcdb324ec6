"""The record of what was done to a tournament: who, when, what, before, after, why."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import translation

from accounts.models import User
from tournaments.models import AuditEntry, Tournament

Change = dict[str, Any] | list[Any] | str | int | None


def record(
    *,
    tournament: Tournament,
    by: User | None,
    at: datetime,
    action: str,
    subject: str | Callable[[], str] = "",
    ref: object = "",
    before: Change = None,
    after: Change = None,
    reason: str = "",
) -> AuditEntry:
    """Write one line. ``action`` is a code as ``round.published``; words.py has its words.

    ``subject`` is a function where its words depend on the language: both are kept.
    """
    made = line(
        tournament=tournament,
        by=by,
        at=at,
        action=action,
        subject=subject,
        ref=ref,
        before=before,
        after=after,
        reason=reason,
    )
    made.save(force_insert=True)
    return made


def line(
    *,
    tournament: Tournament,
    by: User | None,
    at: datetime,
    action: str,
    subject: str | Callable[[], str] = "",
    ref: object = "",
    before: Change = None,
    after: Change = None,
    reason: str = "",
) -> AuditEntry:
    """As ``record``, not written yet: for many at once."""
    japanese, english = in_both(subject)
    return AuditEntry(
        tournament=tournament,
        by=by,
        at=at,
        action=action,
        subject=japanese[:200],
        subject_en=english[:200],
        ref=str(ref),
        before=before,
        after=after,
        reason=reason[:500],
    )


def in_both(subject: str | Callable[[], str]) -> tuple[str, str]:
    """In Japanese, and in English where that is something else."""
    if isinstance(subject, str):
        return subject, ""
    with translation.override("ja"):
        japanese = subject()
    with translation.override("en"):
        english = subject()
    return japanese, "" if english == japanese else english


def latest_lines(tournament: Tournament, count: int) -> list[AuditEntry]:
    """The newest lines, newest first."""
    return list(
        AuditEntry.objects.filter(tournament=tournament)
        .select_related("by")
        .order_by("-id")[:count]
    )


def filtered_lines(
    tournament: Tournament, *, kind: str = "", who: str = "", query: str = ""
) -> QuerySet[AuditEntry]:
    """``kind``: the code before the dot; ``who``: an id, or ``-`` for the system itself."""
    found = AuditEntry.objects.filter(tournament=tournament).select_related("by").order_by("-id")
    if kind:
        found = found.filter(Q(action=kind) | Q(action__startswith=f"{kind}."))
    if who == "-":
        found = found.filter(by=None)
    elif who:
        known = [person for person in actors(tournament) if str(person.pk) == who]
        found = found.filter(by__in=known)
    if query.strip():
        text = query.strip()
        found = found.filter(
            Q(subject__icontains=text) | Q(subject_en__icontains=text) | Q(reason__icontains=text)
        )
    return found


def actors(tournament: Tournament) -> list[User]:
    """Everybody who has written a line, by name."""
    ids = AuditEntry.objects.filter(tournament=tournament).exclude(by=None).values("by")
    return list(User.objects.filter(pk__in=ids).order_by("name"))
