"""Print the link that makes the first organiser."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from accounts.services.setup import setup_token


class Command(BaseCommand):
    help = "Print a new link that makes the first organiser; earlier ones stop working."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--address", default="", help="what the link begins with: https://…")

    def handle(self, *args: Any, **options: Any) -> None:
        token = setup_token(timezone.now())
        if token is None:
            raise CommandError("there is an organiser already; see reset_password")
        self.stdout.write(options["address"].rstrip("/") + reverse("accounts:setup", args=[token]))
