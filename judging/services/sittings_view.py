"""Who writes a paper, as the desk sees it: times and counts, no answers."""

from collections import Counter
from datetime import datetime
from typing import Any

from judging.models import Paper, Sitting, Submission
from judging.services.timing import instant, pauses_of, phase_of, window_of
from tournaments.models import Entry
from tournaments.services.field import active_decision, seeds_of


def sitting_rows(paper: Paper, at: datetime) -> list[dict[str, Any]]:
    """Everybody who may sit it, by number; a constant number of queries."""
    sittings = {
        one.entry_id: one
        for one in Sitting.objects.filter(paper=paper).select_related("entry", "paper")
    }
    sent = Counter(
        Submission.objects.filter(sitting__paper=paper).values_list("sitting_id", flat=True)
    )
    pauses = pauses_of(paper)
    entries = Entry.objects.filter(
        tournament=paper.stage.tournament_id, listed_only=False, disqualified_at=None
    ).order_by("number")
    if paper.stage.order > 1:
        decision = active_decision(paper.stage)
        entries = entries.filter(pk__in=seeds_of(decision) if decision else [])
    rows = []
    for entry in entries:
        sitting = sittings.get(entry.pk)
        if sitting is None:
            sitting = Sitting(paper=paper, entry=entry)
        sitting.paper = paper
        rows.append(_row(sitting, at, pauses, sent[sitting.pk]))
    return rows


def sitting_row(sitting: Sitting, at: datetime) -> dict[str, Any]:
    return _row(sitting, at, pauses_of(sitting.paper), sitting.submissions.count())


def _row(sitting: Sitting, at: datetime, pauses: Any, sent: int) -> dict[str, Any]:
    window = window_of(sitting, at, pauses)
    return {
        "id": None if sitting._state.adding else str(sitting.pk),
        "entry": str(sitting.entry_id),
        "number": sitting.entry.number,
        "name": sitting.entry.name,
        "phase": phase_of(sitting, at, pauses).value,
        "started_at": instant(sitting.started_at),
        "starts_at": instant(window.start),
        "ends_at": instant(window.end),
        "delay_ms": int(sitting.delay.total_seconds() * 1000),
        "extra_ms": int(sitting.extra.total_seconds() * 1000),
        "closed_at": instant(sitting.closed_at),
        "closing": sitting.closing,
        "device": sitting.device_name,
        "submissions": sent,
    }
