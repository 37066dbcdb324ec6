"""Forgetting what nobody will ask for again."""

from datetime import datetime

from accounts.db import write
from games.models import Match, Series, Status

AT_ONCE = 200
"""Matches removed in one transaction, so that a move never waits long for it."""


def remove_abandoned(*, before: datetime) -> int:
    """Remove practice matches made before ``before`` that never came to an end.

    Those that did are kept, and a series with one of them: their replay may have been shared.
    Return how many were removed.
    """
    removed = 0
    while True:
        abandoned = Match.objects.filter(is_practice=True, created_at__lt=before).exclude(
            status=Status.FINISHED
        )
        abandoned = abandoned.filter(game_number__lte=1)
        with write():
            found = list(abandoned.values_list("pk", flat=True)[:AT_ONCE])
            Match.objects.filter(pk__in=found).delete()
            Series.objects.filter(matches=None).delete()
        removed += len(found)
        if len(found) < AT_ONCE:
            return removed
