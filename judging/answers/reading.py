"""Reading an answer: from what was typed to its canonical form, or an AnswerError."""

import string
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.rules.kyoen.geometry import Board
from judging.answers.errors import NotAnOptionError, OneOptionError
from judging.answers.grammar import decimal_text, number, numbers, whole_number
from judging.answers.kinds import Kind
from judging.answers.normal import checked, numeric, one_line, textual
from judging.answers.points import (
    NOTHING,
    four_points,
    one_point,
    sets_of_four,
    some_points,
)

LETTERS = string.ascii_lowercase
EMPTY_SET = "{}"


@dataclass(frozen=True, slots=True)
class Answer:
    """``canonical`` is equal for two answers iff they mean the same; reading it gives itself.

    ``value``: a Fraction, a tuple of them, or text, letters or points.
    """

    kind: Kind
    canonical: str
    value: Any


def read_answer(
    kind: Kind, raw: str, *, board: Board | None = None, options: int | None = None, ask: str = ""
) -> Answer:
    """Raise AnswerError when ``raw`` cannot be an answer of that kind, right or wrong.

    ``board``: the board of the problem; without one every point of any board will do.
    ``options``: how many a choice has. ``ask``: ``one``, ``all`` or ``count`` of safe points.
    Takes time linear in the answer; one too long is not looked at.

    >>> read_answer(Kind.SET, "{1/2, ０．５}").canonical
    '{1/2}'
    """
    match kind:
        case Kind.INTEGER:
            value: Any = Fraction(whole_number(one_line(numeric(raw))))
            return Answer(kind, str(value), value)
        case Kind.RATIONAL:
            value = number(one_line(numeric(raw)))
            return Answer(kind, str(value), value)
        case Kind.DECIMAL:
            value = number(one_line(numeric(raw)))
            return Answer(kind, decimal_text(value), value)
        case Kind.TUPLE | Kind.SET | Kind.MULTISET:
            return _list(kind, raw)
        case Kind.TEXT:
            value = textual(raw)
            return Answer(kind, value, value)
        case Kind.CHOICE | Kind.MULTIPLE_CHOICE:
            return _letters(kind, raw, options)
        case Kind.HANTEI:
            value = four_points(numeric(raw), board)
            return Answer(kind, " ".join(value), value)
        case Kind.HANTEI_ALL:
            value = sets_of_four(numeric(raw), board)
            written = "; ".join(" ".join(four) for four in value)
            return Answer(kind, written or EMPTY_SET, value)
        case Kind.SAFE_POINT:
            return _safe(raw, board, ask)
        case Kind.PROOF:
            value = checked(raw)
            return Answer(kind, value, value)


def _list(kind: Kind, raw: str) -> Answer:
    found = numbers(kind, one_line(numeric(raw)))
    if kind is Kind.SET:
        found = list(set(found))
    if kind is not Kind.TUPLE:
        found.sort()
    pair = "()" if kind is Kind.TUPLE else EMPTY_SET
    return Answer(kind, f"{pair[0]}{', '.join(map(str, found))}{pair[1]}", tuple(found))


def _letters(kind: Kind, raw: str, options: int | None) -> Answer:
    text = one_line(numeric(raw)).casefold()
    known = LETTERS if options is None else LETTERS[:options]
    if kind is Kind.MULTIPLE_CHOICE and text in NOTHING:
        return Answer(kind, EMPTY_SET, ())
    letters = [char for char in text if char not in " ,、"]
    for letter in letters:
        if letter not in known:
            raise NotAnOptionError(text, option=letter, options=", ".join(known))
    chosen = tuple(sorted(set(letters)))
    if not chosen:
        raise NotAnOptionError(text, option=text, options=", ".join(known))
    if kind is Kind.CHOICE and len(letters) != 1:
        raise OneOptionError(text)
    return Answer(kind, ", ".join(chosen), chosen)


def _safe(raw: str, board: Board | None, ask: str) -> Answer:
    text = numeric(raw)
    if ask == "count" or (not ask and text[0].isdigit()):
        count = Fraction(whole_number(one_line(text)))
        return Answer(Kind.SAFE_POINT, str(count), count)
    if ask == "one":
        point = one_point(text, board)
        return Answer(Kind.SAFE_POINT, point, (point,))
    points = some_points(text, board)
    return Answer(Kind.SAFE_POINT, " ".join(points) or EMPTY_SET, points)
