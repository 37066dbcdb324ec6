"""A page of published standings, read without its snapshot once somebody has seen it.

The snapshot of ten thousand entries is long to read: what its pages show is made of it once
and kept, a hundred rows apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tournaments.models import Publication, Stage
from tournaments.public.bracket_drawing import Drawing
from tournaments.public.kept import piece
from tournaments.public.plot import Plot, PlotData, Ranks, plot, plot_data, ranks_of
from tournaments.public.shot import Shot
from tournaments.public.standings import OVERALL, Column, Row, StandingsTable, Tab, standings_table

SHAPE = 2
"""Of the kept pieces: those that an earlier release kept are not read."""


@dataclass(frozen=True, slots=True)
class Head:
    """What all pages of a table say."""

    title: str
    columns: Sequence[Column]
    tabs: Sequence[Tab]
    next_stage: str
    has_moves: bool
    by_round: bool
    stage: int | None
    """Its order; None for the whole tournament."""
    ordinal: int
    pairs: bool
    pages: int
    drawn: bool
    """There is a small bracket to be drawn beside it."""
    plotted: PlotData | None


@dataclass(frozen=True, slots=True)
class PageRows:
    rows: Sequence[Row]
    ranks: Mapping[str, Ranks]
    """For the line of one of them in the plot, by id."""


@dataclass(frozen=True, slots=True)
class StandingsPage:
    head: Head
    number: int
    rows: Sequence[Row]
    my_page: int | None
    """Where whom the reader follows stands."""
    plot: Plot | None
    drawing: Drawing | None


def standings_page(
    publication: Publication,
    ordinal: int | None,
    stages: Mapping[int, Stage],
    page: int | None,
    *,
    at: str = "",
    mine: str = "",
) -> StandingsPage | None:
    """After the round ``ordinal``, as ``standings_table``; None when there is none.

    ``page`` from 1, by default that of the entry ``at``.
    """
    if ordinal is not None and ordinal not in _ordinals(publication):
        return None
    shelf = _Shelf(publication, ordinal, stages)
    head = shelf.head()
    if head is None:
        return None
    places = shelf.places() if at or mine else {}
    number = page or places.get(at) or 1
    if not 1 <= number <= head.pages:
        return None
    shown, my_page = shelf.rows(number), places.get(mine)
    own = None if my_page is None else shelf.rows(my_page).ranks.get(mine)
    return StandingsPage(
        head,
        number,
        shown.rows,
        my_page,
        None if head.plotted is None else plot(head.plotted, own),
        shelf.drawing(mine) if head.drawn else None,
    )


def prepare(publication: Publication, stages: Mapping[int, Stage]) -> None:
    """Make what the newest page needs, in the language that is active."""
    standings_page(publication, None, stages, None)


def _ordinals(publication: Publication) -> frozenset[int]:
    """Of the rounds that have standings; 0 for the whole tournament, where it has several parts."""

    def make() -> Mapping[str, object]:
        shot = Shot(publication)
        found = {ordinal for stage in shot.stages for ordinal in stage.rounds.values()}
        if len(shot.stages) > 1 or not found:
            found.add(OVERALL)
        return {"ordinals": frozenset(found)}

    found = piece(publication, "ordinals", make)
    assert isinstance(found, frozenset)
    return found


class _Shelf:
    """The kept pieces of one table of one version."""

    def __init__(
        self, publication: Publication, ordinal: int | None, stages: Mapping[int, Stage]
    ) -> None:
        self.publication, self.ordinal, self.stages = publication, ordinal, stages
        rules = [(one.order, one.name, one.name_en, one.config) for one in stages.values()]
        self.name = f"{SHAPE}:{ordinal}:{sha256(repr(rules).encode()).hexdigest()[:12]}"
        self._table: StandingsTable | None = None

    def _get(self, what: str) -> Any:
        return piece(self.publication, f"standings:{self.name}:{what}", self._make)

    def head(self) -> Head | None:
        found: Head | None = self._get("head")
        return found

    def places(self) -> Mapping[str, int]:
        """The page of each entry."""
        found: Mapping[str, int] = self._get("places")
        return found

    def rows(self, page: int) -> PageRows:
        found: PageRows = self._get(f"page{page}")
        return found

    def drawing(self, mine: str) -> Drawing | None:
        table = self.table()
        return None if table is None else table.drawing(mine)

    def table(self) -> StandingsTable | None:
        if self._table is None:
            self._table = standings_table(Shot(self.publication), self.ordinal, self.stages)
        return self._table

    def _make(self) -> Mapping[str, object]:
        table = self.table()
        if table is None:
            return {}
        made: dict[str, object] = {
            f"standings:{self.name}:{what}": value for what, value in _pieces(table)
        }
        return made


def _pieces(table: StandingsTable) -> Sequence[tuple[str, object]]:
    stage = table.plotted
    number = None if table.stage is None else table.number
    data = None if stage is None else plot_data(table.shot, stage, number)
    found: list[tuple[str, object]] = [
        (
            "head",
            Head(
                table.title,
                table.columns,
                table.tabs,
                table.next_stage,
                table.has_moves,
                table.by_round,
                None if table.stage is None else table.stage.order,
                table.ordinal,
                table.pairs,
                table.pages,
                table.drawing("") is not None,
                data,
            ),
        )
    ]
    places: dict[str, int] = {}
    for page in range(1, table.pages + 1):
        rows = table.page(page)
        places |= {row.person.key: page for row in rows}
        ranks: dict[str, Ranks] = {}
        if stage is not None and data is not None:
            told = (ranks_of(table.shot, stage, row.person.key, data.rounds) for row in rows)
            ranks = {one.key: one for one in told if one is not None}
        found.append((f"page{page}", PageRows(rows, ranks)))
    found.append(("places", places))
    return found
