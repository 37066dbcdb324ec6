"""Which rows an archive of a tournament holds, in the order they are restored in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q, QuerySet

from accounts.models import Membership
from games.models import Match, MatchEvent, Seat, Series
from games.rules.base import gettext_noop
from tournaments.models import (
    Absence,
    Advancement,
    Announcement,
    AuditEntry,
    Bye,
    Entry,
    ForbiddenPair,
    Publication,
    ResultReport,
    Round,
    Stage,
    Table,
    TableSeat,
    Tournament,
)

Rows = Callable[[Tournament], "QuerySet[Any]"]


@dataclass(frozen=True, slots=True)
class Part:
    """One model. ``without``: fields that stay behind and have their defaults again."""

    model: type[Model]
    rows: Rows
    without: Sequence[str] = field(default=())
    since: Sequence[str] = field(default=())
    """Fields that archives made before may lack: they have their defaults then."""
    fresh: bool = False
    """Its ids are always new, as other tournaments may use the same rows."""

    @property
    def name(self) -> str:
        return self.model._meta.label_lower


def _matches(tournament: Tournament) -> "QuerySet[Match]":
    own = Q(table__round__stage__tournament=tournament) | Q(scope=tournament.pk)
    return Match.objects.filter(
        own | Q(series__matches__table__round__stage__tournament=tournament)
    ).distinct()


def _of_matches(model: type[Any]) -> Rows:
    return lambda one: model.objects.filter(match__in=_matches(one).values("pk")).order_by("pk")


def _of(model: type[Any], path: str = "tournament") -> Rows:
    return lambda one: model.objects.filter(**{path: one}).order_by("pk")


_PARTS: list[Part] = [
    Part(Tournament, lambda one: Tournament.objects.filter(pk=one.pk)),
    Part(Membership, lambda one: Membership.objects.filter(scope=one.pk).order_by("pk")),
    Part(Entry, lambda one: Entry.objects.filter(tournament=one).order_by("number")),
    Part(Absence, _of(Absence, "entry__tournament")),
    Part(ForbiddenPair, _of(ForbiddenPair)),
    Part(Stage, lambda one: Stage.objects.filter(tournament=one).order_by("order")),
    Part(Round, _of(Round, "stage__tournament")),
    Part(
        Series,
        lambda one: Series.objects.filter(matches__in=_matches(one)).distinct().order_by("pk"),
    ),
    # An invitation gives a seat to whoever has it.
    Part(Match, lambda one: _matches(one).order_by("created_at", "pk"), ("invite",)),
    Part(Seat, _of_matches(Seat)),
    Part(MatchEvent, _of_matches(MatchEvent)),
    Part(
        Table,
        lambda one: Table.objects.filter(round__stage__tournament=one).order_by(
            "round__ordinal", "number"
        ),
        since=("games",),
    ),
    Part(TableSeat, _of(TableSeat, "table__round__stage__tournament")),
    Part(Bye, _of(Bye, "round__stage__tournament")),
    Part(ResultReport, _of(ResultReport, "table__round__stage__tournament")),
    Part(Advancement, _of(Advancement, "source__tournament")),
    # Its digest is of rows that may have other ids where it is restored.
    Part(Publication, _of(Publication), ("inputs",)),
    Part(AuditEntry, _of(AuditEntry)),
    Part(Announcement, _of(Announcement)),
]
_LEFT_OUT = [
    gettext_noop("usernames, passwords, personal links: everybody gets a new personal link"),
    gettext_noop("lists of people that were read but not entered"),
    gettext_noop("ratings that run over several tournaments"),
]


def register_parts(parts: Sequence[Part], left_out: Sequence[str] = ()) -> None:
    """What an app above this one keeps of a tournament, and what of it no archive holds."""
    _PARTS.extend(parts)
    _LEFT_OUT.extend(left_out)


def parts() -> Sequence[Part]:
    return _PARTS


def left_out() -> list[str]:
    return list(_LEFT_OUT)
