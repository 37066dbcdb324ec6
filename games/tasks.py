"""Tidying up, once an hour."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from games.services.tidying import remove_abandoned


@shared_task
def tidy() -> None:
    """Remove practice matches that nobody came back to."""
    remove_abandoned(before=timezone.now() - timedelta(days=30))
