from typing import Any

from django.core.management.base import BaseCommand

from games.loops import run_computers
from games.repeating import until_told


class Command(BaseCommand):
    help = "Play for the computer players until stopped; several may run."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        run_computers(until_told())
