"""Tables of a round as everybody may see them.

What matches show is public as it happens. What an arbiter entered is shown once it has been
published with the standings, and corrections with the next version.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.utils.translation import gettext

from games.models import Status
from tournaments.formats.crosstable import Mark
from tournaments.models import (
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    StageKind,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.names import round_name
from tournaments.next_step import TableState
from tournaments.public.crosstable import mark_sign
from tournaments.public.shot import Shot, TableShot, group_letter
from tournaments.seats import people_at
from tournaments.services.field import presences
from tournaments.services.formats.registry import format_of
from tournaments.services.pair_results import plain
from tournaments.services.remembered import remembered
from tournaments.services.table_rows import TableRow, table_rows
from tournaments.words import BYES, WHY_NOT

WATCHED = {Status.RUNNING, Status.PAUSED, Status.RULING}
SITS_OUT = {"absent", "not_here", ""}
BRACKETS = {StageKind.KNOCKOUT, StageKind.DOUBLE_ELIMINATION}


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
    sign: str = ""
    """Of a pairing whose result is public: ○ won, △ drawn, × lost, with f by forfeit."""
    score: str = ""
    """Beside the sign: games of a series, seeds, pieces."""

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
    slot: str = ""
    """The match of a bracket."""
    group: str = ""
    """The letter of the group of a round robin."""

    @property
    def in_order(self) -> Sequence[SeatView]:
        """By place where places are known, else in seat order."""
        return sorted(self.seats, key=lambda seat: (seat.place or 99, seat.number))

    @property
    def known(self) -> bool:
        """Places can be shown."""
        return any(seat.place is not None or seat.sign for seat in self.seats)

    @property
    def mover(self) -> SeatView | None:
        """Of a pairing: who moves first."""
        return self.seats[0] if self.seats else None

    @property
    def other(self) -> SeatView | None:
        return self.seats[1] if len(self.seats) > 1 else None


@dataclass(frozen=True, slots=True)
class SatOut:
    """Somebody without a table in a round, and why."""

    key: str
    name: str
    bye: str
    """A value of ByeKind, or empty."""
    reason: str
    """A code of WHY_NOT, or empty."""

    @property
    def why(self) -> str:
        """In words; empty where there is nothing to say."""
        return str(BYES[self.bye] if self.bye else WHY_NOT.get(self.reason, ""))

    @property
    def line(self) -> str:
        """The name, with the reason in brackets."""
        if not self.why:
            return self.name
        return gettext("%(name)s (%(why)s)") % {"name": self.name, "why": self.why}


@dataclass(frozen=True, slots=True)
class RoundView:
    round: Round
    name: str
    tables: Sequence[TableView]
    """Of the page asked for."""
    out: Sequence[SatOut]
    """Entered, and not seated in this round."""
    pairs: bool = False
    draws: bool = True
    """A pairing may end without a winner."""
    pages: int = 1

    @property
    def going_on(self) -> Sequence[TableView]:
        return [table for table in self.tables if table.watch]


def public_rounds(tournament: Tournament) -> Sequence[Round]:
    """Drafts are nobody's business but the desk's."""
    return list(
        Round.objects.filter(stage__tournament=tournament)
        .exclude(state=RoundState.DRAFT)
        .select_related("stage")
        .order_by("ordinal")
    )


PAGE_TABLES = 100


def page_of_table(number: int) -> int:
    """The page of a round on which a table stands; pages count from 1.

    >>> page_of_table(1), page_of_table(100), page_of_table(101)
    (1, 1, 2)
    """
    return max(1, -(-number // PAGE_TABLES))


def round_view(
    tournament: Tournament, round_: Round, shot: Shot | None, at: datetime, page: int | None = None
) -> RoundView:
    """``shot``: what is published of the standings; ``page``: of its tables, None for all.

    In a constant number of queries.
    """
    found = (
        Table.objects.filter(round=round_)
        .select_related("match")
        .prefetch_related(people_at(), "reports")
        .order_by("number")
    )
    every = found.count() if page else 0
    tables = list(found[(page - 1) * PAGE_TABLES : page * PAGE_TABLES] if page else found)
    rows = table_rows(tournament, round_, tables, at)
    out = partial(sitting_out, tournament, round_)
    form = format_of(round_.stage)
    return RoundView(
        round_,
        round_name(round_),
        [
            table_view(
                row,
                shot.table(round_.ordinal, row.number) if shot else None,
                pairs=form.pairs,
            )
            for row in rows
        ],
        remembered(tournament, f"out:{round_.pk}", out) if page else out(),
        form.pairs,
        form.draws,
        max(1, -(-every // PAGE_TABLES)),
    )


def table_view(row: TableRow, published: TableShot | None, *, pairs: bool = False) -> TableView:
    """``published``: the table in the published snapshot, if it has a result there."""
    table, match = row.table, row.table.match
    places, absent = _results(table, published)
    signs = _signs(table, published) if pairs else {}
    scores = _scores(table, published) if signs else {}
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
                signs.get(str(seat.entry_id), ""),
                scores.get(str(seat.entry_id), ""),
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
        table.slot,
        "" if table.group is None else group_letter(table.group),
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


def _signs(table: Table, published: TableShot | None) -> Mapping[str, str]:
    """What each has of a pairing, where it may be shown."""
    if published is not None:
        seats = [(one.key, one.place, one.kind) for one in published.seats]
    elif table.result_source == ResultSource.PLAYED:
        seats = [(str(one.entry_id), one.place, str(one.kind)) for one in table.seats.all()]
    else:
        return {}
    if len(seats) != 2:
        return {}
    forfeit = any(kind == SeatingKind.NO_SHOW for _key, _place, kind in seats)
    drawn = all(place == 1 for _key, place, _kind in seats)
    found = {}
    for key, place, kind in seats:
        won = place == 1 and kind == SeatingKind.PLAYED
        mark = Mark.DRAW if drawn else Mark.WIN if won else Mark.LOSS
        if forfeit:
            mark = Mark.FORFEIT_WIN if won else Mark.FORFEIT_LOSS
        found[key] = mark_sign(mark)
    return found


def _scores(table: Table, published: TableShot | None) -> Mapping[str, str]:
    if published is not None:
        found = {one.key: one.score for one in published.seats}
    else:
        found = {str(one.entry_id): plain(one.score) for one in table.seats.all()}
    return found if all(found.values()) else {}


def sitting_out(tournament: Tournament, round_: Round) -> Sequence[SatOut]:
    """Those without a table: first with what they were given for it, then the absent."""
    seated = set(TableSeat.objects.filter(table__round=round_).values_list("entry_id", flat=True))
    given = [
        SatOut(str(one.entry_id), one.entry.name, str(one.kind), "")
        for one in round_.byes.select_related("entry").order_by("entry__number")
    ]
    if round_.stage.kind in BRACKETS:
        return given
    known = {str(pk) for pk in seated} | {one.key for one in given}
    return given + [
        SatOut(str(one.entry.pk), one.entry.name, "", one.why)
        for one in presences(tournament, round_.stage, round_.ordinal)
        if str(one.entry.pk) not in known and one.why in SITS_OUT
    ]
