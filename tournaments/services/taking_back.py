"""Taking the last result entered back, while nothing rests on it."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from accounts.db import write
from accounts.models import User
from tournaments.errors import NothingToUndoError
from tournaments.live import tell
from tournaments.models import ResultSource, SeatingKind, Table, TableSeat
from tournaments.names import table_name
from tournaments.services.audit import record
from tournaments.services.formats.registry import format_of
from tournaments.services.result_rows import locked_table, result_json, save_result


def undo_result(
    *, table_id: UUID, before: Mapping[str, Any], by: User | None, at: datetime
) -> Table:
    """Put back the result that the record has as ``before``.

    Raise NothingToUndoError when another round of a bracket would have other players by it.
    """
    with write():
        table, tournament = locked_table(table_id)
        seats = list(table.seats.order_by("number"))
        rows = list(before.get("seats", ()))
        if len(rows) != len(seats):
            raise NothingToUndoError
        now = result_json(table)
        for seat, row in zip(seats, rows, strict=True):
            seat.place, seat.kind = row["place"], SeatingKind(row["kind"])
            seat.score = Decimal(row["score"]) if row.get("score") else None
        TableSeat.objects.bulk_update(seats, ["place", "kind", "score"])
        games = before.get("games", ())
        save_result(table, ResultSource(before.get("source", "")), None, at, games)
        stage = table.round.stage
        form = format_of(stage)
        if form.moved(stage):
            raise NothingToUndoError
        form.settle(stage)
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="result.taken_back",
            subject=lambda: table_name(table.round, table.number),
            ref=table.pk,
            before=now,
            after=result_json(table),
        )
        tell(tournament, "result", ordinal=table.round.ordinal, tables=[table.number])
    return table
