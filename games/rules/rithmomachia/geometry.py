"""The board of 8 files by 16 ranks: squares, marches, flights, lines and formations.

A square is a number, file + 8 × (rank − 1) counted from 0, so that a1 is 0, b1 is 1 and h16 is
127. A mask is an int with bit ``square`` set for each of its squares.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TypeAlias

from games.rules.base import Seat

FILES, RANKS = 8, 16
SQUARES = FILES * RANKS
Square: TypeAlias = int
Mask: TypeAlias = int
Step: TypeAlias = tuple[int, int]

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))

SQUARE_NAME = r"[a-h](?:1[0-6]|[1-9])"
_NAME = re.compile(SQUARE_NAME, re.ASCII)


class Directions(Enum):
    ORTHOGONAL = "orthogonal"
    DIAGONAL = "diagonal"
    ALL = "all"

    @property
    def steps(self) -> tuple[Step, ...]:
        if self is Directions.ORTHOGONAL:
            return ORTHOGONAL
        return DIAGONAL if self is Directions.DIAGONAL else ORTHOGONAL + DIAGONAL


def name(square: Square) -> str:
    """
    >>> name(0), name(127)
    ('a1', 'h16')
    """
    return "abcdefgh"[square % FILES] + str(square // FILES + 1)


def square(text: str) -> Square | None:
    """Inverse of ``name``; None for anything else.

    >>> square("c2"), square("c17")
    (10, None)
    """
    if _NAME.fullmatch(text) is None:
        return None
    return "abcdefgh".index(text[0]) + FILES * (int(text[1:]) - 1)


def at(file: int, rank: int) -> Square | None:
    """The square of a file and a rank counted from 0; None off the board."""
    return file + FILES * rank if 0 <= file < FILES and 0 <= rank < RANKS else None


def along(origin: Square, step: Step) -> tuple[Square, ...]:
    """The squares from ``origin`` (left out) to the edge."""
    file, rank = origin % FILES, origin // FILES
    found = []
    while (next_one := at(file := file + step[0], rank := rank + step[1])) is not None:
        found.append(next_one)
    return tuple(found)


def mask(squares: Iterable[Square]) -> Mask:
    found = 0
    for one in squares:
        found |= 1 << one
    return found


def half(seat: Seat) -> Mask:
    """The half in which a seat's pieces stand at first: ranks 1–8 of seat 0, 9–16 of seat 1."""
    low = (1 << SQUARES // 2) - 1
    return low << SQUARES // 2 if seat else low


def back_rank(seat: Seat) -> tuple[Square, ...]:
    first = (RANKS - 1) * FILES * seat
    return tuple(range(first, first + FILES))


March: TypeAlias = tuple[Square, Mask]
"""A destination and the squares that must be empty on the way."""


@cache
def marches(directions: Directions, distance: int) -> tuple[tuple[March, ...], ...]:
    """By square, the marches of exactly ``distance`` squares."""
    return tuple(
        tuple(
            (line[distance - 1], mask(line[: distance - 1]))
            for line in (along(origin, step) for step in directions.steps)
            if len(line) >= distance
        )
        for origin in range(SQUARES)
    )


@cache
def flights(long: int) -> tuple[tuple[Square, ...], ...]:
    """By square, where a leap of ``long`` squares one way and one the other leads."""
    leaps = [(f * x, r * y) for x, y in ((long, 1), (1, long)) for f in (1, -1) for r in (1, -1)]
    return tuple(
        tuple(
            end
            for file, rank in leaps
            if (end := at(origin % FILES + file, origin // FILES + rank)) is not None
        )
        for origin in range(SQUARES)
    )


def shift(step: Step) -> tuple[Mask, int]:
    """How a mask moves one step: what stays on the board, and by how many squares.

    >>> keep, by = shift((1, 0))
    >>> moved(1 << 6 | 1 << 7, keep, by) == 1 << 7
    True
    """
    keep = sum(
        1 << one
        for one in range(SQUARES)
        if at(one % FILES + step[0], one // FILES + step[1]) is not None
    )
    return keep, step[0] + FILES * step[1]


def moved(squares: Mask, keep: Mask, by: int) -> Mask:
    """The squares one step on, without those that leave the board."""
    squares &= keep
    return squares << by if by > 0 else squares >> -by


SHIFTS = {directions: tuple(map(shift, directions.steps)) for directions in Directions}
"""``shift`` of each step of the directions."""


def squares_of(squares: Mask) -> Iterator[Square]:
    """The squares of a mask, a1 first."""
    while squares:
        low = squares & -squares
        yield low.bit_length() - 1
        squares ^= low


class Figure(Enum):
    LINE = "line"
    RIGHT_ANGLE = "right_angle"
    SQUARE = "square"
    ANYWHERE = "anywhere"
    """No figure: anywhere in the enemy half."""


@dataclass(frozen=True, slots=True)
class Formation:
    """Squares equally spaced in a figure. ``between`` must be empty."""

    figure: Figure
    squares: tuple[Square, ...]
    mask: Mask
    between: Mask


@cache
def formations(seat: Seat, members: int) -> tuple[tuple[Formation, ...], ...]:
    """By square, the formations of 3 or 4 members in the half that is the enemy's of ``seat``."""
    enemy = half(1 - seat)
    found: dict[Mask, Formation] = {}
    for origin in range(SQUARES):
        for figure, legs in _figures(members):
            for formation in _spaced(origin, figure, legs):
                if formation.mask & ~enemy == 0:
                    found.setdefault(formation.mask, formation)
    by_square: list[list[Formation]] = [[] for _ in range(SQUARES)]
    for formation in found.values():
        for one in formation.squares:
            by_square[one].append(formation)
    return tuple(map(tuple, by_square))


Legs: TypeAlias = tuple[tuple[Step, ...], ...]
"""Paths from the first square, a step for each further member of a path."""


def _figures(members: int) -> list[tuple[Figure, Legs]]:
    found: list[tuple[Figure, Legs]] = []
    for steps in (ORTHOGONAL, DIAGONAL):
        for turn, step in enumerate(steps):
            left, right = steps[(turn + 1) % 4], steps[turn - 1]
            back = (-step[0], -step[1])
            if turn < 2:
                found.append((Figure.LINE, ((step,) * (members - 1),)))
            if members == 3:
                found.append((Figure.RIGHT_ANGLE, ((step,), (left,))))
            else:
                found.append((Figure.RIGHT_ANGLE, ((step, step), (left,))))
                found.append((Figure.RIGHT_ANGLE, ((step, step), (right,))))
                found.append((Figure.SQUARE, ((step, left, back, right),)))
    return found


def _spaced(origin: Square, figure: Figure, legs: Legs) -> list[Formation]:
    """The formation from ``origin`` with every spacing that fits on the board."""
    found: list[Formation] = []
    for spacing in range(1, FILES):
        squares, between = [origin], 0
        for leg in legs:
            here = origin
            for step in leg:
                line = along(here, step)[:spacing]
                if len(line) < spacing:
                    return found
                between |= mask(line[:-1])
                here = line[-1]
                squares.append(here)
        members = tuple(sorted(set(squares)))
        found.append(Formation(figure, members, mask(members), between))
    return found
