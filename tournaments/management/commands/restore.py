"""``restore FILE``: a tournament out of an archive, all of it or nothing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import override

from accounts.errors import UserError
from tournaments.management.choosing import chosen_organiser, file_bytes
from tournaments.services.restoring import read_archive, restore


class Command(BaseCommand):
    help = (
        "Restore a tournament that `archive` wrote. Its addresses stay as they were; people are "
        "made anew and get new personal links at the desk; running clocks stand still."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the archive; - for standard input")
        parser.add_argument(
            "--copy", action="store_true", help="make a copy where the tournament is here already"
        )
        parser.add_argument("--organiser", help="username of who organises it here")

    def handle(self, *, file: str, copy: bool, organiser: str | None, **options: Any) -> None:
        data = file_bytes(file)
        by = chosen_organiser(organiser)
        with override("en"):
            try:
                made = restore(archive=read_archive(data), copy=copy, by=by, at=timezone.now())
            except UserError as error:
                raise CommandError(f"{file}: {error}") from None
        self.stdout.write(f"{made.pk}  {made.name}")
