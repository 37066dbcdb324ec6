"""Compile the translation catalogues without the gettext tools."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand


def compile_catalogs(folder: Path) -> list[Path]:
    """Write the ``.mo`` beside every ``.po`` below ``folder`` that is newer; return those.

    Each is written whole before it takes its place, so a server that is starting never reads
    half a file.
    """
    written = []
    for source in sorted(folder.rglob("*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalog = read_po(file, locale=source.parts[-3], abort_invalid=True)
        partial = target.with_suffix(".mo.part")
        with partial.open("wb") as file:
            write_mo(file, catalog)
        partial.replace(target)
        written.append(target)
    return written


class Command(BaseCommand):
    """Compile every catalogue that changed since it was last compiled."""

    help = "Compile the translations that changed."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile and say how many."""
        written = compile_catalogs(Path(settings.BASE_DIR) / "locale")
        if written and options["verbosity"] > 0:
            self.stdout.write(f"Compiled {len(written)} translation catalogues.")
