"""The API of tables: what happened there, and results an arbiter enters."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.common import arrived, asker, find_table, is_staff, sent, staffed, visible
from tournaments.api.present import table_json
from tournaments.api.requests import NewReport, NewResult, TableAction
from tournaments.api.rounds import shot_of
from tournaments.errors import InvalidPlacesError, ReasonNeededError
from tournaments.models import SeatingKind, Table, Tournament
from tournaments.serializers import TableSerializer
from tournaments.services import results, rounds
from tournaments.services.formats.values import Follow
from tournaments.services.pair_results import entered_of
from tournaments.services.reports import report_result
from tournaments.services.result_rows import SeatEntered


def _answer(request: Request, tournament: Tournament, table_id: UUID) -> Response:
    table = find_table(tournament, table_id, staff=True)
    shot = shot_of(request, tournament)
    return Response(table_json(tournament, table.round, table, shot, staff=True))


class OneTable(APIView):
    @extend_schema(tags=["tables"], summary="A table", responses=TableSerializer)
    def get(self, request: Request, tournament_id: UUID, table_id: UUID) -> Response:
        tournament = visible(request, tournament_id)
        staff = is_staff(request, tournament)
        table = find_table(tournament, table_id, staff=staff)
        shot = shot_of(request, tournament)
        return Response(table_json(tournament, table.round, table, shot, staff=staff))


class Result(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["tables"],
        summary="Enter or correct a result",
        description="For the staff. `result_changed`: somebody was faster than "
        "`expected_version`. A correction needs a `reason`, and `confirmed` when others rest on "
        "it (`dependents` names them).",
        request=NewResult,
        responses={
            200: TableSerializer,
            409: OpenApiResponse(
                description="`result_changed`, `dependents`, `match_going_on`, `round_state`"
            ),
        },
    )
    def post(self, request: Request, tournament_id: UUID, table_id: UUID) -> Response:
        tournament = staffed(request, tournament_id)
        table = find_table(tournament, table_id, staff=True)
        asked = sent(NewResult, request)
        results.enter_result(
            table_id=table.pk,
            entered=_entered(table, asked),
            expected_version=asked["expected_version"],
            by=asker(request),
            at=arrived(request),
            reason=asked["reason"],
            confirmed=asked["confirmed"],
            follow=Follow(asked["follow"]),
        )
        return _answer(request, tournament, table.pk)


def _entered(table: Table, asked: dict[str, Any]) -> dict[int, SeatEntered]:
    """One for each seat. Raise InvalidPlacesError."""
    size = len(table.seats.all())
    seats = asked.get("seats", [])
    if "outcome" in asked and size == 2 and not seats:
        return entered_of(asked["outcome"])
    if len(seats) != size:
        why = f"{len(seats)} ≠ {size}."
        raise InvalidPlacesError(why=why, seat=None)
    return {
        number: SeatEntered(one.get("place"), SeatingKind(one["kind"]), one.get("score"))
        for number, one in enumerate(seats)
    }


class Report(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["tables"],
        summary="Say how my match ended",
        description="For the two of a pairing. The same from both is the result.",
        request=NewReport,
        responses={
            200: TableSerializer,
            409: OpenApiResponse(description="`table_state`"),
        },
    )
    def post(self, request: Request, tournament_id: UUID, table_id: UUID) -> Response:
        tournament = visible(request, tournament_id)
        find_table(tournament, table_id, staff=False)
        user = asker(request)
        assert user is not None
        report_result(
            table_id=table_id,
            code=sent(NewReport, request)["outcome"],
            by=user,
            at=arrived(request),
        )
        table = find_table(tournament, table_id, staff=False)
        shot = shot_of(request, tournament)
        return Response(table_json(tournament, table.round, table, shot, staff=False))


class TableActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["tables"],
        summary="Start a table, note who did not come, follow the match again",
        description="For the staff. `take_played` drops what was entered and needs a `reason`.",
        request=TableAction,
        responses={
            200: TableSerializer,
            409: OpenApiResponse(description="`table_state`, `result_changed`, `round_state`"),
        },
    )
    def post(self, request: Request, tournament_id: UUID, table_id: UUID) -> Response:
        tournament = staffed(request, tournament_id)
        table = find_table(tournament, table_id, staff=True)
        asked = sent(TableAction, request)
        common: dict[str, Any] = {
            "table_id": table.pk,
            "by": asker(request),
            "at": arrived(request),
        }
        match asked["action"]:
            case "start":
                rounds.start_table(**common)
            case "no_show" | "came" as action:
                seat = asked["seat"] - 1
                if seat >= len(table.seats.all()):
                    raise InvalidPlacesError(why=f"{seat + 1}?", seat=None)
                results.mark_no_show(seat=seat, away=action == "no_show", **common)
            case _:
                if not asked["reason"].strip():
                    raise ReasonNeededError
                results.take_played_result(
                    expected_version=asked["expected_version"], reason=asked["reason"], **common
                )
        return _answer(request, tournament, table.pk)
