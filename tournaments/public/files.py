"""Lists to take along: published standings and entries as rows of a file."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.interchange.tables_out import (
    XLSX_TYPE,
    Cell,
    write_csv,
    write_json,
    write_xlsx,
)
from tournaments.models import Entry, Tournament
from tournaments.public.standings import Row, StandingsTable

KINDS = ("csv", "xlsx", "json")


@dataclass(frozen=True, slots=True)
class List:
    name: str
    """Of the file, without its ending."""
    title: str
    headers: Sequence[str]
    """In the reader's language."""
    keys: Sequence[str]
    """The same for programs."""
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class File:
    name: str
    kind: str
    content: bytes


def make_file(made: List, kind: str, *, bom: bool = True) -> File:
    """``kind``: one of KINDS. ``bom``: what makes a spreadsheet read CSV as UTF-8."""
    match kind:
        case "csv":
            content, media = write_csv(made.headers, made.rows, bom=bom), "text/csv; charset=utf-8"
        case "xlsx":
            content = write_xlsx(made.headers, made.rows, title=made.title)
            media = XLSX_TYPE
        case _:
            content, media = write_json(made.keys, made.rows), "application/json"
    return File(f"{made.name}.{kind}", media, content)


def standings_list(table: StandingsTable) -> List:
    """All rows of a published table; a place of a round as a number, else a sign."""
    rounds = _rounds(table)
    headers = [_("Rank"), _("No."), _("Name"), _("Kana"), _("School or club")]
    headers += [name for name, _ordinal in rounds] + [column.title for column in table.columns]
    keys = ["rank", "number", "name", "kana", "club"]
    keys += [f"round_{ordinal}" for _name, ordinal in rounds]
    keys += [cell.key for cell in table.rows[0].cells] if table.rows else []
    rows: list[list[Cell]] = []
    for row in table.rows:
        person = row.person
        found: list[Cell] = [row.rank, person.number, person.name, person.kana, person.club]
        found += _marks(table, row)
        rows.append(found + [_number(cell.text) for cell in row.cells])
    version = table.shot.publication.version
    return List(f"standings-v{version}", table.title, headers, keys, rows)


def _rounds(table: StandingsTable) -> list[tuple[str, int]]:
    """The name and the ordinal of every round in the table."""
    stages = table.shot.stages if table.stage is None else [table.stage]
    return [
        (stage.round_name(number), ordinal)
        for stage in stages
        for number, ordinal in sorted(stage.rounds.items())
        if table.stage is None or number <= table.number
    ]


def _marks(table: StandingsTable, row: Row) -> list[Cell]:
    """Nothing in the rounds of a stage the entry was not in."""
    stages = table.shot.stages if table.stage is None else [table.stage]
    found: list[Cell] = []
    for stage, group in zip(stages, row.chips, strict=True):
        marks: list[Cell] = [chip.text for chip in group]
        found += marks or [None] * len(stage.rounds)
    return found


def _number(text: str) -> Cell:
    """A decimal as a number, so that spreadsheets can sort by it."""
    return float(text) if "." in text else int(text) if text else None


def entries_list(tournament: Tournament, *, staff: bool) -> List:
    """Everybody on the list; what only the desk knows when ``staff``."""
    headers, keys = [_("No."), _("Name"), _("School or club")], ["number", "name", "club"]
    if staff:
        keys += ["kana", "grade", "seed", "rating", "note", "checked_in_at", "state"]
        headers += [_("Kana"), _("Grade"), _("Seed"), _("Rating")]
        headers += [_("Note"), _("Checked in"), _("State")]
    rows: list[list[Cell]] = []
    for entry in Entry.objects.filter(tournament=tournament).order_by("number"):
        if entry.listed_only and not staff:
            continue
        row: list[Cell] = [entry.number, entry.name, entry.club]
        if staff:
            row += [entry.kana, entry.grade, entry.seed, entry.rating]
            row += [entry.note, entry.checked_in_at]
            row.append(_entry_state(entry))
        rows.append(row)
    return List("entries", _("Entries"), headers, keys, rows)


def _entry_state(entry: Entry) -> str:
    if entry.disqualified_at is not None:
        return _("disqualified")
    if entry.withdrawn_from is not None:
        return _("withdrew")
    return _("on the list, not entered") if entry.listed_only else ""
