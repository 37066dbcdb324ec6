"""The board of a problem, as it is stored.

``{"lattice": "square", "shape": "grid", "columns": 9, "rows": 9, "stones": ["b7", …]}``, the
form in which games tell a position. What is left out has the value above.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from math import comb
from typing import Any

from games.rules.base import JSON
from games.rules.kyoen.curves import Curve
from games.rules.kyoen.geometry import (
    Board,
    BoardError,
    Lattice,
    Point,
    Shape,
    points_of,
    same_configuration,
)
from games.rules.kyoen.problems import Stage, canonical_on_board, read_stage
from games.rules.kyoen.rules import make_board
from games.rules.kyoen.table import KyoenSet, kyoen_sets, loaded_curves, safe_points
from judging.kinds.faults import broken

MAX_STONES = 100
MAX_SETS = 250
"""Of one board, when all are asked for: as many can be typed as an answer."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A board with stones, in order of points. Equal grounds share what is computed."""

    board: Board
    stones: tuple[Point, ...]

    @property
    def curves(self) -> tuple[tuple[Curve, tuple[Point, ...]], ...]:
        """Every curve with four stones or more, with them."""
        return _curves(self)

    @property
    def set_count(self) -> int:
        return sum(comb(len(stones), 4) for _, stones in self.curves)

    @property
    def sets(self) -> tuple[KyoenSet, ...]:
        """The kyōens, at most one more than MAX_SETS."""
        return _sets(self)

    @property
    def safe(self) -> tuple[Point, ...]:
        return _safe(self)

    def names(self, points: Iterable[Point]) -> list[str]:
        return [self.board.name(point) for point in points]


@lru_cache(maxsize=512)
def _curves(ground: Ground) -> tuple[tuple[Curve, tuple[Point, ...]], ...]:
    found = loaded_curves(ground.board, ground.stones)
    return tuple((curve, tuple(stones)) for curve, stones in found)


@lru_cache(maxsize=512)
def _sets(ground: Ground) -> tuple[KyoenSet, ...]:
    return tuple(islice(kyoen_sets(ground.board, ground.stones), MAX_SETS + 1))


@lru_cache(maxsize=512)
def _safe(ground: Ground) -> tuple[Point, ...]:
    return tuple(points_of(safe_points(ground.board, ground.stones)))


def read_board(content: Any) -> Board:
    """Raise ProblemError."""
    if not isinstance(content, Mapping):
        raise broken("bad_content")
    try:
        lattice = Lattice(content.get("lattice", "square"))
        shape = Shape(content.get("shape", "grid"))
        columns, rows = content.get("columns", 9), content.get("rows", 9)
        if type(columns) is not int or type(rows) is not int:
            raise broken("bad_board", allowed="2 to 19")
        return make_board(lattice, columns, rows, shape)
    except BoardError as error:
        raise broken("bad_board", allowed=error.allowed) from error
    except (ValueError, TypeError) as error:
        raise broken("bad_content") from error


def read_ground(content: Any) -> Ground:
    """Raise ProblemError."""
    board = read_board(content)
    stones = content.get("stones", [])
    if not isinstance(stones, list | tuple):
        raise broken("bad_content")
    if len(stones) > MAX_STONES:
        raise broken("too_many_stones", most=MAX_STONES)
    points = set()
    for name in stones:
        point = board.point(name) if isinstance(name, str) else None
        if point is None:
            raise broken("bad_stone", value=name)
        if point in points:
            raise broken("stone_twice", point=name)
        points.add(point)
    return Ground(board, tuple(sorted(points)))


def ground_content(board: Board, stones: Iterable[Point]) -> JSON:
    """
    >>> ground_content(Board.of_size(3), [8, 0])["stones"]
    ['a3', 'c1']
    """
    return {
        "lattice": board.lattice.value,
        "shape": board.shape.value,
        "columns": board.columns,
        "rows": board.rows,
        "stones": [board.name(point) for point in sorted(stones)],
    }


def board_content(
    stage: str,
    *,
    lattice: Lattice = Lattice.SQUARE,
    shape: Shape = Shape.GRID,
    size: int | None = None,
) -> JSON:
    """From the string of 0, 1 and 2 of public collections. Raise StageError.

    >>> board_content("100010000")["stones"]
    ['a3', 'b2']
    """
    found = read_stage(stage, lattice, shape, size)
    return ground_content(found.board, found.stones)


def stage_text(content: Mapping[str, Any], answer: Iterable[str] = ()) -> str:
    """The board as a string of 0 and 1, top row first, with the stones of ``answer`` as 2."""
    ground = read_ground(content)
    chosen = {ground.board.point(name) for name in answer}
    return str(
        Stage(
            ground.board, ground.stones, tuple(stone for stone in ground.stones if stone in chosen)
        )
    )


def same_stones(ground: Ground) -> str:
    """64 hexadecimal digits, equal iff a symmetry of the lattice maps the stones to each other."""
    board = ground.board
    form = same_configuration(board.lattice, (board.coordinates[point] for point in ground.stones))
    return _digest(board.lattice.value, form)


def same_ground(ground: Ground) -> str:
    """As ``same_stones``, for boards whose empty points matter."""
    board = ground.board
    form = (board.shape.value, board.columns, board.rows, canonical_on_board(board, ground.stones))
    return _digest(board.lattice.value, form)


def _digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()


def fraction(key: Mapping[str, Any], name: str, default: str) -> Fraction:
    """A number of points in a key: text or a whole number. Raise ProblemError."""
    value = key.get(name, default)
    try:
        # To work out a power such as "1e999999999" takes for ever.
        if type(value) not in (str, int) or len(str(value)) > 20 or "e" in str(value).lower():
            raise ValueError
        found = Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise broken("bad_points", value=value) from None
    if not 0 <= found <= 10_000:
        raise broken("bad_points", value=value)
    return found
