"""Judge what is queued, without a broker."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from judging.services.drain import drain, queue_state
from judging.services.keys import judge_rejudges
from judging.services.sitting import close_due

EVERY = 0.5


class Command(BaseCommand):
    help = "Judge the answers that are queued, also when the broker is away."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--watch", action="store_true", help="go on until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        while True:
            at = timezone.now()
            closed, judged = close_due(at), drain()
            judged += judge_rejudges(at=at)
            if closed or judged or not options["watch"]:
                left = queue_state(timezone.now())
                print(f"{closed} closed, {judged} judged, {left.queued} left, {left.errors} errors")
            if not options["watch"]:
                return
            time.sleep(EVERY)
