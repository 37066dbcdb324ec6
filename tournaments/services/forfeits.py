"""Pairings that are over before they begin, because somebody does not come."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from accounts.models import User
from tournaments.models import ResultSource, SeatingKind, Table, TableSeat, Tournament
from tournaments.names import table_name
from tournaments.services.audit import record
from tournaments.services.formats.registry import format_of
from tournaments.services.result_rows import result_json, save_result


def settle_forfeits(
    tournament: Tournament, tables: Iterable[Table], by: User | None, at: datetime
) -> list[int]:
    """Give pairings with somebody missing their result, and take it back when all have come.

    ``tables`` with their round and stage loaded; the numbers of those changed.
    """
    changed = []
    for table in tables:
        stage = table.round.stage
        if not format_of(stage).pairs or not _settle(table, at):
            continue
        changed.append(table.number)
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="result.forfeit" if table.result_source else "result.reopened",
            subject=partial(_subject, table),
            ref=table.pk,
            after=result_json(table),
        )
        format_of(stage).settle(stage)
    return changed


def _subject(table: Table) -> str:
    return table_name(table.round, table.number)


def _settle(table: Table, at: datetime) -> bool:
    seats = list(TableSeat.objects.filter(table=table).order_by("number"))
    away = [seat for seat in seats if seat.kind == SeatingKind.NO_SHOW]
    if away and table.result_source == ResultSource.NONE:
        for seat in seats:
            seat.place = 1 if seat.kind != SeatingKind.NO_SHOW else None
        source = ResultSource.FORFEIT
    elif away and table.result_source == ResultSource.FORFEIT:
        places = [1 if seat.kind != SeatingKind.NO_SHOW else None for seat in seats]
        if places == [seat.place for seat in seats]:
            return False
        for seat, place in zip(seats, places, strict=True):
            seat.place = place
        source = ResultSource.FORFEIT
    elif not away and table.result_source == ResultSource.FORFEIT:
        for seat in seats:
            seat.place = None
        source = ResultSource.NONE
    else:
        return False
    TableSeat.objects.bulk_update(seats, ["place"])
    save_result(table, source, None, at)
    return True
