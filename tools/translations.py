"""Find strings without a Japanese translation, without the gettext tools.

    python -m tools.translations check          every fault, exit code 1 if there is one
    python -m tools.translations missing games  entries to paste into locale/games/…/django.po
    python -m tools.translations stale games    entries no source file uses any more

The area of a string is the top folder of the file it stands in (templates/<area>/ for a
template, else config); a game's own files, known by its name in their path, have an area of
their own. A string used by several areas is translated once, in any of them.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
APPS = ("accounts", "games", "tournaments", "judging", "config")
GAMES = ("oware", "rithmomachia")
AREAS = (*APPS, *GAMES)
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(
    r"%\((?P<named>\w+)\)[#0\- +]*\d*(?:\.\d+)?[a-zA-Z]|%(?P<plain>[sdrifxX])|\{(?P<brace>\w*)\}"
)


class Key(NamedTuple):
    """What gettext looks a translation up by."""

    context: str | None
    singular: str

    def __str__(self) -> str:
        return repr(self.singular) + (f" ({self.context})" if self.context else "")


@dataclass
class Use:
    """A string of the source: its plural, if any, and the places it stands in."""

    area: str
    plural: str | None = None
    places: list[str] = field(default_factory=list)


def catalog_path(area: str) -> Path:
    """The file that holds the Japanese of an area."""
    return ROOT / "locale" / area / "ja" / "LC_MESSAGES" / "django.po"


def area_of(path: Path, app: str) -> str:
    """The area of a file of ``app``: a game's when its path names one."""
    named = str(path.relative_to(ROOT))
    return next((game for game in GAMES if game in named), app)


def source_files() -> Iterator[tuple[str, Path]]:
    """Yield (area, file) for every file whose strings people see."""
    for app in APPS:
        yield from ((area_of(path, app), path) for path in sorted((ROOT / app).rglob("*.py")))
    for path in sorted((ROOT / "templates").rglob("*")):
        if path.suffix in {".html", ".txt", ".xml", ".svg"}:
            top = path.relative_to(ROOT / "templates").parts[0]
            yield area_of(path, top if top in APPS else "config"), path


def python_text(path: Path) -> str:
    """The file as Python source; a template becomes its translation calls, one level deep."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text
    calls = templatize(text, origin=str(path))
    return "\n".join(line.strip() for line in calls.splitlines()) + "\n"


def used_strings() -> dict[Key, Use]:
    """Every translatable string of the source."""
    if not settings.configured:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    found: dict[Key, Use] = {}
    for area, path in source_files():
        source = BytesIO(python_text(path).encode())
        for line, message, _comments, context in extract("python", source, keywords=KEYWORDS):
            singular, plural = message[:2] if isinstance(message, tuple) else (message, None)
            if not singular:
                continue
            use = found.setdefault(Key(context, singular), Use(area))
            use.plural = use.plural or plural
            use.places.append(f"{path.relative_to(ROOT)}:{line}")
    return found


def read_catalog(area: str) -> Catalog:
    """The translations of an area; empty when it has none yet."""
    path = catalog_path(area)
    if not path.exists():
        return Catalog(locale="ja")
    with path.open("rb") as file:
        return read_po(file, locale="ja", abort_invalid=True)


def entries(catalog: Catalog) -> Iterator[tuple[Key, Message]]:
    """Yield the entries of a catalogue without its header."""
    for message in catalog:
        if message.id:
            singular = message.id if isinstance(message.id, str) else message.id[0]
            yield Key(message.context, singular), message


def texts(message: Message) -> list[str]:
    """The translated forms of an entry."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def placeholders(text: str) -> set[str]:
    """The named and positional placeholders in a string."""
    return {match[0] for match in PLACEHOLDER.finditer(text.replace("%%", ""))}


def entry_faults(key: Key, message: Message) -> Iterator[str]:
    """Say what is wrong with one entry of a catalogue."""
    if message.fuzzy:
        yield f"{key} is fuzzy"
    if not all(texts(message)):
        yield f"{key} has no text"
        return
    sources = [message.id] if isinstance(message.id, str) else list(message.id)
    wanted = set().union(*(placeholders(text) for text in sources))
    for text in texts(message):
        given = placeholders(text)
        # A singular such as "One stone" may leave the number out, and so may its translation.
        least = set.intersection(*(placeholders(source) for source in sources))
        if not least <= given <= wanted:
            yield f"{key}: placeholders {sorted(given)} instead of {sorted(wanted)}"


def faults() -> Iterator[str]:
    """Say everything that keeps the Japanese from being complete."""
    used = used_strings()
    seen: dict[Key, tuple[str, list[str]]] = {}
    for area in AREAS:
        catalog = read_catalog(area)
        for key, message in entries(catalog):
            yield from (f"{area}: {fault}" for fault in entry_faults(key, message))
            plural = None if isinstance(message.id, str) else message.id[1]
            if key not in used:
                yield f"{area}: {key} is used nowhere"
            elif used[key].plural != plural:
                yield f"{area}: {key} has another plural at {used[key].places[0]}"
            if key in seen and seen[key][1] != texts(message):
                yield f"{area}: {key} is translated differently in {seen[key][0]}"
            seen.setdefault(key, (area, texts(message)))
        yield from (f"{area}: {key} is obsolete" for key in catalog.obsolete)
    for key, use in used.items():
        if key not in seen:
            yield f"{use.area}: {key} has no translation ({use.places[0]})"


def missing(area: str) -> Iterator[tuple[Key, Use]]:
    """Yield the strings of an area that no catalogue translates."""
    known = {key for each in AREAS for key, _ in entries(read_catalog(each))}
    for key, use in used_strings().items():
        if use.area == area and key not in known:
            yield key, use


def print_stubs(wanted: Iterable[tuple[Key, Use]]) -> None:
    """Print entries with an empty translation, ready to be pasted and filled in."""
    stubs = Catalog(locale="ja")
    for key, use in wanted:
        source = (key.singular, use.plural) if use.plural else key.singular
        stubs.add(source, context=key.context)
    buffer = BytesIO()
    write_po(buffer, stubs, width=100, omit_header=True)
    sys.stdout.write(buffer.getvalue().decode())


def main(arguments: list[str]) -> int:
    """Run one of the commands named in the module's docstring."""
    parser = argparse.ArgumentParser(prog="python -m tools.translations")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check")
    for name in ("missing", "stale"):
        commands.add_parser(name).add_argument("area", choices=AREAS)
    options = parser.parse_args(arguments)
    if options.command == "missing":
        print_stubs(missing(options.area))
        return 0
    if options.command == "stale":
        used = used_strings()
        for key, _message in entries(read_catalog(options.area)):
            if key not in used:
                print(key)
        return 0
    found = list(faults())
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
