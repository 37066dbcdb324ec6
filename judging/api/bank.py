"""The API of problem banks: committees, and problems with their versions."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Role, User
from judging.api.bank_bodies import (
    BankAnswer,
    ChangedProblem,
    CheckedAnswer,
    NewBank,
    NewBankMember,
    NewState,
    ProblemAnswer,
    ProblemQuery,
    VersionAnswer,
    WholeBankAnswer,
    WholeProblemAnswer,
    WrittenBody,
)
from judging.fault_words import fault_words
from judging.kinds.graded import Checked, Fault
from judging.models import Bank, Kind, Problem, ProblemState
from judging.permissions import bank_of, headed_bank, problem_of
from judging.services import banks
from judging.services.bank_view import bank_cards
from judging.services.problems import (
    Written,
    add_problem,
    all_tags,
    as_written,
    change_problem,
    check_written,
    find_problems,
    set_problem_state,
    uses_of,
)
from judging.services.timing import instant
from tournaments.api.common import arrived, asker, query, sent

TAGS = ["problem banks"]
FAULTY = OpenApiResponse(description="`problem_faulty`")


def problem_json(problem: Problem) -> dict[str, Any]:
    version = problem.current
    assert version is not None, "a problem has a version"
    return {
        "id": str(problem.pk),
        "bank": str(problem.bank_id),
        "number": problem.number,
        "title": problem.title,
        "state": problem.state,
        "version": version.number,
        "made": version.made,
        "difficulty": problem.difficulty,
        "tags": [tag.text for tag in problem.tags.all()],
        "authors": [user.name for user in problem.authors.all()],
        "credit": problem.credit,
        "used_elsewhere": problem.used_elsewhere,
        "changed_at": instant(problem.changed_at),
        **_asked(version),
    }


def _asked(version: Any) -> dict[str, Any]:
    names = ("kind", "statement", "statement_en", "content", "key", "solution", "solution_en")
    return {name: getattr(version, name) for name in names}


def _fault(fault: Fault) -> dict[str, str]:
    return {"code": fault.code, "words": fault_words(fault)}


def checked_json(checked: Checked) -> dict[str, Any]:
    return {
        "faults": [_fault(one) for one in checked.faults],
        "warnings": [_fault(one) for one in checked.warnings],
        "facts": checked.facts,
        "solution": checked.solution,
    }


def _whole(problem: Problem) -> dict[str, Any]:
    return problem_json(problem) | {
        "check": checked_json(check_written(problem.bank, as_written(problem), problem)),
        "uses": [
            {
                "tournament": one.paper.stage.tournament.name,
                "paper": str(one.paper_id),
                "title": one.paper.title,
                "label": one.label,
                "version": one.source.number,
            }
            for one in uses_of(problem)
        ],
    }


def _bank_json(bank: Bank) -> dict[str, Any]:
    return {
        "id": str(bank.pk),
        "name": bank.name,
        "members": [
            {
                "id": one.pk,
                "name": one.user.name,
                "username": one.user.username,
                "role": one.role,
            }
            for one in banks.members(bank)
        ],
        "tags": all_tags(bank),
    }


def _written(asked: dict[str, Any]) -> Written:
    return Written(**asked | {"kind": Kind(asked["kind"])})


class Banks(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS, operation_id="banks_list", summary="Your banks", responses=BankAnswer(many=True)
    )
    def get(self, request: Request) -> Response:
        return Response(
            [
                {
                    "id": str(one.bank.pk),
                    "name": one.bank.name,
                    "problems": one.problems,
                    "ready": one.ready,
                }
                for one in bank_cards(asker(request))
            ]
        )

    @extend_schema(
        tags=TAGS,
        summary="Make a bank",
        description="For those who may organise; you manage its committee.",
        request=NewBank,
        responses={201: WholeBankAnswer},
    )
    def post(self, request: Request) -> Response:
        user = asker(request)
        if not isinstance(user, User) or not user.is_organiser:
            raise PermissionDenied
        asked = sent(NewBank, request)
        made = banks.create_bank(name=asked["name"], by=user, at=arrived(request))
        return Response(_bank_json(made), status=201)


class OneBank(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(tags=TAGS, summary="A bank and its committee", responses=WholeBankAnswer)
    def get(self, request: Request, bank_id: UUID) -> Response:
        return Response(_bank_json(bank_of(asker(request), bank_id)))

    @extend_schema(tags=TAGS, summary="Rename a bank", request=NewBank, responses=WholeBankAnswer)
    def patch(self, request: Request, bank_id: UUID) -> Response:
        bank = headed_bank(asker(request), bank_id)
        asked = sent(NewBank, request)
        return Response(_bank_json(banks.rename_bank(bank=bank, name=asked["name"])))


class BankMembers(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Take somebody into the committee, or change their role",
        request=NewBankMember,
        responses={201: WholeBankAnswer, 404: OpenApiResponse(description="`unknown_member`")},
    )
    def post(self, request: Request, bank_id: UUID) -> Response:
        bank = headed_bank(asker(request), bank_id)
        asked = sent(NewBankMember, request)
        banks.add_member(bank=bank, username=asked["username"], role=Role(asked["role"]))
        return Response(_bank_json(bank), status=201)


class OneBankMember(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Take somebody out of the committee",
        responses={204: None, 409: OpenApiResponse(description="`last_head`")},
    )
    def delete(self, request: Request, bank_id: UUID, member_id: int) -> Response:
        bank = headed_bank(asker(request), bank_id)
        member = next((one for one in banks.members(bank) if one.pk == member_id), None)
        if member is None:
            raise Http404
        banks.remove_member(bank=bank, user=member.user)
        return Response(status=204)


class BankProblems(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="bank_problems_list",
        summary="The problems of a bank",
        parameters=[ProblemQuery],
        responses=ProblemAnswer(many=True),
    )
    def get(self, request: Request, bank_id: UUID) -> Response:
        bank = bank_of(asker(request), bank_id)
        found = find_problems(bank, **query(ProblemQuery, request))
        return Response([problem_json(one) for one in found])

    @extend_schema(
        tags=TAGS,
        summary="Write a problem",
        description="A draft, whatever is still wrong with it; `check` says what that is.",
        request=WrittenBody,
        responses={201: WholeProblemAnswer},
    )
    def post(self, request: Request, bank_id: UUID) -> Response:
        user = asker(request)
        bank = bank_of(user, bank_id)
        written = _written(sent(WrittenBody, request))
        made = add_problem(bank=bank, written=written, by=user, at=arrived(request))
        return Response(_whole(problem_of(user, made.pk)), status=201)


class BankChecks(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Check a problem as it is written so far",
        description="Stores nothing. The same board in the bank is a warning.",
        request=WrittenBody,
        responses=CheckedAnswer,
    )
    def post(self, request: Request, bank_id: UUID) -> Response:
        bank = bank_of(asker(request), bank_id)
        written = _written(sent(WrittenBody, request))
        return Response(checked_json(check_written(bank, written)))


class OneProblem(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS, summary="A problem, its check and its past use", responses=WholeProblemAnswer
    )
    def get(self, request: Request, problem_id: UUID) -> Response:
        return Response(_whole(problem_of(asker(request), problem_id)))

    @extend_schema(
        tags=TAGS,
        summary="Change a problem",
        description="A new version where anything a contestant or a grader sees changed; papers "
        "keep the version they have.",
        request=ChangedProblem,
        responses={
            200: WholeProblemAnswer,
            409: OpenApiResponse(description="`stale_problem`: somebody changed it meanwhile"),
        },
    )
    def put(self, request: Request, problem_id: UUID) -> Response:
        user = asker(request)
        problem = problem_of(user, problem_id)
        asked = sent(ChangedProblem, request)
        expected, reason = asked.pop("expected_version"), asked.pop("reason")
        change_problem(
            problem=problem,
            written=_written(asked),
            expected_version=expected,
            reason=reason,
            by=user,
            at=arrived(request),
        )
        return Response(_whole(problem_of(user, problem_id)))


class ProblemVersions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS, summary="What a problem was, newest first", responses=VersionAnswer(many=True)
    )
    def get(self, request: Request, problem_id: UUID) -> Response:
        problem = problem_of(asker(request), problem_id)
        found = problem.versions.select_related("by").order_by("-number")
        return Response(
            [
                {
                    "number": one.number,
                    "reason": one.reason,
                    "by": one.by.name if one.by else None,
                    "at": instant(one.at),
                    **_asked(one),
                }
                for one in found
            ]
        )


class ProblemStates(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="Make a problem ready, a draft again, or retire it",
        request=NewState,
        responses={200: WholeProblemAnswer, 422: FAULTY},
    )
    def post(self, request: Request, problem_id: UUID) -> Response:
        user = asker(request)
        problem = problem_of(user, problem_id)
        state = ProblemState(sent(NewState, request)["state"])
        set_problem_state(problem=problem, state=state, by=user, at=arrived(request))
        return Response(_whole(problem_of(user, problem_id)))
