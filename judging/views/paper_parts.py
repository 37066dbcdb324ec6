"""The parts of a paper as its page shows them: statements, boards, options, receipts."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.dateparse import parse_datetime
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from judging.answers.kinds import BOARD_KINDS
from judging.answers.kinds import Kind as Core
from judging.drawing import answer_svg, solution_svg
from judging.kind_words import SHORT
from judging.kinds.graded import ProblemError
from judging.kinds.registry import solution
from judging.markup import MarkupError, render
from judging.models import Kind, PaperProblem

BOARDS = {Kind.HANTEI, Kind.HANTEI_ALL, Kind.SAFE_POINT}
CONTROLS: Mapping[str, str] = {
    Kind.HANTEI: "board",
    Kind.HANTEI_ALL: "sets",
    Kind.SAFE_POINT: "safe",
    Kind.CHOICE: "choice",
    Kind.MULTIPLE_CHOICE: "choice",
    Kind.PROOF: "proof",
}
"""How an answer is given; every other kind is typed."""
IMAGE = re.compile(r"image:([A-Za-z0-9._-]{1,80})")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
GAME = "kyoen"


def html_of(text: str) -> SafeString:
    """Markdown as HTML; what cannot be read is shown as it was typed."""
    try:
        return mark_safe(render(text, images=_images(text)))
    except MarkupError:
        return SafeString(f"<p>{escape(text)}</p>")


def _images(text: str) -> dict[str, str]:
    found = {}
    for name in IMAGE.findall(text):
        try:
            found[name] = reverse("judging:image", args=[name])
        except NoReverseMatch:
            continue
    return found


def problem_part(problem: Mapping[str, Any]) -> dict[str, Any]:
    """What ``problem_view`` tells, with what its template draws."""
    content = problem["content"]
    control = CONTROLS.get(problem["kind"], "typed")
    ask = content.get("ask", "")
    if control == "safe":
        control = {"count": "typed", "all": "many"}.get(ask, "one")
    return {
        **problem,
        "html": html_of(problem["statement"]),
        "control": control,
        "ask": ask,
        "kind_words": SHORT.get(problem["kind"], ""),
        "position": content if problem["kind"] in BOARDS else None,
        "game": GAME,
        "picks": control in {"board", "sets", "one", "many"},
        "options": options_of(content),
        "several": problem["kind"] == Kind.MULTIPLE_CHOICE,
        "receipts": receipt_parts(problem, problem["submissions"]),
    }


def options_of(content: Mapping[str, Any]) -> list[tuple[str, SafeString]]:
    """Letter and words of each option, in the reader's language."""
    language = "en" if get_language() == "en" else "ja"
    found = []
    for letter, option in zip(LETTERS, content.get("options", ()), strict=False):
        words = option.get(language) or option.get("ja") or option.get("en") or ""
        found.append((letter, html_of(words)))
    return found


def receipt_parts(
    problem: Mapping[str, Any], submissions: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Newest first, each with the drawing of its verdict."""
    found = [
        {
            **one,
            "received": moment(one["received_at"]),
            "drawing": _drawing(problem, one.get("verdict")),
            "proof": problem["kind"] == Kind.PROOF,
        }
        for one in submissions
    ]
    return found[::-1]


def _drawing(problem: Mapping[str, Any], verdict: Mapping[str, Any] | None) -> SafeString:
    if verdict is None or problem["kind"] not in BOARDS or not verdict["details"]:
        return SafeString("")
    try:
        drawn = answer_svg(problem["content"], verdict["details"], label=verdict["words"])
    except (ProblemError, KeyError, ValueError):
        return SafeString("")
    return mark_safe(drawn)


def moment(text: str | None) -> datetime | None:
    return parse_datetime(text) if text else None


SCRIPTED = (
    "id", "label", "kind", "control", "attempts", "left", "draft", "seq", "state", "ask",
    "saved_at", "feedback", "uploads",
)  # fmt: skip


def scripted(part: Mapping[str, Any]) -> dict[str, Any]:
    """What the page's script needs of a problem; it draws nothing else."""
    waiting = [one["id"] for one in part["submissions"] if one["status"] == "queued"]
    return {name: part[name] for name in SCRIPTED} | {
        "sent": [one["answer"] for one in part["submissions"]],
        "waiting": waiting,
    }


def race_part(shown: Mapping[str, Any]) -> dict[str, Any]:
    """A problem of a race as ``race_state`` tells it, with what its template draws."""
    return problem_part({**shown, "submissions": (), "order": 1})


def scripted_race(part: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part[name] for name in ("id", "label", "kind", "control", "ask")}


def solution_part(problem: PaperProblem) -> dict[str, Any] | None:
    """The answer of a problem that is closed: in words and drawn. None where there is none."""
    if problem.key is None or problem.kind == Kind.PROOF:
        return None
    kind, content, key = Core(problem.kind), problem.source.content, problem.key.spec
    try:
        found = solution(kind, content, key)
        drawn = solution_svg(kind, content, key, label=found.text) if kind in BOARD_KINDS else ""
    except (ProblemError, KeyError, ValueError):
        return None
    return {"text": found.text, "drawing": mark_safe(drawn)}
