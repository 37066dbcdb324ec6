"""Published standings as a page shows them: rows of marks and values, a hundred at a time."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext

from tournaments.formats.advancement_values import Mode
from tournaments.models import Stage
from tournaments.names import stage_name
from tournaments.public.bracket_drawing import Drawing
from tournaments.public.brackets import published_bracket
from tournaments.public.chips import Chip, chips
from tournaments.public.shot import Person, Shot, StageShot
from tournaments.settings import StageConfig
from tournaments.standings import Standing, format_amount
from tournaments.tie_break_words import FIDE_NAMES
from tournaments.words import TIE_BREAK_NOTES, TIE_BREAKS, criterion_words

PAGE_ROWS = 100
SMALL = 8
"""Players of a bracket that has room beside a table."""
OVERALL = 0
POINTS = {"PP", "PTS"}
"""Codes of criteria that are simply called points."""


@dataclass(frozen=True, slots=True)
class Cell:
    code: str
    stage: int
    label: str
    text: str

    @property
    def key(self) -> str:
        """For programs; unlike in every column."""
        return f"{self.code}_{self.stage}"


@dataclass(frozen=True, slots=True)
class Row:
    person: Person
    rank: int | None
    shared: bool
    status: str
    moved: int | None
    chips: Sequence[Sequence[Chip]]
    """A group for each stage shown."""
    cells: Sequence[Cell]
    stage: str = ""
    """How far the entry came, where the table is of the whole tournament."""
    group: str = ""
    """The letter of the group, where there are several."""
    cut: bool = False
    """The last above the line of those who go on."""
    on: bool = False
    """Goes on to the next stage."""

    @property
    def up(self) -> int:
        return max(0, self.moved or 0)

    @property
    def down(self) -> int:
        return max(0, -(self.moved or 0))


@dataclass(frozen=True, slots=True)
class Column:
    code: str
    title: str
    note: str
    short: str
    """The title where there is little room."""


@dataclass(frozen=True, slots=True)
class Tab:
    name: str
    ordinal: int
    """Of the round it stands after; 0: the whole tournament."""
    current: bool


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """Every row; ``page`` cuts out the ones to be shown."""

    shot: Shot
    stage: StageShot | None
    """None: the whole tournament."""
    number: int
    """The round of the stage."""
    title: str
    rows: Sequence[Row]
    columns: Sequence[Column]
    tabs: Sequence[Tab]
    next_stage: str
    has_shared: bool
    has_moves: bool

    @property
    def ordinal(self) -> int:
        return OVERALL if self.stage is None else self.stage.rounds.get(self.number, 0)

    @property
    def kind(self) -> str:
        """Of the stage, a value of StageKind; empty for the whole tournament."""
        return "" if self.stage is None else self.stage.kind

    @property
    def pairs(self) -> bool:
        """Results are won, drawn and lost, at least in the last stage shown."""
        return (self.stage or self.shot.last).pairs

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.rows) // PAGE_ROWS))

    def page(self, number: int) -> Sequence[Row]:
        """Those of page ``number``, from 1; beyond the last page, none."""
        return self.rows[(number - 1) * PAGE_ROWS : number * PAGE_ROWS]

    @property
    def by_round(self) -> bool:
        """Something was played round by round; on papers nothing is."""
        return any(any(row.chips) for row in self.rows)

    def page_of(self, key: str) -> int | None:
        """The page on which an entry stands."""
        found = next((n for n, row in enumerate(self.rows) if row.person.key == key), None)
        return None if found is None else found // PAGE_ROWS + 1

    @property
    def plotted(self) -> StageShot | None:
        """The stage whose ranks make a plot; a bracket shows itself instead."""
        stage = self.shot.stages[0] if self.stage is None else self.stage
        return None if stage.bracket else stage

    def drawing(self, key: str) -> Drawing | None:
        """The bracket beside the table, while it is small and the newest; ``key`` is marked."""
        stage = self.stage or self.shot.last
        if not stage.bracket or self.number not in {0, stage.last} or len(stage.standings) > SMALL:
            return None
        return published_bracket(
            self.shot.publication.snapshot, stage.data, name=stage.name, mine=key or None
        )


def standings_table(
    shot: Shot, ordinal: int | None, stages: Mapping[int, Stage]
) -> StandingsTable | None:
    """After the round ``ordinal``, 0 for the whole tournament; by default what is newest.

    ``stages`` by their order: the rules by which people go on. None when the snapshot has no
    such round.
    """
    whole = len(shot.stages) > 1
    if ordinal is None:
        ordinal = OVERALL if whole else shot.ordinal
    if ordinal == OVERALL and whole:
        return _whole(shot)
    found = shot.find_round(ordinal)
    if found is None:
        return None if shot.ordinal or ordinal else _stage_table(shot, shot.last, 0, stages)
    return _stage_table(shot, *found, stages)


def _tabs(shot: Shot, current: int) -> list[Tab]:
    """The whole tournament, then the rounds, the newest first."""
    tabs = [
        Tab(stage.round_name(number), ordinal, ordinal == current)
        for stage in reversed(shot.stages)
        for number, ordinal in sorted(stage.rounds.items(), reverse=True)
    ]
    if len(shot.stages) > 1:
        tabs.insert(0, Tab(gettext("Overall"), OVERALL, current == OVERALL))
    return tabs


def _stage_table(
    shot: Shot, stage: StageShot, number: int, stages: Mapping[int, Stage]
) -> StandingsTable:
    table = stage.standings_after(number)
    moved = {} if stage.bracket else stage.moved_after(number)
    telling = _telling(table)
    on = _going_on(shot, stage) if number >= stage.last else frozenset()
    digits = {code: _digits(row.value(code).amount for row in table) for code in telling}
    names = {row.key: shot.person(row.key).name for row in table}
    marks = chips(stage, table, number, names)
    rows = [
        Row(
            shot.person(row.key),
            row.rank,
            row.shared and row.rank is not None,
            row.status.value,
            moved.get(str(row.key)),
            [marks[row.key]],
            _cells(stage, row, telling, digits),
            group=stage.groups.get(str(row.key), ""),
            on=str(row.key) in on,
        )
        for row in table
    ]
    following = stages.get(stage.order + 1)
    return StandingsTable(
        shot,
        stage,
        number,
        gettext("Standings after %(round)s") % {"round": stage.round_name(max(number, 1))},
        _with_cut(rows, following),
        [_column(stage, code) for code in telling],
        _tabs(shot, stage.rounds.get(number, -1)),
        "" if following is None else stage_name(following),
        any(row.shared for row in rows),
        number > 1 and not stage.bracket,
    )


def _column(stage: StageShot, code: str) -> Column:
    title, note = criterion_words(code, bracket=stage.bracket)
    return Column(code, title, note, _short(stage, code))


def _short(stage: StageShot, code: str) -> str:
    wins = stage.bracket and code == "WINS"
    return criterion_words(code, bracket=True)[0] if wins else short_name(code)


def short_name(code: str) -> str:
    """What stands over a narrow column: FIDE's codes are known by themselves."""
    if code in POINTS:
        return gettext("Points")
    return code if code in FIDE_NAMES else str(TIE_BREAKS[code])


def _telling(table: Sequence[Standing]) -> list[str]:
    """The criteria that say something of anybody, points first."""
    return [
        value.code
        for index, value in enumerate(table[0].values if table else ())
        if index == 0 or any(row.values[index].amount is not None for row in table)
    ]


def _cells(
    stage: StageShot, row: Standing, telling: Sequence[str], digits: Mapping[str, int]
) -> list[Cell]:
    return [
        Cell(
            value.code,
            stage.order,
            _short(stage, value.code),
            fixed(value.amount, digits[value.code]),
        )
        for value in row.values
        if value.code in telling
    ]


def _digits(amounts: Iterable[Fraction | None]) -> int:
    """How many decimals a column needs."""
    found = (format_amount(amount).partition(".")[2] for amount in amounts)
    return max((len(decimals) for decimals in found), default=0)


def fixed(amount: Fraction | None, digits: int) -> str:
    """With as many decimals as its column has.

    >>> fixed(Fraction(2), 2), fixed(Fraction(7, 3), 2), fixed(Fraction(3), 0), fixed(None, 2)
    ('2.00', '2.33', '3', '')
    """
    text = format_amount(amount)
    if not text or not digits:
        return text
    whole, _point, decimals = text.partition(".")
    return f"{whole}.{decimals:0<{digits}}"


def _going_on(shot: Shot, stage: StageShot) -> frozenset[str]:
    later = next((one for one in shot.stages if one.order == stage.order + 1), None)
    return frozenset(later.admitted) if later else frozenset()


def _with_cut(rows: Sequence[Row], following: Stage | None) -> list[Row]:
    """Mark the last row above the cut of a stage that takes the best of this one."""
    marked = list(rows)
    rule = StageConfig.from_json(following.config).admission if following else None
    if rule is None or rule.mode is not Mode.TOP or not rule.count:
        return marked
    above = [n for n, row in enumerate(rows) if row.rank is not None and row.rank <= rule.count]
    if above and above[-1] < len(rows) - 1:
        marked[above[-1]] = replace(rows[above[-1]], cut=True)
    return marked


def _whole(shot: Shot) -> StandingsTable:
    """Everybody once, the finalists first."""
    digits = [_digits(row.points for row in stage.standings) for stage in shot.stages]
    by_stage = [{str(row.key): row for row in stage.standings} for stage in shot.stages]
    ranks = Counter(one["rank"] for one in shot.overall)
    marks = [
        chips(
            stage,
            stage.standings,
            stage.last,
            {row.key: shot.person(row.key).name for row in stage.standings},
        )
        for stage in shot.stages
    ]
    rows = []
    for one in shot.overall:
        key = str(one["key"])
        lines = [table.get(key) for table in by_stage]
        rows.append(
            Row(
                shot.person(key),
                one["rank"],
                one["rank"] is not None and ranks[one["rank"]] > 1,
                one["status"],
                None,
                [found[row.key] if row else [] for found, row in zip(marks, lines, strict=True)],
                [
                    Cell(
                        stage.main,
                        stage.order,
                        stage.name,
                        fixed(row.points, places) if row else "",
                    )
                    for stage, row, places in zip(shot.stages, lines, digits, strict=True)
                ],
                stage=next((each.name for each in shot.stages if each.order == one["stage"]), ""),
            )
        )
    return StandingsTable(
        shot,
        None,
        0,
        gettext("Overall standings"),
        _with_whole_cut(rows, shot),
        [
            Column(stage.main, stage.name, str(TIE_BREAK_NOTES[stage.main]), stage.name)
            for stage in shot.stages
        ],
        _tabs(shot, OVERALL),
        "",
        any(row.shared for row in rows),
        False,
    )


def _with_whole_cut(rows: Sequence[Row], shot: Shot) -> list[Row]:
    """A line below those who came into the last stage."""
    last = shot.last.name
    marked = list(rows)
    inside = [n for n, row in enumerate(rows) if row.stage == last]
    if inside and inside[-1] < len(rows) - 1:
        marked[inside[-1]] = replace(rows[inside[-1]], cut=True)
    return marked


def exact(amount: Fraction | None) -> str:
    """The rounded number, with the fraction where rounding lost something."""
    text = format_amount(amount)
    if amount is None or Fraction(text) == amount:
        return text
    return f"{text} (= {amount})"
