"""Marking scripts: two who do not see each other, agreement, adjudication, frozen rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.http import Http404

from accounts.db import write
from accounts.models import User
from games.words import error_words
from judging.errors import (
    FrozenMarksError,
    MarkerConflictError,
    MarkRefusedError,
    NotForAdjudicationError,
    SchemeNotApprovedError,
    StaleMarkError,
    UnmarkedPartError,
)
from judging.marking.marks import Mark, MarkError, read_points, total, unmarked
from judging.marking.rounds import OpenedBy, Round, State, round_result
from judging.marking.scheme import Scheme
from judging.models import (
    Appeal,
    Comment,
    MarkerDuty,
    Marking,
    MarkRound,
    MarkScheme,
    PaperProblem,
    Script,
    ScriptState,
)
from judging.numbers import decimal, fraction
from judging.services.dealing import PLACES
from judging.services.dirt import soil
from judging.services.schemes import core_scheme
from tournaments.services.audit import record

MOST_ANNOTATIONS = 200
LONGEST_ANNOTATION = 1_000


def core_mark(marking: Marking) -> Mark:
    return Mark(
        str(marking.marker_id),
        {letter: Fraction(text) for letter, text in marking.marks.items()},
        complete=marking.completed_at is not None,
    )


def core_round(round_: MarkRound, sheets: Sequence[Marking]) -> Round:
    return Round(
        round_.number,
        tuple(core_mark(one) for one in sheets if one.place in PLACES),
        next((core_mark(one) for one in sheets if one.place == Marking.Place.ADJUDICATOR), None),
        OpenedBy(round_.reason),
    )


def save_marks(
    *,
    marking_id: UUID,
    user: User,
    marks: Mapping[str, str],
    expected_version: int,
    complete: bool,
    at: datetime,
    comment: str = "",
    note: str = "",
    annotations: Sequence[Mapping[str, Any]] = (),
) -> Marking:
    """Write a marker's sheet; an empty mark is none.

    ``complete`` with a part unmarked keeps what was entered and raises UnmarkedPartError.
    Raise StaleMarkError, FrozenMarksError, MarkRefusedError, SchemeNotApprovedError.
    """
    missing: tuple[str, ...] = ()
    with write():
        marking = _lock(marking_id, user)
        script, scheme = marking.round.script, _approved(marking.round.script.problem)
        if marking.version != expected_version:
            raise StaleMarkError
        rules = core_scheme(scheme)
        _refuse_frozen(marking)
        read = _read(rules, marks)
        sheet = Mark(str(user.pk), read, complete=complete)
        missing = unmarked(rules, sheet) if complete else ()
        marking.marks = {letter: str(points) for letter, points in read.items()}
        marking.comment, marking.note = comment[:10_000], note[:10_000]
        marking.annotations = _annotations(annotations)
        marking.total = decimal(total(rules, sheet))
        marking.version += 1
        marking.changed_at = at
        marking.completed_at = at if complete and not missing else None
        marking.save()
        if marking.completed_at is not None:
            _settle(script, marking.round, rules, marking.marker, at)
    if missing:
        raise UnmarkedPartError(letters=", ".join(missing))
    return marking


def _lock(marking_id: UUID, user: User) -> Marking:
    """The sheet, and its script locked: what two markers do to one script queues there."""
    script_id = (
        Marking.objects.filter(pk=marking_id, marker=user)
        .values_list("round__script_id", flat=True)
        .first()
    )
    if script_id is None:
        raise Http404
    script = (
        Script.objects.select_for_update(of=("self",))
        .select_related("problem__paper__stage__tournament")
        .get(pk=script_id)
    )
    marking = Marking.objects.select_related("round").filter(pk=marking_id, marker=user).first()
    if marking is None:  # given to another a moment ago
        raise Http404
    marking.round.script = script
    return marking


def _approved(problem: PaperProblem) -> MarkScheme:
    scheme = MarkScheme.objects.filter(problem=problem).prefetch_related("parts").first()
    if scheme is None or scheme.approved_at is None:
        raise SchemeNotApprovedError
    return scheme


def _refuse_frozen(marking: Marking) -> None:
    """A finished round stays; and once both are in neither changes what the other has seen."""
    if marking.round.finished_at is not None:
        raise FrozenMarksError
    if marking.place == Marking.Place.ADJUDICATOR:
        return
    sheets = marking.round.markings.filter(place__in=PLACES)
    if all(one.completed_at is not None for one in sheets):
        raise FrozenMarksError


def _read(rules: Scheme, marks: Mapping[str, str]) -> dict[str, Fraction]:
    found = {}
    for letter, text in marks.items():
        if not text.strip():
            continue
        try:
            found[letter] = read_points(rules, letter, text)
        except MarkError as error:
            raise MarkRefusedError(problem=error_words(error)) from error
    return found


def _annotations(given: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Only what is on a page: place from 0 to 1, and words."""
    kept = []
    for one in given[:MOST_ANNOTATIONS]:
        try:
            page, x, y = int(one["page"]), float(one["x"]), float(one["y"])
            text = str(one["text"])[:LONGEST_ANNOTATION]
        except (KeyError, TypeError, ValueError):
            continue
        if page >= 1 and 0 <= x <= 1 and 0 <= y <= 1 and text.strip():
            kept.append({"page": page, "x": round(x, 4), "y": round(y, 4), "text": text})
    return kept


def _settle(script: Script, round_: MarkRound, rules: Scheme, by: User, at: datetime) -> None:
    """After a sheet was completed: agreed, to be adjudicated, or waiting for the other."""
    sheets = list(round_.markings.order_by("place"))
    state, points = round_result(rules, core_round(round_, sheets))
    if state is State.DISAGREEMENT:
        script.state = ScriptState.DISAGREED
        script.save(update_fields=["state"])
    if points is None:
        return
    most = fraction(script.problem.points)
    round_.points = decimal(min(points, most))
    round_.adjudicated = state is State.ADJUDICATED
    round_.finished_at = at
    round_.save(update_fields=["points", "adjudicated", "finished_at"])
    script.points, script.state, script.flagged = round_.points, ScriptState.DONE, False
    script.save(update_fields=["points", "state", "flagged"])
    Appeal.objects.filter(round=round_, state=Appeal.State.MARKING).update(
        state=Appeal.State.SETTLED, after=round_.points, decided_at=at
    )
    soil(script.problem.paper.stage_id, at)
    record(
        tournament=script.problem.paper.stage.tournament,
        by=by,
        at=at,
        action="script.marked",
        subject=f"{script.problem.label} {script.code}",
        ref=script.pk,
        after={
            "points": str(round_.points),
            "round": round_.number,
            "adjudicated": round_.adjudicated,
        },
    )


def open_adjudication(*, script: Script, user: User, at: datetime) -> Marking:
    """The sheet of whoever decides. Raise NotForAdjudicationError, MarkerConflictError."""
    with write():
        locked = (
            Script.objects.select_for_update(of=("self",))
            .select_related("problem")
            .get(pk=script.pk)
        )
        round_ = locked.rounds.filter(finished_at=None).first()
        known = round_.markings.filter(place=Marking.Place.ADJUDICATOR).first() if round_ else None
        if known is not None and known.marker_id == user.pk:
            return known
        if round_ is None or known is not None or locked.state != ScriptState.DISAGREED:
            raise NotForAdjudicationError
        if round_.markings.filter(marker=user).exists():
            raise MarkerConflictError
        return Marking.objects.create(
            round=round_, place=Marking.Place.ADJUDICATOR, marker=user, assigned_at=at
        )


def take_next(*, problem: PaperProblem, user: User) -> Marking | None:
    """What the person marks next: begun sheets first, then by the code of the script."""
    return (
        Marking.objects.filter(
            round__script__problem=problem,
            round__finished_at=None,
            marker=user,
            completed_at=None,
        )
        .select_related("round__script")
        .order_by("-version", "round__script__code")
        .first()
    )


def to_adjudicate(problem: PaperProblem) -> list[Script]:
    """Scripts whose markers disagree, by code."""
    found = Script.objects.filter(problem=problem, state=ScriptState.DISAGREED)
    return list(found.order_by("code"))


def adjudicates(problem: PaperProblem, user: User) -> bool:
    return MarkerDuty.objects.filter(problem=problem, user=user, adjudicates=True).exists()


def keep_comment(
    *, problem: PaperProblem, text: str, letter: str = "", by: User | None, at: datetime
) -> Comment:
    """Into the bank of comments, once."""
    tidy = " ".join(text.split())[:1000]
    with write():
        made, _ = Comment.objects.get_or_create(
            problem=problem, text=tidy, defaults={"letter": letter[:3], "by": by, "at": at}
        )
    return made


def use_comment(*, comment: Comment) -> Comment:
    """Those used most come first."""
    with write():
        fresh = Comment.objects.select_for_update().get(pk=comment.pk)
        fresh.uses += 1
        fresh.save(update_fields=["uses"])
    return fresh


def comments(problem: PaperProblem) -> list[Comment]:
    return list(Comment.objects.filter(problem=problem).order_by("-uses", "id"))
