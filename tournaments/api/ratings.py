"""The API of who is who in ratings, for whoever owns them."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.strict import Strict, Truth
from tournaments.api.common import arrived, asker, sent
from tournaments.models import Entry
from tournaments.rating_records import RatingPool
from tournaments.services.rating_people import decide_person, decisions, suggestions
from tournaments.services.ratings import fresh


class RatedEntrySerializer(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    tournament = serializers.UUIDField()
    name = serializers.CharField()
    club = serializers.CharField()


class SuggestionSerializer(serializers.Serializer[Any]):
    first = RatedEntrySerializer(many=True, help_text="Entries of one person.")
    second = RatedEntrySerializer(many=True, help_text="Entries of one of the same name and club.")


class DecidedSerializer(serializers.Serializer[Any]):
    first = RatedEntrySerializer()
    second = RatedEntrySerializer()
    same = serializers.BooleanField()


class PeopleSerializer(serializers.Serializer[Any]):
    suggestions = SuggestionSerializer(many=True)
    decided = DecidedSerializer(many=True)


class Decision(Strict):
    first = serializers.UUIDField(help_text="An entry.")
    second = serializers.UUIDField(help_text="An entry of another tournament.")
    same = Truth(allow_null=True, help_text="Null takes back what was said.")


def _entry(one: Entry) -> dict[str, Any]:
    return {
        "entry": str(one.pk),
        "tournament": str(one.tournament_id),
        "name": one.name,
        "club": one.club,
    }


class RatingPeople(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["tournaments"],
        summary="Who may be one person in ratings, and what was decided",
        description="For the owner of the ratings.",
        responses=PeopleSerializer,
    )
    def get(self, request: Request, pool_id: UUID) -> Response:
        pool = get_object_or_404(RatingPool, pk=pool_id, owner=asker(request))
        return self._answer(fresh(pool, arrived(request)))

    @extend_schema(
        tags=["tournaments"],
        summary="Say whether two entries are one person",
        description="For the owner of the ratings, which are counted anew.",
        request=Decision,
        responses={200: PeopleSerializer, 409: OpenApiResponse(description="`same_person`")},
    )
    def post(self, request: Request, pool_id: UUID) -> Response:
        by = asker(request)
        assert by is not None
        pool = get_object_or_404(RatingPool, pk=pool_id, owner=by)
        decide_person(pool=pool, by=by, at=arrived(request), **sent(Decision, request))
        return self._answer(fresh(RatingPool.objects.get(pk=pool.pk), arrived(request)))

    def _answer(self, pool: RatingPool) -> Response:
        found = {
            "suggestions": [
                {
                    "first": [_entry(entry) for entry in one.first.entries],
                    "second": [_entry(entry) for entry in one.second.entries],
                }
                for one in suggestions(pool)
            ],
            "decided": [
                {"first": _entry(one.first), "second": _entry(one.second), "same": one.same}
                for one in decisions(pool)
            ],
        }
        return Response(found)
