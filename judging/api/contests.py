"""The API of a contest as a whole: made, settled, published, looked at; appeals."""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from judging.api.answers import OwnResultsAnswer
from judging.api.desk_bodies import (
    AppealAction,
    AppealAnswer,
    ContestAnswer,
    ContestSettings,
    NewAppeal,
    NewContest,
    NewPublished,
    PublishedAnswer,
    ResultRow,
    StatisticsAnswer,
)
from judging.models import Appeal, Contest
from judging.numbers import shown
from judging.permissions import appeal_of, managed_contest, own_script, staffed_contest
from judging.permissions import visible_contest as seen_contest
from judging.ranking import DEFAULT
from judging.services import appeals
from judging.services.contest_desk import appeals_of, contests_of, missing
from judging.services.contests import ContestPlan, change_contest, create_contest, create_race
from judging.services.results import own_results
from judging.services.scores import stage_scores
from judging.services.statistics import statistics
from judging.services.timing import instant
from tournaments.api.common import arrived, asker, sent, staffed
from tournaments.choices import Registration
from tournaments.formats.advancement_values import Ties
from tournaments.models import PublicationState
from tournaments.services.publications import publish

TAGS = ["contests"]
LATE = OpenApiResponse(description="`appeals_closed`, `appeal_state`, `not_marked_yet`")


def contest_json(contest: Contest) -> dict[str, Any]:
    stage = contest.stage
    return {
        "tournament": str(stage.tournament_id),
        "stage": stage.order,
        "name": stage.name,
        "criteria": contest.ranking.get("criteria") or [one.value for one in DEFAULT],
        "board_public": contest.board_public,
        "freeze_at": instant(contest.freeze_at),
        "thawed_at": instant(contest.thawed_at),
        "appeals_until": instant(contest.appeals_until),
        "rules": contest.rules,
        "rules_en": contest.rules_en,
        "missing": missing(stage),
    }


def appeal_json(appeal: Appeal) -> dict[str, Any]:
    return {
        "id": str(appeal.pk),
        "script": str(appeal.script_id),
        "code": appeal.script.code,
        "label": appeal.script.problem.label,
        "text": appeal.text,
        "state": appeal.state,
        "answer": appeal.answer,
        "before": shown(appeal.before),
        "after": shown(appeal.after) if appeal.after is not None else None,
        "at": instant(appeal.at),
        "decided_at": instant(appeal.decided_at),
    }


class NewContests(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="contests_create",
        summary="Make a contest, or a race",
        description="For those who may organise. A contest has a qualifier, and by choice a final "
        "for its best; a race has one paper, led by a host.",
        request=NewContest,
        responses={201: ContestAnswer(many=True)},
    )
    def post(self, request: Request) -> Response:
        user, at = asker(request), arrived(request)
        if not isinstance(user, User) or not user.is_organiser:
            raise PermissionDenied
        asked = sent(NewContest, request)
        made = _make(asked, user, at)
        return Response([contest_json(one) for one in contests_of(made)], status=201)


def _make(asked: dict[str, Any], user: User, at: datetime) -> Any:
    if asked.pop("kind") == "race":
        paper = create_race(name=asked["name"], name_en=asked["name_en"], by=user, at=at)
        return paper.stage.tournament
    kinds = {
        "registration": Registration(asked["registration"]),
        "ties": Ties(asked["ties"]),
    }
    return create_contest(plan=ContestPlan(**asked | kinds), by=user, at=at)


class Contests(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="tournament_contests_list",
        summary="The judging stages of a tournament",
        description="For organisers and arbiters.",
        responses=ContestAnswer(many=True),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = staffed(request, tournament_id)
        return Response([contest_json(one) for one in contests_of(tournament)])


class OneContest(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(tags=TAGS, summary="What holds for a whole stage", responses=ContestAnswer)
    def get(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        return Response(contest_json(staffed_contest(asker(request), tournament_id, stage_order)))

    @extend_schema(
        tags=TAGS,
        summary="Settle ranking, freeze, public board, appeals and rules",
        description="The public board stops at `freeze_at` and goes on at `thawed_at`.",
        request=ContestSettings,
        responses=ContestAnswer,
    )
    def patch(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        user = asker(request)
        contest = managed_contest(user, tournament_id, stage_order)
        asked = sent(ContestSettings, request)
        if "criteria" in asked:
            asked["ranking"] = {"criteria": asked.pop("criteria")}
        if asked:
            change_contest(contest=contest, by=user, at=arrived(request), **asked)
        return Response(contest_json(managed_contest(user, tournament_id, stage_order)))


class ContestResults(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="contest_results_list",
        summary="Everybody's points as they stand now",
        description="For organisers; what is public is at `standings/`.",
        responses=ResultRow(many=True),
    )
    def get(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        contest = managed_contest(asker(request), tournament_id, stage_order)
        scores = stage_scores(contest.stage)
        by_key = {str(row.entry.pk): row for row in scores.rows}
        rows = [(one.rank, by_key[str(one.contestant.key)]) for one in scores.ranking]
        return Response(
            [
                {
                    "rank": rank,
                    "entry": str(row.entry.pk),
                    "number": row.entry.number,
                    "name": row.entry.name,
                    "club": row.entry.club,
                    "excluded": row.excluded.value if row.excluded else None,
                    "points": shown(row.total.points),
                    "hantei": row.total.hantei_solved,
                    "wrong": row.total.wrong,
                    "problems": {
                        one.label: shown(row.scores[one.pk].points) for one in scores.problems
                    },
                }
                for rank, row in rows
            ]
        )


class ContestStatistics(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="How hard each problem was, how totals are spread, how markers agree",
        description="For organisers, of those who are ranked.",
        responses=StatisticsAnswer,
    )
    def get(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        contest = managed_contest(asker(request), tournament_id, stage_order)
        found = statistics(contest.stage)
        return Response(
            {
                "most": shown(found.most),
                "problems": [
                    {"id": str(one.pk), "label": one.label, "points": shown(one.points)}
                    | asdict(found.by_problem[one.pk])
                    for one in found.problems
                ],
                "totals": [
                    {"low": shown(one.low), "high": shown(one.high), "count": one.count}
                    for one in found.bins
                ],
                "agreement": [
                    {"label": one.label} | asdict(found.agreement[one.pk])
                    for one in found.problems
                    if one.pk in found.agreement
                ],
            }
        )


class ContestPublications(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="contest_publications_create",
        summary="Publish the results of a stage",
        description="A version of all there is; withdrawn at `publications/withdraw/`.",
        request=NewPublished,
        responses={201: PublishedAnswer, 409: OpenApiResponse(description="`not_final`")},
    )
    def post(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        user = asker(request)
        contest = managed_contest(user, tournament_id, stage_order)
        asked = sent(NewPublished, request)
        made = publish(
            tournament=contest.stage.tournament,
            stage=contest.stage,
            after_round=0,
            state=PublicationState(asked["state"]),
            embargo_until=asked.get("embargo_until"),
            reason=asked["reason"],
            by=user,
            at=arrived(request),
        )
        answer = {
            "version": made.version,
            "state": made.state,
            "embargo_until": instant(made.embargo_until),
        }
        return Response(answer, status=201)


class OwnResults(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Your own results, once they are out",
        description="Rank and points as published, with answers, verdicts, solutions, marks and "
        "comments. 404 before.",
        responses=OwnResultsAnswer,
    )
    def get(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        user = asker(request)
        contest = seen_contest(user, tournament_id, stage_order)
        return Response(own_results(user, contest.stage, arrived(request)))


class ContestAppeals(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="contest_appeals_list",
        summary="What contestants ask to have looked at again",
        description="For organisers; open ones first.",
        responses=AppealAnswer(many=True),
    )
    def get(self, request: Request, tournament_id: UUID, stage_order: int) -> Response:
        contest = managed_contest(asker(request), tournament_id, stage_order)
        return Response([appeal_json(one) for one in appeals_of(contest.stage)])


class ScriptAppeal(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Ask for another look at the marks of your own script",
        request=NewAppeal,
        responses={201: AppealAnswer, 409: LATE},
    )
    def post(self, request: Request, script_id: UUID) -> Response:
        user, at = asker(request), arrived(request)
        script = own_script(user, script_id)
        # Who may not read the marks yet learns nothing by asking either.
        own_results(user, script.problem.paper.stage, at)
        asked = sent(NewAppeal, request)
        made = appeals.file_appeal(script=script, text=asked["text"], by=user, at=at)
        return Response(appeal_json(made), status=201)


class AppealActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Have a script marked again, let its mark stand, or answer the contestant",
        request=AppealAction,
        responses={200: AppealAnswer, 409: LATE},
    )
    def post(self, request: Request, appeal_id: UUID) -> Response:
        user, at = asker(request), arrived(request)
        found = appeal_of(user, appeal_id)
        asked = sent(AppealAction, request)
        match asked["action"]:
            case "take":
                appeals.take_up_appeal(appeal=found, by=user, at=at)
                if asked["answer"].strip():
                    appeals.answer_appeal(appeal=found, answer=asked["answer"], by=user)
            case "refuse":
                appeals.refuse_appeal(appeal=found, answer=asked["answer"], by=user, at=at)
            case _:
                appeals.answer_appeal(appeal=found, answer=asked["answer"], by=user)
        return Response(appeal_json(appeal_of(user, appeal_id)))
