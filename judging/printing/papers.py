"""Problem papers, answer sheets and marker's sheets: the same source as the screen.

``language`` is ``ja`` or ``en``; the words of a problem come in the language they are given in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from judging.answers.kinds import BOARD_KINDS, CHOICES, Kind
from judging.answers.reading import LETTERS
from judging.drawing import board_svg, solution_svg
from judging.kinds.registry import solution
from judging.kinds.typed import option_text
from judging.markup_blocks import print_blocks
from judging.numbers import plural
from tournaments.printing.render import pdf, pictures

Data = dict[str, Any]
FEW_WORDS = 90
"""Statements up to this many characters stand beside another in two columns."""
FOURS = 6
"""Rows of four boxes where every kyōen is asked for."""
MAX_IMAGE = 1_500_000
"""Bytes; a larger image is not printed, its words are."""


@dataclass(frozen=True, slots=True)
class PrintedProblem:
    """``points`` as shown. ``statement`` and ``solution`` are Markdown."""

    label: str
    points: str
    kind: Kind
    statement: str
    content: Mapping[str, Any] = field(default_factory=dict)
    key: Mapping[str, Any] = field(default_factory=dict)
    solution: str = ""


@dataclass(frozen=True, slots=True)
class PrintedImage:
    content: bytes
    width: int
    """Pixels."""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """``stamp``: when it was printed. ``rules``: Markdown. ``total``: points as shown."""

    contest: str
    title: str
    total: str
    problems: Sequence[PrintedProblem]
    stamp: str = ""
    rules: str = ""
    minutes: int | None = None
    images: Mapping[str, PrintedImage] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetName:
    """Whose answer sheet it is."""

    number: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class PrintedPart:
    letter: str
    points: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class MarkedScript:
    """``marks``: by the letter of the part, as shown; what is missing is left blank."""

    code: str
    marks: Mapping[str, str] = field(default_factory=dict)
    total: str = ""
    note: str = ""


def _frame(sheet: PaperSheet, language: str, heading: str, note: str) -> Data:
    return {
        "lang": language,
        "tournament": sheet.contest,
        "title": f"{heading} — {sheet.contest}",
        "heading": heading,
        "note": note,
        "stamp": sheet.stamp,
        "images": {
            name: {"bytes": list(image.content), "width": image.width}
            for name, image in sheet.images.items()
            if len(image.content) <= MAX_IMAGE
        },
        "words": {
            "answer": _("Answer"),
            "name": _("Name"),
            "number": _("No."),
            "score": pgettext("of a paper", "Score"),
            "page": _("Page"),
            "script": _("Script"),
            "sum": _("Total"),
            "note": _("Note"),
            "marker": _("Marker"),
            "date": _("Date"),
        },
    }


def _note(sheet: PaperSheet) -> str:
    parts = []
    if sheet.minutes is not None:
        count = ngettext("%(n)s minute", "%(n)s minutes", sheet.minutes)
        parts.append(count % {"n": sheet.minutes})
    problems = len(sheet.problems)
    words = ngettext("%(count)s problem", "%(count)s problems", problems)
    parts.append(words % {"count": problems})
    total = ngettext("%(points)s point in all", "%(points)s points in all", plural(sheet.total))
    parts.append(total % {"points": sheet.total})
    return pgettext("between parts of a note", " · ").join(parts)


def paper_data(sheet: PaperSheet, *, language: str, solutions: bool = False) -> Data:
    """Raise MarkupError, ProblemError. Without ``solutions`` nothing of an answer is in it."""
    with translation.override(language):
        heading = sheet.title
        if solutions:
            heading = _("%(paper)s: answers") % {"paper": sheet.title}
        problems = [_problem(one, language, solutions) for one in sheet.problems]
        groups = [
            {"paired": paired, "problems": [one for one, _paired in found]}
            for paired, found in (
                (key, list(group))
                for key, group in groupby(
                    zip(problems, map(_is_short, sheet.problems), strict=True),
                    key=lambda pair: pair[1],
                )
            )
        ]
        return _frame(sheet, language, heading, _note(sheet)) | {
            "rules": print_blocks(sheet.rules),
            "groups": groups,
        }


def _is_short(one: PrintedProblem) -> bool:
    return one.kind in BOARD_KINDS and len(one.statement) <= FEW_WORDS


def _problem(one: PrintedProblem, language: str, solutions: bool) -> Data:
    board = ""
    if one.kind in BOARD_KINDS:
        board = (
            solution_svg(one.kind, one.content, one.key, printing=True)
            if solutions
            else board_svg(one.content, printing=True)
        )
    options = one.content.get("options", ()) if one.kind in CHOICES else ()
    answer = solution(one.kind, one.content, one.key).text if solutions else ""
    return {
        "label": _label(one),
        "points": _points(one.points),
        "statement": print_blocks(one.statement),
        "options": [
            {"letter": letter, "inlines": _inlines(option_text(option, language))}
            for letter, option in zip(LETTERS, options, strict=False)
        ],
        "board": board,
        "answer": answer or (None if one.kind is not Kind.PROOF or not solutions else ""),
        "solution": print_blocks(one.solution) if solutions else [],
    }


def _label(one: PrintedProblem) -> str:
    return _("Problem %(label)s") % {"label": one.label}


def _points(points: str) -> str:
    words = ngettext("%(points)s point", "%(points)s points", plural(points))
    return words % {"points": points}


def _inlines(text: str) -> list[Data]:
    blocks = print_blocks(text)
    return [piece for block in blocks for piece in block.get("inlines", ())]


def answers_data(sheet: PaperSheet, *, language: str, people: Sequence[SheetName] = ()) -> Data:
    """A sheet for each of ``people``, or one without a name."""
    with translation.override(language):
        heading = _("%(paper)s: answer sheet") % {"paper": sheet.title}
        return _frame(sheet, language, heading, _note(sheet)) | {
            "problems": [_place(one) for one in sheet.problems],
            "people": [{"number": one.number, "name": one.name} for one in people or [SheetName()]],
        }


def _place(one: PrintedProblem) -> Data:
    """Where the answer is written, and how."""
    kind, hint, letters, count = "box", "", "", 0
    match one.kind:
        case Kind.CHOICE | Kind.MULTIPLE_CHOICE:
            kind = "choice"
            letters = LETTERS[: len(one.content.get("options", ()))]
            hint = _("Mark one.") if one.kind is Kind.CHOICE else _("Mark all that are right.")
        case Kind.HANTEI:
            kind, count = "fours", 1
            hint = _("The four stones, such as b7 c2 g2 g8.")
        case Kind.HANTEI_ALL:
            kind, count = "fours", FOURS
            hint = _("One kyōen a row.")
        case Kind.SAFE_POINT:
            ask = one.content.get("ask", "one")
            kind = "box" if ask == "all" else "point"
            if ask != "count":
                hint = _("A point such as g8.") if ask == "one" else _("Points such as b7 g8.")
        case Kind.DECIMAL | Kind.RATIONAL | Kind.INTEGER | Kind.TUPLE | Kind.SET:
            kind = "box"
        case Kind.PROOF:
            kind = "proof"
        case _:
            kind = "box"
    return {
        "label": _label(one),
        "points": _points(one.points),
        "kind": kind,
        "hint": hint,
        "letters": list(letters),
        "count": count,
    }


def marks_data(
    sheet: PaperSheet,
    problem: PrintedProblem,
    parts: Sequence[PrintedPart],
    scripts: Sequence[MarkedScript],
    *,
    language: str,
    marker: str = "",
) -> Data:
    """For one problem: scripts by their code, never by a name."""
    with translation.override(language):
        heading = _("%(problem)s: marks") % {"problem": f"{sheet.title} {problem.label}"}
        return _frame(sheet, language, heading, marker) | {
            "parts": [{"letter": one.letter, "points": one.points} for one in parts],
            "titles": [
                {"letter": one.letter, "points": _points(one.points), "title": one.title}
                for one in parts
                if one.title
            ],
            "scripts": [
                {
                    "code": one.code,
                    "marks": [one.marks.get(part.letter, "") for part in parts],
                    "sum": one.total,
                    "note": one.note,
                }
                for one in scripts
            ],
        }


def problem_paper(sheet: PaperSheet, *, language: str, solutions: bool = False) -> bytes:
    """A PDF. Raise MarkupError, ProblemError."""
    return pdf("paper", paper_data(sheet, language=language, solutions=solutions))


def problem_pages(sheet: PaperSheet, *, language: str, solutions: bool = False) -> list[bytes]:
    """The pages as SVG, for a preview."""
    return pictures("paper", paper_data(sheet, language=language, solutions=solutions))


def answer_sheet(sheet: PaperSheet, *, language: str, people: Sequence[SheetName] = ()) -> bytes:
    """A PDF."""
    return pdf("answers", answers_data(sheet, language=language, people=people))


def marker_sheet(
    sheet: PaperSheet,
    problem: PrintedProblem,
    parts: Sequence[PrintedPart],
    scripts: Sequence[MarkedScript],
    *,
    language: str,
    marker: str = "",
) -> bytes:
    """A PDF."""
    data = marks_data(sheet, problem, parts, scripts, language=language, marker=marker)
    return pdf("marks", data)
