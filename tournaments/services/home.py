"""Lists of tournaments for the first page."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from tournaments.models import Round, RoundState, Tournament, TournamentQuerySet, TournamentState
from tournaments.names import round_name


@dataclass(frozen=True, slots=True)
class Listed:
    tournament: Tournament
    entered: int
    round: str
    """The round going on, or empty."""


def staffed_tournaments(user: User) -> list[Listed]:
    """Those at whose desk somebody works, newest first, the archived last."""
    found = Tournament.objects.staffed_by(user).order_by("-created_at")
    rows = _listed(list(_counted(found)))
    return sorted(rows, key=lambda row: row.tournament.state == TournamentState.ARCHIVED)


def public_tournaments(but: Collection[UUID] = (), most: int = 20) -> list[Listed]:
    """What anybody may look at, newest first."""
    found = (
        Tournament.objects.public()
        .exclude(state=TournamentState.ARCHIVED)
        .exclude(pk__in=but)
        .order_by("-created_at")
    )
    return _listed(list(_counted(found)[:most]))


def _counted(found: TournamentQuerySet) -> "QuerySet[Tournament, Tournament]":
    return found.annotate(entered=Count("entries", filter=Q(entries__listed_only=False)))


def _listed(tournaments: list[Tournament]) -> list[Listed]:
    going_on: dict[UUID, str] = {}
    for round_ in (
        Round.objects.filter(stage__tournament__in=tournaments)
        .exclude(state__in=[RoundState.DRAFT, RoundState.CLOSED])
        .select_related("stage")
        .order_by("-ordinal")
    ):
        going_on[round_.stage.tournament_id] = round_name(round_)
    return [
        Listed(one, getattr(one, "entered", 0), going_on.get(one.pk, "")) for one in tournaments
    ]
