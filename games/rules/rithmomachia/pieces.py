"""The 48 pieces, the pyramids' components and the two layouts (Boissière 1556, Fulke 1563).

Seat 0 is Even (white, below), seat 1 Odd (black, above). Pieces that hold the same side, birth,
shape and components are one object; no rule can tell two of them apart but by their squares.
"""

import re
from enum import Enum
from functools import cache
from typing import Any

from games.rules.base import Seat
from games.rules.rithmomachia.geometry import FILES, Square

EVEN, ODD = 0, 1
SIDES = "EO"


class Shape(Enum):
    ROUND = "R"
    TRIANGLE = "T"
    SQUARE = "S"
    PYRAMID = "P"

    @property
    def distance(self) -> int:
        """How far it marches; a pyramid marches as what it still holds."""
        return "PRTS".index(self.value)


COMPONENTS: tuple[dict[int, Shape], dict[int, Shape]] = (
    {36: Shape.SQUARE, 25: Shape.SQUARE, 16: Shape.TRIANGLE, 9: Shape.TRIANGLE}
    | {4: Shape.ROUND, 1: Shape.ROUND},
    {64: Shape.SQUARE, 49: Shape.SQUARE, 36: Shape.TRIANGLE, 25: Shape.TRIANGLE}
    | {16: Shape.ROUND},
)
"""What Even's and Odd's pyramid is built of, from the base up."""


class Piece:
    """One kind of piece in the hand of one side. Get it from ``piece``, ``loose`` or ``read``.

    ``side`` plays it, ``born`` had it first: they differ once it was taken and turned.
    """

    __slots__ = ("born", "numbers", "parts", "shape", "shapes", "side", "value")

    def __init__(
        self, side: Seat, born: Seat, shape: Shape, value: int, parts: tuple[int, ...]
    ) -> None:
        self.side, self.born, self.shape, self.value, self.parts = side, born, shape, value, parts
        self.numbers = (value, *(part for part in parts if part != value))
        """What it attacks with: its total, then each component still held."""
        held = {COMPONENTS[born][part] for part in parts} or {shape}
        self.shapes = tuple(one for one in Shape if one in held)

    def __reduce__(self) -> tuple[Any, ...]:
        return piece, (self.side, self.born, self.shape, self.value, self.parts)

    def __copy__(self) -> "Piece":
        return self

    def __deepcopy__(self, memo: object) -> "Piece":
        return self

    def __repr__(self) -> str:
        return f"<{SIDES[self.side]} {self}>"

    def __str__(self) -> str:
        """``R9``, ``P91``, ``P55/25/16/9/4/1`` when components are gone, ``'`` when turned."""
        text = f"{self.shape.value}{self.value}"
        if self.parts and len(self.parts) < len(COMPONENTS[self.born]):
            text += "".join(f"/{part}" for part in self.parts)
        return text + ("'" if self.side != self.born else "")

    @property
    def kind(self) -> str:
        """Shape and value: ``P55``."""
        return f"{self.shape.value}{self.value}"

    @property
    def digits(self) -> int:
        return len(str(self.value))

    def turned(self, side: Seat) -> "Piece":
        """The same piece in the hand of ``side``."""
        return piece(side, self.born, self.shape, self.value, self.parts)

    def without(self, parts: tuple[int, ...]) -> "Piece | None":
        """The pyramid when components have fallen; None when none is left."""
        left = tuple(part for part in self.parts if part not in parts)
        return piece(self.side, self.born, self.shape, sum(left), left) if left else None

    def loose(self, part: int) -> "Piece":
        """A component of this pyramid as a piece of its own."""
        return piece(self.side, self.born, COMPONENTS[self.born][part], part)


def piece(side: Seat, born: Seat, shape: Shape, value: int, parts: tuple[int, ...] = ()) -> Piece:
    """The one piece of that kind."""
    return _piece(side, born, shape, value, parts)


@cache
def _piece(side: Seat, born: Seat, shape: Shape, value: int, parts: tuple[int, ...]) -> Piece:
    return Piece(side, born, shape, value, parts)


def pyramid(side: Seat, born: Seat | None = None) -> Piece:
    """The whole pyramid of a side."""
    born = side if born is None else born
    parts = tuple(COMPONENTS[born])
    return piece(side, born, Shape.PYRAMID, sum(parts), parts)


PIECE_TEXT = r"[RTSP][1-9]\d{0,3}(?:/[1-9]\d?)*'?"
_PIECE = re.compile(
    r"(?P<shape>[RTSP])(?P<value>[1-9]\d{0,3})(?P<parts>(?:/[1-9]\d?)*)(?P<turned>'?)", re.ASCII
)


def read(text: str, side: Seat) -> Piece | None:
    """Inverse of ``str``; None for anything that is no piece.

    Values that are not of the 48 are allowed, components only a pyramid's own.

    >>> str(read("P91", EVEN)), str(read("P36/36", EVEN)), read("P92", EVEN)
    ('P91', 'P36/36', None)
    """
    found = _PIECE.fullmatch(text)
    if found is None:
        return None
    shape, value = Shape(found["shape"]), int(found["value"])
    born = 1 - side if found["turned"] else side
    if shape is not Shape.PYRAMID:
        return None if found["parts"] else piece(side, born, shape, value)
    parts = tuple(int(part) for part in found["parts"].split("/")[1:]) or tuple(COMPONENTS[born])
    in_order = tuple(part for part in COMPONENTS[born] if part in parts)
    if parts != in_order or sum(parts) != value:
        return None
    return piece(side, born, shape, value, parts)


def in_hand(piece: Piece) -> str:
    """The text of a piece that was taken: ``T90``; ``T90'`` when a side took its own back."""
    return str(piece.turned(1 - piece.side))


def values(side: Seat) -> dict[Shape, tuple[int, ...]]:
    """The 24 values of a side: rounds n, n²; triangles n(n+1), (n+1)²; squares by the same n.

    >>> [sum(map(sum, values(side).values())) for side in (EVEN, ODD)]
    [1312, 1752]
    """
    ns = (2, 4, 6, 8) if side == EVEN else (3, 5, 7, 9)
    return {
        Shape.ROUND: (*ns, *(n * n for n in ns)),
        Shape.TRIANGLE: (*(n * (n + 1) for n in ns), *((n + 1) ** 2 for n in ns)),
        Shape.SQUARE: (
            *((n + 1) * (2 * n + 1) for n in ns),
            *((2 * n + 1) ** 2 for n in ns),
        ),
    }


class Layout(Enum):
    BOISSIERE = "boissiere"
    FULKE = "fulke"
    """The same, two ranks nearer."""


_ODD_CAMP = """
    S49 S121 . . . . S225 S361
    S28 S66 T36 T30 T56 T64 S120 P190
    T16 T12 R9 R25 R49 R81 T90 T100
    . . R3 R5 R7 R9 . .
"""
_EVEN_CAMP = """
    . . R8 R6 R4 R2 . .
    T81 T72 R64 R36 R16 R4 T6 T9
    S153 P91 T49 T42 T20 T25 S45 S15
    S289 S169 . . . . S81 S25
"""


@cache
def layout(which: Layout) -> tuple[dict[Square, Piece], dict[Square, Piece]]:
    """The pieces of Even and of Odd at the start, by square."""
    nearer = 2 if which is Layout.FULKE else 0
    return _camp(_EVEN_CAMP, EVEN, 3 + nearer), _camp(_ODD_CAMP, ODD, 15 - nearer)


def _camp(drawn: str, side: Seat, top_rank: int) -> dict[Square, Piece]:
    found = {}
    for down, line in enumerate(drawn.split("\n")[1:-1]):
        for file, text in enumerate(line.split()):
            if (one := read(text, side)) is not None:
                found[file + FILES * (top_rank - down)] = one
    return found
