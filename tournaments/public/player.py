"""One player's way through a tournament, from the published snapshot."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext

from tournaments.formats.crosstable import mark_of
from tournaments.models import Entry, Publication, RoundState, Table, TableSeat, Tournament
from tournaments.names import round_name
from tournaments.public.crosstable import mark_words
from tournaments.public.kept import piece
from tournaments.public.own_snapshot import own_shot
from tournaments.public.shot import Person, Shot, StageShot
from tournaments.public.standings import exact
from tournaments.public.tables import TableView, table_view
from tournaments.seats import people_at
from tournaments.services.formats.registry import format_of
from tournaments.services.table_rows import TableRow, table_state
from tournaments.standings import Line, LineKind, Status, Value, format_amount
from tournaments.tie_break_words import PART_NOTES
from tournaments.words import LINES, TIE_BREAKS, criterion_words


@dataclass(frozen=True, slots=True)
class Met:
    """A round behind the player."""

    round: str
    ordinal: int
    table: int | None
    place: str
    size: int
    what: str
    """Why there is no place, in words; empty for a round that was played."""
    points: str
    met: Sequence[Person]
    won: bool
    sign: str = ""
    """Of a pairing: ○ won, △ drawn, × lost, or why nothing was played."""
    order: str = ""
    """Of a pairing: moved first or second, in words."""
    score: str = ""
    """Own and the opponent's, in a series or in seeds or pieces."""


@dataclass(frozen=True, slots=True)
class Contribution:
    round: str
    whom: Person | None
    amount: str
    note: str = ""
    """That it is of a dummy opponent, or left out; in words."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A value, and what it was made of."""

    code: str
    title: str
    note: str
    amount: str
    parts: Sequence[Contribution]


@dataclass(frozen=True, slots=True)
class StagePath:
    name: str
    order: int
    rank: int | None
    shared: bool
    disqualified: bool
    withdrawn: bool
    decided_by: str
    rounds: Sequence[Met]
    values: Sequence[Opened]
    of: int
    """How many have a rank in this stage."""
    pairs: bool = False
    bracket: bool = False
    group: str = ""
    """The letter of the group, where there are several."""

    def value(self, code: str) -> Opened | None:
        return next((one for one in self.values if one.code == code), None)


@dataclass(frozen=True, slots=True)
class Seated:
    """A round that is public and not in the published standings yet."""

    round: str
    ordinal: int
    table: TableView


@dataclass(frozen=True, slots=True)
class PlayerPage:
    person: Person
    rank: int | None
    shared: bool
    of: int
    stages: Sequence[StagePath]
    """The newest first."""
    coming: Sequence[Seated]
    """The newest first."""


def player_page(
    tournament: Tournament, key: str, publication: Publication | None, ordinal: int | None
) -> PlayerPage | None:
    """``ordinal``: only what was known after that round. None for somebody unknown."""
    entry = Entry.objects.filter(tournament=tournament, pk=key, listed_only=False).first()
    shot = None
    if publication is not None:
        shot = own_shot(publication, key) if ordinal is None else Shot(publication)
    published = shot.people.get(key) if shot else None
    if entry is None and published is None:
        return None
    person = (
        Person(key, entry.number, entry.name, entry.kana, entry.club)
        if entry is not None
        else published
    )
    assert person is not None
    paths = []
    if shot is not None:
        found = (_path(shot, stage, key, ordinal) for stage in reversed(shot.stages))
        paths = [path for path in found if path is not None]
    rank, shared, of = _overall(shot) if shot and len(paths) else (None, False, 0)
    known = publication_ordinal(publication) if publication else 0
    return PlayerPage(person, rank, shared, of, paths, _coming(tournament, UUID(key), known))


def publication_ordinal(publication: Publication) -> int:
    """The ordinal of the last round it tells of; 0 for none."""
    found = piece(publication, "ordinal", lambda: {"ordinal": Shot(publication).ordinal})
    assert isinstance(found, int)
    return found


def _overall(shot: Shot) -> tuple[int | None, bool, int]:
    """The place in the whole tournament, where it has several stages."""
    snapshot = shot.publication.snapshot
    placed = snapshot.get("placed")
    if placed is None or snapshot.get("parts", 0) < 2:
        return None, False, 0
    return placed["rank"], placed["rank"] is not None and placed["shared"], placed["of"]


def _path(shot: Shot, stage: StageShot, key: str, ordinal: int | None) -> StagePath | None:
    """The stage's part of the way; None when the player was not in it, or not yet."""
    number = stage.last
    if ordinal is not None:
        number = max((n for n, each in stage.rounds.items() if each <= ordinal), default=0)
        if number == 0:
            return None
    table = stage.standings_after(number)
    row = next((one for one in table if str(one.key) == key), None)
    if row is None:
        return None
    return StagePath(
        stage.name,
        stage.order,
        row.rank,
        row.shared and row.rank is not None,
        row.status is Status.DISQUALIFIED,
        row.status is Status.WITHDRAWN,
        str(TIE_BREAKS.get(row.decided_by or "", "")),
        [_met(shot, stage, line) for line in row.lines],
        [_opened(shot, stage, value) for value in row.values if value.amount is not None],
        stage.data.get("ranked") or sum(one.rank is not None for one in table),
        stage.pairs,
        stage.bracket,
        stage.groups.get(key, ""),
    )


def _met(shot: Shot, stage: StageShot, line: Line) -> Met:
    played = line.kind is LineKind.PLAYED
    place = "" if line.place is None or not played else str(line.place)
    met = list(line.met)
    if stage.pairs:
        met = [] if line.opponent is None else [line.opponent]
    return Met(
        stage.round_name(line.round),
        stage.rounds.get(line.round, 0),
        line.table,
        f"={place}" if place and line.shared > 1 else place,
        line.size,
        "" if played else str(LINES[line.kind.value]),
        format_amount(line.points),
        [shot.person(other) for other in met],
        played and line.place == 1 and line.shared <= 1,
        mark_words(mark_of(line)) if stage.pairs else "",
        _order(line),
        _score(stage, line),
    )


def _order(line: Line) -> str:
    if line.first is None:
        return ""
    return gettext("moved first") if line.first else gettext("moved second")


def _score(stage: StageShot, line: Line) -> str:
    """25 – 18, from the side of the player."""
    table = stage.tables.get(line.round, {}).get(line.table or 0)
    if not stage.pairs or table is None or not all(seat.score for seat in table.seats):
        return ""
    own, other = (seat.score for seat in table.seats)
    return f"{own} – {other}" if line.first else f"{other} – {own}"


def _opened(shot: Shot, stage: StageShot, value: Value) -> Opened:
    return Opened(
        value.code,
        *criterion_words(value.code, bracket=stage.bracket),
        exact(value.amount),
        [
            Contribution(
                "" if part.round is None else stage.round_name(part.round),
                None if part.key is None else shot.person(part.key),
                exact(part.amount),
                str(PART_NOTES[part.note]),
            )
            for part in value.parts
        ],
    )


def _coming(tournament: Tournament, key: UUID, known: int) -> Sequence[Seated]:
    seats = (
        TableSeat.objects.filter(entry=key, table__round__stage__tournament=tournament)
        .exclude(table__round__state=RoundState.DRAFT)
        .filter(table__round__ordinal__gt=known)
        .values_list("table_id", flat=True)
    )
    tables = list(
        Table.objects.filter(pk__in=seats)
        .select_related("match", "round__stage")
        .prefetch_related(people_at(), "reports")
        .order_by("-round__ordinal")
    )
    return [
        Seated(
            round_name(table.round),
            table.round.ordinal,
            table_view(
                TableRow(
                    table, table_state(tournament, table.round, table), list(table.seats.all())
                ),
                None,
                pairs=format_of(table.round.stage).pairs,
            ),
        )
        for table in tables
    ]
