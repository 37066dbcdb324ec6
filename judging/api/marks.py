"""The API of markers: their sheets."""

from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from judging.api.answers import QueuesAnswer, ScriptAnswer
from judging.api.requests import Marks
from judging.models import Marking
from judging.permissions import marked_problems, marking_of
from judging.services.marking import adjudicates, save_marks
from judging.services.marking_view import queue_view, script_view
from tournaments.api.common import arrived, sent

TAGS = ["marking"]


def _person(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


class Markings(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        operation_id="markings_list",
        summary="What you mark",
        description="By problem; the scripts have codes and no names.",
        responses=QueuesAnswer,
    )
    def get(self, request: Request) -> Response:
        user = _person(request)
        return Response(
            {
                "results": [
                    {
                        "problem": str(one.pk),
                        "label": one.label,
                        "paper": one.paper.title,
                        "scripts": queue_view(one, user),
                    }
                    for one in marked_problems(user)
                ]
            }
        )


class OneMarking(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=TAGS,
        summary="A script and your sheet",
        description="The other marker's marks are there once both are complete.",
        responses=ScriptAnswer,
    )
    def get(self, request: Request, marking_id: UUID) -> Response:
        return Response(_script(request, marking_of(_person(request), marking_id)))

    @extend_schema(
        tags=TAGS,
        summary="Write your sheet",
        description="`stale_mark`: it was changed meanwhile. `part_unmarked`: kept, not complete.",
        request=Marks,
        responses={
            200: ScriptAnswer,
            409: OpenApiResponse(description="`stale_mark`, `marks_frozen`, `scheme_not_approved`"),
            422: OpenApiResponse(description="`part_unmarked`, `mark_refused`"),
        },
    )
    def put(self, request: Request, marking_id: UUID) -> Response:
        user = _person(request)
        found = marking_of(user, marking_id)
        save_marks(marking_id=found.pk, user=user, at=arrived(request), **sent(Marks, request))
        return Response(_script(request, marking_of(user, marking_id)))


def _script(request: Request, marking: Marking) -> dict[str, object]:
    user = _person(request)
    script = marking.round.script
    decides = marking.place == Marking.Place.ADJUDICATOR and adjudicates(script.problem, user)
    return script_view(script, user, adjudicates=decides)
