"""What can be wrong with a problem as it is written."""

from typing import Any

from games.rules.base import gettext_noop
from judging.kinds.graded import Fault, ProblemError

FAULTS = {
    "bad_content": gettext_noop("The board of this problem cannot be read."),
    "bad_board": gettext_noop("There is no such board: {allowed}."),
    "bad_stone": gettext_noop("“{value}” is not a point of this board."),
    "stone_twice": gettext_noop("The stone {point} is there twice."),
    "too_many_stones": gettext_noop("A problem has at most {most} stones."),
    "no_kyoen": gettext_noop("There is no kyōen on this board."),
    "several_kyoens": gettext_noop(
        "There are {n} kyōens on this board. Take stones off, or say that any of them is right."
    ),
    "too_many_kyoens": gettext_noop("There are {n} kyōens on this board; {most} can be asked for."),
    "no_safe_point": gettext_noop("No point of this board is safe."),
    "bad_ask": gettext_noop("Ask for one safe point, for all of them, or for how many."),
    "bad_points": gettext_noop("“{value}” is not a number of points."),
    "bad_options": gettext_noop("A choice has 2 to 26 options."),
    "empty_option": gettext_noop("Option {letter} has no text."),
    "bad_key": gettext_noop("The answer of this problem cannot be read."),
    "no_key": gettext_noop("This problem has no answer yet."),
    "one_key": gettext_noop("Exactly one option is right."),
    "bad_tolerance": gettext_noop("The tolerance “{value}” is not a number of zero or more."),
    "no_such_kind": gettext_noop("There is no kind “{value}”."),
    "same_option": gettext_noop("Options {one} and {other} are the same."),
    "same_answer": gettext_noop("The answers “{one}” and “{other}” are the same."),
    "same_problem": gettext_noop("This is “{name}” up to turning, mirroring and shifting."),
    "kyoen_there": gettext_noop("There is a kyōen on this board already."),
    "every_point_safe": gettext_noop("Every empty point of this board is safe."),
}
"""English by code."""


def fault(code: str, **params: Any) -> Fault:
    return Fault(code, FAULTS[code], {key: _short(value) for key, value in params.items()})


def _short(value: Any) -> Any:
    if isinstance(value, int):
        return value
    text = str(value)
    return text if len(text) <= 200 else f"{text[:200]}…"


def broken(code: str, **params: Any) -> ProblemError:
    return ProblemError(fault(code, **params))
