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
from tournaments.api.rounds import series_of, shot_of
from tournaments.errors import InvalidPlacesError, ReasonNeededError
from tournaments.formats.played_series import PlayedGame
from tournaments.models import SeatingKind, Table, Tournament
from tournaments.serializers import TableSerializer
from tournaments.services import results, rounds
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.values import Follow
from tournaments.services.pair_results import entered_of
from tournaments.services.reports import report_result
from tournaments.services.result_rows import SeatEntered
from tournaments.services.series_results import Written, completed, decimals


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
                description="`result_changed`, `dependents`, `match_going_on`, `round_state`, "
                "`series_sum`, `series_open`, `series_decided`, `series_contradicted`"
            ),
        },
    )
    def post(self, request: Request, tournament_id: UUID, table_id: UUID) -> Response:
        tournament = staffed(request, tournament_id)
        table = find_table(tournament, table_id, staff=True)
        asked = sent(NewResult, request)
        entered, games = _entered(table, asked)
        results.enter_result(
            table_id=table.pk,
            entered=entered,
            games=games,
            expected_version=asked["expected_version"],
            by=asker(request),
            at=arrived(request),
            reason=asked["reason"],
            confirmed=asked["confirmed"],
            follow=Follow(asked["follow"]),
        )
        return _answer(request, tournament, table.pk)


def _entered(
    table: Table, asked: dict[str, Any]
) -> tuple[dict[int, SeatEntered], tuple[PlayedGame, ...]]:
    """One for each seat, and the games of a series. Raise InvalidPlacesError, SeriesFaultError."""
    size = len(table.seats.all())
    seats = asked.get("seats", [])
    if {"outcome", "score", "games"} & asked.keys() and size == 2 and not seats:
        form = format_of(table.round.stage)
        most = form.games(table.round.stage, table.slot) if form.pairs else 1
        written = Written(asked.get("outcome", ""), *series_of(asked))
        done = completed(written, most, draws=form.draws)
        if done.code:
            return entered_of(done.code, decimals(done.score)), done.games
    if len(seats) != size:
        why = f"{len(seats)} ≠ {size}."
        raise InvalidPlacesError(why=why, seat=None)
    return {
        number: SeatEntered(one.get("place"), SeatingKind(one["kind"]), one.get("score"))
        for number, one in enumerate(seats)
    }, ()


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
