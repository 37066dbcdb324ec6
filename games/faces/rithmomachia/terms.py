"""What things are called: pieces, captures, victories."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

SIDES = {"E": 1, "O": 2}


def piece(kind: str) -> str:
    """``R9`` in words: round 9."""
    words = {
        "R": _("round %(n)s"),
        "T": _("triangle %(n)s"),
        "S": _("square %(n)s"),
        "P": _("pyramid %(n)s"),
    }
    return words[kind[0]] % {"n": kind[1:].split("/")[0]}


def side(name: str) -> str:
    return _("Even") if name == "E" else _("Odd")


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return pgettext("between things of a list", ", ").join(words)


def sentences(parts: Sequence[str]) -> str:
    return ("" if get_language() == "ja" else " ").join(part for part in parts if part)


def capture(found: Mapping[str, Any]) -> str:
    """One capture with its sums: ``round 8 on d5 (3 + 5 = 8)``."""
    what = piece(found["piece"])
    ways = pgettext("between reasons", "; ").join(way(one) for one in found["ways"])
    values = {"piece": what, "square": found["square"], "ways": ways}
    if found["part"]:
        return _("the component %(piece)s on %(square)s (%(ways)s)") % values
    return _("%(piece)s on %(square)s (%(ways)s)") % values


def way(found: Mapping[str, Any]) -> str:
    """Why a piece falls: the sum, with what its numbers are."""
    by = found["by"]
    values = {"sum": found["sum"], "n": by[0]["number"], "gives": found["gives"]}
    match found["kind"]:
        case "meeting":
            return _("meeting, %(sum)s") % values
        case "assault":
            values |= {"count": found["count"], "sign": found["sign"]}
            if found["both_ends"]:
                words = ngettext(
                    "assault, %(n)s %(sign)s %(count)s square = %(gives)s",
                    "assault, %(n)s %(sign)s %(count)s squares = %(gives)s",
                    found["count"],
                )
            else:
                words = ngettext(
                    "assault, %(n)s %(sign)s %(count)s empty square = %(gives)s",
                    "assault, %(n)s %(sign)s %(count)s empty squares = %(gives)s",
                    found["count"],
                )
            return words % values
        case "ambush":
            return _("ambush, %(sum)s") % values
    squares = listed([one["square"] for one in by])
    return _("siege from %(squares)s") % {"squares": squares}


def count_of_pieces(count: int) -> str:
    return ngettext("%(n)s piece", "%(n)s pieces", count) % {"n": count}


def count_of_digits(count: int) -> str:
    return ngettext("%(n)s digit", "%(n)s digits", count) % {"n": count}


def victory_name(code: str) -> str:
    return {
        "corpore": _("de corpore, by pieces"),
        "bonis": _("de bonis, by value"),
        "lite": _("de lite, by value and digits"),
        "honore": _("de honore, by value and pieces"),
        "honore_liteque": _("de honore liteque, by pieces, value and digits"),
        "great": _("a great victory"),
        "greater": _("a greater victory"),
        "excellent": _("a most excellent victory"),
    }.get(code, code)


def victory(found: Mapping[str, Any]) -> str:
    """A victory with its numbers."""
    values = {"name": victory_name(found["victory"])}
    if "relations" not in found:
        values |= {
            "sum": found["sum"],
            "pieces": count_of_pieces(found["pieces"]),
            "digits": count_of_digits(found["digits"]),
        }
        return _("%(name)s: %(sum)s, %(pieces)s, %(digits)s") % values
    sums = [
        f"{progression(one['kind'], len(one['numbers']))} {one['sum']}"
        for one in found["relations"]
    ]
    values |= {
        "numbers": listed([str(number) for number in found["numbers"]]),
        "squares": listed(found["squares"]),
        "figure": figure(found["figure"]),
        "sums": pgettext("between reasons", "; ").join(sums),
    }
    return _("%(name)s: %(numbers)s on %(squares)s, %(figure)s (%(sums)s)") % values


def progression(kind: str, members: int) -> str:
    if members == 4:
        return _("in proportion")
    return {
        "arithmetic": _("arithmetic"),
        "geometric": _("geometric"),
        "harmonic": _("harmonic"),
    }[kind]


def figure(code: str) -> str:
    return {
        "line": _("in a line"),
        "right_angle": _("in a right angle"),
        "square": _("in a square"),
        "anywhere": _("in the enemy half"),
    }[code]
