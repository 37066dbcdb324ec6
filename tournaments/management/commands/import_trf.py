"""``import_trf FILE``: a report file as a tournament that goes on from there."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.interchange.trf_values import TrfError
from tournaments.management.choosing import chosen_organiser, file_bytes
from tournaments.presets import TIME_CONTROLS
from tournaments.services.trf_import import import_trf, look, planned


class Command(BaseCommand):
    help = (
        "Make a tournament from a report file (TRF16), finished or on its way: players, rounds, "
        "results, byes, absences, pairs kept apart. The next round is drawn as a Swiss."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the report file; - for standard input")
        parser.add_argument("--game", choices=sorted(TIME_CONTROLS), default="oware")
        parser.add_argument("--name", help="by default the one in the file")
        parser.add_argument("--rounds", type=int, help="planned, where the file does not tell")
        parser.add_argument("--organiser", help="username of who organises it here")

    def handle(
        self,
        *,
        file: str,
        game: str,
        name: str | None,
        rounds: int | None,
        organiser: str | None,
        **options: Any,
    ) -> None:
        by = chosen_organiser(organiser)
        try:
            seen = look(file_bytes(file))
        except TrfError as error:
            raise CommandError(f"{file}: {error}") from None
        made = import_trf(
            seen=planned(seen, rounds),
            game=game,
            name=(name or seen.name or Path(file).stem)[:200],
            by=by,
            at=timezone.now(),
            file_name=Path(file).name,
        )
        self.stdout.write(f"{made.pk}  {made.name}")
