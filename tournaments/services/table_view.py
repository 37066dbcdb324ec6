"""One table as the desk shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import AuditEntry, Table, TableSeat
from tournaments.next_step import TableState
from tournaments.seats import people_at
from tournaments.services.table_rows import TableRow, table_rows


@dataclass(frozen=True, slots=True)
class TablePage:
    table: Table
    row: TableRow
    seats: Sequence[TableSeat]
    history: Sequence[AuditEntry]

    @property
    def can_mark(self) -> bool:
        """Nobody has begun: who did not come can be noted."""
        return self.row.state is TableState.WAITING and self.table.round.state != "draft"


def table_page(table: Table, at: datetime) -> TablePage:
    """``table`` with its round, stage and tournament loaded."""
    found = (
        Table.objects.filter(pk=table.pk)
        .select_related("match", "arbiter", "round__stage__tournament")
        .prefetch_related(people_at(), "reports")
        .get()
    )
    row = table_rows(found.round.stage.tournament, found.round, [found], at)[0]
    history = (
        AuditEntry.objects.filter(tournament=found.round.stage.tournament, ref=str(found.pk))
        .select_related("by")
        .order_by("-id")[:20]
    )
    return TablePage(found, row, list(row.seats), list(history))
