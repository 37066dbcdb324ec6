"""Rows of text out of a CSV or XLSX file, with limits that keep a hostile file harmless."""

import csv
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import Enum
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from tournaments.interchange.columns import Field, fields_of
from tournaments.interchange.encodings import NotTextError, WrongEncodingError, decode
from tournaments.interchange.safe import unsafe

MAX_BYTES = 10_000_000
"""A file of this size or more is refused unread."""
MAX_ROWS = 5_000
MAX_COLUMNS = 100
MAX_UNPACKED = 25_000_000
"""Bytes of XML in an XLSX file."""
MAX_PARTS = 2_000
MAX_SCANNED = 50_000
"""Rows of an XLSX sheet looked at, empty ones included."""

DELIMITERS = (",", "\t", ";")


class FileKind(Enum):
    CSV = "csv"
    XLSX = "xlsx"


class FileFault(Enum):
    """Why a file cannot be read at all."""

    EMPTY = "empty_file"
    TOO_BIG = "file_too_big"
    NOT_TEXT = "not_text"
    OLD_WORKBOOK = "old_or_protected_workbook"
    NOT_A_WORKBOOK = "not_a_workbook"
    BROKEN_WORKBOOK = "broken_workbook"
    HUGE_WORKBOOK = "huge_workbook"
    WRONG_ENCODING = "wrong_encoding"
    MALFORMED = "malformed"
    TOO_MANY_ROWS = "too_many_rows"
    TOO_MANY_COLUMNS = "too_many_columns"
    NO_SUCH_SHEET = "no_such_sheet"


class SheetError(Exception):
    def __init__(self, fault: FileFault, line: int | None = None, detail: str = "") -> None:
        super().__init__(fault, line, detail)
        self.fault = fault
        self.line = line
        self.detail = detail
        """The limit, the encoding, or what the reader stumbled over."""


@dataclass(frozen=True, slots=True)
class Row:
    line: int
    """In the file, from 1."""
    cells: tuple[str, ...]
    """Without surrounding white space."""


@dataclass(frozen=True, slots=True)
class Sheet:
    kind: FileKind
    rows: tuple[Row, ...]
    """Those that hold anything."""
    encoding: str = ""
    sure: bool = True
    """False when the encoding is a guess."""
    delimiter: str = ""
    name: str = ""
    others: tuple[str, ...] = ()
    """Sheets of the workbook that were not read."""


def read_sheet(
    data: bytes,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    sheet: str | None = None,
) -> Sheet:
    """Read a file by what it is, whatever it is called. Raise SheetError."""
    if len(data) >= MAX_BYTES:
        raise SheetError(FileFault.TOO_BIG, detail=str(MAX_BYTES))
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _read_workbook(data, sheet)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise SheetError(FileFault.OLD_WORKBOOK)
    if data.startswith((b"\x89PNG", b"\xff\xd8\xff", b"%PDF", b"GIF8", b"\x1f\x8b", b"{\\rtf")):
        raise SheetError(FileFault.NOT_TEXT)
    return _read_csv(data, encoding, delimiter)


def _is_json(text: str) -> bool:
    """Every line of it could be read as one of a list."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _read_csv(data: bytes, encoding: str | None, delimiter: str | None) -> Sheet:
    try:
        decoded = decode(data, encoding)
    except NotTextError:
        raise SheetError(FileFault.NOT_TEXT) from None
    except WrongEncodingError as error:
        raise SheetError(FileFault.WRONG_ENCODING, error.line, error.encoding) from None
    text, skipped = decoded.text, 0
    if _is_json(text):
        raise SheetError(FileFault.NOT_TEXT)
    first, _, rest = text.partition("\n")
    if first.rstrip("\r").lower().startswith("sep=") and len(first.rstrip("\r")) == 5:
        # A spreadsheet's own remark about the delimiter.
        delimiter, text, skipped = delimiter or first[4], rest, 1
    if delimiter is None:
        delimiter = _delimiter(text)
    rows = tuple(_limited(_csv_rows(text, delimiter, skipped)))
    if not rows:
        raise SheetError(FileFault.EMPTY)
    return Sheet(FileKind.CSV, rows, decoded.encoding, decoded.sure, delimiter)


def _csv_rows(text: str, delimiter: str, skipped: int) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            yield Row(line + skipped, tuple(unsafe(_bare(cell)) for cell in cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise SheetError(FileFault.MALFORMED, line + skipped, str(error)) from None


def _bare(cell: str) -> str:
    """Without surrounding white space, but with control characters, which are reported."""
    return cell.strip(" \t\r\n\u00a0\u3000\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2009\u202f")


def _delimiter(text: str) -> str:
    """The delimiter that shows the most known columns, then the evenest rows."""
    sample = "\n".join(text[:50_000].splitlines()[:30])

    def rating(delimiter: str) -> tuple[int, int]:
        try:
            rows = list(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter))
        except csv.Error:
            return 0, 0
        known = max((_known(row) for row in rows[:10]), default=0)
        widths = [len(row) for row in rows if len(row) > 1]
        return known, max((widths.count(width) for width in widths), default=0)

    return max(DELIMITERS, key=rating)


def _known(cells: Sequence[str]) -> int:
    fields: list[Field] = [field for field in fields_of(cells) if field is not None]
    return len(fields)


def _limited(rows: Iterable[Row]) -> Iterator[Row]:
    found = 0
    for row in rows:
        if not any(row.cells):
            continue
        if len(row.cells) > MAX_COLUMNS:
            width = max(index for index, cell in enumerate(row.cells, 1) if cell)
            if width > MAX_COLUMNS:
                raise SheetError(FileFault.TOO_MANY_COLUMNS, row.line, str(MAX_COLUMNS))
        found += 1
        # One more for the row of column names.
        if found > MAX_ROWS + 1:
            raise SheetError(FileFault.TOO_MANY_ROWS, row.line, str(MAX_ROWS))
        yield row


_BROKEN = (
    ArithmeticError,
    AttributeError,
    BadZipFile,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    ParseError,
    RuntimeError,
    TypeError,
    ValueError,
    zlib.error,
)
"""What openpyxl lets through when a workbook is damaged."""


def _read_workbook(data: bytes, wanted: str | None) -> Sheet:
    # Loading it takes a while, and only workbooks need it.
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with ZipFile(io.BytesIO(data)) as archive:
            _refuse_bomb(archive)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        names = list(book.sheetnames)
        sheets = {sheet.title: sheet for sheet in book.worksheets}
    except (InvalidFileException, *_BROKEN):
        raise SheetError(FileFault.BROKEN_WORKBOOK) from None
    if wanted is not None and wanted not in sheets:
        raise SheetError(FileFault.NO_SUCH_SHEET, detail=wanted)
    shown = [name for name, sheet in sheets.items() if sheet.sheet_state == "visible"]
    rows: tuple[Row, ...] = ()
    name = ""
    for name in [wanted] if wanted else [*shown, *(one for one in names if one not in shown)]:
        if name not in sheets:
            continue
        try:
            rows = tuple(_limited(_sheet_rows(sheets[name])))
        except _BROKEN:
            raise SheetError(FileFault.BROKEN_WORKBOOK) from None
        if rows:
            break
    if not rows:
        raise SheetError(FileFault.EMPTY)
    return Sheet(FileKind.XLSX, rows, name=name, others=tuple(one for one in names if one != name))


def _refuse_bomb(archive: ZipFile) -> None:
    """Look at the sizes before anything is unpacked.

    The unpacker stops at the size the archive states, so a false size breaks the file
    instead of filling the memory.
    """
    parts = archive.infolist()
    names = {part.filename for part in parts}
    if "[Content_Types].xml" not in names or "xl/workbook.xml" not in names:
        raise SheetError(FileFault.NOT_A_WORKBOOK)
    texts = [part for part in parts if part.filename.endswith((".xml", ".rels"))]
    if len(parts) > MAX_PARTS or sum(part.file_size for part in texts) > MAX_UNPACKED:
        raise SheetError(FileFault.HUGE_WORKBOOK)
    for part in texts:
        with archive.open(part) as file:
            if b"<!DOCTYPE" in file.read(4096):
                raise SheetError(FileFault.BROKEN_WORKBOOK)


def _sheet_rows(sheet: Any) -> Iterator[Row]:
    # The stated size of a sheet may be anything.
    sheet.reset_dimensions()
    for line, cells in enumerate(sheet.iter_rows(values_only=True), 1):
        if line > MAX_SCANNED:
            raise SheetError(FileFault.TOO_MANY_ROWS, line, str(MAX_ROWS))
        yield Row(line, tuple(_bare(_text(cell)) for cell in cells))


def _text(cell: object) -> str:
    """A cell as a person sees it, so that 3.0 is 3 and a date is a date."""
    match cell:
        case None:
            return ""
        case bool():
            return str(cell).upper()
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime() if cell.time() == time():
            return cell.date().isoformat()
        case datetime():
            return cell.isoformat(" ", "minutes")
        case date() | time():
            return cell.isoformat()
        case _:
            return str(cell)
