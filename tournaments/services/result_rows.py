"""The result of a table as rows: what is entered, checked, stored and kept in the record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.errors import InvalidPlacesError
from tournaments.formats.scoring import normalise_places
from tournaments.models import ResultSource, SeatingKind, Table, TableSeat, Tournament
from tournaments.names import listed
from tournaments.services.entries import lock


@dataclass(frozen=True, slots=True)
class SeatEntered:
    """What a form says of one seat: a place from 1, or why there is none."""

    place: int | None = None
    kind: SeatingKind = SeatingKind.PLAYED
    score: Decimal | None = None
    """Games of a series, or seeds and pieces; beside the place."""


def closed_up(places: Sequence[int | None]) -> list[int | None]:
    """Places without gaps where seats without one stood."""
    known = iter(normalise_places([place for place in places if place is not None]))
    return [None if place is None else next(known) for place in places]


def save_result(
    table: Table,
    source: ResultSource,
    result_at: datetime | None,
    at: datetime,
    games: Sequence[Mapping[str, Any]] = (),
) -> None:
    table.result_source, table.games = source, list(games)
    table.result_at = (result_at or at) if source else None
    table.version += 1
    table.save(update_fields=["result_source", "result_at", "games", "version"])


def refuse_draw(places: Sequence[int | None]) -> None:
    """Where somebody has to go on. Raise InvalidPlacesError."""
    if places[0] is not None and places[0] == places[1]:
        raise InvalidPlacesError(
            why=_("Somebody has to win here: let them play again, or draw lots."), seat=None
        )


def checked_places(
    seats: Sequence[TableSeat], entered: Mapping[int, SeatEntered]
) -> list[int | None]:
    """The places in seat order, shared ones leaving out the next (1, 2, 2, 4)."""
    whole = {seat.number: entered.get(seat.number, SeatEntered()) for seat in seats}
    without = [
        seat
        for seat in seats
        if whole[seat.number].kind == SeatingKind.PLAYED and whole[seat.number].place is None
    ]
    if without:
        names = listed(seat.entry.name for seat in without)
        why = _("No place yet: %(names)s.") % {"names": names}
        raise InvalidPlacesError(why=why, seat=without[0].number)
    for seat in seats:
        one = whole[seat.number]
        if one.place is not None and not 1 <= one.place <= len(seats):
            raise InvalidPlacesError(
                why=_("%(place)s is not a place at a table of %(size)s.")
                % {"place": one.place, "size": len(seats)},
                seat=seat.number,
            )
    given = [
        entered[seat.number].place if entered[seat.number].kind == SeatingKind.PLAYED else None
        for seat in seats
    ]
    known = [place for place in given if place is not None]
    if known and min(known) != 1:
        raise InvalidPlacesError(why=_("Nobody has the first place."), seat=None)
    return closed_up(given)


def result_json(table: Table, seats: Iterable[TableSeat] | None = None) -> dict[str, object]:
    """A result as the audit log keeps it; ``seats`` with their entries, if they are at hand."""
    if seats is None:
        seats = TableSeat.objects.filter(table=table).select_related("entry").order_by("number")
    return {
        "source": str(table.result_source),
        "seats": [
            {"name": seat.entry.name, "place": seat.place, "kind": str(seat.kind)}
            | ({} if seat.score is None else {"score": f"{seat.score.normalize():f}"})
            for seat in seats
        ],
    } | ({"games": table.games} if table.games else {})


def locked_table(table_id: UUID) -> tuple[Table, Tournament]:
    whose = Table.objects.values_list("round__stage__tournament", flat=True).get(pk=table_id)
    tournament = lock(Tournament(pk=whose))
    table = Table.objects.select_related("round__stage", "match", "arbiter").get(pk=table_id)
    table.round.stage.tournament = tournament
    return table, tournament
