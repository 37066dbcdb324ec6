"""What a list of players comes to: people, or what is wrong with which line."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from tournaments.interchange.columns import Field
from tournaments.interchange.sheets import FileFault, FileKind

LIMITS: Mapping[Field, int] = {
    Field.NAME: 200,
    Field.KANA: 200,
    Field.CLUB: 200,
    Field.GRADE: 50,
    Field.NUMBER: 50,
    Field.NOTE: 500,
}
"""Characters; what the tables of the product hold."""


class RowFault(Enum):
    """Why nothing was taken in."""

    NO_NAME_COLUMN = "no_name_column"
    COLUMN_TWICE = "column_twice"
    NO_SUCH_COLUMN = "no_such_column"
    NO_PEOPLE = "no_people"
    NAME_MISSING = "name_missing"
    TOO_LONG = "too_long"
    CONTROL_CHARACTER = "control_character"
    SEED_NOT_A_NUMBER = "seed_not_a_number"
    RATING_NOT_A_NUMBER = "rating_not_a_number"
    NUMBER_TWICE = "number_twice"
    ELIGIBLE_UNCLEAR = "eligible_unclear"
    EXTRA_CELLS = "extra_cells"


class Warn(Enum):
    """What a person should look at; it stops nothing."""

    UNKNOWN_COLUMN = "unknown_column"
    SAME_NAME = "same_name"
    SAME_ROW = "same_row"
    ALREADY_ENTERED = "already_entered"
    SEED_TWICE = "seed_twice"
    ENCODING_GUESSED = "encoding_guessed"
    ROWS_BEFORE_HEADER = "rows_before_header"
    OTHER_SHEETS = "other_sheets"
    DAMAGED_CHARACTER = "damaged_character"


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    line: int
    """In the file, from 1."""
    kana: str = ""
    club: str = ""
    grade: str = ""
    seed: int | None = None
    rating: int | None = None
    number: str = ""
    eligible: bool | None = None
    """None when the list says nothing."""
    note: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    """(column name, text) of the columns nobody knows."""


@dataclass(frozen=True, slots=True)
class Issue:
    """A fault or a warning, and where it is."""

    code: FileFault | RowFault | Warn
    line: int | None = None
    column: str = ""
    """The column's name in the file."""
    value: str = ""
    """What stood there, cut short; for a limit, the limit."""
    lines: tuple[int, ...] = ()
    """All lines concerned, when there are several."""


@dataclass(frozen=True, slots=True)
class Column:
    index: int
    """From 0."""
    header: str
    field: Field | None
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class People:
    """What a file came to. ``people`` is empty whenever there are faults."""

    people: tuple[Person, ...] = ()
    faults: tuple[Issue, ...] = ()
    warnings: tuple[Issue, ...] = ()
    columns: tuple[Column, ...] = ()
    preview: tuple[tuple[str, ...], ...] = ()
    """The first rows below the column names, as they are in the file."""
    rows: int = 0
    kind: FileKind | None = None
    encoding: str = ""
    delimiter: str = ""
    sheet: str = ""
    has_header: bool = False
    proposal: tuple[Field | None, ...] = ()
    """What the columns seem to hold, while none is said to hold the names."""

    @property
    def ok(self) -> bool:
        return not self.faults

    def entering(self, *, same_names: bool = False) -> tuple[Person, ...]:
        """Who is eligible and not entered yet; ``same_names``: those who seem to be, too."""
        known = () if same_names else self._known
        return tuple(
            one for one in self.people if one.eligible is not False and one.line not in known
        )

    @property
    def known(self) -> int:
        """How many seem to be entered already: somebody has their name."""
        return len(self._known)

    @property
    def _known(self) -> frozenset[int | None]:
        return frozenset(one.line for one in self.warnings if one.code is Warn.ALREADY_ENTERED)


def name_key(name: str) -> str:
    """What makes two names the same at a glance: width, case and spaces aside.

    >>> name_key("山田　太郎") == name_key("山田太郎")
    True
    """
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def folded(text: str) -> str:
    """Without width; text with what only looks like a digit (², ①) stays as it is.

    >>> [folded(one) for one in ("１２ ", "ＯＫ", "1²", "①", "½")]
    ['12 ', 'OK', '1²', '①', '½']
    """
    return text if any(map(_seeming_digit, text)) else unicodedata.normalize("NFKC", text)


def _seeming_digit(char: str) -> bool:
    if char.isascii() or char in "０１２３４５６７８９":
        return False
    return any(map(str.isdecimal, unicodedata.normalize("NFKC", char)))


def shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
