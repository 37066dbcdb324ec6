"""Tidying up, once an hour."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def tidy() -> None:
    """Forget sessions that have expired."""
    call_command("clearsessions")
