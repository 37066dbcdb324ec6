"""What markers and adjudicators see of a script, and how far the marking is."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from accounts.models import User
from judging.marking.agreement import Agreement
from judging.marking.agreement import agreement as agreement_of
from judging.marking.marks import total
from judging.marking.rounds import visible_marks
from judging.models import Marking, MarkRound, PaperProblem, Script, ScriptState
from judging.numbers import fraction, shown
from judging.services.dealing import PLACES
from judging.services.marking import core_mark, core_round
from judging.services.paper_view import upload_view
from judging.services.schemes import core_scheme, scheme_of
from judging.services.script_pages import being_drawn, leaves, uploads_of
from judging.services.timing import instant


def scheme_json(problem: PaperProblem) -> dict[str, Any]:
    scheme = scheme_of(problem)
    return {
        "version": scheme.version,
        "approved_at": instant(scheme.approved_at),
        "tolerance": shown(scheme.tolerance),
        "part_tolerance": None if scheme.part_tolerance is None else shown(scheme.part_tolerance),
        "markers": scheme.markers,
        "notes": scheme.notes,
        "parts": [
            {
                "letter": one.letter,
                "title": one.title,
                "points": shown(one.points),
                "step": shown(one.step),
                "added": one.added_at is not None,
            }
            for one in scheme.parts.all()
        ],
    }


def sheet_json(marking: Marking) -> dict[str, Any]:
    return {
        "id": str(marking.pk),
        "place": marking.place,
        "marker": marking.marker.name,
        "version": marking.version,
        "marks": {letter: shown(fraction(text)) for letter, text in marking.marks.items()},
        "total": shown(marking.total) if marking.total is not None else None,
        "comment": marking.comment,
        "note": marking.note,
        "annotations": marking.annotations,
        "complete": marking.completed_at is not None,
        "completed_at": instant(marking.completed_at),
    }


def _rounds(script: Script) -> list[MarkRound]:
    sheets = Marking.objects.select_related("marker").order_by("place")
    return list(
        script.rounds.order_by("number").prefetch_related(Prefetch("markings", queryset=sheets))
    )


def script_view(script: Script, user: User, *, adjudicates: bool = False) -> dict[str, Any]:
    """A script as ``user`` may see it: without a name; the other's marks once both are in.

    Marks of earlier rounds are shown to whoever marks a later one.
    """
    problem = script.problem
    uploads = uploads_of(script)
    rounds = _rounds(script)
    mine = next(
        (one for round_ in reversed(rounds) for one in round_.markings.all()
         if one.marker_id == user.pk),
        None,
    )  # fmt: skip
    return {
        "id": str(script.pk),
        "code": script.code,
        "problem": str(problem.pk),
        "label": problem.label,
        "points": shown(problem.points),
        "state": script.state,
        "blank": script.blank,
        "flagged": script.flagged,
        "result": shown(script.points) if script.points is not None else None,
        "text": script.submission.raw if script.submission else "",
        "late": bool(script.submission and script.submission.late_by is not None),
        "pages": [upload_view(one) for one in uploads],
        "leaves": leaves(uploads),
        "drawing": being_drawn(uploads),
        "scheme": scheme_json(problem),
        "own": sheet_json(mine) if mine is not None else None,
        "rounds": [_round_json(one, user, adjudicates=adjudicates) for one in rounds],
    }


def _round_json(round_: MarkRound, user: User, *, adjudicates: bool) -> dict[str, Any]:
    sheets = list(round_.markings.all())
    if round_.finished_at is not None:
        seen = sheets
    else:
        visible = visible_marks(core_round(round_, sheets), str(user.pk), adjudicates=adjudicates)
        names = {mark.marker for mark in visible}
        seen = [one for one in sheets if str(one.marker_id) in names or one.marker_id == user.pk]
    return {
        "number": round_.number,
        "reason": round_.reason,
        "finished": round_.finished_at is not None,
        "adjudicated": round_.adjudicated,
        "points": shown(round_.points) if round_.points is not None else None,
        "sheets": [sheet_json(one) for one in seen],
    }


@dataclass(frozen=True, slots=True)
class MarkerProgress:
    user: User
    done: int
    left: int


@dataclass(frozen=True, slots=True)
class Progress:
    scripts: int
    blank: int
    marking: int
    disagreed: int
    done: int
    """The blank ones among them."""
    flagged: int
    markers: tuple[MarkerProgress, ...]


def progress(problem: PaperProblem) -> Progress:
    """How far a problem is marked, and each of its markers."""
    scripts = list(Script.objects.filter(problem=problem))
    states = Counter(one.state for one in scripts)
    sheets = Marking.objects.filter(round__script__problem=problem).select_related("marker")
    done: Counter[Any] = Counter()
    left: Counter[Any] = Counter()
    people: dict[Any, User] = {}
    for sheet in sheets:
        people[sheet.marker_id] = sheet.marker
        (left if sheet.completed_at is None else done)[sheet.marker_id] += 1
    for duty in problem.duties.select_related("user"):
        people.setdefault(duty.user_id, duty.user)
    return Progress(
        len(scripts),
        sum(one.blank for one in scripts),
        states[ScriptState.MARKING] + states[ScriptState.WAITING],
        states[ScriptState.DISAGREED],
        states[ScriptState.DONE],
        sum(one.flagged for one in scripts),
        tuple(
            MarkerProgress(user, done[pk], left[pk])
            for pk, user in sorted(people.items(), key=lambda item: (item[1].name, str(item[0])))
        ),
    )


def queue_view(problem: PaperProblem, user: User) -> list[dict[str, Any]]:
    """The person's scripts of a problem, those to do first."""
    sheets = (
        Marking.objects.filter(round__script__problem=problem, marker=user)
        .select_related("round__script")
        .order_by("round__script__code", "round__number")
    )
    rows = [
        {
            "marking": str(one.pk),
            "code": one.round.script.code,
            "round": one.round.number,
            "reason": one.round.reason,
            "place": one.place,
            "total": shown(one.total) if one.total is not None else None,
            "begun": one.version > 0,
            "complete": one.completed_at is not None,
            "frozen": one.round.finished_at is not None,
        }
        for one in sheets
    ]
    return sorted(rows, key=lambda row: bool(row["complete"]))


def printed_rows(problem: PaperProblem, user: User) -> list[tuple[str, dict[str, str], str]]:
    """Code, marks and total for a sheet of paper: the person's own scripts, by code.

    Whoever leads and marks none gets every script that is not blank, without marks.
    """
    sheets = (
        Marking.objects.filter(round__script__problem=problem, marker=user)
        .select_related("round__script")
        .order_by("round__script__code", "round__number")
    )
    latest = {one.round.script.code: one for one in sheets}
    if latest:
        return [
            (
                code,
                {letter: shown(fraction(text)) for letter, text in one.marks.items()},
                shown(one.total) if one.total is not None else "",
            )
            for code, one in latest.items()
        ]
    if problem.duties.filter(user=user).exists():
        return []
    codes = Script.objects.filter(problem=problem, blank=False).order_by("code")
    return [(code, {}, "") for code in codes.values_list("code", flat=True)]


def agreement(problem: PaperProblem) -> Agreement:
    """How the two markers of each script agreed, over all finished first rounds."""
    scheme = core_scheme(scheme_of(problem))
    pairs: list[tuple[Any, Any]] = []
    rounds = MarkRound.objects.filter(script__problem=problem, number=1).prefetch_related(
        "markings"
    )
    for round_ in rounds:
        sheets: Sequence[Marking] = sorted(
            (
                one
                for one in round_.markings.all()
                if one.place in PLACES and one.completed_at is not None
            ),
            key=lambda one: one.place,
        )
        if len(sheets) == 2:
            pairs.append((total(scheme, core_mark(sheets[0])), total(scheme, core_mark(sheets[1]))))
    return agreement_of(pairs, scheme.tolerance)
