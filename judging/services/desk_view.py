"""Papers of a contest as the desk lists them, in a constant number of queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, Sum

from judging.models import (
    Closing,
    Key,
    Mode,
    Paper,
    PaperProblem,
    PaperState,
    Pause,
    Rejudge,
    RejudgeState,
    Sitting,
    Submission,
    SubmissionStatus,
)
from judging.numbers import shown
from judging.services.paper_view import title_of
from tournaments.models import Entry, Stage, StageKind, Tournament
from tournaments.names import stage_name
from tournaments.services.field import active_decision, seeds_of


@dataclass(frozen=True, slots=True)
class PaperCard:
    paper: Paper
    problems: int
    points: str
    started: int
    done: int
    """Handed in, or closed by the server."""
    late: int
    """Late answers nobody has decided."""
    queued: int
    errors: int
    corrections: int
    """Corrected keys that are undecided."""
    paused: bool
    now: str
    """draft, waiting, open, over, closed; of a race: open or closed."""

    @property
    def title(self) -> str:
        return title_of(self.paper)


@dataclass(frozen=True, slots=True)
class StagePapers:
    stage: Stage
    name: str
    admitted: int | None
    """How many may sit its papers; None: that is not decided."""
    papers: Sequence[PaperCard]


def judging_stages(tournament: Tournament) -> list[Stage]:
    found = Stage.objects.filter(tournament=tournament, kind=StageKind.JUDGING).order_by("order")
    stages = list(found)
    for stage in stages:
        stage.tournament = tournament
    return stages


def papers_of(tournament: Tournament, at: datetime) -> list[StagePapers]:
    """Every judging stage with its papers."""
    stages = judging_stages(tournament)
    papers: dict[int, list[PaperCard]] = defaultdict(list)
    for card in cards(Paper.objects.filter(stage__in=stages).order_by("stage__order", "order"), at):
        papers[card.paper.stage_id].append(card)
    everybody = Entry.objects.filter(
        tournament=tournament, listed_only=False, disqualified_at=None, withdrawn_from=None
    ).count()
    found = []
    for stage in stages:
        admitted: int | None = everybody
        if stage.order > 1:
            decision = active_decision(stage)
            admitted = len(seeds_of(decision)) if decision else None
        found.append(StagePapers(stage, stage_name(stage), admitted, papers[stage.pk]))
    return found


def cards(papers: Iterable[Paper], at: datetime) -> list[PaperCard]:
    """With their counts; the number of queries does not grow."""
    shown_papers: list[Paper] = list(papers)
    ids = [one.pk for one in shown_papers]
    problems: dict[UUID, Any] = {
        row["paper"]: row
        for row in PaperProblem.objects.filter(paper__in=ids)
        .order_by()
        .values("paper")
        .annotate(n=Count("pk"), points=Sum("points"))
    }
    sittings: dict[UUID, Any] = {
        row["paper"]: row
        for row in Sitting.objects.filter(paper__in=ids)
        .values("paper")
        .annotate(
            started=Count("pk", filter=Q(started_at__isnull=False)),
            done=Count("pk", filter=~Q(closing=Closing.NONE)),
        )
    }
    answers: dict[UUID, Any] = {
        row["problem__paper"]: row
        for row in Submission.objects.filter(problem__paper__in=ids)
        .order_by()
        .values("problem__paper")
        .annotate(
            late=Count("pk", filter=Q(late_by__isnull=False, late_accepted=None)),
            queued=Count("pk", filter=Q(status=SubmissionStatus.QUEUED)),
            errors=Count("pk", filter=Q(status=SubmissionStatus.ERROR)),
        )
    }
    corrections = Counter(
        Rejudge.objects.filter(
            problem__paper__in=ids, state__in=[RejudgeState.JUDGING, RejudgeState.READY]
        ).values_list("problem__paper", flat=True)
    )
    paused = set(
        Pause.objects.filter(paper__in=ids, end=None, undone_at=None).values_list(
            "paper", flat=True
        )
    )
    return [
        PaperCard(
            one,
            problems.get(one.pk, {}).get("n", 0),
            shown(problems.get(one.pk, {}).get("points") or Decimal(0)),
            sittings.get(one.pk, {}).get("started", 0),
            sittings.get(one.pk, {}).get("done", 0),
            answers.get(one.pk, {}).get("late", 0),
            answers.get(one.pk, {}).get("queued", 0),
            answers.get(one.pk, {}).get("errors", 0),
            corrections[one.pk],
            one.pk in paused,
            now_of(one, at),
        )
        for one in shown_papers
    ]


def now_of(paper: Paper, at: datetime) -> str:
    """Where a paper stands by its own times; extra time of single people is not in it."""
    if paper.state == PaperState.DRAFT:
        return "draft"
    if paper.state == PaperState.CLOSED:
        return "closed"
    if paper.mode == Mode.RACE:
        return "open"
    if paper.opens_at is not None and at < paper.opens_at:
        return "waiting"
    last = paper.last_at or (
        paper.closes_at + paper.duration if paper.closes_at and paper.duration else paper.closes_at
    )
    return "over" if last is not None and at >= last else "open"


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """A problem on a paper, as its organiser arranges it."""

    problem: PaperProblem
    title: str
    number: int
    points: str
    penalty: str
    newer: bool
    """The bank has a newer version than the paper."""
    draft: bool
    """Not marked ready in the bank."""
    corrected: bool
    """Its key is not the one it came with."""


def problem_lines(paper: Paper) -> list[ProblemLine]:
    found = (
        PaperProblem.objects.filter(paper=paper)
        .select_related("source__problem", "key")
        .order_by("order")
    )
    return [
        ProblemLine(
            one,
            one.source.problem.title,
            one.source.problem.number,
            shown(one.points),
            shown(one.penalty),
            one.source.problem.current_id != one.source_id,
            one.source.problem.state == "draft",
            one.key is not None and one.key.spec != one.source.key,
        )
        for one in found
    ]


def late_answers(paper: Paper) -> list[Submission]:
    """Those that came too late, the undecided first, then by arrival."""
    found = (
        Submission.objects.filter(problem__paper=paper, late_by__isnull=False)
        .select_related("sitting__entry", "problem")
        .order_by("received_at", "id")
    )
    return sorted(found, key=lambda one: one.late_accepted is not None)


def failed_answers(paper: Paper) -> list[Submission]:
    found = Submission.objects.filter(problem__paper=paper, status=SubmissionStatus.ERROR)
    return list(found.select_related("sitting__entry", "problem").order_by("id")[:100])


def keys_of(problem: PaperProblem) -> list[Key]:
    """Newest first, each with its rejudge, if it came by one."""
    return list(
        Key.objects.filter(problem=problem).select_related("by", "rejudge").order_by("-number")
    )
