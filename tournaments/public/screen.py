"""The screen of a hall: panels that take turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Announcement, RoundState, Stage, Tournament
from tournaments.public.bracket_drawing import Drawing
from tournaments.public.bracket_page import bracket_view, has_bracket
from tournaments.public.front import Happening
from tournaments.public.shot import Shot
from tournaments.public.standings import Row, StandingsTable, standings_table
from tournaments.public.tables import RoundView, TableView, round_view

TABLES = 9
"""On one panel."""
LIVE_TABLES = 6
PAIRS = 16
"""Pairings take less room than tables."""
BRACKET = 16
"""Players of a bracket that can be read from afar."""
ROWS = 10


@dataclass(frozen=True, slots=True)
class Screen:
    round: RoundView | None
    seating: Sequence[Sequence[TableView]]
    """Panels of tables where people find their seat, before the round begins."""
    live: Sequence[Sequence[TableView]]
    """Panels of tables with their clocks, while the round is on."""
    table: StandingsTable | None
    standings: Sequence[Sequence[Row]]
    announcement: Announcement | None
    bracket: Drawing | None = None
    """Of the stage being played, while it fits a screen."""

    @property
    def going_on(self) -> Sequence[TableView]:
        return self.round.going_on if self.round else []

    @property
    def panels(self) -> int:
        return len(self.seating) + len(self.live) + len(self.standings) + (self.bracket is not None)


def screen_view(tournament: Tournament, seen: Happening, at: datetime) -> Screen:
    shot = Shot(seen.publication) if seen.publication else None
    current = seen.current
    shown = round_view(tournament, current.round, shot, at) if current else None
    state = current.round.state if current else ""
    tables = shown.tables if shown else []
    most = PAIRS if shown is not None and shown.pairs else TABLES
    begun = any(table.watch or table.replay or table.known for table in tables)
    table = None
    if shot is not None:
        stages = {stage.order: stage for stage in Stage.objects.filter(tournament=tournament)}
        table = standings_table(shot, None, stages)
    latest = Announcement.objects.filter(tournament=tournament).order_by("-id").first()
    return Screen(
        shown,
        _panels(tables, most) if state == RoundState.PUBLISHED and not begun else [],
        _panels(tables, LIVE_TABLES)
        if state == RoundState.RUNNING or (state == RoundState.PUBLISHED and begun)
        else [],
        table,
        _row_panels(table.rows if table else []),
        latest,
        _bracket(tournament, current.round.stage, shot) if current else None,
    )


def _bracket(tournament: Tournament, stage: Stage, shot: Shot | None) -> Drawing | None:
    stage.tournament = tournament
    found = bracket_view(tournament, stage, shot, "") if has_bracket(stage) else None
    return found.drawing if found is not None and found.size <= BRACKET else None


def _panels(tables: Sequence[TableView], most: int) -> list[list[TableView]]:
    """As even as can be: 7 of at most 6 are 4 and 3."""
    count = -(-len(tables) // most)
    size = -(-len(tables) // count) if count else 1
    return [list(tables[n : n + size]) for n in range(0, len(tables), size)]


def _row_panels(rows: Sequence[Row]) -> list[list[Row]]:
    return [list(rows[n : n + ROWS]) for n in range(0, min(len(rows), 5 * ROWS), ROWS)]
