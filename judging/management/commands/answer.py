"""``answer KIND RAW``: how an answer is read, for whoever writes keys or asks why."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.output import plain_streams
from games.words import error_words
from judging.answers.errors import AnswerError
from judging.answers.kinds import MACHINE_KINDS, Kind
from judging.answers.normal import MAX_RAW
from judging.answers.reading import read_answer


class _Parser(CommandParser):
    """Takes an answer that begins with a minus as an answer."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        given = list(sys.argv[2:] if args is None else args)
        if len(given) > 1 and not given[0].startswith("-") and "--" not in given:
            given.insert(1, "--")
        return super().parse_args(given, namespace)


class Command(BaseCommand):
    help = "Print the canonical form of an answer, or the code of its error and exit with 1."
    requires_system_checks = ()
    requires_migrations_checks = False

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = _Parser
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = [kind.value for kind in Kind if kind in MACHINE_KINDS]
        parser.add_argument("kind", help=", ".join(kinds))
        parser.add_argument("raw", help="as typed; - reads it from standard input")

    def handle(self, *, kind: str, raw: str, **options: Any) -> None:
        try:
            found = Kind(kind.replace("-", "_").replace(" ", "_"))
        except ValueError:
            found = Kind.PROOF
        if found not in MACHINE_KINDS:
            kinds = ", ".join(each.value for each in Kind if each in MACHINE_KINDS)
            raise CommandError(f"There is no kind {kind[:40]!r}: {kinds}.")
        with plain_streams():
            if raw == "-":
                raw = sys.stdin.read(MAX_RAW + 2)
                raw = raw.removesuffix("\n").removesuffix("\r")
            try:
                self.stdout.write(read_answer(found, raw).canonical)
            except AnswerError as error:
                self.stdout.write(error.code)
                self.stderr.write(error_words(error))
                sys.exit(1)
