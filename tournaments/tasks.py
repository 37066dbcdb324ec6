"""Work of tournaments that happens by itself."""

from celery import shared_task
from django.utils import timezone

from tournaments.services.results import collect_all


@shared_task
def collect_results() -> int:
    """Take over the results of matches that ended, though nobody looks; how many tables.

    Pages collect on their own: this only spares them waiting for somebody to look.
    """
    return collect_all(at=timezone.now())
