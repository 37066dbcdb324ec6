"""The API of entries: the public list, and what the desk does with it."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.common import (
    arrived,
    asker,
    find_entry,
    is_staff,
    sent,
    staffed,
    visible,
)
from tournaments.api.present import entry_json
from tournaments.api.requests import EntryAction, EntryChange, NewEntry
from tournaments.errors import ReasonNeededError
from tournaments.models import ByeKind, Entry
from tournaments.serializers import EntrySerializer
from tournaments.services import entries, presence
from tournaments.services.entries import Details

TAKEN = OpenApiResponse(description="`name_taken`, `late_entry_closed`")


@extend_schema(tags=["entries"])
class Entries(generics.ListAPIView[Entry]):
    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = EntrySerializer
    queryset = Entry.objects.none()

    @extend_schema(
        summary="Who is entered, by number",
        description="The staff see all of it, and the list of those eligible.",
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = visible(request, tournament_id)
        staff = is_staff(request, tournament)
        found: QuerySet[Entry] = Entry.objects.filter(tournament=tournament).order_by("number")
        page = self.paginate_queryset(found if staff else found.filter(listed_only=False)) or []
        return self.get_paginated_response([entry_json(one, staff=staff) for one in page])

    @extend_schema(
        summary="Enter a person",
        description="For the staff.",
        request=NewEntry,
        responses={201: EntrySerializer, 409: TAKEN},
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = staffed(request, tournament_id)
        given = sent(NewEntry, request)
        from_round, same = given.pop("from_round", None), given.pop("same_name_ok")
        made = entries.add_entry(
            tournament=tournament,
            details=Details(**given),
            by=asker(request),
            at=arrived(request),
            from_round=from_round,
            same_name_ok=same,
        )
        return Response(entry_json(made, staff=True), status=201)


@extend_schema(tags=["entries"])
class OneEntry(APIView):
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(summary="One entry", responses=EntrySerializer)
    def get(self, request: Request, tournament_id: UUID, entry_id: UUID) -> Response:
        tournament = visible(request, tournament_id)
        staff = is_staff(request, tournament)
        return Response(entry_json(find_entry(tournament, entry_id, staff=staff), staff=staff))

    @extend_schema(
        summary="Correct what is known of a person",
        description="For the staff. What is not named stays.",
        request=EntryChange,
        responses={200: EntrySerializer, 409: TAKEN},
    )
    def patch(self, request: Request, tournament_id: UUID, entry_id: UUID) -> Response:
        entry = find_entry(staffed(request, tournament_id), entry_id, staff=True)
        given = sent(EntryChange, request)
        from_round, same = given.pop("from_round", None), given.pop("same_name_ok")
        known = {name: getattr(entry, name) for name in Details.__slots__}
        changed = entries.change_entry(
            entry=entry,
            details=Details(**known | given),
            by=asker(request),
            at=arrived(request),
            from_round=from_round,
            same_name_ok=same,
        )
        return Response(entry_json(changed, staff=True))

    @extend_schema(
        summary="Take somebody off the list",
        description="For the staff, and only for those who were never seated: let others withdraw.",
        request=None,
        responses={204: None, 409: OpenApiResponse(description="`entry_seated`")},
    )
    def delete(self, request: Request, tournament_id: UUID, entry_id: UUID) -> Response:
        entry = find_entry(staffed(request, tournament_id), entry_id, staff=True)
        entries.remove_entry(entry=entry, by=asker(request), at=arrived(request))
        return Response(status=204)


Act = Callable[[Entry, Mapping[str, Any], dict[str, Any]], object]


def _disqualify(entry: Entry, asked: Mapping[str, Any], common: dict[str, Any]) -> object:
    if not asked["reason"].strip():
        raise ReasonNeededError
    return presence.disqualify(entry=entry, reason=asked["reason"], **common)


def _sit_out(absent: bool) -> Act:
    def act(entry: Entry, asked: Mapping[str, Any], common: dict[str, Any]) -> object:
        presence.set_absence(
            entry=entry,
            ordinal=asked["round"],
            absent=absent,
            kind=ByeKind(asked["bye"]),
            reason=asked["reason"],
            **common,
        )
        return None

    return act


ACTIONS: Mapping[str, Act] = {
    "check_in": lambda entry, _, common: presence.check_in(entry=entry, here=True, **common),
    "undo_check_in": lambda entry, _, common: presence.check_in(entry=entry, here=False, **common),
    "withdraw": lambda entry, asked, common: presence.withdraw(
        entry=entry, from_round=asked.get("round"), reason=asked["reason"], **common
    ),
    "re_enter": lambda entry, asked, common: presence.re_enter(
        entry=entry, reason=asked["reason"], **common
    ),
    "disqualify": _disqualify,
    "sit_out": _sit_out(absent=True),
    "play_after_all": _sit_out(absent=False),
}


class EntryActions(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        tags=["entries"],
        summary="Check in, withdraw, re-enter, disqualify, sit out",
        description="For the staff. `disqualify` needs a `reason`, `sit_out` a `round`.",
        request=EntryAction,
        responses={200: EntrySerializer, 409: OpenApiResponse(description="`entry_state`")},
    )
    def post(self, request: Request, tournament_id: UUID, entry_id: UUID) -> Response:
        tournament = staffed(request, tournament_id)
        entry = find_entry(tournament, entry_id, staff=True)
        asked = sent(EntryAction, request)
        ACTIONS[asked["action"]](entry, asked, {"by": asker(request), "at": arrived(request)})
        return Response(entry_json(find_entry(tournament, entry_id, staff=True), staff=True))
