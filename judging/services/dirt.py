"""Noting that the board of a contest is older than what it shows."""

from datetime import datetime

from judging.models import Contest


def soil(stage_id: int, at: datetime) -> None:
    """Inside the transaction that changed something. Clean boards only: one write for many."""
    Contest.objects.filter(stage=stage_id, dirty_at=None).update(dirty_at=at)
