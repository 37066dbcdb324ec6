"""The API of the desk: who writes, time, late answers, keys, the board."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from judging.api.answers import (
    BoardAnswer,
    PaperStateAnswer,
    RejudgeAnswer,
    SittingAnswer,
    SittingsAnswer,
)
from judging.api.desk_bodies import EntryTime
from judging.api.requests import (
    LateDecision,
    NewKey,
    PaperAction,
    ReceiptAnswer,
    RejudgeAction,
    SittingAction,
)
from judging.errors import PauseStateError
from judging.models import Paper, PaperProblem, Pause, Rejudge
from judging.permissions import (
    entrant,
    managed_paper,
    managed_submission,
    paper_problem,
    rejudge_of,
    staffed_contest,
    staffed_paper,
    staffed_sitting,
    visible_contest,
)
from judging.services import keys, papers, race, timing
from judging.services.answers import decide_late
from judging.services.boards import public_board, staff_board
from judging.services.paper_view import attach_verdicts, receipt_view
from judging.services.sitting import reopen, sitting_for
from judging.services.sittings_view import sitting_row, sitting_rows
from judging.services.timing import instant
from tournaments.api.common import arrived, asker, sent
from tournaments.errors import ReasonNeededError

TAGS = ["contest desk"]


class Sittings(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Who writes a paper, and until when",
        description="For organisers and arbiters.",
        responses=SittingsAnswer,
    )
    def get(self, request: Request, paper_id: UUID) -> Response:
        paper = staffed_paper(asker(request), paper_id)
        return Response({"results": sitting_rows(paper, arrived(request))})

    @extend_schema(
        tags=TAGS,
        summary="Give a contestant more time, also before the start",
        description="For organisers and arbiters. What is below 0 takes back.",
        request=EntryTime,
        responses=SittingAnswer,
    )
    def post(self, request: Request, paper_id: UUID) -> Response:
        user, at = asker(request), arrived(request)
        paper = staffed_paper(user, paper_id)
        asked = sent(EntryTime, request)
        found = timing.extend(
            sitting=sitting_for(paper=paper, entry=entrant(paper, asked["entry"]), at=at),
            delay=timedelta(milliseconds=asked["delay_ms"]),
            extra=timedelta(milliseconds=asked["extra_ms"]),
            reason=asked["reason"],
            by=user,
            at=at,
        )
        return Response(sitting_row(found, at))


class SittingActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Give somebody time, or open what was closed",
        description="For organisers and arbiters. Needs a `reason`.",
        request=SittingAction,
        responses={200: SittingAnswer, 409: OpenApiResponse(description="`reason_needed`")},
    )
    def post(self, request: Request, sitting_id: UUID) -> Response:
        found = staffed_sitting(asker(request), sitting_id)
        asked = sent(SittingAction, request)
        if not asked["reason"].strip():
            raise ReasonNeededError
        common: dict[str, Any] = {
            "by": asker(request),
            "at": arrived(request),
            "reason": asked["reason"],
        }
        if asked["action"] == "extend":
            found = timing.extend(
                sitting=found,
                delay=timedelta(milliseconds=asked["delay_ms"]),
                extra=timedelta(milliseconds=asked["extra_ms"]),
                **common,
            )
        else:
            found = reopen(sitting=found, **common)
        return Response(sitting_row(found, arrived(request)))


class PaperActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Set, pause, resume or close a paper; open and close a problem of a race",
        description="Pausing is for arbiters too, the rest for organisers. `undo_pause` takes back "
        "the last one.",
        request=PaperAction,
        responses={
            200: PaperStateAnswer,
            409: OpenApiResponse(description="`pause_state`, `paper_over`, `paper_begun`"),
            422: OpenApiResponse(description="`paper_faulty`"),
        },
    )
    def post(self, request: Request, paper_id: UUID) -> Response:
        user, at = asker(request), arrived(request)
        paper = staffed_paper(user, paper_id)
        asked = sent(PaperAction, request)
        match asked["action"]:
            case "pause":
                timing.pause_paper(paper=paper, reason=asked["reason"], by=user, at=at)
            case "resume":
                timing.resume_paper(paper=paper, by=user, at=at)
            case "undo_pause":
                timing.undo_pause(pause=_last_pause(paper), by=user, at=at)
            case "set":
                papers.set_paper(paper=managed_paper(user, paper_id), by=user, at=at)
            case "unset":
                papers.unset_paper(paper=managed_paper(user, paper_id), by=user, at=at)
            case "close":
                papers.close_paper(paper=managed_paper(user, paper_id), by=user, at=at)
            case _:
                problem = _of(managed_paper(user, paper_id), asked.get("problem"))
                act = race.open_problem if asked["action"] == "open_problem" else race.close_problem
                act(problem=problem, by=user, at=at)
        fresh = staffed_paper(user, paper_id)
        return Response({"id": str(fresh.pk), "state": fresh.state, "version": fresh.version})


def _last_pause(paper: Paper) -> Pause:
    found = paper.pauses.filter(undone_at=None).order_by("-start").first()
    if found is None:
        raise PauseStateError
    return found


def _of(paper: Paper, problem_id: UUID | None) -> PaperProblem:
    if problem_id is None:
        raise Http404
    return paper.problems.select_related("paper__stage").get(pk=problem_id)


class Late(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Decide whether a late answer counts",
        request=LateDecision,
        responses=ReceiptAnswer,
    )
    def post(self, request: Request, submission_id: UUID) -> Response:
        found = managed_submission(asker(request), submission_id)
        asked = sent(LateDecision, request)
        decided = decide_late(submission=found, by=asker(request), at=arrived(request), **asked)
        attach_verdicts([decided])
        return Response(receipt_view(decided, told=True))


def rejudge_json(rejudge: Rejudge) -> dict[str, Any]:
    decided = rejudge.state in {"applied", "dropped"}
    return {
        "id": str(rejudge.pk),
        "problem": str(rejudge.problem_id),
        "state": rejudge.state,
        "key": rejudge.key.spec,
        "number": rejudge.key.number,
        "reason": rejudge.reason,
        "at": instant(rejudge.at),
        "preview": rejudge.report if decided else keys.preview(rejudge).to_json(),
    }


class Rejudges(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Try a corrected key",
        description="Everything is judged under it in the background. Nothing counts by it "
        "before it is applied.",
        request=NewKey,
        responses={
            201: RejudgeAnswer,
            409: OpenApiResponse(description="`rejudge_open`"),
            422: OpenApiResponse(description="`problem_faulty`"),
        },
    )
    def post(self, request: Request, problem_id: UUID) -> Response:
        problem = paper_problem(asker(request), problem_id)
        asked = sent(NewKey, request)
        made = keys.correct_key(
            problem=problem,
            spec=asked["key"],
            reason=asked["reason"],
            by=asker(request),
            at=arrived(request),
        )
        return Response(rejudge_json(made), status=201)


class OneRejudge(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="What a corrected key would change, or has changed",
        responses=RejudgeAnswer,
    )
    def get(self, request: Request, rejudge_id: UUID) -> Response:
        return Response(rejudge_json(rejudge_of(asker(request), rejudge_id)))


class RejudgeActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Apply a corrected key, or drop it",
        request=RejudgeAction,
        responses={
            200: RejudgeAnswer,
            409: OpenApiResponse(description="`rejudge_decided`, `rejudge_not_ready`"),
        },
    )
    def post(self, request: Request, rejudge_id: UUID) -> Response:
        found = rejudge_of(asker(request), rejudge_id)
        asked = sent(RejudgeAction, request)
        act = keys.apply_rejudge if asked["action"] == "apply" else keys.drop_rejudge
        act(rejudge=found, by=asker(request), at=arrived(request))
        return Response(rejudge_json(rejudge_of(asker(request), rejudge_id)))


class ContestBoard(APIView):
    @extend_schema(
        tags=TAGS,
        summary="The board of a contest",
        description="The staff see all of it, everybody else what is public (404: nothing). "
        "`ETag` is the version.",
        responses={200: BoardAnswer, 304: None},
    )
    def get(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        user, at = asker(request), arrived(request)
        try:
            data = staff_board(staffed_contest(user, tournament_id, stage_order), at)
        except Http404:
            data = public_board(visible_contest(user, tournament_id, stage_order), at)
        tag = f'"{data["version"]}"'
        if request.headers.get("If-None-Match") == tag:
            return Response(status=304, headers={"ETag": tag})
        return Response(data, headers={"ETag": tag, "Cache-Control": "private, no-cache"})
