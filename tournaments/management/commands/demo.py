from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import override

from accounts.db import write
from accounts.models import User
from tournaments.demo.sample import make_sample
from tournaments.models import Tournament

NAME = "見本の運営"
"""Comes in by a link, so without a username."""


class Command(BaseCommand):
    help = "Fill an empty database with a rich sample; nothing when it has tournaments already."

    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.exists():
            return
        with override("ja"), write():
            organiser = User.objects.create_user(name=NAME, is_organiser=True)
            make_sample(organiser, timezone.now())
