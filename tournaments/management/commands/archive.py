"""``archive TOURNAMENT``: a whole tournament as JSON on standard output."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.management.choosing import chosen_tournament
from tournaments.services.archive import make_archive, write_archive


class Command(BaseCommand):
    help = (
        "Write a whole tournament (entries, rounds, matches with every move, publications, the "
        "record) as one JSON file that `restore` reads on any server. The file says what is not "
        "in it; keep it as safe as the server: names, notes and drafts are in it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="its id (as in its address) or its join code")

    def handle(self, *, tournament: str, **options: Any) -> None:
        found = chosen_tournament(tournament)
        self.stdout.write(write_archive(make_archive(found, timezone.now())).decode())
