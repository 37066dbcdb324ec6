"""What the organiser learns of a stage: problems, totals, how markers agree."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from judging.marking.agreement import Agreement
from judging.models import Kind, PaperProblem
from judging.numbers import fraction
from judging.services.marking_view import agreement
from judging.services.scores import stage_scores
from judging.statistics import (
    Bin,
    ProblemStatistics,
    Summary,
    distribution,
    problem_statistics,
    summary,
)
from tournaments.models import Stage


@dataclass(frozen=True, slots=True)
class StageStatistics:
    """Only of those who are ranked."""

    problems: tuple[PaperProblem, ...]
    by_problem: Mapping[UUID, ProblemStatistics]
    summary: Summary | None
    bins: tuple[Bin, ...]
    most: Fraction
    agreement: Mapping[UUID, Agreement]
    """Of the proofs."""


def statistics(stage: Stage) -> StageStatistics:
    """As things stand now, for the organisers."""
    scores = stage_scores(stage)
    rows = [row for row in scores.rows if row.excluded is None]
    points = {one.pk: fraction(one.points) for one in scores.problems}
    table = [
        {pk: one.share if one.tried else None for pk, one in row.scores.items()} for row in rows
    ]
    totals = [row.total.points for row in rows]
    most = sum(points.values(), Fraction(0))
    return StageStatistics(
        scores.problems,
        problem_statistics(table, points),
        summary(totals),
        distribution(totals, most),
        most,
        {one.pk: agreement(one) for one in scores.problems if one.kind == Kind.PROOF},
    )
