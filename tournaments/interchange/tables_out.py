"""Tables out: CSV that a spreadsheet opens rightly and safely, XLSX, and JSON."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import Any, TypeAlias

from tournaments.interchange.safe import safe

Cell: TypeAlias = str | int | float | bool | Fraction | date | datetime | None

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class NotInEncodingError(ValueError):
    """A text has characters that the encoding asked for does not have."""

    code = "not_in_encoding"

    def __init__(self, encoding: str, characters: str) -> None:
        super().__init__(encoding, characters)
        self.encoding = encoding
        self.characters = characters
        """The first few of them."""


def write_csv(
    headers: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    bom: bool = True,
    encoding: str = "utf-8",
    delimiter: str = ",",
) -> bytes:
    """Rows as CSV with CRLF; texts that look like formulas stand behind an apostrophe.

    ``bom`` is what makes a spreadsheet read UTF-8 as such; only Unicode encodings have
    one. Raise NotInEncodingError.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([safe(header) for header in headers])
    for row in rows:
        cells = [_csv_cell(cell) for cell in row]
        # A row of one empty cell would be an empty line, which readers skip.
        writer.writerow(cells) if cells != [""] else text.write('""\r\n')
    written = text.getvalue()
    marked = bom and encoding.lower().replace("_", "-").startswith("utf")
    try:
        return (f"\ufeff{written}" if marked else written).encode(encoding)
    except UnicodeEncodeError as error:
        if encoding.lower().startswith("utf"):
            # Half a surrogate pair is no character in any encoding.
            return (f"\ufeff{written}" if marked else written).encode(encoding, "replace")
        wrong = dict.fromkeys(char for char in written[error.start :] if not _has(char, encoding))
        raise NotInEncodingError(encoding, "".join(wrong)[:20]) from None


def write_xlsx(
    headers: Sequence[str], rows: Iterable[Sequence[Cell]], *, title: str = "Sheet1"
) -> bytes:
    """Rows as a workbook of one sheet. Texts are texts, whatever they look like."""
    # Loading it takes a while, and only workbooks need it.
    from openpyxl import Workbook
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet: Any = book.create_sheet(_FORBIDDEN_IN_TITLE.sub(" ", title)[:31].strip("' ") or "Sheet1")
    body = [list(row) for row in rows]
    for index in range(len(headers)):
        texts = [headers[index], *(str(row[index] or "") for row in body if index < len(row))]
        width = max(sum(2 if ord(char) > 0x2E7F else 1 for char in text) for text in texts)
        sheet.column_dimensions[get_column_letter(index + 1)].width = min(max(width + 2, 6), 60)
    sheet.freeze_panes = "A2"
    sheet.append([_xlsx_cell(sheet, header, bold=True) for header in headers])
    for row in body:
        sheet.append([_xlsx_cell(sheet, cell) for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def write_json(headers: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Rows as a list of objects, in UTF-8; fractions as "7/2", instants as ISO 8601."""
    found = [
        {header: _plain(cell) for header, cell in zip(headers, row, strict=True)} for row in rows
    ]
    return json.dumps(found, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def _csv_cell(cell: Cell) -> str:
    plain = _plain(cell)
    if plain is None:
        return ""
    return safe(plain) if isinstance(plain, str) and isinstance(cell, str) else str(plain)


def _plain(cell: Cell) -> str | int | float | bool | None:
    match cell:
        case datetime() | date():
            return cell.isoformat()
        case Fraction():
            return str(cell)
        case _:
            return cell


_FORBIDDEN_IN_TITLE = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_FORBIDDEN_IN_CELL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
MAX_CELL = 32_767


def _xlsx_cell(sheet: Any, cell: Cell, *, bold: bool = False) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    value: Any = cell
    match cell:
        case Fraction():
            value = float(cell)
        case datetime():
            # A cell knows no time zone; the text does.
            value = cell.isoformat()
        case str():
            value = _FORBIDDEN_IN_CELL.sub("\ufffd", cell)[:MAX_CELL]
    found: Any = WriteOnlyCell(sheet, value)
    if isinstance(value, str):
        found.data_type = "s"
        if safe(value) != value:
            found.quotePrefix = True
    if bold:
        found.font = Font(bold=True)
    return found


def _has(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
