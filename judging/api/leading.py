"""The API of those who lead the marking: the scheme, who marks, dealing, how far it is."""

from decimal import Decimal
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

from accounts.models import User
from judging.api.answers import SchemeAnswer, ScriptAnswer
from judging.api.fields import points
from judging.api.leading_bodies import (
    Acted,
    CommentAnswer,
    DutiesBody,
    MarkingAction,
    MarkingState,
    NewComment,
    SchemeAction,
    SchemeBody,
)
from judging.models import PaperProblem, Script
from judging.numbers import shown
from judging.permissions import marked_problem, paper_problem, script_of
from judging.services import dealing, marking, marking_pages, schemes
from judging.services.marking_view import progress, scheme_json, script_view
from tournaments.api.common import arrived, asker, sent

TAGS = ["marking"]


def _proof(user: User | None, problem_id: UUID) -> PaperProblem:
    """For organisers. Raise Http404 for what people do not mark."""
    problem = paper_problem(user, problem_id)
    if problem.kind != "proof":
        raise Http404
    return problem


def _draft(part: dict[str, Any]) -> schemes.PartDraft:
    step = points(part["step"])
    if not step:
        raise ValidationError({"step": [_("The step is above 0.")]})
    return schemes.PartDraft(part["letter"], part["title"], points(part["points"]), step)


def _state(problem: PaperProblem) -> dict[str, Any]:
    found = progress(problem)
    counts = {one.user.pk: one for one in found.markers}
    names = ("scripts", "blank", "marking", "disagreed", "done", "flagged")
    return {
        "problem": str(problem.pk),
        "label": problem.label,
        "points": shown(problem.points),
        **{name: getattr(found, name) for name in names},
        "people": [
            {
                "user": str(one.user.pk),
                "name": one.user.name,
                "duty": one.duty,
                "done": counts[one.user.pk].done if one.user.pk in counts else 0,
                "left": counts[one.user.pk].left if one.user.pk in counts else 0,
            }
            for one in marking_pages.duties(problem)
        ],
        "rows": [
            {
                "id": str(row.script.pk),
                "code": row.script.code,
                "state": row.script.state,
                "round": row.round,
                "markers": row.markers,
                "totals": row.totals,
                "result": row.result,
                "blank": row.script.blank,
                "flagged": row.script.flagged,
                "appeal": row.appeal,
            }
            for row in marking_pages.script_rows(problem)
        ],
    }


class Scheme(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="What earns how many points",
        description="For organisers and the markers on duty.",
        responses=SchemeAnswer,
    )
    def get(self, request: Request, problem_id: UUID) -> Response:
        return Response(scheme_json(marked_problem(asker(request), problem_id)))

    @extend_schema(
        tags=TAGS,
        summary="Write the mark scheme",
        request=SchemeBody,
        responses={
            200: SchemeAnswer,
            409: OpenApiResponse(description="`stale_mark`, `scheme_approved`"),
            422: OpenApiResponse(description="`scheme_faulty`"),
        },
    )
    def put(self, request: Request, problem_id: UUID) -> Response:
        user = asker(request)
        problem = _proof(user, problem_id)
        asked = sent(SchemeBody, request)
        apart: Decimal | None = None
        if asked["part_tolerance"] is not None:
            apart = points(asked["part_tolerance"])
        schemes.save_scheme(
            problem=problem,
            parts=[_draft(one) for one in asked["parts"]],
            expected_version=asked["expected_version"],
            tolerance=points(asked["tolerance"]),
            part_tolerance=apart,
            markers=asked["markers"],
            notes=asked["notes"],
            by=user,
            at=arrived(request),
        )
        return Response(scheme_json(problem))


class SchemeActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Approve the scheme, make it a draft again, or add a part for everyone",
        description="An added part flags the scripts that are marked.",
        request=SchemeAction,
        responses={
            200: SchemeAnswer,
            409: OpenApiResponse(description="`scheme_approved`, `scheme_not_approved`"),
            422: OpenApiResponse(description="`scheme_faulty`"),
        },
    )
    def post(self, request: Request, problem_id: UUID) -> Response:
        user = asker(request)
        given: dict[str, Any] = {
            "problem": _proof(user, problem_id), "by": user, "at": arrived(request),
        }  # fmt: skip
        asked = sent(SchemeAction, request)
        match asked["action"]:
            case "approve":
                schemes.approve_scheme(**given)
            case "withdraw":
                schemes.withdraw_approval(**given)
            case _:
                schemes.add_part(part=_draft(asked["part"]), **given)
        return Response(scheme_json(given["problem"]))


class Duties(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Settle who marks a problem, and who decides where markers disagree",
        description="People of the staff (`…/staff/`); nobody else is on duty then.",
        request=DutiesBody,
        responses=MarkingState,
    )
    def put(self, request: Request, problem_id: UUID) -> Response:
        user = asker(request)
        problem = _proof(user, problem_id)
        asked = sent(DutiesBody, request)
        people = {one.user.pk: one.user for one in marking_pages.duties(problem)}
        if unknown := [
            name for name in ("markers", "adjudicators") if set(asked[name]) - set(people)
        ]:
            raise ValidationError({unknown[0]: [_("Somebody here is not on the staff.")]})
        dealing.set_duties(
            problem=problem,
            markers=[people[one] for one in asked["markers"]],
            adjudicators=[people[one] for one in asked["adjudicators"]],
            by=user,
            at=arrived(request),
        )
        return Response(_state(problem))


class MarkingProgress(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="How far the marking of a problem is",
        description="For organisers.",
        responses=MarkingState,
    )
    def get(self, request: Request, problem_id: UUID) -> Response:
        return Response(_state(_proof(asker(request), problem_id)))


class MarkingActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Deal scripts, give them to another marker, or have them marked again",
        description="`reopen`: a new round for each flagged script; `keep`: its mark stands.",
        request=MarkingAction,
        responses={
            200: Acted,
            409: OpenApiResponse(
                description="`scheme_not_approved`, `not_enough_markers`, `marker_conflict`"
            ),
        },
    )
    def post(self, request: Request, problem_id: UUID) -> Response:
        user = asker(request)
        problem = _proof(user, problem_id)
        asked = sent(MarkingAction, request)
        given: dict[str, Any] = {"by": user, "at": arrived(request)}
        count = 1
        match asked["action"]:
            case "deal":
                count = dealing.deal_scripts(problem=problem, seed=asked["seed"], **given)
            case "reassign":
                people = {one.user.pk: one.user for one in marking_pages.duties(problem)}
                pair = [people.get(asked[name]) for name in ("from_user", "to_user")]
                if pair[0] is None or pair[1] is None or pair[0] == pair[1]:
                    raise Http404
                count = dealing.reassign(
                    problem=problem, from_user=pair[0], to_user=pair[1], **given
                )
            case "reopen":
                count = dealing.reopen_flagged(problem=problem, **given)
            case _:
                script = problem.scripts.filter(pk=asked["script"]).first()
                if script is None:
                    raise Http404
                dealing.clear_flag(script=script, reason=asked["reason"], **given)
        return Response({"count": count})


class Comments(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="marking_comments_list",
        summary="The bank of comments, those used most first",
        description="For organisers and the markers on duty.",
        responses=CommentAnswer(many=True),
    )
    def get(self, request: Request, problem_id: UUID) -> Response:
        problem = marked_problem(asker(request), problem_id)
        return Response([_comment(one) for one in marking.comments(problem)])

    @extend_schema(
        tags=TAGS,
        summary="Keep a comment for the others",
        request=NewComment,
        responses={201: CommentAnswer},
    )
    def post(self, request: Request, problem_id: UUID) -> Response:
        user = asker(request)
        problem = marked_problem(user, problem_id)
        asked = sent(NewComment, request)
        made = marking.keep_comment(problem=problem, by=user, at=arrived(request), **asked)
        return Response(_comment(made), status=201)


def _comment(one: Any) -> dict[str, Any]:
    return {name: getattr(one, name) for name in ("id", "text", "letter", "uses")}


class OneScript(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="A script with all its rounds",
        description="For organisers, and for those who decide where markers disagree.",
        responses=ScriptAnswer,
    )
    def get(self, request: Request, script_id: UUID) -> Response:
        user = asker(request)
        return Response(_script(script_of(user, script_id), user))


class Adjudication(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Take a script on which markers disagree, to decide",
        description="`own` in the answer is the sheet to write, at `markings/<id>/`.",
        request=None,
        responses={
            200: ScriptAnswer,
            409: OpenApiResponse(description="`not_for_adjudication`, `marker_conflict`"),
        },
    )
    def post(self, request: Request, script_id: UUID) -> Response:
        user = asker(request)
        script = script_of(user, script_id)
        if user is None or not marking.adjudicates(script.problem, user):
            raise Http404
        marking.open_adjudication(script=script, user=user, at=arrived(request))
        return Response(_script(script_of(user, script_id), user))


def _script(script: Script, user: User | None) -> dict[str, Any]:
    assert user is not None
    return script_view(script, user, adjudicates=True)
