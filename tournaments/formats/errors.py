"""What a format refuses. ``code`` is stable; ``params`` fill the words shown to a person."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar
from unicodedata import normalize

AMOUNT = re.compile(r"-?(?:\d{1,9}(?:[./]\d{1,9})?|\.\d{1,9})", re.ASCII)
LONGEST = 32


class FormatError(Exception):
    """Something an organiser asked for that cannot be done."""

    code: ClassVar[str] = "format_error"

    def __init__(self, **params: Any) -> None:
        super().__init__(self.code, params)
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value!r}" for key, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


class InvalidSettingError(FormatError):
    """A setting of a format with a value that is not allowed.

    ``params``: field, value, allowed (words such as ``2..8``).
    """

    code = "invalid_setting"


class EvenGamesError(FormatError):
    """A match of a bracket needs a winner. ``params``: field, value (the even number)."""

    code = "even_games"


class TablesTooLargeError(FormatError):
    """The tables of a stage seat more than can play the game. ``params``: seats, preferred."""

    code = "tables_too_large"


class TooFewEntrantsError(FormatError):
    """``params``: entrants, needed."""

    code = "too_few_entrants"


class NoTableSizesError(FormatError):
    """No set of tables within the limits seats everybody. ``params``: entrants, smallest,
    largest, and ``nearest``: the numbers of entrants on either side that would do."""

    code = "no_table_sizes"


class DuplicateEntrantError(FormatError):
    """``params``: key."""

    code = "duplicate_entrant"


class UnknownEntrantError(FormatError):
    """``params``: key."""

    code = "unknown_entrant"


class NoFreeSeatError(FormatError):
    """Every table is full. ``params``: largest."""

    code = "no_free_seat"


def whole_number(field: str, value: object, low: int, high: int) -> int:
    """Read a number that may have been typed, full-width digits included.

    >>> whole_number("groups", "2", 1, 8), whole_number("groups", " ２ ", 1, 8)
    (2, 2)

    Raise InvalidSettingError for anything else, and outside ``low``..``high``.
    """
    number: int | None = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, str):
        text = value.strip()
        # int() would also take "1_0" and "+1", which nobody types on purpose.
        if text.isdecimal() and len(text) <= 9:
            number = int(text)
    if number is None or not low <= number <= high:
        raise InvalidSettingError(field=field, value=value, allowed=f"{low}..{high}")
    return number


def exact_number(field: str, value: object, low: int, high: int) -> Fraction:
    """Read an amount that may have been typed: whole, decimal or a fraction.

    >>> [str(exact_number("win", one, 0, 10)) for one in (2, 0.5, "1/2", "½", "1½", " １．５ ")]
    ['2', '1/2', '1/2', '1/2', '3/2', '3/2']

    Raise InvalidSettingError for anything else, and outside ``low``..``high``. Powers are not
    read: to work out "1e999999999" takes for ever.
    """
    try:
        typed = str(value).strip()
        text = normalize("NFKC", typed[:LONGEST].replace("½", ".5"))
        if isinstance(value, bool) or len(typed) > LONGEST or not AMOUNT.fullmatch(text):
            raise ValueError
        number = Fraction(text)
        if not low <= number <= high:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise InvalidSettingError(field=field, value=value, allowed=f"{low}..{high}") from None
    return number


def an_object(field: str, value: object) -> Mapping[str, Any]:
    """``value``, where names and values are needed. Raise InvalidSettingError."""
    if not isinstance(value, Mapping):
        raise InvalidSettingError(field=field, value=value, allowed="an object")
    return value
