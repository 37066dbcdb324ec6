"""Players in from a CSV or XLSX list: all of them, or none and what is wrong with which line.

Names are kept as they are, emoji, right-to-left marks and ``<script>`` included; only the
white space around them goes.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.interchange.columns import Field, field_of, fields_of, names_people
from tournaments.interchange.encodings import ENCODINGS
from tournaments.interchange.guessing import guessed
from tournaments.interchange.people_values import (
    LIMITS,
    Column,
    Issue,
    People,
    Person,
    RowFault,
    Warn,
    folded,
    name_key,
    shortened,
)
from tournaments.interchange.sheets import (
    MAX_BYTES,
    MAX_ROWS,
    FileFault,
    FileKind,
    Row,
    Sheet,
    SheetError,
    read_sheet,
)
from tournaments.person_names import one_line

__all__ = [
    "ENCODINGS",
    "LIMITS",
    "MAX_BYTES",
    "MAX_ROWS",
    "Column",
    "Field",
    "FileFault",
    "FileKind",
    "Issue",
    "People",
    "Person",
    "RowFault",
    "Warn",
    "field_of",
    "name_key",
    "read_people",
]

PREVIEW = 10
HEADER_WITHIN = 10
"""The row of column names is looked for among so many rows."""
SEED_DIGITS, RATING_DIGITS = 9, 4
HIGHEST_SEED, HIGHEST_RATING = 10**SEED_DIGITS - 1, 10**RATING_DIGITS - 1


def read_people(
    data: bytes,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    sheet: str | None = None,
    mapping: Mapping[int, Field | str | None] | None = None,
    has_header: bool | None = None,
    existing: Iterable[str] = (),
) -> People:
    """Read a list of players; nothing is raised, faults are in what is returned.

    ``mapping`` says what a column (from 0) holds, or None to leave it out of account; the
    others are told by their names. ``existing`` are the names entered already.
    """
    try:
        found = read_sheet(data, encoding=encoding, delimiter=delimiter, sheet=sheet)
    except SheetError as error:
        return People(faults=(Issue(error.fault, error.line, value=error.detail),))
    return _Reader(found, mapping or {}, has_header).read(existing)


class _Reader:
    """One pass over a sheet, gathering faults and warnings on the way."""

    def __init__(
        self,
        sheet: Sheet,
        mapping: Mapping[int, Field | str | None],
        has_header: bool | None,
    ) -> None:
        self.sheet = sheet
        self.faults: list[Issue] = []
        self.warnings: list[Issue] = []
        at = _header_at(sheet.rows, has_header)
        self.has_header = at is not None
        self.body = sheet.rows if at is None else sheet.rows[at + 1 :]
        header = () if at is None else sheet.rows[at].cells
        width = max((_width(row.cells) for row in (*self.body, *sheet.rows[at or 0 :])), default=0)
        self.headers = tuple(
            header[index] if index < len(header) and header[index] else f"#{index + 1}"
            for index in range(width)
        )
        self.named = _width(header) if at is not None else width
        self.fields = self._fields(header, width, mapping)
        self.proposal = () if mapping or names_people(self.fields) else self._proposal()
        if at:
            lines = tuple(row.line for row in sheet.rows[:at])
            self.warnings.append(Issue(Warn.ROWS_BEFORE_HEADER, lines[0], lines=lines))

    def _fields(
        self,
        header: Sequence[str],
        width: int,
        mapping: Mapping[int, Field | str | None],
    ) -> tuple[Field | None, ...]:
        found = [*fields_of(header), *[None] * width][:width]
        if not self.has_header and width == 1:
            found = [Field.NAME]
        wanted: dict[int, Field | None] = {}
        for index, choice in mapping.items():
            try:
                field = Field(choice) if choice else None
            except ValueError:
                field = None
                self.faults.append(Issue(RowFault.NO_SUCH_COLUMN, value=str(choice)[:80]))
            if not 0 <= index < width:
                self.faults.append(Issue(RowFault.NO_SUCH_COLUMN, value=str(index + 1)))
                continue
            wanted[index] = field
        chosen = [field for field in wanted.values() if field is not None]
        for field in {field for field in chosen if chosen.count(field) > 1}:
            self.faults.append(Issue(RowFault.COLUMN_TWICE, value=field.value))
        # A column chosen by hand takes the field from the one that has its name.
        found = [None if field in chosen else field for field in found]
        for index, field in wanted.items():
            found[index] = field
        if not names_people(found):
            self.faults.append(Issue(RowFault.NO_NAME_COLUMN))
        return tuple(found)

    def _proposal(self) -> tuple[Field | None, ...]:
        """What the names of columns say, and for the others what stands in them."""
        seen = guessed([row.cells for row in self.body])
        width = len(self.fields)
        pairs = zip(self.fields, [*seen, *[None] * width][:width], strict=True)
        found = [known or (None if guess in self.fields else guess) for known, guess in pairs]
        return tuple(found) if names_people(found) else ()

    def read(self, existing: Iterable[str]) -> People:
        people: list[Person] = []
        if names_people(self.fields):
            people = [self._person(row) for row in self.body]
            if not people:
                self.faults.append(Issue(RowFault.NO_PEOPLE))
            self._compare(people, existing)
        self._look_over()
        order = {id(issue): number for number, issue in enumerate(self.faults)}
        faults = sorted(self.faults, key=lambda issue: (issue.line or 0, order[id(issue)]))
        sheet = self.sheet
        return People(
            people=() if faults else tuple(people),
            faults=tuple(faults),
            warnings=tuple(self.warnings),
            columns=tuple(
                Column(index, header, field, self._samples(index))
                for index, (header, field) in enumerate(zip(self.headers, self.fields, strict=True))
            ),
            preview=tuple(row.cells for row in self.body[:PREVIEW]),
            rows=len(self.body),
            kind=sheet.kind,
            encoding=sheet.encoding,
            delimiter=sheet.delimiter,
            sheet=sheet.name,
            has_header=self.has_header,
            proposal=self.proposal,
        )

    def _samples(self, index: int) -> tuple[str, ...]:
        cells = (row.cells[index] for row in self.body if index < len(row.cells))
        return tuple(cell for _, cell in zip(range(3), filter(None, cells), strict=False))

    def _person(self, row: Row) -> Person:
        texts: dict[Field, str] = {}
        columns: dict[Field, str] = {}
        extra = []
        for header, field, cell in zip(self.headers, self.fields, row.cells, strict=False):
            self._check_characters(row, header, field, cell)
            if field is not None:
                texts[field], columns[field] = cell, header
            elif cell:
                extra.append((header, cell))
        if self.has_header and _width(row.cells) > self.named:
            # More cells than column names: usually a comma that should have been quoted.
            self._fault(RowFault.EXTRA_CELLS, row, value=row.cells[self.named])
        name_field = Field.NAME if Field.NAME in self.fields else Field.FAMILY
        name = texts.get(Field.NAME) or _joined(texts, Field.FAMILY, Field.GIVEN)
        if not one_line(name):
            header = self.headers[self.fields.index(name_field)]
            self._fault(RowFault.NAME_MISSING, row, header)
        kana = texts.get(Field.KANA) or _joined(texts, Field.FAMILY_KANA, Field.GIVEN_KANA)
        for field, text in {**texts, Field.NAME: name, Field.KANA: kana}.items():
            if len(text) > LIMITS.get(field, len(text)):
                self._fault(RowFault.TOO_LONG, row, columns.get(field, ""), str(LIMITS[field]))
        return Person(
            name=name,
            line=row.line,
            kana=kana,
            club=texts.get(Field.CLUB, ""),
            grade=texts.get(Field.GRADE, ""),
            seed=self._whole(row, Field.SEED, columns, texts),
            rating=self._whole(row, Field.RATING, columns, texts),
            number=texts.get(Field.NUMBER, ""),
            eligible=self._eligible(
                row, columns.get(Field.ELIGIBLE, ""), texts.get(Field.ELIGIBLE, "")
            ),
            note=texts.get(Field.NOTE, ""),
            extra=tuple(extra),
        )

    def _check_characters(self, row: Row, header: str, field: Field | None, cell: str) -> None:
        if cell.isascii() and cell.isprintable():
            return
        allowed = "\t\r\n" if field in {None, Field.NOTE} else ""
        if any(unicodedata.category(char) == "Cc" and char not in allowed for char in cell):
            self._fault(RowFault.CONTROL_CHARACTER, row, header, cell)
        if "\ufffd" in cell:
            self.warnings.append(Issue(Warn.DAMAGED_CHARACTER, row.line, header, shortened(cell)))

    def _whole(
        self, row: Row, field: Field, columns: Mapping[Field, str], texts: Mapping[Field, str]
    ) -> int | None:
        """A seeding number from 1, or a rating, of which 0 and a dash mean none."""
        text = texts.get(field, "")
        most, fault, none = _WHOLE[field]
        digits = folded(text).strip()
        if digits in none:
            return None
        if digits.isascii() and digits.isdecimal() and len(digits) <= most and int(digits):
            return int(digits)
        self._fault(fault, row, columns.get(field, ""), text)
        return None

    def _eligible(self, row: Row, header: str, text: str) -> bool | None:
        word = folded(text).casefold()
        if word in _YES:
            return True
        if word in _NO:
            return False
        if word:
            self._fault(RowFault.ELIGIBLE_UNCLEAR, row, header, text)
        return None

    def _fault(self, code: RowFault, row: Row, header: str = "", value: str = "") -> None:
        self.faults.append(Issue(code, row.line, header, shortened(value)))

    def _compare(self, people: Sequence[Person], existing: Iterable[str]) -> None:
        numbers = _together(people, lambda person: folded(person.number))
        header = self._header(Field.NUMBER)
        for same in numbers:
            lines = tuple(person.line for person in same)
            self.faults.append(
                Issue(RowFault.NUMBER_TWICE, lines[1], header, shortened(same[0].number), lines)
            )
        for same in _together(people, lambda person: str(person.seed or "")):
            lines = tuple(person.line for person in same)
            self.warnings.append(
                Issue(Warn.SEED_TWICE, lines[1], self._header(Field.SEED), str(same[0].seed), lines)
            )
        for same in _together(people, lambda person: name_key(person.name)):
            lines = tuple(person.line for person in same)
            alike = len({replace(person, line=0, name="") for person in same}) == 1
            code = Warn.SAME_ROW if alike else Warn.SAME_NAME
            self.warnings.append(
                Issue(code, lines[1], self._header(Field.NAME), shortened(same[0].name), lines)
            )
        entered = {name_key(name) for name in existing}
        self.warnings.extend(
            Issue(
                Warn.ALREADY_ENTERED, person.line, self._header(Field.NAME), shortened(person.name)
            )
            for person in people
            if name_key(person.name) in entered
        )

    def _header(self, field: Field) -> str:
        pairs = zip(self.headers, self.fields, strict=True)
        return next((header for header, known in pairs if known is field), "")

    def _look_over(self) -> None:
        if not self.sheet.sure:
            self.warnings.append(Issue(Warn.ENCODING_GUESSED, value=self.sheet.encoding))
        if self.sheet.others:
            names = shortened(", ".join(self.sheet.others))
            self.warnings.append(Issue(Warn.OTHER_SHEETS, value=names))
        for header, field in zip(self.headers, self.fields, strict=True):
            if field is None and self.has_header and not header.startswith("#"):
                self.warnings.append(Issue(Warn.UNKNOWN_COLUMN, column=header))


_WHOLE: Mapping[Field, tuple[int, RowFault, tuple[str, ...]]] = {
    Field.SEED: (SEED_DIGITS, RowFault.SEED_NOT_A_NUMBER, ("",)),
    Field.RATING: (
        RATING_DIGITS, RowFault.RATING_NOT_A_NUMBER, ("", "0", "-", "–", "—", "ー", "なし"),
    ),
}  # fmt: skip
_YES = frozenset(
    [
        "○",
        "〇",
        "◯",
        "◎",
        "有",
        "あり",
        "可",
        "はい",
        "有り",
        "y",
        "yes",
        "true",
        "t",
        "1",
        "ok",
        "o",
        "済",
    ]
)
_NO = frozenset(
    ["×", "✕", "✖", "x", "無", "なし", "不可", "いいえ", "無し", "n", "no", "false", "f", "0", "ng"]
)


def _header_at(rows: Sequence[Row], has_header: bool | None) -> int | None:
    if has_header is False:
        return None
    known = [fields_of(row.cells) for row in rows[:HEADER_WITHIN]]
    for index, fields in enumerate(known):
        if names_people(fields):
            return index
    if has_header or any(known[0]):
        return 0
    return None


def _width(cells: Sequence[str]) -> int:
    return max((index for index, cell in enumerate(cells, 1) if cell), default=0)


def _joined(texts: Mapping[Field, str], family: Field, given: Field) -> str:
    return " ".join(filter(None, (texts.get(family, ""), texts.get(given, ""))))


def _together(people: Sequence[Person], key: Callable[[Person], str]) -> list[list[Person]]:
    """Those that share a key that is not empty."""
    found: dict[str, list[Person]] = {}
    for person in people:
        if mark := key(person):
            found.setdefault(mark, []).append(person)
    return [same for same in found.values() if len(same) > 1]
