"""Crosstables as pages show them: signs, and the words they stand for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import gettext

from tournaments.formats.crosstable import Mark, Result, by_rounds, crosstable
from tournaments.formats.lots import ByKey, Key
from tournaments.standings import Standing, format_amount

SIGNS = {Mark.WIN: "○", Mark.FORFEIT_WIN: "○", Mark.DRAW: "△", Mark.LOSS: "×"}


@dataclass(frozen=True, slots=True)
class Sign:
    sign: str
    number: int | None
    """The opponent's line, where it is not told by the column."""
    words: str
    """The whole result, for a screen reader and on pointing."""
    won: bool
    played: bool


@dataclass(frozen=True, slots=True)
class CrossLine:
    key: Key
    number: int
    rank: int | None
    name: str
    cells: Sequence[Sequence[Sign] | None]
    """None: the entry itself."""
    points: str
    mine: bool


@dataclass(frozen=True, slots=True)
class CrossTable:
    heads: Sequence[int]
    """Lines, or rounds."""
    lines: Sequence[CrossLine]
    rounds: bool
    """The columns are rounds."""
    double: bool
    """Some met twice or more."""


def everybody(
    rows: Sequence[Standing], names: ByKey[str], *, mine: Key | None = None
) -> CrossTable:
    """Everybody against everybody: for a round robin."""
    lines = [
        CrossLine(
            row.key,
            row.number,
            row.rank,
            names[row.key],
            [
                None
                if number == row.number
                else [sign_of(one, names, numbered=False) for one in cell]
                for number, cell in enumerate(row.cells, 1)
            ],
            format_amount(row.points),
            row.key == mine,
        )
        for row in crosstable(rows)
    ]
    double = any(cell and len(cell) > 1 for line in lines for cell in line.cells)
    return CrossTable([line.number for line in lines], lines, rounds=False, double=double)


def rounds(
    rows: Sequence[Standing],
    names: ByKey[str],
    *,
    mine: Key | None = None,
    lines_from: int = 0,
    most: int | None = None,
) -> CrossTable:
    """Round by round: for a Swiss. ``most`` lines from one on, all of them by default."""
    shown = slice(lines_from, None if most is None else lines_from + most)
    lines = [
        CrossLine(
            row.key,
            row.number,
            row.rank,
            names[row.key],
            [[] if one is None else [sign_of(one, names, numbered=True)] for one in row.cells],
            format_amount(row.points),
            row.key == mine,
        )
        for row in by_rounds(rows)[shown]
    ]
    last = max((len(line.cells) for line in lines), default=0)
    return CrossTable(range(1, last + 1), lines, rounds=True, double=False)


def sign_of(one: Result, names: ByKey[str], *, numbered: bool) -> Sign:
    """``numbered``: with the opponent's line beside the sign."""
    words = mark_words(one.mark)
    if one.against is not None:
        words = gettext("{result} against {name}").format(result=words, name=names[one.against])
    if one.first is not None:
        order = gettext("moved first") if one.first else gettext("moved second")
        words = f"{words} ({order})"
    played = one.mark in {Mark.WIN, Mark.DRAW, Mark.LOSS}
    won = one.mark in {Mark.WIN, Mark.FORFEIT_WIN}
    return Sign(mark_sign(one.mark), one.number if numbered else None, words, won, played)


def mark_sign(mark: Mark) -> str:
    """○ won, △ drawn, × lost; a word or a dash where there was no game."""
    match mark:
        case Mark.WIN | Mark.DRAW | Mark.LOSS:
            return SIGNS[mark]
        case Mark.FORFEIT_WIN:
            return gettext("○f")
        case Mark.FORFEIT_LOSS:
            return gettext("×f")
        case Mark.BYE:
            return gettext("bye")
        case Mark.HALF_BYE:
            return "½"
        case Mark.ZERO_BYE | Mark.ABSENT | Mark.WITHDRAWN:
            return "–"
        case Mark.NOT_ENTERED:
            return ""
        case Mark.PENDING:
            return "…"
    assert_never(mark)


def mark_words(mark: Mark) -> str:
    """A result in words."""
    match mark:
        case Mark.WIN:
            return gettext("Won")
        case Mark.DRAW:
            return gettext("Drawn")
        case Mark.LOSS:
            return gettext("Lost")
        case Mark.FORFEIT_WIN:
            return gettext("Won by forfeit")
        case Mark.FORFEIT_LOSS:
            return gettext("Lost by forfeit")
        case Mark.BYE:
            return gettext("Bye")
        case Mark.HALF_BYE:
            return gettext("Bye for half a point")
        case Mark.ZERO_BYE:
            return gettext("Sat out, as asked for")
        case Mark.ABSENT:
            return gettext("Absent")
        case Mark.WITHDRAWN:
            return gettext("Withdrawn")
        case Mark.NOT_ENTERED:
            return gettext("Not entered yet")
        case Mark.PENDING:
            return gettext("No result yet")
    assert_never(mark)
