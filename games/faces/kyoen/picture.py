"""A board as something to draw: exact lattice in, numbers of an SVG out.

One unit is the distance of two neighbours along a row; x runs right and y runs *down*, so a
curve of the rules (y upwards) is drawn with its y negated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.rules.kyoen.geometry import LETTERS, Board, Lattice, Shape
from games.rules.kyoen.rules import make_board

STONE = 0.4
"""Radius of a stone."""
LABEL = 0.03
"""Size of a coordinate, as a part of the board's longer side: 11 px on a phone."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of the board and where it is drawn."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Label:
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """What of a picture does not change while a match is played."""

    board: Board
    rows: tuple[tuple[Spot, ...], ...]
    """From the top row down."""
    lines: str
    """The path of the grid."""
    dots: str
    """A path of zero-length strokes, one at each point."""
    labels: tuple[Label, ...]
    view_box: str
    label_size: float
    line_width: float
    ratio: float
    """Width to height."""

    @property
    def columns(self) -> int:
        return self.board.columns

    def spot(self, name: str) -> Spot:
        """Raise KeyError for a name that is not on this board."""
        for row in self.rows:
            for spot in row:
                if spot.name == name:
                    return spot
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Mark:
    """A point with what lies on it."""

    spot: Spot
    stone: bool
    last: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame with stones. ``rows`` as in the frame."""

    frame: Frame
    rows: tuple[tuple[Mark, ...], ...]
    stones: int
    last: str


def number(value: float) -> str:
    """A coordinate of a path, short.

    >>> number(0.5), number(2.0), number(-0.8660254)
    ('0.5', '2', '-0.866')
    """
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def _at(board: Board, x: int, y: int) -> tuple[float, float]:
    left, up = board.lattice.draw(x, y)
    return round(left, 4), round(-up, 4) + 0.0


def _steps(board: Board) -> tuple[tuple[int, int], ...]:
    """The directions in which neighbours are joined."""
    if board.lattice is Lattice.TRIANGULAR:
        return (1, 0), (0, 1), (1, -1)
    return (1, 0), (0, 1)


def _lines(board: Board) -> str:
    """Each line of the grid once, from its first point to its last."""
    parts = []
    for dx, dy in _steps(board):
        for x, y in board.coordinates:
            if board.at(x - dx, y - dy) is not None:
                continue
            last = x, y
            while board.at(last[0] + dx, last[1] + dy) is not None:
                last = last[0] + dx, last[1] + dy
            if last == (x, y):
                continue
            (x1, y1), (x2, y2) = _at(board, x, y), _at(board, *last)
            parts.append(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}")
    return "".join(parts)


@lru_cache(maxsize=64)
def frame(board: Board) -> Frame:
    """The still part of the picture of a board."""
    rows = []
    for y in reversed(range(board.rows)):
        spots = []
        for x in range(board.row_length(y)):
            point = board.at(x, y)
            assert point is not None
            spots.append(Spot(board.name(point), *_at(board, x, y)))
        rows.append(tuple(spots))
    spots_of_all = [spot for row in rows for spot in row]
    width = max(spot.x for spot in spots_of_all)
    height = -min(spot.y for spot in spots_of_all)
    size = max(0.28, LABEL * (max(width, height) + 1.4))
    half = (0.3 if board.rows < 10 else 0.6) * size
    left = STONE + 0.06 + half
    below = 0.32 + 0.75 * size
    labels = [Label(LETTERS[x], _at(board, x, 0)[0], below) for x in range(board.row_length(0))]
    labels += [
        Label(str(board.rows - index), row[0].x - left, row[0].y) for index, row in enumerate(rows)
    ]
    margin = STONE + 0.26
    side = left + half + 0.12
    box = (-side, -height - margin, width + side + margin, height + margin + below + 0.85 * size)
    return Frame(
        board=board,
        rows=tuple(rows),
        lines=_lines(board),
        dots="".join(f"M{number(spot.x)} {number(spot.y)}h0" for spot in spots_of_all),
        labels=tuple(labels),
        view_box=" ".join(number(part) for part in box),
        label_size=round(size, 3),
        line_width=round(max(0.025, 0.0026 * box[2]), 3),
        ratio=round(box[2] / box[3], 4),
    )


def board_of(view: Mapping[str, Any]) -> Board:
    """The board of a position's view, or of a rule set's JSON."""
    return make_board(
        Lattice(view.get("lattice", "square")),
        view.get("columns", 9),
        view.get("rows", 9),
        Shape(view.get("shape", "grid")),
    )


def picture(board: Board, stones: Iterable[str], last: str | None = None) -> Picture:
    """``stones`` by name; ``last`` has a core."""
    still = frame(board)
    taken = set(stones)
    rows = tuple(
        tuple(Mark(spot, spot.name in taken, spot.name == last) for spot in row)
        for row in still.rows
    )
    return Picture(still, rows, len(taken), last or "")


def picture_of(view: Mapping[str, Any]) -> Picture:
    """The picture of a position as its ``view()`` tells it."""
    return picture(board_of(view), view.get("stones", ()), view.get("last"))
