"""What everybody has earned in a stage, from submissions, verdicts, scripts and races."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import F

from accounts.models import Membership, Role
from judging.models import (
    Contest,
    Kind,
    Mode,
    Paper,
    PaperProblem,
    PaperState,
    Script,
    Sitting,
    Submission,
    SubmissionStatus,
    Verdict,
)
from judging.numbers import fraction
from judging.race import Buzz, RaceTerms, race_round
from judging.ranking import (
    DEFAULT,
    Contestant,
    Criterion,
    Excluded,
    Ranked,
    as_standings,
    rank,
    read_criteria,
)
from judging.scoring import Attempt, Counts, ProblemScore, Terms, Total, score, totals
from tournaments.models import Entry, Stage
from tournaments.services.field import active_decision, seeds_of
from tournaments.standings import Standing

HANTEI = (Kind.HANTEI, Kind.HANTEI_ALL)
STAFF = (Role.ORGANISER, Role.ARBITER, Role.MARKER)

_tried: ContextVar[Mapping[UUID, int]] = ContextVar("tried", default={})  # noqa: B039


@contextmanager
def trying(keys: Mapping[UUID, int]) -> Iterator[None]:
    """Count as if these keys (by problem) were the ones that count."""
    token = _tried.set(keys)
    try:
        yield
    finally:
        _tried.reset(token)


@dataclass(frozen=True, slots=True)
class Row:
    """One entry's scores."""

    entry: Entry
    scores: Mapping[UUID, ProblemScore]
    """By problem of the paper."""
    total: Total
    excluded: Excluded | None
    started: bool


@dataclass(frozen=True)
class Scores:
    """Everybody of a stage."""

    problems: tuple[PaperProblem, ...]
    rows: tuple[Row, ...]
    criteria: tuple[Criterion, ...]
    attempts: Mapping[tuple[UUID, UUID], tuple[Attempt, ...]] = field(repr=False)
    """By problem and entry, in order of arrival."""
    seeds: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def names(self) -> Mapping[str, str]:
        return {str(row.entry.pk): row.entry.name for row in self.rows}

    @cached_property
    def ranking(self) -> tuple[Ranked, ...]:
        return rank([contestant(row, self.seeds) for row in self.rows], self.criteria)

    def ranked(self) -> "list[Place]":
        """Everybody with rank and points, the excluded last."""
        return [
            Place(str(one.contestant.key), one.rank, one.contestant.total) for one in self.ranking
        ]

    def standings(self) -> tuple[Standing, ...]:
        """As tournaments keep them."""
        opens = [one.paper.opens_at for one in self.problems if one.paper.opens_at is not None]
        return as_standings(self.ranking, self.criteria, since=min(opens, default=None))


@dataclass(frozen=True, slots=True)
class Place:
    key: str
    rank: int | None
    points: Fraction


def contestant(row: Row, seeds: Mapping[str, int]) -> Contestant:
    key = str(row.entry.pk)
    return Contestant(
        key,
        row.total.points,
        hantei=row.total.hantei_solved,
        wrong=row.total.wrong,
        last_right=row.total.last_right,
        excluded=row.excluded,
        seed=seeds.get(key, row.entry.seed),
    )


def terms_of(problem: PaperProblem) -> Terms:
    return Terms(
        points=fraction(problem.points),
        attempts=problem.attempts,
        penalty=fraction(problem.penalty),
        counts=Counts(problem.counts),
    )


def ranked_problems(stage: Stage) -> tuple[PaperProblem, ...]:
    """Of the papers that count, in order; practice does not."""
    return tuple(
        PaperProblem.objects.filter(paper__stage=stage)
        .exclude(paper__mode=Mode.PRACTICE)
        .exclude(paper__state=PaperState.DRAFT)
        .select_related("paper", "source", "key")
        .order_by("paper__order", "order")
    )


def stage_scores(stage: Stage, until: datetime | None = None) -> Scores:
    """Scores of a stage; ``until``: only answers that arrived before then.

    A constant number of queries.
    """
    problems = ranked_problems(stage)
    entries = _field(stage)
    attempts = load_attempts(problems, until)
    proofs = _proofs(problems)
    races = _races(problems, attempts)
    started = set(
        Sitting.objects.filter(paper__stage=stage, started_at__isnull=False)
        .exclude(paper__mode=Mode.PRACTICE)
        .values_list("entry_id", flat=True)
    )
    staff = _staff(stage)
    terms = {problem.pk: terms_of(problem) for problem in problems}
    hantei = {problem.pk for problem in problems if problem.kind in HANTEI}
    rows = []
    for entry in entries:
        scores: dict[UUID, ProblemScore] = {}
        for problem in problems:
            pair = (problem.pk, entry.pk)
            if problem.kind == Kind.PROOF:
                scores[problem.pk] = proofs.get(pair, NOTHING)
            elif problem.paper.mode == Mode.RACE:
                scores[problem.pk] = races.get(pair, NOTHING)
            else:
                scores[problem.pk] = score(terms[problem.pk], attempts.get(pair, ()))
        rows.append(
            Row(
                entry,
                scores,
                totals(scores, hantei),
                _excluded(entry, started, staff),
                entry.pk in started,
            )
        )
    decision = active_decision(stage) if stage.order > 1 else None
    return Scores(
        problems,
        tuple(rows),
        criteria_of(stage),
        attempts,
        seeds_of(decision) if decision else {},
    )


NOTHING = score(Terms(points=Fraction(0)), ())


def criteria_of(stage: Stage) -> tuple[Criterion, ...]:
    contest = Contest.objects.filter(stage=stage).first()
    chosen = contest.ranking.get("criteria") if contest else None
    return tuple(read_criteria(chosen)) if chosen else tuple(DEFAULT)


def _field(stage: Stage) -> list[Entry]:
    """Everybody who is in the stage, in order of numbers."""
    entries = list(
        Entry.objects.filter(tournament=stage.tournament_id, listed_only=False).order_by("number")
    )
    if stage.order == 1:
        return entries
    decision = active_decision(stage)
    admitted = set(seeds_of(decision)) if decision else set()
    return [entry for entry in entries if str(entry.pk) in admitted]


def _staff(stage: Stage) -> set[UUID]:
    """People of the contest itself: they may try it out, and are not ranked."""
    found = Membership.objects.filter(scope=stage.tournament_id, role__in=STAFF)
    return set(found.values_list("user_id", flat=True))


def _excluded(entry: Entry, started: set[UUID], staff: set[UUID]) -> Excluded | None:
    if entry.disqualified_at is not None:
        return Excluded.DISQUALIFIED
    if entry.withdrawn_from is not None:
        return Excluded.WITHDRAWN
    if entry.user_id in staff:
        return Excluded.STAFF
    return None if entry.pk in started else Excluded.ABSENT


def load_attempts(
    problems: tuple[PaperProblem, ...], until: datetime | None = None
) -> dict[tuple[UUID, UUID], tuple[Attempt, ...]]:
    """Every answer graded by machine, by problem and entry, in order of arrival."""
    tried = _tried.get()
    keys = {tried.get(one.pk, one.key_id) for one in problems if one.kind != Kind.PROOF}
    verdicts: dict[int, Any] = {
        row["submission_id"]: row
        for row in Verdict.objects.filter(key__in=keys)
        .order_by("grader")
        .values("submission_id", "share", "right", "malformed")
    }
    found = (
        Submission.objects.filter(problem__in=[one.pk for one in problems])
        .exclude(status=SubmissionStatus.PEOPLE)
        .annotate(who=F("sitting__entry_id"))
        .order_by("received_at", "id")
        .values("id", "problem_id", "who", "received_at", "late_by", "late_accepted", "status")
    )
    if until is not None:
        found = found.filter(received_at__lt=until)
    grouped: dict[tuple[UUID, UUID], list[Attempt]] = {}
    for row in found:
        verdict = verdicts.get(row["id"])
        grouped.setdefault((row["problem_id"], row["who"]), []).append(
            Attempt(
                key=row["id"],
                at=row["received_at"],
                share=Fraction(verdict["share"]) if verdict else None,
                right=bool(verdict and verdict["right"]),
                malformed=bool(verdict and verdict["malformed"]),
                late=row["late_by"] is not None,
                admitted=row["late_accepted"] is True,
            )
        )
    return {pair: tuple(attempts) for pair, attempts in grouped.items()}


def _proofs(problems: tuple[PaperProblem, ...]) -> dict[tuple[UUID, UUID], ProblemScore]:
    """By problem and entry. ``pending`` while a script has no mark."""
    proofs = {one.pk: one for one in problems if one.kind == Kind.PROOF}
    found = {}
    for script in Script.objects.filter(problem__in=proofs).select_related("sitting"):
        points = fraction(script.points) if script.points is not None else None
        most = fraction(proofs[script.problem_id].points)
        found[script.problem_id, script.sitting.entry_id] = ProblemScore(
            points=points or Fraction(0),
            share=(points / most if most else Fraction(0)) if points is not None else Fraction(0),
            right=points == most,
            wrong=0,
            used=0 if script.blank else 1,
            left=None,
            pending=0 if points is not None else 1,
            last_right=None,
            first_right=None,
        )
    return found


def race_terms(paper: Paper) -> RaceTerms:
    points = paper.settings.get("race_points") or ["3", "2", "1"]
    return RaceTerms(
        points=tuple(Fraction(str(one)) for one in points),
        one_try=bool(paper.settings.get("one_try", True)),
    )


def buzzes(
    problem: PaperProblem, attempts: Mapping[tuple[UUID, UUID], tuple[Attempt, ...]]
) -> list[Buzz]:
    """Answers to a problem of a race, in order of arrival at the server."""
    found = [
        Buzz(str(entry), int(one.key), one.at, None if one.share is None else one.right)
        for (problem_id, entry), tries in attempts.items()
        if problem_id == problem.pk
        for one in tries
        if not one.malformed and (not one.late or one.admitted)
    ]
    found.sort(key=lambda buzz: (buzz.at, buzz.sequence))
    # Order of arrival: two in the same instant in the order they were stored.
    return [
        Buzz(buzz.contestant, number, buzz.at, buzz.right) for number, buzz in enumerate(found, 1)
    ]


def _races(
    problems: tuple[PaperProblem, ...], attempts: Mapping[tuple[UUID, UUID], tuple[Attempt, ...]]
) -> dict[tuple[UUID, UUID], ProblemScore]:
    found = {}
    for problem in problems:
        if problem.paper.mode != Mode.RACE:
            continue
        given = buzzes(problem, attempts)
        outcome = race_round(race_terms(problem.paper), given)
        for who in {buzz.contestant for buzz in given}:
            own = [buzz for buzz in given if buzz.contestant == who]
            right = next((buzz.at for buzz in own if buzz.right), None)
            found[problem.pk, UUID(who)] = ProblemScore(
                points=outcome.points_of(who),
                share=Fraction(1 if right else 0),
                right=right is not None,
                wrong=sum(buzz.right is False for buzz in own),
                used=len(own),
                left=None,
                pending=sum(buzz.right is None for buzz in own),
                last_right=right,
                first_right=right,
            )
    return found
