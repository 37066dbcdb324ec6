"""The lines that pairing engines add to TRF16: how many rounds, points, who must not meet."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tournaments.formats.points import STANDARD, Points
from tournaments.interchange.trf_columns import read_decimal, write_decimal
from tournaments.interchange.trf_values import TrfError

CODES = frozenset({"XXR", "XXC", "XXZ", "XXS", "XXA", "XXP"})
_SCORES = {
    "W": ("win", "walkover", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss", "no_show", "zero_bye"),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "FW": ("walkover",),
    "FL": ("no_show",),
    "PAB": ("pairing_bye",),
    "FPB": ("full_bye",),
    "HPB": ("half_bye",),
    "ZPB": ("zero_bye",),
}
_WRITTEN = ("W", "D", "L", "FW", "FL", "PAB", "FPB", "HPB", "ZPB")
_BLACK = frozenset({"BW", "BD", "BL"})
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)


def read_code(found: dict[str, Any], code: str, text: str, row: int) -> None:
    """Put what one line says into ``found``, the keyword arguments of a TrfTournament."""
    match code:
        case "XXR":
            _once(found, "rounds", code, row)
            found["rounds"] = _number(text.strip(), row)
        case "XXC":
            for word in text.split():
                _configure(found, word, row)
        case "XXZ":
            numbers = frozenset(_number(word, row) for word in text.split())
            found["absent"] = found.get("absent", frozenset()) | numbers
        case "XXS":
            found["points"] = _score(found.get("points", STANDARD), text, row)
        case "XXA":
            number, *extra = text.split() or [""]
            given = found.setdefault("acceleration", {})
            if _number(number, row) in given:
                raise TrfError("code_twice", row, f"XXA {number}")
            given[int(number)] = tuple(read_decimal(word, row) for word in extra)
        case "XXP":
            numbers_apart = tuple(_number(word, row) for word in text.split())
            found["forbidden"] = (*found.get("forbidden", ()), numbers_apart)


def write_points(points: Points) -> str:
    """The XXS line; "" for the usual points."""
    if replace(points, absent=Fraction(0)) == STANDARD:
        return ""
    words = [f"{code}={write_decimal(getattr(points, _SCORES[code][0]))}" for code in _WRITTEN]
    return "XXS " + " ".join(words)


def _configure(found: dict[str, Any], word: str, row: int) -> None:
    match word:
        case "rank":
            found["by_rank"] = True
        case "white1" | "black1":
            _once(found, "first_moves", "XXC", row)
            found["first_moves"] = word == "white1"
        case _:
            raise TrfError("unknown_code", row, word)


def _score(points: Points, text: str, row: int) -> Points:
    for word in text.split():
        code, _, amount = word.partition("=")
        if code not in _SCORES:
            raise TrfError("unknown_code", row, word)
        value = read_decimal(amount, row)
        if code in _BLACK and getattr(points, _SCORES[code][0]) != value:
            raise TrfError("unknown_code", row, word)
        points = replace(points, **dict.fromkeys(_SCORES[code], value))
    return points


def _once(found: dict[str, Any], name: str, code: str, row: int) -> None:
    if name in found:
        raise TrfError("code_twice", row, code)


def _number(word: str, row: int) -> int:
    if not _NUMBER.fullmatch(word) or int(word) < 1:
        raise TrfError("not_a_number", row, word)
    return int(word)
