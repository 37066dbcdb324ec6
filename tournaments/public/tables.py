"""Tables of a round as everybody may see them.

What matches show is public as it happens. What an arbiter entered is shown once it has been
published with the standings, and corrections with the next version.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.models import Status
from tournaments.models import (
    Entry,
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Table,
    Tournament,
)
from tournaments.names import round_name
from tournaments.next_step import TableState
from tournaments.public.shot import Shot, TableShot
from tournaments.services.field import presences
from tournaments.services.overview import TableRow, table_rows

WATCHED = {Status.RUNNING, Status.PAUSED, Status.RULING}
SITS_OUT = {"absent", "not_here", ""}


@dataclass(frozen=True, slots=True)
class SeatView:
    number: int
    """Order of play, from 1."""
    key: str
    name: str
    club: str
    place: int | None
    absent: bool
    kana: str = ""
    entry_number: int = 0

    @property
    def first(self) -> bool:
        return self.place == 1


@dataclass(frozen=True, slots=True)
class TableView:
    number: int
    state: TableState
    seats: Sequence[SeatView]
    match_id: UUID | None
    watch: bool
    """The match is going on."""
    replay: bool
    """The match was played here and is over."""
    stones: int
    still_in: int
    left_ms: int | None
    seq: int = 0

    @property
    def in_order(self) -> Sequence[SeatView]:
        """By place where places are known, else in seat order."""
        return sorted(self.seats, key=lambda seat: (seat.place or 99, seat.number))

    @property
    def known(self) -> bool:
        """Places can be shown."""
        return any(seat.place is not None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class RoundView:
    round: Round
    name: str
    tables: Sequence[TableView]
    out: Sequence[Entry]
    """Entered, and not seated in this round."""

    @property
    def going_on(self) -> Sequence[TableView]:
        return [table for table in self.tables if table.watch]

    @property
    def undone(self) -> int:
        return sum(table.state is not TableState.DONE for table in self.tables)


def public_rounds(tournament: Tournament) -> Sequence[Round]:
    """Drafts are nobody's business but the desk's."""
    return list(
        Round.objects.filter(stage__tournament=tournament)
        .exclude(state=RoundState.DRAFT)
        .select_related("stage")
        .order_by("ordinal")
    )


def round_view(tournament: Tournament, round_: Round, shot: Shot | None, at: datetime) -> RoundView:
    """``shot``: what is published of the standings. In a constant number of queries."""
    tables = list(
        Table.objects.filter(round=round_)
        .select_related("match")
        .prefetch_related("seats__entry", "reports")
        .order_by("number")
    )
    rows = table_rows(tournament, round_, tables, at)
    return RoundView(
        round_,
        round_name(round_),
        [table_view(row, shot.table(round_.ordinal, row.number) if shot else None) for row in rows],
        _sitting_out(tournament, round_, tables),
    )


def table_view(row: TableRow, published: TableShot | None) -> TableView:
    """``published``: the table in the published snapshot, if it has a result there."""
    table, match = row.table, row.table.match
    places, absent = _results(table, published)
    played = (
        match is not None
        and match.status == Status.FINISHED
        and match.seq > 0
        and match.started_at is not None
    )
    return TableView(
        table.number,
        row.state,
        [
            SeatView(
                seat.number + 1,
                str(seat.entry_id),
                seat.entry.name,
                seat.entry.club,
                places.get(str(seat.entry_id)),
                str(seat.entry_id) in absent,
                seat.entry.kana,
                seat.entry.number,
            )
            for seat in row.seats
        ],
        table.match_id,
        match is not None and match.status in WATCHED,
        played,
        row.stones,
        row.still_in,
        row.left_ms,
        0 if match is None else match.seq,
    )


def _results(
    table: Table, published: TableShot | None
) -> tuple[Mapping[str, int | None], frozenset[str]]:
    """The places that may be shown, by entry, and who did not come or lost the result."""
    if published is not None:
        out = (seat.key for seat in published.seats if seat.kind != SeatingKind.PLAYED)
        places = {
            seat.key: seat.place if seat.kind == SeatingKind.PLAYED else None
            for seat in published.seats
        }
        return places, frozenset(out)
    if table.result_source == ResultSource.ENTERED:
        return {}, frozenset()
    seats = list(table.seats.all())
    away = frozenset(str(seat.entry_id) for seat in seats if seat.kind == SeatingKind.NO_SHOW)
    if table.result_source == ResultSource.PLAYED:
        return {str(seat.entry_id): seat.place for seat in seats}, away
    return {}, away


def _sitting_out(tournament: Tournament, round_: Round, tables: Sequence[Table]) -> Sequence[Entry]:
    seated = {seat.entry_id for table in tables for seat in table.seats.all()}
    return [
        one.entry
        for one in presences(tournament, round_.stage, round_.ordinal)
        if one.entry.pk not in seated and one.why in SITS_OUT
    ]
