"""The tables of a round as the desk lists them, with what is going on at each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.models import Match, MatchEvent, Medium, Status
from games.record import MatchState, replay
from games.services.state import event_of, first_state
from tournaments.models import (
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.next_step import TableState
from tournaments.services.pair_results import text_of
from tournaments.services.reports import Reported, reported


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of a round as the desk lists it."""

    table: Table
    state: TableState
    seats: Sequence[TableSeat]
    stones: int = 0
    still_in: int = 0
    left_ms: int | None = None
    """Of the player to move, at the instant asked for."""
    deadline: datetime | None = None
    differs: bool = False
    """What was entered is not what the match ended with."""

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def left_text(self) -> str:
        """Minutes and seconds, rounded up as clocks do."""
        seconds = -(-(self.left_ms or 0) // 1000)
        return f"{seconds // 60}:{seconds % 60:02d}"

    @property
    def result(self) -> str:
        """Of a pairing: 1 – 0."""
        return text_of(self.table, self.seats) if len(self.seats) == 2 else ""

    @property
    def said(self) -> Reported:
        return reported(list(self.table.reports.all()))

    @property
    def in_order(self) -> list[TableSeat]:
        """By place, those without one last."""
        return sorted(self.seats, key=lambda seat: (seat.place or 99, seat.number))


def table_state(tournament: Tournament, round_: Round, table: Table) -> TableState:
    """How a table stands, from its row and its match's columns."""
    if table.result_source:
        return TableState.DONE
    match = table.match
    status = match.status if match is not None else Status.WAITING
    if match is not None and match.was_left:
        return TableState.RULING
    if status == Status.RUNNING:
        return TableState.PLAYING
    if status == Status.PAUSED:
        return TableState.PAUSED
    if status == Status.RULING:
        return TableState.RULING
    if status == Status.FINISHED:
        return TableState.MISSING
    if reported(list(table.reports.all())).disputed:
        return TableState.DISPUTED
    nobody = all(seat.kind == SeatingKind.NO_SHOW for seat in table.seats.all())
    if round_.state in {RoundState.RUNNING, RoundState.CLOSED}:
        if nobody:
            return TableState.MISSING
        if tournament.medium == Medium.BOARD:
            return TableState.BOARD
    return TableState.WAITING


def table_rows(
    tournament: Tournament, round_: Round, tables: Sequence[Table], at: datetime
) -> list[TableRow]:
    """Rows with what is going on at each table; one query for all their events."""
    going_on = [
        table.match
        for table in tables
        if table.match is not None
        and table.match.status in {Status.RUNNING, Status.PAUSED, Status.RULING}
    ]
    states = match_states(going_on, {t.match_id: len(t.seats.all()) for t in tables if t.match_id})
    rows = []
    for table in tables:
        state = states.get(table.match_id) if table.match_id else None
        seats = list(table.seats.all())
        stones, still_in, left = 0, 0, None
        if state is not None:
            view = state.position.view()
            stones = len(view.get("stones", ()))
            still_in = sum(seat["in"] for seat in view.get("seats", ()))
            if state.to_move is not None:
                time = state.clock.remaining(state.to_move, at)
                left = None if time is None else int(time.total_seconds() * 1000)
        rows.append(
            TableRow(
                table,
                table_state(tournament, round_, table),
                seats,
                stones,
                still_in,
                left,
                state.deadline if state is not None else None,
                _differs(table, seats),
            )
        )
    return rows


def match_states(matches: Iterable[Match], seats: dict[UUID, int]) -> dict[UUID, MatchState]:
    """The state of each match, with one query for all events."""
    known = {match.pk: match for match in matches}
    events: dict[UUID, list[MatchEvent]] = defaultdict(list)
    for row in MatchEvent.objects.filter(match__in=known).order_by("match", "seq"):
        events[row.match_id].append(row)
    return {
        pk: replay(first_state(match, seats[pk]), map(event_of, events[pk]))
        for pk, match in known.items()
    }


def _differs(table: Table, seats: Sequence[TableSeat]) -> bool:
    match = table.match
    if table.result_source != ResultSource.ENTERED or match is None or not match.outcome:
        return False
    if match.status != Status.FINISHED or match.outcome["reason"] == "ended_by_arbiter":
        return False
    return bool([seat.place for seat in seats] != match.outcome["places"])
