"""Ranks round by round, as lines of an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.public.shot import Shot, StageShot

LINES = 8
WIDTH, LEFT, RIGHT, TOP = 352, 26.0, 240.0, 14.0
STEP = 14.8
"""Between two ranks, while they are few."""
HEIGHT = 236.0
NAME = 12
"""Letters of a name that have room at the end of a line."""


@dataclass(frozen=True, slots=True)
class PlotLine:
    key: str
    name: str
    path: str
    dots: Sequence[tuple[float, float]]
    end: float
    """Where the name stands."""
    mine: bool


@dataclass(frozen=True, slots=True)
class Plot:
    """``ranks``: (y, rank) of the axis; ``rounds``: (x, number of the round)."""

    lines: Sequence[PlotLine]
    ranks: Sequence[tuple[float, int]]
    rounds: Sequence[tuple[float, int]]
    height: float
    best: int
    """How many of the best are shown."""
    mine: str
    """The name of the thick line, or empty."""
    group: str
    """Whose ranks they are; empty where there is one group or none."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Of one entry, after each round."""

    key: str
    name: str
    ranks: Sequence[int | None]
    group: str = ""
    """Its letter, where ranks are those in a group."""


@dataclass(frozen=True, slots=True)
class PlotData:
    rounds: int
    best: Sequence[Ranks]
    """Of several groups those of each."""


def ranks_of(shot: Shot, stage: StageShot, key: str, rounds: int) -> Ranks | None:
    """None for somebody who is not in the stage."""
    found = stage.progress.get(key)
    if found is None:
        return None
    return Ranks(key, shot.person(key).name, list(found)[:rounds], stage.groups.get(key, ""))


def plot_data(shot: Shot, stage: StageShot, number: int | None) -> PlotData | None:
    """The best ``LINES`` after a round, of each group; None for fewer than two rounds."""
    rounds = [one for one in sorted(stage.rounds) if number is None or one <= number]
    if len(rounds) < 2:
        return None
    table = stage.standings_after(rounds[-1])
    best: dict[str, list[str]] = {}
    for row in table:
        own = best.setdefault(stage.groups.get(str(row.key), ""), [])
        if row.rank is not None and len(own) < LINES:
            own.append(str(row.key))
    keys = [key for _letter, own in sorted(best.items()) for key in own]
    found = (ranks_of(shot, stage, key, len(rounds)) for key in keys)
    return PlotData(len(rounds), [one for one in found if one is not None])


def plot(data: PlotData, mine: Ranks | None) -> Plot:
    """The best and, thick, ``mine``; of several groups in the group of ``mine``."""
    group = mine.group if mine else data.best[0].group if data.best else ""
    shown = [one for one in data.best if one.group == group]
    rounds, best = data.rounds, [one.key for one in shown]
    if mine is not None and mine.key not in best:
        shown.append(mine)
    key = "" if mine is None else mine.key
    ranks = {one.key: one.ranks for one in shown}
    lowest = max((rank for found in ranks.values() for rank in found if rank), default=1)
    step = min(STEP, (HEIGHT - TOP) / max(lowest - 1, 1))
    across = (RIGHT - LEFT) / (rounds - 1)
    ends: list[float] = []
    lines = []
    for line in shown:
        one = line.key
        points = [
            (round(LEFT + n * across, 1), round(TOP + (rank - 1) * step, 1))
            for n, rank in enumerate(ranks[one])
            if rank
        ]
        if not points:
            continue
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        end = _free(points[-1][1] + 4, ends)
        ends.append(end)
        name = line.name
        short = name if len(name) <= NAME else f"{name[: NAME - 1]}…"
        lines.append(PlotLine(one, short, path, points, end, one == key))
    lines.sort(key=lambda line: line.mine)
    return Plot(
        lines,
        [(round(TOP + (rank - 1) * step, 1), rank) for rank in _axis(lowest)],
        [(round(LEFT + n * across, 1), number) for n, number in enumerate(range(1, rounds + 1))],
        round(TOP + (lowest - 1) * step + 28, 1),
        len(best),
        next((line.name for line in lines if line.mine), ""),
        group,
    )


def _axis(lowest: int) -> list[int]:
    """1 and a few round numbers down to the lowest rank.

    >>> _axis(3), _axis(16), _axis(90)
    ([1, 2, 3], [1, 4, 8, 12, 16], [1, 20, 40, 60, 80])
    """
    if lowest <= 4:
        return list(range(1, lowest + 1))
    step = next(step for step in (2, 4, 5, 10, 20, 50, 100, 500, 1000) if lowest <= 5 * step)
    return [1, *range(step, lowest + 1, step)]


def _free(wanted: float, taken: Sequence[float]) -> float:
    """The nearest height at or below which no other name stands in the way."""
    gap = 13.0
    while any(abs(wanted - other) < gap for other in taken):
        wanted = min(other for other in taken if abs(wanted - other) < gap) + gap
    return round(wanted, 1)
