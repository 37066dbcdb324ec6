"""``export_trf TOURNAMENT``: a stage of pairings as a report file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from accounts.errors import UserError
from tournaments.management.choosing import chosen_tournament
from tournaments.services.trf_export import reportable, write_report


class Command(BaseCommand):
    help = "Write the public rounds of a stage of pairings as a report file (TRF16)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="its id (as in its address) or its join code")
        parser.add_argument("--stage", type=int, help="its number; by default the first it can be")

    def handle(self, *, tournament: str, stage: int | None, **options: Any) -> None:
        found = chosen_tournament(tournament)
        stages = [one for one in reportable(found) if stage in (None, one.order)]
        if not stages:
            raise CommandError("There is no such stage of pairings of two.")
        with override("en"):
            try:
                self.stdout.write(write_report(stages[0]).decode(), ending="")
            except UserError as error:
                raise CommandError(str(error)) from None
