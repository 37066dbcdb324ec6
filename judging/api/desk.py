"""The API of papers as they are made: settings, problems, keys, late answers."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from judging.api.desk_bodies import (
    KeyAnswer,
    LateAnswers,
    NewOnPaper,
    NewPaper,
    PaperProblemAction,
    PaperSettings,
    PaperSummary,
    Retried,
    WholePaperAnswer,
    Worth,
)
from judging.api.fields import points
from judging.models import Counts, Feedback, Mode, Paper, PaperProblem, Submission
from judging.numbers import shown
from judging.permissions import (
    managed_contest,
    managed_paper,
    paper_problem,
    problem_of,
    staffed_contest,
    staffed_paper,
)
from judging.services import papers
from judging.services.desk_view import failed_answers, keys_of, late_answers, problem_lines
from judging.services.drain import retry_errors
from judging.services.timing import instant
from tournaments.api.common import arrived, asker, sent

TAGS = ["contest desk"]
SET = OpenApiResponse(description="`paper_set`: it is no draft any more")
TIMES = OpenApiResponse(description="`wrong_times`")


def paper_json(paper: Paper) -> dict[str, Any]:
    return {
        "id": str(paper.pk),
        "stage": paper.stage.order,
        "order": paper.order,
        "title": paper.title,
        "title_en": paper.title_en,
        "mode": paper.mode,
        "state": paper.state,
        "version": paper.version,
        "opens_at": instant(paper.opens_at),
        "closes_at": instant(paper.closes_at),
        "last_at": instant(paper.last_at),
        "duration_ms": _ms(paper.duration) if paper.duration is not None else None,
        "grace_ms": _ms(paper.grace),
    }


def _ms(length: timedelta) -> int:
    return length // timedelta(milliseconds=1)


def whole_paper_json(paper: Paper) -> dict[str, Any]:
    return paper_json(paper) | {
        "intro": paper.intro,
        "intro_en": paper.intro_en,
        "total": shown(papers.total_points(paper)),
        "faults": papers.paper_faults(paper),
        "problems": [
            _on_paper(one.problem, one.title, newer=one.newer) for one in problem_lines(paper)
        ],
    }


def _on_paper(problem: PaperProblem, title: str, *, newer: bool) -> dict[str, Any]:
    return {
        "id": str(problem.pk),
        "source": str(problem.source.problem_id),
        "version": problem.source.number,
        "newer": newer,
        "order": problem.order,
        "label": problem.label,
        "title": title,
        "kind": problem.kind,
        "points": shown(problem.points),
        "attempts": problem.attempts,
        "penalty": shown(problem.penalty),
        "feedback": problem.feedback,
        "counts": problem.counts,
        "key": problem.key.number if problem.key else None,
        "opened_at": instant(problem.opened_at),
        "closed_at": instant(problem.closed_at),
    }


def _settings(asked: dict[str, Any]) -> dict[str, Any]:
    """The arguments of ``add_paper`` and ``change_paper``."""
    found = {name: asked[name] for name in asked if not name.endswith("_ms")}
    if "duration_ms" in asked:
        length = asked["duration_ms"]
        found["duration"] = None if length is None else timedelta(milliseconds=length)
    if "grace_ms" in asked:
        found["grace"] = timedelta(milliseconds=asked["grace_ms"])
    return found


def _worth(asked: dict[str, Any]) -> dict[str, Any]:
    reads: dict[str, Any] = {
        "points": points, "penalty": points, "feedback": Feedback, "counts": Counts,
    }  # fmt: skip
    return {name: reads.get(name, lambda value: value)(value) for name, value in asked.items()}


class StagePapers(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="contest_papers_list",
        summary="The papers of a stage",
        description="For organisers and arbiters.",
        responses=PaperSummary(many=True),
    )
    def get(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        contest = staffed_contest(asker(request), tournament_id, stage_order)
        found = contest.stage.papers.select_related("stage").order_by("order")
        return Response([paper_json(one) for one in found])

    @extend_schema(
        tags=TAGS,
        summary="Make a paper",
        description="A draft at the end of the stage.",
        request=NewPaper,
        responses={201: WholePaperAnswer, 422: TIMES},
    )
    def post(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        user = asker(request)
        contest = managed_contest(user, tournament_id, stage_order)
        asked = _settings(sent(NewPaper, request))
        mode = Mode(asked.pop("mode"))
        made = papers.add_paper(
            stage=contest.stage, mode=mode, by=user, at=arrived(request), **asked
        )
        return Response(whole_paper_json(managed_paper(user, made.pk)), status=201)


class PaperSetup(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="A paper as its organisers see it",
        responses=WholePaperAnswer,
    )
    def get(self, request: Request, paper_id: UUID) -> Response:
        return Response(whole_paper_json(managed_paper(asker(request), paper_id)))

    @extend_schema(
        tags=TAGS,
        summary="Change the words and times of a paper",
        description="Also while it is written: open pages hear of it.",
        request=PaperSettings,
        responses={200: WholePaperAnswer, 422: TIMES},
    )
    def patch(self, request: Request, paper_id: UUID) -> Response:
        user = asker(request)
        paper = managed_paper(user, paper_id)
        asked = _settings(sent(PaperSettings, request))
        if asked:
            papers.change_paper(paper=paper, by=user, at=arrived(request), **asked)
        return Response(whole_paper_json(managed_paper(user, paper_id)))

    @extend_schema(tags=TAGS, summary="Remove a draft", responses={204: None, 409: SET})
    def delete(self, request: Request, paper_id: UUID) -> Response:
        user = asker(request)
        papers.remove_paper(paper=managed_paper(user, paper_id), by=user, at=arrived(request))
        return Response(status=204)


class PaperProblems(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Put a problem of the bank on a paper",
        description="At the end, as it stands now. A race takes problems while it runs.",
        request=NewOnPaper,
        responses={201: WholePaperAnswer, 409: SET},
    )
    def post(self, request: Request, paper_id: UUID) -> Response:
        user = asker(request)
        paper = managed_paper(user, paper_id)
        asked = sent(NewOnPaper, request)
        problem = problem_of(user, asked.pop("problem"))
        _refuse_twice(paper, problem.pk, asked.get("label", ""))
        papers.add_to_paper(
            paper=paper, problem=problem, by=user, at=arrived(request), **_worth(asked)
        )
        return Response(whole_paper_json(managed_paper(user, paper_id)), status=201)


def _refuse_twice(paper: Paper, problem: UUID | None, label: str) -> None:
    if problem is not None and paper.problems.filter(source__problem=problem).exists():
        raise ValidationError({"problem": [_("This problem is on the paper already.")]})
    if label and paper.problems.filter(label=label).exists():
        raise ValidationError({"label": [_("Another problem has this number.")]})


class OnePaperProblem(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Change what a problem of a draft is worth",
        request=Worth,
        responses={200: WholePaperAnswer, 409: SET},
    )
    def patch(self, request: Request, paper_id: UUID, problem_id: UUID) -> Response:
        user = asker(request)
        problem = _problem(managed_paper(user, paper_id), problem_id)
        asked = _worth(sent(Worth, request))
        if not asked.get("label", "-"):
            del asked["label"]
        if asked.get("label", problem.label) != problem.label:
            _refuse_twice(problem.paper, None, asked["label"])
        if asked:
            papers.change_paper_problem(problem=problem, by=user, at=arrived(request), **asked)
        return Response(whole_paper_json(managed_paper(user, paper_id)))

    @extend_schema(tags=TAGS, summary="Take a problem off a draft", responses={204: None, 409: SET})
    def delete(self, request: Request, paper_id: UUID, problem_id: UUID) -> Response:
        user = asker(request)
        problem = _problem(managed_paper(user, paper_id), problem_id)
        papers.remove_from_paper(problem=problem, by=user, at=arrived(request))
        return Response(status=204)


class PaperProblemActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Move a problem of a draft, or take the bank's newest version of it",
        request=PaperProblemAction,
        responses={200: WholePaperAnswer, 409: SET},
    )
    def post(self, request: Request, paper_id: UUID, problem_id: UUID) -> Response:
        user, at = asker(request), arrived(request)
        problem = _problem(managed_paper(user, paper_id), problem_id)
        asked = sent(PaperProblemAction, request)
        if asked["action"] == "move":
            papers.move_problem(problem=problem, to=asked["to"], by=user, at=at)
        else:
            papers.take_newest(problem=problem, by=user, at=at)
        return Response(whole_paper_json(managed_paper(user, paper_id)))


def _problem(paper: Paper, problem_id: UUID) -> PaperProblem:
    found = paper.problems.select_related("paper__stage__tournament").filter(pk=problem_id).first()
    if found is None:
        raise Http404
    return found


class Keys(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS, summary="The versions of a key, newest first", responses=KeyAnswer(many=True)
    )
    def get(self, request: Request, problem_id: UUID) -> Response:
        problem = paper_problem(asker(request), problem_id)
        return Response(
            [
                {
                    "number": one.number,
                    "key": one.spec,
                    "reason": one.reason,
                    "counts": one.pk == problem.key_id,
                    "rejudge": str(one.rejudge.pk) if hasattr(one, "rejudge") else None,
                    "at": instant(one.at),
                }
                for one in keys_of(problem)
            ]
        )


def _late_json(one: Submission) -> dict[str, Any]:
    return {
        "id": str(one.public_id),
        "entry": str(one.sitting.entry_id),
        "name": one.sitting.entry.name,
        "label": one.problem.label,
        "received_at": instant(one.received_at),
        "late_by_ms": None if one.late_by is None else _ms(one.late_by),
        "accepted": one.late_accepted,
        "status": one.status,
        "fault": one.fault,
    }


class LateOnes(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Answers that came too late, and answers that could not be judged",
        description="For organisers and arbiters; the answers themselves are not in it.",
        responses=LateAnswers,
    )
    def get(self, request: Request, paper_id: UUID) -> Response:
        paper = staffed_paper(asker(request), paper_id)
        return Response(
            {
                "late": [_late_json(one) for one in late_answers(paper)],
                "failed": [_late_json(one) for one in failed_answers(paper)],
            }
        )


class Retries(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Judge again what could not be judged",
        request=None,
        responses=Retried,
    )
    def post(self, request: Request, problem_id: UUID) -> Response:
        user = asker(request)
        problem = paper_problem(user, problem_id)
        return Response({"queued": retry_errors(problem=problem, by=user, at=arrived(request))})
