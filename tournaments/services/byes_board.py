"""Who sits out which round: asked for, given by hand, withdrawn, late; one row for each entry."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Absence, Bye, Entry, Round, RoundState, TableSeat, Tournament
from tournaments.names import planned_round_name
from tournaments.services.field import latest_round, next_ordinal
from tournaments.words import BYES

AHEAD = 3
"""Rounds not drawn yet that can be asked for."""


@dataclass(frozen=True, slots=True)
class Column:
    ordinal: int
    name: str
    open: bool
    """Not public yet: it can be changed."""


@dataclass(frozen=True, slots=True)
class BoardCell:
    column: Column
    kind: str
    """plays, late, left, or a kind of bye; empty for nothing known."""
    words: str = ""


@dataclass(frozen=True, slots=True)
class BoardRow:
    entry: Entry
    cells: Sequence[BoardCell]


@dataclass(frozen=True, slots=True)
class Board:
    columns: Sequence[Column]
    rows: Sequence[BoardRow]


def byes_board(tournament: Tournament) -> Board:
    """Rounds drawn so far and a few to come; in a constant number of queries."""
    rounds = list(
        Round.objects.filter(stage__tournament=tournament)
        .select_related("stage")
        .order_by("ordinal")
    )
    columns = [
        Column(one.ordinal, planned_round_name(one.stage, one.number), one.state == "draft")
        for one in rounds
    ]
    columns += _coming(tournament)
    asked = {
        (one.entry_id, one.ordinal): str(one.kind)
        for one in Absence.objects.filter(entry__tournament=tournament)
    }
    public = RoundState.DRAFT
    had = {
        (entry, ordinal): str(kind)
        for entry, ordinal, kind in Bye.objects.filter(round__stage__tournament=tournament)
        .exclude(round__state=public)
        .values_list("entry_id", "round__ordinal", "kind")
    }
    seated = set(
        TableSeat.objects.filter(table__round__stage__tournament=tournament)
        .exclude(table__round__state=public)
        .values_list("entry_id", "table__round__ordinal")
    )
    entries = Entry.objects.filter(tournament=tournament, listed_only=False).order_by("number")

    def cell(entry: Entry, column: Column) -> BoardCell:
        here = (entry.pk, column.ordinal)
        return _cell(entry, column, here in seated, had.get(here) or asked.get(here))

    return Board(
        columns,
        [BoardRow(entry, [cell(entry, column) for column in columns]) for entry in entries],
    )


def _cell(entry: Entry, column: Column, plays: bool, bye: str | None) -> BoardCell:
    if plays:
        return BoardCell(column, "plays")
    if bye is not None:
        return BoardCell(column, bye, str(BYES[bye]))
    if entry.from_round > column.ordinal:
        return BoardCell(column, "late")
    left = entry.withdrawn_from is not None and entry.withdrawn_from <= column.ordinal
    if left or entry.disqualified_at is not None:
        return BoardCell(column, "left")
    return BoardCell(column, "")


def _coming(tournament: Tournament) -> list[Column]:
    """The next rounds of the stage going on, or of the first one."""
    latest = latest_round(tournament)
    first = next_ordinal(tournament) + (latest is not None and latest.state == RoundState.DRAFT)
    stage = latest.stage if latest else tournament.stages.first()
    if stage is None:
        return []
    number = latest.number + 1 if latest else 1
    left = stage.planned_rounds - number + 1
    return [
        Column(first + step, planned_round_name(stage, number + step), True)
        for step in range(min(AHEAD, max(0, left)))
    ]
