"""Mark schemes: written, approved before anybody marks, and added to afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from accounts.db import write
from accounts.models import User
from games.words import error_words
from judging.errors import (
    SchemeApprovedError,
    SchemeFaultyError,
    SchemeNotApprovedError,
    StaleMarkError,
)
from judging.marking.scheme import Part, Scheme, SchemeError, check_scheme
from judging.models import Marking, MarkScheme, PaperProblem, SchemePart, Script, ScriptState
from judging.numbers import fraction
from tournaments.services.audit import record


@dataclass(frozen=True, slots=True)
class PartDraft:
    letter: str
    title: str
    points: Decimal
    step: Decimal = Decimal(1)


def scheme_of(problem: PaperProblem) -> MarkScheme:
    """Made empty when first asked for."""
    found = MarkScheme.objects.filter(problem=problem).first()
    if found is None:
        with write():
            found, _ = MarkScheme.objects.get_or_create(problem=problem)
    found.problem = problem
    return found


def core_scheme(scheme: MarkScheme) -> Scheme:
    return Scheme(
        tuple(
            Part(one.letter, fraction(one.points), one.title, fraction(one.step))
            for one in scheme.parts.all()
        ),
        fraction(scheme.tolerance),
        None if scheme.part_tolerance is None else fraction(scheme.part_tolerance),
        scheme.markers,
    )


def save_scheme(
    *,
    problem: PaperProblem,
    parts: Sequence[PartDraft],
    expected_version: int,
    by: User | None,
    at: datetime,
    tolerance: Decimal = Decimal(0),
    part_tolerance: Decimal | None = None,
    markers: int = 2,
    notes: str = "",
) -> MarkScheme:
    """Put these parts in place of those there are. Raise StaleMarkError, SchemeApprovedError,
    SchemeFaultyError."""
    _check(parts, None)
    with write():
        scheme = _locked(problem)
        if scheme.version != expected_version:
            raise StaleMarkError
        if scheme.approved_at is not None:
            raise SchemeApprovedError
        scheme.parts.all().delete()
        SchemePart.objects.bulk_create(
            SchemePart(
                scheme=scheme, letter=one.letter, title=one.title, points=one.points, step=one.step
            )
            for one in parts
        )
        scheme.tolerance, scheme.part_tolerance = tolerance, part_tolerance
        scheme.markers, scheme.notes = max(1, min(2, markers)), notes
        scheme.version += 1
        scheme.save()
        _record(scheme, "scheme.saved", by, at, {"parts": len(parts)})
    return scheme


def approve_scheme(*, problem: PaperProblem, by: User | None, at: datetime) -> MarkScheme:
    """From now on scripts may be marked by it. Raise SchemeFaultyError."""
    with write():
        scheme = _locked(problem)
        if scheme.approved_at is None:
            drafts = [
                PartDraft(one.letter, one.title, one.points, one.step) for one in scheme.parts.all()
            ]
            _check(drafts, fraction(problem.points))
            scheme.approved_at, scheme.approved_by = at, by
            scheme.version += 1
            scheme.save()
            _record(scheme, "scheme.approved", by, at, {"parts": len(drafts)})
    return scheme


def withdraw_approval(*, problem: PaperProblem, by: User | None, at: datetime) -> MarkScheme:
    """Back to a draft, while nobody has marked. Raise SchemeApprovedError."""
    with write():
        scheme = _locked(problem)
        if Marking.objects.filter(round__script__problem=problem, version__gt=0).exists():
            raise SchemeApprovedError
        scheme.approved_at = scheme.approved_by = None
        scheme.version += 1
        scheme.save()
        _record(scheme, "scheme.withdrawn", by, at, {})
    return scheme


def add_part(
    *, problem: PaperProblem, part: PartDraft, by: User | None, at: datetime
) -> MarkScheme:
    """A part for a new kind of solution, for everyone.

    Scripts that are marked already are flagged; sheets of rounds that go on are open again.
    Raise SchemeNotApprovedError, SchemeFaultyError.
    """
    with write():
        scheme = _locked(problem)
        if scheme.approved_at is None:
            raise SchemeNotApprovedError
        drafts = [
            PartDraft(one.letter, one.title, one.points, one.step) for one in scheme.parts.all()
        ]
        _check([*drafts, part], None)
        SchemePart.objects.create(
            scheme=scheme,
            letter=part.letter,
            title=part.title,
            points=part.points,
            step=part.step,
            added_at=at,
        )
        scheme.version += 1
        scheme.save()
        Script.objects.filter(problem=problem, state=ScriptState.DONE, blank=False).update(
            flagged=True
        )
        for marking in Marking.objects.select_for_update(of=("self",)).filter(
            round__script__problem=problem,
            round__finished_at=None,
            completed_at__isnull=False,
        ):
            marking.completed_at = None
            marking.version += 1
            marking.save(update_fields=["completed_at", "version"])
        Script.objects.filter(problem=problem, state=ScriptState.DISAGREED).update(
            state=ScriptState.MARKING
        )
        _record(scheme, "scheme.part_added", by, at, {"letter": part.letter})
    return scheme


def _locked(problem: PaperProblem) -> MarkScheme:
    scheme_of(problem)
    found = MarkScheme.objects.select_for_update(of=("self",)).get(problem=problem)
    found.problem = problem
    return found


def _check(parts: Sequence[PartDraft], points: Fraction | None) -> None:
    scheme = Scheme(
        tuple(
            Part(one.letter, fraction(one.points), one.title, fraction(one.step)) for one in parts
        )
    )
    try:
        check_scheme(scheme, points)
    except SchemeError as error:
        raise SchemeFaultyError(faults=error_words(error)) from error


def _record(
    scheme: MarkScheme, action: str, by: User | None, at: datetime, after: dict[str, object]
) -> None:
    problem = scheme.problem
    record(
        tournament=problem.paper.stage.tournament,
        by=by,
        at=at,
        action=action,
        subject=f"{problem.paper.title} {problem.label}",
        ref=problem.pk,
        after=dict(after),
    )
