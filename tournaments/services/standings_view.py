"""Standings as the staff reads them: rows with names, and every value opened."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.models import Entry, Round, RoundState, Stage, StageKind, Tournament
from tournaments.names import planned_round_name, round_name
from tournaments.services.standings import stage_standings
from tournaments.standings import Standing, Value, format_amount, movement
from tournaments.words import LINES, TIE_BREAKS, criterion_words

BRACKETS = {StageKind.KNOCKOUT, StageKind.DOUBLE_ELIMINATION}


@dataclass(frozen=True, slots=True)
class Cell:
    code: str
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    entry: Entry
    standing: Standing
    cells: Sequence[Cell]
    """The values of the tie-breaks; those that say nothing are empty."""
    moved: int | None
    decided_by: str
    lots: bool
    """Shares its rank and is the first of those who do."""

    @property
    def up(self) -> int:
        return max(0, self.moved or 0)

    @property
    def down(self) -> int:
        return max(0, -(self.moved or 0))


@dataclass(frozen=True, slots=True)
class StandingsPage:
    stage: Stage
    after: int
    """The number of the round in its stage."""
    name: str
    rows: Sequence[Row]
    columns: Sequence[tuple[str, str, str]]
    """Code, title and meaning of each tie-break that tells something."""
    rounds: Sequence[Round]
    """Those whose standings can be looked at."""
    tabs: Sequence[tuple[int, str]]
    """Their ordinals and names."""
    pending: int
    """Tables up to here without a result."""
    last: bool
    """Nothing later has been drawn."""


def standings_page(tournament: Tournament, ordinal: int | None) -> StandingsPage | None:
    """After a round, by default the last public one; None before any."""
    rounds = list(
        Round.objects.filter(stage__tournament=tournament)
        .exclude(state=RoundState.DRAFT)
        .select_related("stage__tournament")
        .order_by("ordinal")
    )
    shown = next((one for one in rounds if one.ordinal == ordinal), rounds[-1] if rounds else None)
    if shown is None:
        return None
    table = stage_standings(shown.stage, shown.number)
    before = stage_standings(shown.stage, shown.number - 1) if shown.number > 1 else ()
    moved = movement(table, before)
    entries = {str(entry.pk): entry for entry in Entry.objects.filter(tournament=tournament)}
    rows = []
    seen: set[int | None] = set()
    for standing in table:
        first = standing.rank not in seen
        seen.add(standing.rank)
        rows.append(
            Row(
                entries[str(standing.key)],
                standing,
                [Cell(value.code, format_amount(value.amount)) for value in standing.values],
                moved.get(standing.key),
                str(TIE_BREAKS.get(standing.decided_by or "", "")),
                standing.shared and first and standing.rank is not None and standing.played > 0,
            )
        )
    telling = [
        value.code
        for index, value in enumerate(table[0].values if table else ())
        if any(row.values[index].amount is not None for row in table)
    ]
    columns = [
        (code, *criterion_words(code, bracket=shown.stage.kind in BRACKETS)) for code in telling
    ]
    titles = {code: title for code, title, _ in columns}
    return StandingsPage(
        shown.stage,
        shown.number,
        round_name(shown),
        [
            Row(
                row.entry,
                row.standing,
                [
                    replace(cell, title=titles[cell.code])
                    for cell in row.cells
                    if cell.code in titles
                ],
                row.moved,
                row.decided_by,
                row.lots,
            )
            for row in rows
        ],
        columns,
        rounds,
        [(one.ordinal, round_name(one)) for one in rounds],
        sum(
            not table.result_source
            for round_ in Round.objects.filter(
                stage=shown.stage, number__lte=shown.number
            ).prefetch_related("tables")
            for table in round_.tables.all()
        ),
        shown == rounds[-1],
    )


@dataclass(frozen=True, slots=True)
class Contribution:
    where: str
    """The round."""
    whom: str
    amount: str


@dataclass(frozen=True, slots=True)
class Opened:
    title: str
    note: str
    amount: str
    parts: Sequence[Contribution]


@dataclass(frozen=True, slots=True)
class LineView:
    round: str
    kind: str
    table: int | None
    place: int | None
    shared: bool
    size: int
    points: str
    met: Sequence[str]


@dataclass(frozen=True, slots=True)
class Explanation:
    entry: Entry
    standing: Standing
    values: Sequence[Opened]
    lines: Sequence[LineView]
    decided_by: str


def explain(tournament: Tournament, stage: Stage, after: int, key: str) -> Explanation | None:
    """What each value of one entry was made of."""
    table = stage_standings(stage, after)
    standing = next((row for row in table if str(row.key) == key), None)
    if standing is None:
        return None
    entries = {str(entry.pk): entry for entry in Entry.objects.filter(tournament=tournament)}
    names = {pk: entry.name for pk, entry in entries.items()}
    return Explanation(
        entries[key],
        standing,
        [_opened(stage, value, names) for value in standing.values if value.amount is not None],
        [
            LineView(
                planned_round_name(stage, line.round),
                str(LINES[line.kind.value]),
                line.table,
                line.place,
                line.shared > 1,
                line.size,
                format_amount(line.points),
                [names.get(str(other), "?") for other in line.met],
            )
            for line in standing.lines
        ],
        str(TIE_BREAKS.get(standing.decided_by or "", "")),
    )


def _opened(stage: Stage, value: Value, names: dict[str, str]) -> Opened:
    return Opened(
        *criterion_words(value.code, bracket=stage.kind in BRACKETS),
        _exact(value.amount),
        [
            Contribution(
                planned_round_name(stage, part.round) if part.round is not None else "",
                names.get(str(part.key), "") if part.key is not None else "",
                format_amount(part.amount),
            )
            for part in value.parts
        ],
    )


def _exact(amount: Fraction | None) -> str:
    """The rounded number, with the fraction where rounding lost something."""
    text = format_amount(amount)
    if amount is None or Fraction(text) == amount:
        return text
    return f"{text} (= {amount})"
