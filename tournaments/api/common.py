"""What every view of the API of tournaments needs."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from accounts.models import Membership, Role, User
from tournaments.models import Entry, Round, RoundState, Table, Tournament
from tournaments.seats import people_at
from tournaments.services.collecting import collect_tournament

STAFF = (Role.ORGANISER, Role.ARBITER)


def asker(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None


def arrived(request: Request) -> datetime:
    """The instant the request arrived, before it waited for anything."""
    found: datetime = request.arrived_at  # type: ignore[attr-defined]
    return found


def sent(serializer: type[Any], request: Request) -> dict[str, Any]:
    """The checked body."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    found: dict[str, Any] = body.validated_data
    return found


def query(serializer: type[Any], request: Request) -> dict[str, Any]:
    """The checked parameters of the address."""
    asked = serializer(data=request.query_params.dict())
    asked.is_valid(raise_exception=True)
    found: dict[str, Any] = asked.validated_data
    return found


def visible(request: Request, tournament_id: UUID) -> Tournament:
    """With results of matches taken over. Raise Http404."""
    tournament: Tournament = get_object_or_404(
        Tournament.objects.visible_to(asker(request)).filter(pk=tournament_id)
    )
    collect_tournament(tournament_id=tournament.pk, at=arrived(request))
    return tournament


def staffed(request: Request, tournament_id: UUID) -> Tournament:
    """For its organisers and arbiters. Raise Http404."""
    tournament: Tournament = get_object_or_404(
        Tournament.objects.staffed_by(asker(request)).filter(pk=tournament_id)
    )
    collect_tournament(tournament_id=tournament.pk, at=arrived(request))
    return tournament


def managed(request: Request, tournament_id: UUID) -> Tournament:
    """For its organisers. Raise Http404."""
    return get_object_or_404(Tournament.objects.managed_by(asker(request)).filter(pk=tournament_id))


def is_staff(request: Request, tournament: Tournament) -> bool:
    user = asker(request)
    return (
        user is not None
        and Membership.objects.filter(user=user, scope=tournament.pk, role__in=STAFF).exists()
    )


def find_entry(tournament: Tournament, entry_id: UUID, *, staff: bool) -> Entry:
    """Raise Http404."""
    found = Entry.objects.filter(tournament=tournament, pk=entry_id).select_related("tournament")
    return get_object_or_404(found if staff else found.filter(listed_only=False))


def find_round(tournament: Tournament, ordinal: int, *, staff: bool) -> Round:
    """A draft is found by the staff only. Raise Http404."""
    found = Round.objects.filter(stage__tournament=tournament, ordinal=ordinal)
    found = found.select_related("stage__tournament")
    return get_object_or_404(found if staff else found.exclude(state=RoundState.DRAFT))


def find_table(tournament: Tournament, table_id: UUID, *, staff: bool) -> Table:
    """Raise Http404."""
    found = Table.objects.filter(round__stage__tournament=tournament, pk=table_id)
    found = found.select_related("round__stage__tournament", "match").prefetch_related(
        people_at(), "reports"
    )
    return get_object_or_404(found if staff else found.exclude(round__state=RoundState.DRAFT))
