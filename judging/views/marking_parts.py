"""The parts of a script's page: marks beside each other, pages, what was asked."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from judging.forms.marking import MarksForm
from judging.models import Marking, PaperProblem
from judging.numbers import shown
from judging.views.paper_parts import html_of

Sheet = Mapping[str, Any]


def statement_of(problem: PaperProblem) -> dict[str, Any]:
    """What was asked, and how its author solves it, in the reader's language."""
    source, english = problem.source, get_language() == "en"
    statement = (source.statement_en if english else "") or source.statement
    solution = (source.solution_en if english else "") or source.solution
    return {"asked": html_of(statement), "solved": html_of(solution) if solution else ""}


def who(place: str) -> str:
    """A marker without a name."""
    return {
        "first": _("First marker"),
        "second": _("Second marker"),
        "adjudicator": _("Decision"),
    }.get(place, place)


def sheet_parts(
    parts: Sequence[Mapping[str, Any]],
    own: Sheet,
    others: Sequence[Sheet],
    form: MarksForm | None,
) -> list[dict[str, Any]]:
    """Each part with what is entered, what is stored, and what the others gave."""
    found = []
    for one in parts:
        letter = one["letter"]
        stored = own["marks"].get(letter, "")
        given = [sheet["marks"].get(letter, "") for sheet in others]
        two = [one["marks"].get(letter) for one in _of_two(own, others)]
        numbers = {Fraction(text) for text in two if text}
        found.append(
            {
                **one,
                "stored": stored,
                "value": form.marks.get(letter, "") if form else stored,
                "fault": form.faults.get(letter, "") if form else "",
                "others": given,
                "apart": shown(max(numbers) - min(numbers)) if len(numbers) > 1 else "",
            }
        )
    return found


def _of_two(own: Sheet | None, others: Sequence[Sheet]) -> list[Sheet]:
    """The sheets of the two markers, whoever of them looks; without the decision."""
    return [
        one
        for one in (own, *others)
        if one is not None and one["place"] != Marking.Place.ADJUDICATOR
    ]


def rounds_shown(script: Mapping[str, Any], number: int, own: str) -> dict[str, Any]:
    """``others``: sheets of round ``number`` the reader may see beside their own ``own``;
    ``old``: every other round that is there to see, oldest first.
    """
    letters = [one["letter"] for one in script["scheme"]["parts"]]
    rounds = []
    others: list[dict[str, Any]] = []
    mine: Sheet | None = None
    for one in script["rounds"]:
        sheets = [
            {
                **sheet,
                "who": who(sheet["place"]),
                "row": [sheet["marks"].get(letter, "–") for letter in letters],
            }
            for sheet in one["sheets"]
        ]
        if one["number"] == number:
            others = [sheet for sheet in sheets if sheet["id"] != own]
            mine = next((sheet for sheet in sheets if sheet["id"] == own), None)
        elif sheets:
            rounds.append({**one, "sheets": sheets})
    two = _of_two(mine, others)
    totals = [Fraction(sheet["total"]) for sheet in two if sheet["total"] is not None]
    return {
        "others": others,
        "old": rounds,
        "letters": letters,
        "apart": shown(max(totals) - min(totals)) if len(totals) > 1 else "",
    }
