"""Results of a round out of a CSV or XLSX file: read, shown, entered all together or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.db import write
from accounts.models import User
from tournaments.errors import NoTableError
from tournaments.interchange.sheets import Row, SheetError, read_sheet
from tournaments.list_words import FILE_FAULTS
from tournaments.models import Round, SeatingKind, Table
from tournaments.seats import people_at, seats_at
from tournaments.services.formats.registry import format_of
from tournaments.services.pair_results import TEXTS, code_of, entered_of, parse
from tournaments.services.result_rows import SeatEntered
from tournaments.services.results import enter_result
from tournaments.services.round_results import REFUSED, RoundResultsError
from tournaments.services.round_state import locked_round

TABLE = {"table", "卓", "卓番号", "テーブル", "台", "board", "bd", "no", "no."}
RESULT = {"result", "結果", "score", "res"}
SEAT = {"seat", "席", "席番号", "seat no", "seat no."}
PLACE = {"place", "順位", "着順", "rank"}
ABSENT = {"-", "欠", "欠席", "不戦", "absent", "no_show", "no show"}


@dataclass(frozen=True, slots=True)
class Fault:
    line: int | None
    what: str


@dataclass(frozen=True, slots=True)
class Read:
    """One table's result as the file has it; ``text`` is what ``typed`` takes back."""

    table: Table
    names: str
    text: str
    shown: str
    known: str
    """What the table has already; empty for none."""

    @property
    def field(self) -> str:
        return f"t{self.table.number}"

    @property
    def changes(self) -> bool:
        return self.shown != self.known


@dataclass(frozen=True, slots=True)
class ReadResults:
    rows: Sequence[Read]
    faults: Sequence[Fault]


def read_results_file(round_: Round, data: bytes) -> ReadResults:
    """What a file says of the round's tables; never raises.

    Pairings: columns ``table`` and ``result``. Larger tables: ``table``, ``seat``, ``place``, a
    line for each seat. The list of pairings that the desk gives out is read back.
    """
    pairs = format_of(round_.stage).pairs
    try:
        rows = [row for row in read_sheet(data).rows if any(cell.strip() for cell in row.cells)]
    except SheetError as error:
        return ReadResults((), (Fault(error.line, _file_words(error)),))
    wanted = (TABLE, RESULT) if pairs else (TABLE, SEAT, PLACE)
    columns = _columns(rows[0].cells, wanted) if rows else None
    if columns is None:
        named = _("table, result") if pairs else _("table, seat, place")
        what = _("The first line has to name the columns: %(names)s.") % {"names": named}
        return ReadResults((), (Fault(1, what),))
    tables = {
        table.number: table
        for table in round_.tables.prefetch_related(people_at()).order_by("number")
    }
    reader = _pairs if pairs else _places
    return reader(rows[1:], columns, tables)


def _file_words(error: SheetError) -> str:
    words = FILE_FAULTS.get(error.fault.value, "")
    return str(words) % {"value": error.detail} if words else str(error.fault.value)


def _columns(cells: Sequence[str], wanted: Sequence[set[str]]) -> list[int] | None:
    heads = [" ".join(cell.split()).casefold() for cell in cells]
    found = [next((n for n, head in enumerate(heads) if head in one), None) for one in wanted]
    known = [one for one in found if one is not None]
    return known if len(known) == len(wanted) else None


def _cell(row: Row, column: int) -> str:
    return row.cells[column].strip() if column < len(row.cells) else ""


def _pairs(rows: Sequence[Row], columns: Sequence[int], tables: Mapping[int, Table]) -> ReadResults:
    found: dict[int, Read] = {}
    faults: list[Fault] = []
    for row in rows:
        number, text = _cell(row, columns[0]), _cell(row, columns[1])
        if not number or not text:
            continue
        table = tables.get(_whole(number))
        code = parse(text)
        if table is None:
            faults.append(_no_table(row, number))
        elif code is None:
            what = _("“%(text)s” is no result: 1–0, ½–½, 0–1, +–−, −–+ or −–−.")
            faults.append(Fault(row.line, what % {"text": text[:30]}))
        elif table.number in found:
            faults.append(_twice(row, number))
        else:
            seats = list(table.seats.all())
            known = TEXTS.get(code_of(seats), "") if table.result_source else ""
            found[table.number] = Read(table, _names(table), code, TEXTS[code], known)
    return ReadResults(list(found.values()), faults)


def _places(
    rows: Sequence[Row], columns: Sequence[int], tables: Mapping[int, Table]
) -> ReadResults:
    given: dict[int, dict[int, str]] = {}
    faults: list[Fault] = []
    for row in rows:
        number, seat, place = (_cell(row, column) for column in columns)
        if not number or not place:
            continue
        table = tables.get(_whole(number))
        if table is None:
            faults.append(_no_table(row, number))
            continue
        size = len(table.seats.all())
        if not 1 <= _whole(seat) <= size:
            what = _("Table %(table)s has no seat %(seat)s.")
            faults.append(Fault(row.line, what % {"table": number[:10], "seat": seat[:10]}))
        elif place.casefold() not in ABSENT and not 1 <= _whole(place) <= size:
            what = _("“%(text)s” is no place at a table of %(size)s.")
            faults.append(Fault(row.line, what % {"text": place[:20], "size": size}))
        elif _whole(seat) - 1 in given.setdefault(table.number, {}):
            faults.append(_twice(row, number))
        else:
            away = place.casefold() in ABSENT
            given[table.number][_whole(seat) - 1] = "-" if away else str(_whole(place))
    found = []
    for table_number, places in given.items():
        table = tables[table_number]
        seats = list(table.seats.all())
        if len(places) < len(seats):
            what = _("Table %(table)s: not everybody has a place.") % {"table": table_number}
            faults.append(Fault(None, what))
            continue
        text = ",".join(places[seat.number] for seat in seats)
        known = ", ".join(str(seat.place or "-") for seat in seats) if table.result_source else ""
        found.append(Read(table, _names(table), text, text.replace(",", ", "), known))
    return ReadResults(found, faults)


def _whole(text: str) -> int:
    """0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def _names(table: Table) -> str:
    return " – ".join(seat.entry.name for seat in table.seats.all())


def _no_table(row: Row, number: str) -> Fault:
    return Fault(row.line, str(NoTableError(table=number[:20])))


def _twice(row: Row, number: str) -> Fault:
    return Fault(row.line, _("Table %(table)s is there twice.") % {"table": number[:10]})


def enter_read(
    *,
    round_id: int,
    typed: Mapping[int, tuple[str, int]],
    reason: str,
    by: User | None,
    at: datetime,
) -> int:
    """Enter what the preview showed: ``Read.text`` and the version by table number.

    How many changed. Raise RoundResultsError; nothing is entered then.
    """
    changed = 0
    errors: dict[int, str] = {}
    with write():
        round_ = locked_round(round_id)
        for table in round_.tables.prefetch_related(seats_at()).order_by("number"):
            text, version = typed.get(table.number, ("", -1))
            entered = _entered(text, table.seats.count()) if text else None
            if entered is None:
                continue
            try:
                now = enter_result(
                    table_id=table.pk,
                    entered=entered,
                    expected_version=version,
                    reason=reason,
                    by=by,
                    at=at,
                )
            except REFUSED as error:
                errors[table.number] = str(error)
            else:
                changed += now.version != table.version
        if errors:
            raise RoundResultsError(errors)
    return changed


def _entered(text: str, size: int) -> Mapping[int, SeatEntered] | None:
    if text in TEXTS:
        return entered_of(text) if size == 2 else None
    places = text.split(",")
    if len(places) != size:
        return None
    return {
        number: SeatEntered(None, SeatingKind.NO_SHOW)
        if place == "-"
        else SeatEntered(_whole(place) or None)
        for number, place in enumerate(places)
    }
