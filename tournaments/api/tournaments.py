"""The API of tournaments: what there is, and what the organisers tell everybody."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.common import arrived, asker, query, sent, staffed, visible
from tournaments.api.making import make
from tournaments.api.present import tournament_json, whole_tournament_json
from tournaments.api.requests import NewAnnouncement, NewTournament, TournamentQuery
from tournaments.models import Announcement, Tournament
from tournaments.serializers import (
    AnnouncementSerializer,
    TournamentSerializer,
    WholeTournamentSerializer,
)
from tournaments.services.announcements import announce


@extend_schema(tags=["tournaments"])
class Tournaments(generics.ListAPIView[Tournament]):
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = TournamentSerializer
    queryset = Tournament.objects.none()

    def get_queryset(self) -> QuerySet[Tournament]:
        asked = query(TournamentQuery, self.request)
        found: QuerySet[Tournament] = Tournament.objects.visible_to(asker(self.request))
        return found.filter(**asked).order_by("-created_at", "id")

    @extend_schema(
        summary="The tournaments I may see, newest first",
        parameters=[TournamentQuery],
        responses=TournamentSerializer(many=True),
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        summary="Make a tournament",
        description="For those who may organise. What is left out stands as in the preset.",
        parameters=[],
        request=NewTournament,
        responses={201: WholeTournamentSerializer},
    )
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return make(request)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response([tournament_json(one) for one in page])


class OneTournament(APIView):
    @extend_schema(
        tags=["tournaments"],
        summary="A tournament with its stages and public rounds",
        responses=WholeTournamentSerializer,
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = visible(request, tournament_id)
        return Response(whole_tournament_json(tournament, asker(request), arrived(request)))


@extend_schema(tags=["tournaments"])
class Announcements(generics.ListAPIView[Announcement]):
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = AnnouncementSerializer
    queryset = Announcement.objects.none()

    def get_queryset(self) -> QuerySet[Announcement]:
        tournament = visible(self.request, self.kwargs["tournament_id"])
        return Announcement.objects.filter(tournament=tournament).order_by("-id")

    @extend_schema(summary="What the organisers told everybody, newest first")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        summary="Tell every page of the tournament something",
        description="For the staff.",
        request=NewAnnouncement,
        responses={201: AnnouncementSerializer},
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = staffed(request, tournament_id)
        text = sent(NewAnnouncement, request)["text"]
        made = announce(tournament=tournament, text=text, by=asker(request), at=arrived(request))
        return Response(AnnouncementSerializer(made).data, status=201)
