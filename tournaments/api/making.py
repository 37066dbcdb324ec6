"""The API that makes tournaments and gives roles at their desks."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Membership, Role, User
from games.models import Medium
from games.rules.registry import game
from tournaments.api.common import arrived, asker, managed, sent
from tournaments.api.present import whole_tournament_json
from tournaments.api.requests import Copy, NewMember, NewTournament
from tournaments.choices import Registration, StageKind, StagePart
from tournaments.presets import PRESETS, TIME_CONTROLS, Plan, StagePlan, usual_stage
from tournaments.serializers import MemberSerializer, WholeTournamentSerializer
from tournaments.services import staff as service
from tournaments.services.copying import copy_tournament
from tournaments.services.tournaments import create_tournament
from tournaments.settings import StageConfig, TournamentSettings

AS_GIVEN = (
    "name", "name_en", "venue", "organiser_name", "description", "starts_at", "is_public",
)  # fmt: skip


def organiser_of(request: Request) -> User:
    """Somebody who may make tournaments. Raise PermissionDenied."""
    user = asker(request)
    if user is None or not user.is_organiser:
        raise PermissionDenied
    return user


def make(request: Request) -> Response:
    """A new tournament, for ``POST tournaments/``."""
    user = organiser_of(request)
    asked = sent(NewTournament, request)
    made = create_tournament(plan=_plan(asked), by=user, at=arrived(request))
    return Response(whole_tournament_json(made, user, arrived(request)), status=201)


def _plan(asked: dict[str, Any]) -> Plan:
    """Raise InvalidSettingError."""
    start = PRESETS[asked["preset"]]
    name = asked.get("game", start.game)
    settings = start.settings.to_json() | asked.get("settings", {})
    given = {field: asked[field] for field in AS_GIVEN if field in asked}
    if "registration" in asked:
        given["registration"] = Registration(asked["registration"])
    if "medium" in asked:
        given["medium"] = Medium(asked["medium"])
    stages = [_stage(one, order) for order, one in enumerate(asked.get("stages", []), 1)]
    return Plan(
        preset=asked["preset"],
        game=name,
        rules=game(name).rules.from_json(asked.get("rules", {})).to_json(),
        time_control=asked.get("time_control", dict(TIME_CONTROLS.get(name, {"timing": "none"}))),
        settings=TournamentSettings.from_json(settings),
        stages=tuple(stages) or start.stages,
        **given,
    )


def _stage(asked: dict[str, Any], order: int) -> StagePlan:
    plan = usual_stage(StageKind(asked["kind"]), order)
    config = plan.config.to_json() | asked.get("config", {})
    return StagePlan(
        StagePart(asked["part"]) if "part" in asked else plan.part,
        asked.get("name", plan.name),
        asked.get("name_en", plan.name_en),
        asked.get("rounds", plan.rounds),
        StageConfig.from_json(config),
        plan.kind,
    )


class Copies(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["tournaments"],
        summary="Use a tournament as the template of another",
        description="For its organisers. Settings, stages and staff; nobody is entered.",
        request=Copy,
        responses={201: WholeTournamentSerializer},
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = managed(request, tournament_id)
        user = organiser_of(request)
        name = sent(Copy, request)["name"]
        made = copy_tournament(tournament=tournament, name=name, by=user, at=arrived(request))
        return Response(whole_tournament_json(made, user, arrived(request)), status=201)


def _member(one: Membership) -> dict[str, Any]:
    return {
        "id": one.pk,
        "name": one.user.name,
        "username": one.user.username,
        "role": one.role,
    }


@extend_schema(tags=["tournaments"])
class Staff(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        summary="Who works at the desk",
        description="For the organisers.",
        responses=MemberSerializer(many=True),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        return Response([_member(one) for one in service.staff(managed(request, tournament_id))])

    @extend_schema(
        summary="Give somebody a role",
        description="For the organisers. With `name` a person is made who signs in by a link.",
        request=NewMember,
        responses={201: MemberSerializer, 400: OpenApiResponse(description="`unknown_person`")},
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = managed(request, tournament_id)
        asked = sent(NewMember, request)
        common: dict[str, Any] = {
            "role": Role(asked["role"]),
            "by": asker(request),
            "at": arrived(request),
        }
        if "username" in asked:
            made = service.add_by_username(
                tournament=tournament, username=asked["username"], **common
            )
        else:
            made = service.add_by_name(tournament=tournament, name=asked["name"], **common)
        return Response(_member(made), status=201)


class OneMember(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["tournaments"],
        summary="Take a role away",
        description="For the organisers.",
        responses={204: None, 409: OpenApiResponse(description="`last_organiser`")},
    )
    def delete(self, request: Request, tournament_id: UUID, member_id: int) -> Response:
        tournament = managed(request, tournament_id)
        found = Membership.objects.filter(
            scope=tournament.pk, role__in=service.STAFF, pk=member_id
        ).select_related("user")
        member = found.first()
        if member is None:
            raise Http404
        service.remove(
            tournament=tournament, membership=member, by=asker(request), at=arrived(request)
        )
        return Response(status=204)
