"""Print a link with which someone chooses a new password."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names import tidy_username
from accounts.services.organisers import password_token


class Command(BaseCommand):
    help = "Print a link with which someone chooses a new password, once, within 7 days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--address", default="", help="what the link begins with: https://…")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(
            username=tidy_username(options["username"]), is_active=True
        ).first()
        if user is None:
            raise CommandError(f"nobody signs in as {options['username']}")
        path = reverse(
            "accounts:choose_password", args=[password_token(user=user, at=timezone.now())]
        )
        self.stdout.write(options["address"].rstrip("/") + path)
