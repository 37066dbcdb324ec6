"""Who did what against whom: everybody against everybody, or round by round.

Made from standings, so a published table gives the same as the live one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from tournaments.formats.lots import Key
from tournaments.formats.scoring import Line, LineKind
from tournaments.standings import Standing


class Mark(Enum):
    """What a round was to somebody."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    BYE = "bye"
    """From the pairing, or a full point asked for."""
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    NOT_ENTERED = "not_entered"
    PENDING = "pending"


UNPLAYED = {
    LineKind.WALKOVER: Mark.FORFEIT_WIN,
    LineKind.NO_SHOW: Mark.FORFEIT_LOSS,
    LineKind.REMOVED: Mark.LOSS,
    LineKind.PENDING: Mark.PENDING,
    LineKind.BYE: Mark.BYE,
    LineKind.FULL_BYE: Mark.BYE,
    LineKind.HALF_BYE: Mark.HALF_BYE,
    LineKind.ZERO_BYE: Mark.ZERO_BYE,
    LineKind.ABSENT: Mark.ABSENT,
    LineKind.WITHDRAWN: Mark.WITHDRAWN,
    LineKind.NOT_ENTERED: Mark.NOT_ENTERED,
}


@dataclass(frozen=True, slots=True)
class Result:
    """One round of one entry, with the opponent if there was one."""

    round: int
    mark: Mark
    points: Fraction
    against: Key | None = None
    number: int | None = None
    """The opponent's line in the table, from 1."""
    first: bool | None = None
    """Moved first, or would have."""


@dataclass(frozen=True, slots=True)
class CrossRow:
    key: Key
    number: int
    """The line, from 1; ranks may be shared, these are not."""
    rank: int | None
    points: Fraction
    cells: tuple[tuple[Result, ...], ...]
    """Against each line, in order of rounds; nothing on the diagonal."""


@dataclass(frozen=True, slots=True)
class RoundRow:
    key: Key
    number: int
    rank: int | None
    points: Fraction
    cells: tuple[Result | None, ...]
    """One for each round."""
    totals: tuple[Fraction, ...]
    """The points after each round."""


def crosstable(rows: Sequence[Standing]) -> tuple[CrossRow, ...]:
    """Everybody against everybody, in the order of the standings."""
    numbers = _numbers(rows)
    table = []
    for one in rows:
        cells: list[list[Result]] = [[] for _ in rows]
        for line in one.lines:
            result = _result(line, numbers)
            if result.number is not None:
                cells[result.number - 1].append(result)
        table.append(
            CrossRow(one.key, numbers[one.key], one.rank, one.points, tuple(map(tuple, cells)))
        )
    return tuple(table)


def by_rounds(rows: Sequence[Standing]) -> tuple[RoundRow, ...]:
    """Round by round, the opponents by their lines: the crosstable of a Swiss."""
    numbers = _numbers(rows)
    last = max((line.round for one in rows for line in one.lines), default=0)
    table = []
    for one in rows:
        found = {line.round: _result(line, numbers) for line in one.lines}
        cells = tuple(found.get(number) for number in range(1, last + 1))
        totals: list[Fraction] = []
        for cell in cells:
            before = totals[-1] if totals else Fraction(0)
            totals.append(before + (cell.points if cell else 0))
        table.append(
            RoundRow(one.key, numbers[one.key], one.rank, one.points, cells, tuple(totals))
        )
    return tuple(table)


def _numbers(rows: Sequence[Standing]) -> dict[Key, int]:
    return {one.key: number for number, one in enumerate(rows, 1)}


def _result(line: Line, numbers: dict[Key, int]) -> Result:
    against = line.opponent
    number = None if against is None else numbers.get(against)
    return Result(line.round, mark_of(line), line.points, against, number, line.first)


def mark_of(line: Line) -> Mark:
    """What a line of a pairing was."""
    if line.kind is not LineKind.PLAYED:
        return UNPLAYED[line.kind]
    if line.place != 1:
        return Mark.LOSS
    return Mark.WIN if line.shared == 1 else Mark.DRAW
