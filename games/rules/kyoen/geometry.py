"""Boards of lattice points, in exact integers.

A point has coordinates (x, y): column from the left and row from the bottom, both from 0.
Its name is the column's letter (``i`` is used) and the row's number from 1: (6, 7) is ``g8``.
Its index is its place in reading order, top row first, so that index k is character k of a
row-major board string. On the triangular lattice y runs up at 60°, so a grid is a rhombus.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import TypeAlias

LETTERS = "abcdefghijklmnopqrs"
MIN_SIZE, MAX_SIZE = 2, len(LETTERS)

Point: TypeAlias = int
"""The index of a point on its board."""
Coordinates: TypeAlias = tuple[int, int]
Mask: TypeAlias = int
"""A set of points: bit k stands for point k."""

_NAME = re.compile(r"([a-s])([1-9][0-9]?)", re.ASCII | re.IGNORECASE)


class Lattice(Enum):
    """What lengths are: the squared distance of two points is Q of their difference."""

    SQUARE = "square"
    """Q = x² + y²."""
    TRIANGULAR = "triangular"
    """Q = x² + xy + y²."""
    RECTANGULAR = "rectangular"
    """Q = x² + 2y²: sides 1:√2."""

    @property
    def form(self) -> tuple[int, int, int]:
        """(a, b, c) of Q = ax² + bxy + cy²."""
        return _FORMS[self.value]

    def q(self, x: int, y: int) -> int:
        """
        >>> [lattice.q(2, 3) for lattice in Lattice]
        [13, 19, 22]
        """
        a, b, c = self.form
        return a * x * x + b * x * y + c * y * y

    def draw(self, x: float, y: float) -> tuple[float, float]:
        """Where (x, y) is drawn, y upwards, in units of the distance along a row."""
        match self:
            case Lattice.SQUARE:
                return float(x), float(y)
            case Lattice.TRIANGULAR:
                return x + y / 2, y * math.sqrt(3) / 2
            case Lattice.RECTANGULAR:
                return float(x), y * math.sqrt(2)

    @property
    def turns(self) -> tuple[tuple[int, int, int, int], ...]:
        """Every (a, b, c, d) for which (x, y) → (ax + by, cx + dy) keeps Q: 8, 12 or 4.

        >>> [len(lattice.turns) for lattice in Lattice]
        [8, 12, 4]
        """
        return _turns(self)


_FORMS = {"square": (1, 0, 1), "triangular": (1, 1, 1), "rectangular": (1, 0, 2)}


@cache
def _turns(lattice: Lattice) -> tuple[tuple[int, int, int, int], ...]:
    a, b, c = lattice.form
    steps = (-1, 0, 1)
    return tuple(
        (p, q, r, s)
        for p in steps
        for q in steps
        for r in steps
        for s in steps
        if lattice.q(p, r) == a and lattice.q(q, s) == c and lattice.q(p + q, r + s) == a + b + c
    )


class Shape(Enum):
    GRID = "grid"
    """Columns × rows; a rhombus or parallelogram on the triangular lattice."""
    TRIANGLE = "triangle"
    """The points of a side × side grid with x + y < side. Triangular lattice only."""


class BoardError(ValueError):
    """A board that cannot be. ``field``, ``value`` and ``allowed`` say why."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field} cannot be {value!r}: {allowed}.")
        self.field, self.value, self.allowed = field, value, allowed


@dataclass(frozen=True)
class Board:
    """
    >>> board = Board()
    >>> len(board), board.name(0), board.name(80), board.point("g8")
    (81, 'a9', 'i1', 15)
    """

    lattice: Lattice = Lattice.SQUARE
    columns: int = 9
    rows: int = 9
    shape: Shape = Shape.GRID

    def __post_init__(self) -> None:
        for field, value in (("columns", self.columns), ("rows", self.rows)):
            if not MIN_SIZE <= value <= MAX_SIZE:
                raise BoardError(field, value, f"{MIN_SIZE} to {MAX_SIZE}")
        if self.shape is Shape.TRIANGLE:
            if self.lattice is not Lattice.TRIANGULAR:
                raise BoardError("shape", "triangle", "a triangle is on the triangular lattice")
            if self.columns != self.rows:
                raise BoardError("rows", self.rows, "a triangle has as many rows as columns")

    @classmethod
    def of_size(
        cls, size: int, lattice: Lattice = Lattice.SQUARE, shape: Shape = Shape.GRID
    ) -> "Board":
        return cls(lattice, size, size, shape)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.lattice.value, self.columns, self.rows, self.shape.value))

    def __len__(self) -> int:
        return len(self.coordinates)

    @cached_property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """(x, y) of every point, by index."""
        return tuple((x, y) for y in reversed(range(self.rows)) for x in range(self.row_length(y)))

    def row_length(self, y: int) -> int:
        return self.columns - y if self.shape is Shape.TRIANGLE else self.columns

    @cached_property
    def lifted(self) -> tuple[tuple[int, int, int], ...]:
        """(Q, x, y) of every point, by index: four points on a plane are a kyōen."""
        q = self.lattice.q
        return tuple((q(x, y), x, y) for x, y in self.coordinates)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{LETTERS[x]}{y + 1}" for x, y in self.coordinates)

    @cached_property
    def _by_name(self) -> dict[str, Point]:
        return {name: point for point, name in enumerate(self.names)}

    @cached_property
    def _by_coordinates(self) -> dict[Coordinates, Point]:
        return {xy: point for point, xy in enumerate(self.coordinates)}

    @property
    def full(self) -> Mask:
        return (1 << len(self)) - 1

    def name(self, point: Point) -> str:
        return self.names[point]

    def point(self, name: str) -> Point | None:
        """The point of that name, or None when it is not on this board."""
        return self._by_name.get(name.lower())

    def at(self, x: int, y: int) -> Point | None:
        return self._by_coordinates.get((x, y))

    def mask(self, points: Iterable[Point]) -> Mask:
        mask = 0
        for point in points:
            mask |= 1 << point
        return mask

    @cached_property
    def symmetries(self) -> tuple[tuple[Point, ...], ...]:
        """Every way the board maps to itself keeping Q: image of each point, by index.

        >>> len(Board().symmetries), len(Board.of_size(5, Lattice.TRIANGULAR).symmetries)
        (8, 4)
        """
        found = []
        for a, b, c, d in self.lattice.turns:
            moved = [(a * x + b * y, c * x + d * y) for x, y in self.coordinates]
            left, low = min(x for x, _ in moved), min(y for _, y in moved)
            images = [self.at(x - left, y - low) for x, y in moved]
            points = tuple(point for point in images if point is not None)
            if len(points) == len(self):
                found.append(points)
        return tuple(found)


def points_of(mask: Mask) -> Iterator[Point]:
    """The points of a set, in order.

    >>> list(points_of(0b1011))
    [0, 1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def split_names(text: str) -> Sequence[str] | None:
    """The names written one after another in ``text``, or None when it holds anything else.

    >>> split_names("b7c12G2"), split_names(""), split_names("b7-c2")
    (['b7', 'c12', 'g2'], [], None)
    """
    names = [match.group() for match in _NAME.finditer(text)]
    return [name.lower() for name in names] if "".join(names) == text else None


def same_configuration(lattice: Lattice, points: Iterable[Coordinates]) -> tuple[Coordinates, ...]:
    """One form for all sets that a symmetry of the whole lattice maps to each other.

    Turns, mirrors and shifts; the board they lie on does not matter.

    >>> same_configuration(Lattice.SQUARE, [(3, 3), (5, 4)])
    ((0, 0), (1, 2))
    """
    given = list(points)
    forms = []
    for a, b, c, d in lattice.turns:
        moved = [(a * x + b * y, c * x + d * y) for x, y in given]
        left = min((x for x, _ in moved), default=0)
        low = min((y for _, y in moved), default=0)
        forms.append(tuple(sorted((x - left, y - low) for x, y in moved)))
    return min(forms)
