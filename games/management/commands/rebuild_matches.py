"""``rebuild_matches``: the columns of matches that repeat the record, made again from it."""

import sys
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.services.rebuild import Difference, compare, rebuild


class Command(BaseCommand):
    help = (
        "Replay the record of every match and write the columns that repeat it. With --check "
        "nothing is written: differences are printed, and the exit code is 1 if there are any."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("matches", nargs="*", type=UUID, help="only these (default: all)")
        parser.add_argument("--check", action="store_true", help="compare, write nothing")

    def handle(self, *, matches: list[UUID], check: bool, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise CommandError("The database is not up to date. Run `manage.py migrate` first.")
        found = list(self._told(compare(only=matches) if check else rebuild(only=matches)))
        if not found:
            self.stdout.write("Every match says what its record says.")
        elif check:
            sys.exit(1)
        if any(difference.column == "record" for difference in found):
            raise CommandError("Some records cannot be followed; nothing was written for those.")

    def _told(self, differences: Iterator[Difference]) -> Iterator[Difference]:
        for difference in differences:
            self.stdout.write(str(difference))
            yield difference
