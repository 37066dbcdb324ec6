"""A board of results as its pages show it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.numbers import plural
from judging.ranking import Criterion


def criteria_words(criteria: Iterable[str]) -> list[str]:
    """What decides the ranks, in order."""
    words = {
        Criterion.TOTAL.value: _("total of points"),
        Criterion.HANTEI.value: _("most hantei problems solved"),
        Criterion.WRONG.value: _("fewest wrong answers"),
        Criterion.LAST_RIGHT.value: _("earliest last right answer"),
    }
    return [words[one] for one in criteria if one in words]


def excluded_words(code: str | None) -> str:
    """Why somebody has no rank."""
    words = {
        "withdrawn": _("withdrew"),
        "disqualified": _("disqualified"),
        "staff": _("staff, not ranked"),
        "practice": _("practice, not ranked"),
        "absent": _("did not start"),
    }
    return words.get(code or "", "")


def board_rows(
    shown: Mapping[str, Any], first: int, count: int, mine: str = ""
) -> list[dict[str, Any]]:
    """Rows ``first`` … of a board, each cell with what it says and its state."""
    solvers = shown.get("first", {})
    problems = shown["problems"]
    return [
        {
            **row,
            "mine": row["entry"] == mine,
            "why": excluded_words(row["excluded"]),
            "cells": [
                _cell(problem, cell, solvers.get(problem["id"]) == row["entry"])
                for problem, cell in zip(problems, row["cells"], strict=True)
            ],
        }
        for row in shown["rows"][first : first + count]
    ]


def _cell(problem: Mapping[str, Any], cell: list[Any], first: bool) -> dict[str, Any]:
    """``state``: right, partly, wrong, pending, told later, or empty where nothing was sent."""
    points, right, wrong, pending, used = cell
    if pending:
        state = "pending"
    elif right:
        state = "right"
    elif not used:
        state = ""
    else:
        state = "partly" if points not in {"0", "0.0"} and not points.startswith("-") else "wrong"
    return {
        "state": state,
        "points": points if state in {"right", "partly", "wrong"} else "",
        "wrong": wrong,
        "pending": pending,
        "first": first,
        "words": _words(state, points, pending),
    }


def _words(state: str, points: str, pending: int) -> str:
    match state:
        case "pending":
            return _("%(n)s not told yet") % {"n": pending}
        case "right":
            words = ngettext("right, %(points)s point", "right, %(points)s points", plural(points))
            return words % {"points": points}
        case "partly":
            words = ngettext(
                "partly right, %(points)s point", "partly right, %(points)s points", plural(points)
            )
            return words % {"points": points}
        case "wrong":
            return _("not right")
    return _("nothing sent")
