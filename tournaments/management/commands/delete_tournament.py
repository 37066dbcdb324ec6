"""``delete_tournament TOURNAMENT --name NAME``: for good."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.errors import UserError
from tournaments.management.choosing import chosen_tournament
from tournaments.services.deleting import delete_tournament


class Command(BaseCommand):
    help = (
        "Delete a tournament that was put away, with its entries, matches, papers, photos and "
        "record, and the people without a password who are in no other. `archive` keeps it first."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="its id (as in its address) or its join code")
        parser.add_argument("--name", required=True, help="its name, so that it is the right one")

    def handle(self, *, tournament: str, name: str, **options: Any) -> None:
        found = chosen_tournament(tournament)
        try:
            delete_tournament(tournament=found, name=name, by=None, at=timezone.now())
        except UserError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{found.name} is deleted.")
