"""A judging stage as tournaments see it: standings, what is unfinished, whether it has begun."""

from datetime import datetime
from enum import Enum
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from judging.models import (
    Appeal,
    Contest,
    Kind,
    Mode,
    Paper,
    PaperProblem,
    PaperState,
    Rejudge,
    RejudgeState,
    Script,
    Sitting,
    Submission,
    SubmissionStatus,
)
from judging.numbers import shown
from judging.ranking import CODES
from judging.services.contests import made_stage
from judging.services.public_tabs import public_tabs
from judging.services.scores import Scores, criteria_of, stage_scores
from judging.services.stage_step import stage_step
from tournaments.models import Entry, Stage, StageKind, Tournament
from tournaments.next_step import OwnStep
from tournaments.services.formats.base import Format
from tournaments.standings import Standing


class Judging(Format):
    """Papers instead of rounds."""

    kind: ClassVar[str] = StageKind.JUDGING.value

    def standings(self, stage: Stage, after: int | None = None) -> tuple[Standing, ...]:
        return stage_scores(stage).standings()

    def codes(self, stage: Stage) -> tuple[str, ...]:
        return tuple(CODES[one] for one in criteria_of(stage))

    def version(self, stage: Stage) -> str:
        """Of its boards: they are stale as soon as something changed, and new ones soon after."""
        found = Contest.objects.filter(stage=stage).values_list("board_version", "dirty_at").first()
        boards, stale = found or (0, None)
        return f"{boards}~{stale.timestamp()}" if stale else str(boards)

    def details(self, stage: Stage) -> dict[str, Any]:
        return {"judging": results_json(stage_scores(stage))}

    def begun(self, stage: Stage) -> bool:
        return Sitting.objects.filter(paper__stage=stage, started_at__isnull=False).exists()

    def made(self, stage: Stage, by: User | None, at: datetime) -> None:
        made_stage(stage, by, at)

    def step(self, stage: Stage, at: datetime) -> OwnStep:
        return stage_step(stage, at, unfinished_here)

    def desk_tabs(self, tournament: Tournament) -> list[tuple[str, str, str]]:
        names = [
            ("papers", _("Papers"), "desk_papers"),
            ("marking", _("Marking"), "desk_marking"),
            ("results", _("Results"), "desk_results"),
        ]
        return [
            (key, name, reverse(f"judging:{view}", args=[tournament.pk]))
            for key, name, view in names
        ]

    def public_tabs(
        self, tournament: Tournament, entry: Entry | None, at: datetime
    ) -> list[tuple[str, str, str]]:
        return public_tabs(tournament, entry, at)

    def unfinished(self, stage: Stage) -> list[str]:
        return unfinished(stage)


def results_json(scores: Scores) -> dict[str, Any]:
    """What a snapshot keeps of a stage: points by problem, no answers.

    ``results`` by entry and problem: [points, right, wrong attempts].
    """
    return {
        "problems": [
            {
                "id": str(one.pk),
                "paper": one.paper.title,
                "paper_en": one.paper.title_en,
                "label": one.label,
                "kind": one.kind,
                "points": shown(one.points),
            }
            for one in scores.problems
        ],
        "results": {
            str(row.entry.pk): {
                str(problem): [shown(one.points), one.right, one.wrong]
                for problem, one in row.scores.items()
                if one.tried
            }
            for row in scores.rows
            if row.started
        },
    }


class Where(Enum):
    """Where what is unfinished is done."""

    RESULTS = "desk_contest"
    MARKING = "desk_marking"
    APPEALS = "desk_appeals"


def unfinished(stage: Stage) -> list[str]:
    """What keeps its standings from being final, in words."""
    return [words for words, _where in unfinished_here(stage)]


def unfinished_here(stage: Stage) -> list[tuple[str, Where]]:
    """The same, and where each is done."""
    papers = Paper.objects.filter(stage=stage).exclude(mode=Mode.PRACTICE)
    found = [
        (_("“%(paper)s” is not closed") % {"paper": paper.title}, Where.RESULTS)
        for paper in papers.exclude(state=PaperState.CLOSED)
    ]
    if not papers.exists():
        found.append((_("there is no paper"), Where.RESULTS))
    problems = PaperProblem.objects.filter(paper__in=papers)
    answers = Submission.objects.filter(problem__in=problems)
    _count(
        found,
        answers.filter(status=SubmissionStatus.QUEUED).count(),
        lambda n: ngettext("%(n)s answer is not judged", "%(n)s answers are not judged", n),
    )
    _count(
        found,
        answers.filter(status=SubmissionStatus.ERROR).count(),
        lambda n: ngettext(
            "%(n)s answer could not be judged", "%(n)s answers could not be judged", n
        ),
    )
    _count(
        found,
        answers.filter(late_by__isnull=False, late_accepted=None).count(),
        lambda n: ngettext("%(n)s late answer is undecided", "%(n)s late answers are undecided", n),
    )
    _count(
        found,
        Rejudge.objects.filter(
            problem__in=problems, state__in=[RejudgeState.JUDGING, RejudgeState.READY]
        ).count(),
        lambda n: ngettext(
            "%(n)s corrected key is undecided", "%(n)s corrected keys are undecided", n
        ),
    )
    _count(
        found,
        _unmarked(problems),
        lambda n: ngettext("%(n)s script has no mark", "%(n)s scripts have no mark", n),
        Where.MARKING,
    )
    _count(
        found,
        Script.objects.filter(problem__in=problems, flagged=True).count(),
        lambda n: ngettext(
            "%(n)s script is flagged for a new part", "%(n)s scripts are flagged for a new part", n
        ),
        Where.MARKING,
    )
    _count(
        found,
        Appeal.objects.filter(
            script__problem__in=problems, state__in=[Appeal.State.OPEN, Appeal.State.MARKING]
        ).count(),
        lambda n: ngettext("%(n)s appeal is open", "%(n)s appeals are open", n),
        Where.APPEALS,
    )
    return found


def _unmarked(problems: Any) -> int:
    """Scripts without points, and answers of which no script was made yet."""
    scripts = Script.objects.filter(problem__in=problems)
    sent = (
        Submission.objects.filter(problem__in=problems, problem__kind=Kind.PROOF)
        .values("problem", "sitting")
        .distinct()
        .count()
    )
    made = scripts.filter(submission__isnull=False).count()
    return scripts.filter(points=None).count() + max(0, sent - made)


def _count(
    found: list[tuple[str, Where]], n: int, words: Any, where: Where = Where.RESULTS
) -> None:
    if n:
        found.append((words(n) % {"n": n}, where))
