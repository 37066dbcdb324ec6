"""Who sits where in a round, and who sits it out, as rows."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from tournaments.models import Bye, ByeKind, Round, SeatingKind, Table, TableSeat
from tournaments.seats import seats_at
from tournaments.services.formats.values import GivenBye, Pairing


def seating(round_: Round) -> list[list[str]]:
    """Entry ids by table and seat."""
    return [list(one.seats) for one in pairings(round_)]


def pairings(round_: Round) -> list[Pairing]:
    """The tables in order of numbers."""
    found = []
    for table in round_.tables.prefetch_related(seats_at()).order_by("number"):
        seats = list(table.seats.all())
        away = [str(seat.entry_id) for seat in seats if seat.kind == SeatingKind.NO_SHOW]
        keys = tuple(str(seat.entry_id) for seat in seats)
        found.append(Pairing(keys, table.slot, table.group, tuple(away)))
    return found


def byes(round_: Round) -> list[GivenBye]:
    return [GivenBye(str(one.entry_id), ByeKind(one.kind), one.slot) for one in round_.byes.all()]


def set_layout(
    round_: Round, tables: Sequence[Pairing], given: Iterable[GivenBye] | None = None
) -> None:
    """Put tables (and byes, if ``given``) in place of what a draft had."""
    round_.tables.all().delete()
    made = Table.objects.bulk_create(
        [
            Table(round=round_, number=number, slot=one.slot, group=one.group)
            for number, one in enumerate(tables, 1)
        ]
    )
    TableSeat.objects.bulk_create(
        [
            TableSeat(
                table=table,
                number=number,
                entry_id=UUID(key),
                kind=SeatingKind.NO_SHOW if key in one.away else SeatingKind.PLAYED,
            )
            for table, one in zip(made, tables, strict=True)
            for number, key in enumerate(one.seats)
        ]
    )
    if given is None:
        return
    round_.byes.all().delete()
    Bye.objects.bulk_create(
        [Bye(round=round_, entry_id=UUID(one.key), kind=one.kind, slot=one.slot) for one in given]
    )
