"""Standings as the staff reads them: rows with names, and every value opened."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Entry, Round, RoundState, Stage, StageKind, Table, Tournament
from tournaments.names import planned_round_name, round_name
from tournaments.services.formats.registry import format_of
from tournaments.services.standings import stage_standings
from tournaments.standings import Standing, Value, format_amount, movement
from tournaments.words import LINES, TIE_BREAKS, criterion_words

PAGE = 100
"""Rows."""
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

    @property
    def up(self) -> int:
        return max(0, self.moved or 0)

    @property
    def down(self) -> int:
        return max(0, -(self.moved or 0))


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The round after which standings are looked at."""

    stage: Stage
    after: int
    """Its number in its stage."""
    ordinal: int
    name: str
    rounds: Sequence[Round]
    """Those whose standings can be looked at."""

    @property
    def tabs(self) -> Sequence[tuple[int, str]]:
        """The ordinals and names of the rounds."""
        return [(one.ordinal, round_name(one)) for one in self.rounds]

    @property
    def last(self) -> bool:
        """Nothing later is public."""
        return self.ordinal == self.rounds[-1].ordinal


@dataclass(frozen=True, slots=True)
class StandingsPage:
    round: ShownRound
    rows: Sequence[Row]
    """Those of the page."""
    columns: Sequence[tuple[str, str, str]]
    """Code, title and meaning of each tie-break that tells something."""
    page: int
    pages: int
    pending: int
    """Tables up to here without a result."""
    ties: Mapping[int, int]
    """How many share a rank that lots can decide, by rank."""

    @property
    def numbers(self) -> Sequence[int]:
        """Of the pages."""
        return range(1, self.pages + 1)


def shown_round(tournament: Tournament, ordinal: int | None) -> ShownRound | None:
    """By default the last public one; None before any."""
    rounds = list(
        Round.objects.filter(stage__tournament=tournament)
        .exclude(state=RoundState.DRAFT)
        .select_related("stage__tournament")
        .order_by("ordinal")
    )
    shown = next((one for one in rounds if one.ordinal == ordinal), rounds[-1] if rounds else None)
    if shown is None:
        return None
    return ShownRound(shown.stage, shown.number, shown.ordinal, round_name(shown), rounds)


def standings_page(
    tournament: Tournament, ordinal: int | None, page: int = 1
) -> StandingsPage | None:
    """``PAGE`` rows after a round, by default the last public one; None before any."""
    shown = shown_round(tournament, ordinal)
    if shown is None:
        return None
    stage, after = shown.stage, shown.after
    table = stage_standings(stage, after)
    before = stage_standings(stage, after - 1) if after > 1 else ()
    telling = [
        value.code
        for index, value in enumerate(table[0].values if table else ())
        if any(row.values[index].amount is not None for row in table)
    ]
    columns = [(code, *criterion_words(code, bracket=stage.kind in BRACKETS)) for code in telling]
    pages = max(1, -(-len(table) // PAGE))
    page = min(max(page, 1), pages)
    first = (page - 1) * PAGE
    return StandingsPage(
        shown,
        _rows(tournament, table[first : first + PAGE], before, columns),
        columns,
        page,
        pages,
        Table.objects.filter(
            round__stage=stage, round__number__lte=after, result_source=""
        ).count(),
        _ties(table) if shown.last and format_of(stage).lots else {},
    )


def _ties(table: Sequence[Standing]) -> dict[int, int]:
    return dict(Counter(one.rank for one in table if one.shared and one.rank and one.played))


def _rows(
    tournament: Tournament,
    table: Sequence[Standing],
    before: Sequence[Standing],
    columns: Sequence[tuple[str, str, str]],
) -> list[Row]:
    moved = movement(table, before)
    keys = [str(standing.key) for standing in table]
    entries = {
        str(entry.pk): entry for entry in Entry.objects.filter(tournament=tournament, pk__in=keys)
    }
    titles = {code: title for code, title, _note in columns}
    return [
        Row(
            entries[str(standing.key)],
            standing,
            [
                Cell(value.code, format_amount(value.amount), titles[value.code])
                for value in standing.values
                if value.code in titles
            ],
            moved.get(standing.key),
            str(TIE_BREAKS.get(standing.decided_by or "", "")),
        )
        for standing in table
    ]


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
