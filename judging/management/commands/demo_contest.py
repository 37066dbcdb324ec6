from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import override

from accounts.db import write
from judging.demo.sample import make_sample
from judging.models import Contest
from tournaments.demo.sample import organiser_of_sample


class Command(BaseCommand):
    help = "Add a judging contest to the sample that `demo` made; nothing when there is one."

    def handle(self, *args: Any, **options: Any) -> None:
        organiser = organiser_of_sample()
        if organiser is None or Contest.objects.exists():
            return
        with override("ja"), write():
            make_sample(organiser, timezone.now())
