"""``standings FILE``: the standings of a report file."""

import json
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.output import plain_streams
from tournaments.formats.errors import FormatError
from tournaments.formats.fide import ROUND_ROBIN, SWISS
from tournaments.formats.fide_table import Edition, Mode
from tournaments.interchange.trf import SYSTEM
from tournaments.interchange.trf_results import read_results
from tournaments.interchange.trf_values import TrfTournament
from tournaments.management.trf import edition_named, read_file, words_for
from tournaments.standings import Contender, Standing, format_amount, standings

ROBIN_NAMES = ("round robin", "round-robin", "berger")


class Command(BaseCommand):
    help = (
        "Rank the players of a report file (TRF16) by points and FIDE's tie-breaks, after the "
        "last round with games. Nothing is stored."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the report file; - for standard input")
        parser.add_argument(
            "--tiebreaks",
            default=None,
            help="codes with commas between, such as BH/C1,BH,SB (the default is that of the "
            "system)",
        )
        parser.add_argument(
            "--edition",
            metavar="|".join(edition.value for edition in Edition),
            default=Edition.FIDE_2026.value,
            help="of FIDE's tie-break regulations",
        )
        parser.add_argument(
            "--round-robin",
            action="store_true",
            help="count forfeits as a round robin does; known from line 092 otherwise",
        )
        parser.add_argument("--format", choices=["json", "text"], default="text")

    def handle(
        self,
        *,
        file: str,
        tiebreaks: str | None,
        edition: str,
        round_robin: bool,
        format: str,  # noqa: A002 - named by the option
        **options: Any,
    ) -> None:
        with plain_streams():
            rules = edition_named(Edition, edition)
            tournament = read_file(file)
            system = tournament.header(SYSTEM).lower()
            robin = round_robin or any(name in system for name in ROBIN_NAMES)
            asked = SWISS[1:] if not robin else ROUND_ROBIN[1:]
            if tiebreaks is not None:
                asked = tuple(code.strip().upper() for code in tiebreaks.split(",") if code.strip())
            codes = ("PTS", *(code for code in asked if code != "PTS"))
            try:
                table = standings(
                    [
                        Contender(player.number, player.number, rating=player.rating)
                        for player in tournament.players
                    ],
                    read_results(tournament),
                    tie_breaks=codes,
                    points=tournament.points,
                    edition=rules,
                    mode=Mode.ROUND_ROBIN if robin else Mode.SWISS,
                )
            except FormatError as error:
                raise CommandError(f"{file}: {words_for(error)}") from None
            rows = as_rows(tournament, table, asked)
            self.stdout.write(
                json.dumps(rows, ensure_ascii=False) if format == "json" else text(rows)
            )


def as_rows(
    tournament: TrfTournament, table: tuple[Standing, ...], asked: tuple[str, ...]
) -> list[dict[str, Any]]:
    """A row for each player; a direct encounter that says nothing is 0."""
    names = {player.number: player.name for player in tournament.players}
    rows = []
    for row in table:
        shown: dict[str, Any] = {
            "rank": row.rank,
            "number": row.key,
            "name": names[int(row.key)],
            "points": float(row.points),
        }
        for code in asked:
            amount = row.value(code).amount
            missing = 0.0 if code == "DE" else None
            shown[code] = missing if amount is None else float(amount)
        rows.append(shown)
    return rows


def text(rows: list[dict[str, Any]]) -> str:
    """A table with tabs between."""
    if not rows:
        return ""
    lines = ["\t".join(rows[0])]
    for row in rows:
        cells = [cell if isinstance(cell, str) else _cell(cell) for cell in row.values()]
        lines.append("\t".join(cells))
    return "\n".join(lines)


def _cell(amount: float | None) -> str:
    return "" if amount is None else format_amount(Fraction(amount))
