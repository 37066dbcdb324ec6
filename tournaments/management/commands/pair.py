"""``pair FILE``: pair the next round of a report file, as pairing engines do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.output import plain_streams
from tournaments.formats.errors import FormatError
from tournaments.formats.swiss_errors import Relax
from tournaments.formats.swiss_history import Dutch
from tournaments.interchange.trf_pairing import pair_next
from tournaments.management.trf import edition_named, read_file, words_for


class Command(BaseCommand):
    help = (
        "Pair the next round of a tournament in a report file (TRF16) by the FIDE Dutch system. "
        "Prints the number of pairs, then a line for each: first mover and opponent by pairing "
        "number, 0 for the bye. Who has Z, H or F in the column of the round sits out; U there "
        "is a bye given already. Nothing is stored."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the report file; - for standard input")
        parser.add_argument(
            "--edition",
            metavar="|".join(edition.value for edition in Dutch),
            default=Dutch.UNTIL_2026.value,
            help="of the rules: in force until 31 January 2026 (the default), or since",
        )
        parser.add_argument(
            "--allow",
            choices=[Relax.REMATCH.value, Relax.FORBIDDEN.value],
            action="append",
            default=[],
            help="a rule to give up, as little as can be, when no pairing keeps it",
        )

    def handle(self, *, file: str, edition: str, allow: list[str], **options: Any) -> None:
        with plain_streams():
            dutch = edition_named(Dutch, edition)
            tournament = read_file(file, cut_short=True)
            try:
                made = pair_next(tournament, dutch, [Relax(name) for name in allow])
            except FormatError as error:
                raise CommandError(f"{file}: {words_for(error)}") from None
            lines = [f"{pair.first} {pair.second}" for pair in made.pairs]
            byes = [key for key in (*made.byes_by_hand, made.bye) if key is not None]
            lines += [f"{key} 0" for key in byes]
            self.stdout.write("\n".join([str(len(lines)), *lines]))
