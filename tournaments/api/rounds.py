"""The API of rounds: their tables for everybody, drawing and running them for the staff."""

import secrets
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.common import (
    arrived,
    asker,
    find_round,
    is_staff,
    sent,
    staffed,
    visible,
)
from tournaments.api.jobs import accepted
from tournaments.api.present import round_json, whole_round_json
from tournaments.api.requests import NewRound, NewRoundResults, RoundAction
from tournaments.formats.played_series import PlayedGame, Score, games_of
from tournaments.models import Job, Round, RoundState, Tournament
from tournaments.public.shot import Shot
from tournaments.serializers import JobSerializer, RoundSerializer, RoundSummarySerializer
from tournaments.services import drawing, large, rounds
from tournaments.services.publications import latest_public
from tournaments.services.round_results import Typed, enter_round

SEED_BITS = 48


def series_of(asked: Mapping[str, Any]) -> tuple[Score | None, tuple[PlayedGame, ...]]:
    """The score and the games of a series, as sent."""
    given = asked.get("score")
    score = (Fraction(given[0]), Fraction(given[1])) if given else None
    return score, games_of(asked.get("games", ()))


def shot_of(request: Request, tournament: Tournament) -> Shot | None:
    found = latest_public(tournament, arrived(request))
    return Shot(found) if found else None


def _answer(request: Request, tournament: Tournament, round_: Round, status: int = 200) -> Response:
    found = find_round(tournament, round_.ordinal, staff=True)
    body = whole_round_json(tournament, found, shot_of(request, tournament), staff=True)
    return Response(body, status=status)


@extend_schema(tags=["rounds"])
class Rounds(generics.ListAPIView[Round]):
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = RoundSummarySerializer
    queryset = Round.objects.none()

    @extend_schema(summary="The rounds; drafts for the staff only")
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = visible(request, tournament_id)
        found: QuerySet[Round] = Round.objects.filter(stage__tournament=tournament)
        if not is_staff(request, tournament):
            found = found.exclude(state=RoundState.DRAFT)
        counted = found.select_related("stage").annotate(
            all=Count("tables"), open=Count("tables", filter=Q(tables__result_source=""))
        )
        page: Any = self.paginate_queryset(counted.order_by("ordinal")) or []
        return self.get_paginated_response([round_json(one, one.all, one.open) for one in page])

    @extend_schema(
        summary="Draw the next round, as a draft",
        description="For the staff. While a draft lies there, that is the answer. What takes long "
        "(a Swiss of several hundred) is answered with 202 and a job that a worker does.",
        request=NewRound,
        responses={
            201: RoundSerializer,
            202: JobSerializer,
            409: OpenApiResponse(
                description="`results_missing` (a `reason` overrides), `rounds_complete`, "
                "`advancement_open`, `nobody_to_seat`, `no_legal_pairing` (`allow` what its "
                "`remedies` name)"
            ),
        },
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = staffed(request, tournament_id)
        asked = sent(NewRound, request)
        made = large.draw(
            tournament=tournament,
            seed=asked.get("seed", secrets.randbits(SEED_BITS)),
            by=asker(request),
            at=arrived(request),
            reason=asked["reason"],
            allow=asked.get("allow", ()),
        )
        return accepted(made) if isinstance(made, Job) else _answer(request, tournament, made, 201)


class RoundResults(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["rounds"],
        summary="Enter the results of a round of pairings, all or none",
        description="For the staff. A result known already and the same is left alone; another "
        "one is a correction and belongs to the table.",
        request=NewRoundResults,
        responses={
            200: RoundSerializer,
            409: OpenApiResponse(description="`round_results`: `errors` by table number"),
        },
    )
    def post(self, request: Request, tournament_id: UUID, ordinal: int) -> Response:
        tournament = staffed(request, tournament_id)
        round_ = find_round(tournament, ordinal, staff=True)
        asked = sent(NewRoundResults, request)
        enter_round(
            round_id=round_.pk,
            typed={
                one["table"]: Typed(
                    one.get("outcome", ""), one["expected_version"], *series_of(one)
                )
                for one in asked["results"]
            },
            by=asker(request),
            at=arrived(request),
        )
        return _answer(request, tournament, round_)


class OneRound(APIView):
    @extend_schema(tags=["rounds"], summary="A round with its tables", responses=RoundSerializer)
    def get(self, request: Request, tournament_id: UUID, ordinal: int) -> Response:
        tournament = visible(request, tournament_id)
        staff = is_staff(request, tournament)
        round_ = find_round(tournament, ordinal, staff=staff)
        shot = shot_of(request, tournament)
        return Response(whole_round_json(tournament, round_, shot, staff=staff))


Act = Callable[[Mapping[str, Any], dict[str, Any]], object]


def _reasoned(service: Callable[..., object]) -> Act:
    return lambda asked, common: service(reason=asked["reason"], **common)


ACTIONS: Mapping[str, Act] = {
    "publish": lambda _asked, common: rounds.publish_round(**common),
    "unpublish": _reasoned(rounds.unpublish_round),
    "redraw": lambda asked, common: large.redraw(
        seed=asked.get("seed", secrets.randbits(SEED_BITS)),
        allow=asked.get("allow", ()),
        **common,
    ),
    "discard": lambda _asked, common: drawing.discard_round(**common),
    "start": lambda _asked, common: rounds.start_round(**common),
    "pause": lambda asked, common: rounds.pause_all(
        reason=asked["reason"] or _("All tables stopped"), **common
    ),
    "resume": _reasoned(rounds.resume_all),
    "close": _reasoned(rounds.close_round),
    "reopen": _reasoned(rounds.reopen_round),
}


class RoundActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["rounds"],
        summary="Publish, start, pause, close a round, and the ways back",
        description="For the staff. Doing again what was done changes nothing. "
        "`close` with results missing needs a `reason`. After `discard` there is no round, "
        "and no body. `redraw` is answered with 202 and a job where it takes long.",
        request=RoundAction,
        responses={
            200: RoundSerializer,
            202: JobSerializer,
            204: OpenApiResponse(description="The draft is gone."),
            409: OpenApiResponse(
                description="`round_state`, `draw_faulty`, `round_started`, `results_missing`, "
                "`nothing_to_undo`"
            ),
        },
    )
    def post(self, request: Request, tournament_id: UUID, ordinal: int) -> Response:
        tournament = staffed(request, tournament_id)
        round_ = find_round(tournament, ordinal, staff=True)
        asked = sent(RoundAction, request)
        common = {"round_id": round_.pk, "by": asker(request), "at": arrived(request)}
        done = ACTIONS[asked["action"]](asked, common)
        if isinstance(done, Job):
            return accepted(done)
        if asked["action"] == "discard":
            return Response(status=204)
        return _answer(request, tournament, round_)
