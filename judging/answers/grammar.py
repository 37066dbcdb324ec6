"""Numbers and lists of numbers, exactly. The text is normalised (``normal.numeric``)."""

import re
from fractions import Fraction

from judging.answers.errors import (
    BadBracketsError,
    BadGroupingError,
    EmptyItemError,
    NotANumberError,
    NotWholeError,
    PowerOfTenError,
    TooManyDigitsError,
    ZeroDenominatorError,
)
from judging.answers.kinds import Kind

MAX_DIGITS = 40

_SIGNED = r"(?P<sign>[+-]?)\s*"
_GROUPED = r"[0-9]{1,3}(?:,[0-9]{3})+"
_INTEGER = re.compile(rf"{_SIGNED}(?P<whole>{_GROUPED}|[0-9]+)")
_DECIMAL = re.compile(rf"{_SIGNED}(?P<whole>{_GROUPED}|[0-9]*)(?:\.(?P<part>[0-9]+))?")
_FRACTION = re.compile(rf"{_SIGNED}(?P<top>[0-9]+)\s*/\s*(?P<below_sign>[+-]?)\s*(?P<below>[0-9]+)")
_POWER = re.compile(r"[+-]?[0-9]*\.?[0-9]+\s*[eE]\s*[+-]?[0-9]+")
_COMMAS = re.compile(r"[+-]?\s*[0-9,]+(?:\.[0-9]+)?")
_BRACKETS = {Kind.TUPLE: "()", Kind.SET: "{}", Kind.MULTISET: "{}"}
_COMMA = re.compile("[,、]")
NOTHING = "∅"


def whole_number(text: str) -> int:
    """
    >>> whole_number("-007"), whole_number("1,234")
    (-7, 1234)
    """
    found = _INTEGER.fullmatch(text)
    if found is None:
        _refuse(text)
        if _FRACTION.fullmatch(text) or _is_decimal(text):
            raise NotWholeError(text)
        raise NotANumberError(text)
    value = _int(found["whole"])
    return -value if found["sign"] == "-" else value


def number(text: str) -> Fraction:
    """A whole number, a decimal or a fraction of whole numbers.

    >>> number("1 / -2"), number(".5"), number("1,234.5")
    (Fraction(-1, 2), Fraction(1, 2), Fraction(2469, 2))
    """
    if found := _FRACTION.fullmatch(text):
        top, below = _int(found["top"]), _int(found["below"])
        if not below:
            raise ZeroDenominatorError(text)
        value = Fraction(top, below)
        return -value if (found["sign"] == "-") != (found["below_sign"] == "-") else value
    found = _DECIMAL.fullmatch(text)
    if found is None or not _is_decimal(text):
        _refuse(text)
        raise NotANumberError(text)
    whole, part = found["whole"].replace(",", ""), found["part"] or ""
    value = Fraction(_int(whole + part), 10 ** len(part))
    return -value if found["sign"] == "-" else value


def _is_decimal(text: str) -> bool:
    found = _DECIMAL.fullmatch(text)
    return found is not None and bool(found["whole"] or found["part"])


def _int(digits: str) -> int:
    digits = digits.replace(",", "")
    if len(digits) > MAX_DIGITS:
        raise TooManyDigitsError(digits, most=MAX_DIGITS)
    return int(digits)


def _refuse(text: str) -> None:
    """The errors that say more than that it is no number."""
    if _POWER.fullmatch(text):
        raise PowerOfTenError(text)
    if "," in text and _COMMAS.fullmatch(text):
        raise BadGroupingError(text)


def numbers(kind: Kind, text: str) -> list[Fraction]:
    """The numbers of a tuple, a set or a multiset, as written.

    >>> numbers(Kind.TUPLE, "(1, 1/2)"), numbers(Kind.SET, "{}")
    ([Fraction(1, 1), Fraction(1, 2)], [])
    """
    pair = _BRACKETS[kind]
    if text == NOTHING and kind is not Kind.TUPLE:
        return []
    inner = text
    if text[:1] in "([{" or text[-1:] in ")]}":
        if len(text) < 2 or text[0] + text[-1] != pair:
            raise BadBracketsError(text, brackets=pair)
        inner = text[1:-1].strip()
        if not inner and kind is not Kind.TUPLE:
            return []
    items = [item.strip() for item in _COMMA.split(inner)]
    if not all(items):
        raise EmptyItemError(text)
    return [number(item) for item in items]


def decimal_text(value: Fraction) -> str:
    """As a decimal when it ends, else as a fraction.

    >>> decimal_text(Fraction(-1, 8)), decimal_text(Fraction(1, 3)), decimal_text(Fraction(4))
    ('-0.125', '1/3', '4')
    """
    below, twos, fives = value.denominator, 0, 0
    while below % 2 == 0:
        below, twos = below // 2, twos + 1
    while below % 5 == 0:
        below, fives = below // 5, fives + 1
    places = max(twos, fives)
    if below != 1 or not places:
        return str(value)
    digits = str(abs(value) * 10**places).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
