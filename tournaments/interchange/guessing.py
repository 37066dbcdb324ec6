"""What the columns of a list without column names seem to hold; a proposal, no more."""

import re
from collections.abc import Sequence

from tournaments.interchange.columns import Field
from tournaments.interchange.people_values import LIMITS, folded

LOOKED_AT = 200
"""Rows."""
LEAST_RATING, MOST_RATING = 400, 3500
MOST_DIGITS = LIMITS[Field.NUMBER]
_KANA = re.compile(r"[\u3041-\u309f\u30a0-\u30ff\s]+")
_GRADE = re.compile(r"(小学?|中学?|高校?|大学?|修士|博士)?\s*[1-9]\d?\s*年生?|[小中高大院]\s*[1-9]")
_MARKS = frozenset("○〇◯◎×✕✖")


def guessed(rows: Sequence[Sequence[str]]) -> tuple[Field | None, ...]:
    """A field for each column, none twice; the first column of words holds the names.

    >>> guessed([["1", "山田 太郎", "やまだ たろう", "高2"], ["2", "佐藤 花", "さとう はな"]])
    (<Field.NUMBER: 'number'>, <Field.NAME: 'name'>, <Field.KANA: 'kana'>, <Field.GRADE: 'grade'>)
    >>> guessed([["Lena Brandt", "1840", "Hekisui"], ["Jonas Adeyemi", "2011", "Hekisui"]])
    (<Field.NAME: 'name'>, <Field.RATING: 'rating'>, <Field.CLUB: 'club'>)
    """
    rows = rows[:LOOKED_AT]
    width = max((len(row) for row in rows), default=0)
    kinds = [_kind([row[at] for row in rows if at < len(row) and row[at]]) for at in range(width)]
    if None not in [kind for kind in kinds if kind is not Field.NUMBER] and Field.NAME not in kinds:
        # Names may be written in kana alone.
        kinds = [Field.NAME if kind is Field.KANA else kind for kind in kinds]
    found: list[Field | None] = []
    for kind in kinds:
        field = Field.CLUB if kind is Field.NAME and Field.NAME in found else kind
        found.append(None if field in found else field)
    return tuple(found)


def _kind(cells: Sequence[str]) -> Field | None:
    """NAME for words of any sort."""
    texts = [folded(cell).strip() for cell in cells]
    if not texts:
        return None
    if all(text.isascii() and text.isdecimal() for text in texts):
        longest = max(map(len, texts))
        return _kind_of_numbers([int(text) for text in texts]) if longest <= MOST_DIGITS else None
    if all(_GRADE.fullmatch(text) for text in texts):
        return Field.GRADE
    if all(cell.strip() in _MARKS for cell in cells):
        return Field.ELIGIBLE
    if all(_KANA.fullmatch(text) for text in texts):
        return Field.KANA
    words = sum(any(char.isalpha() for char in text) for text in texts)
    return Field.NAME if 2 * words > len(texts) and not any("@" in text for text in texts) else None


def _kind_of_numbers(numbers: Sequence[int]) -> Field | None:
    if all(LEAST_RATING <= number <= MOST_RATING for number in numbers):
        return Field.RATING
    return Field.NUMBER if len(set(numbers)) == len(numbers) and len(numbers) > 1 else None
