"""Judge what is queued, without a broker."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.repeating import repeat, until_told
from judging.services.boards import refresh_stale
from judging.services.drain import WAITED_TOO_LONG, drain, queue_state
from judging.services.keys import judge_rejudges
from judging.services.sitting import close_due

EVERY = 1.0


class Command(BaseCommand):
    help = "Judge the answers that are queued, also when the broker or the workers are away."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--watch",
            action="store_true",
            help="go on until stopped, and do only what the workers leave for 3 seconds",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["watch"]:
            repeat(watch, every=EVERY, stop=until_told(), name="the watch over the queue")
            return
        at = timezone.now()
        closed, judged = close_due(at), drain()
        judged += judge_rejudges(at=at)
        left = queue_state(timezone.now())
        print(f"{closed} closed, {judged} judged, {left.queued} left, {left.errors} errors")


def watch(at: datetime) -> None:
    """Do what the workers and their timetable would, where they do not."""
    close_due(at)
    if queue_state(at).oldest_s > WAITED_TOO_LONG.total_seconds():
        drain()
        judge_rejudges(at=at)
    refresh_stale(at)
