from typing import Any

from django.core.management.base import BaseCommand

from games.loops import run_clocks
from games.repeating import until_told


class Command(BaseCommand):
    help = "Record fallen flags until stopped; several may run."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        run_clocks(until_told())
