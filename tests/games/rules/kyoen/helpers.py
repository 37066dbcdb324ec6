"""Short ways to say a position, and an independent judge of kyōens."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from games.rules.kyoen.geometry import Board, Coordinates, Lattice, Shape
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.rules import KyoenRules


def begin(seats: int = 2, **options: Any) -> KyoenPosition:
    return KyoenPosition.start(KyoenRules.from_json(options), seats)


def played(position: KyoenPosition, moves: str) -> KyoenPosition:
    """After moves with spaces between."""
    for text in moves.split():
        position = position.play(*position.parse(text))
    return position


def gram(lattice: Lattice, u: tuple[Any, Any], v: tuple[Any, Any]) -> Any:
    """Twice the inner product of two vectors: Q(u + v) - Q(u) - Q(v)."""
    off = {Lattice.SQUARE: 0, Lattice.TRIANGULAR: 1, Lattice.RECTANGULAR: 0}[lattice]
    last = {Lattice.SQUARE: 2, Lattice.TRIANGULAR: 2, Lattice.RECTANGULAR: 4}[lattice]
    return 2 * u[0] * v[0] + off * (u[0] * v[1] + u[1] * v[0]) + last * u[1] * v[1]


def on_one_curve(lattice: Lattice, points: Iterable[Coordinates]) -> bool:
    """Four distinct points: from the centre equally far from three of them, in fractions.

    Knows nothing of the determinant that the rules use.
    """
    p, q, r, s = points
    u, v = (q[0] - p[0], q[1] - p[1]), (r[0] - p[0], r[1] - p[1])
    area = u[0] * v[1] - u[1] * v[0]
    w = (s[0] - p[0], s[1] - p[1])
    if area == 0:
        return bool(u[0] * w[1] == u[1] * w[0])
    # The centre is xu + yv with 2<centre, u> = <u, u> and 2<centre, v> = <v, v>.
    uu, uv, vv = gram(lattice, u, u), gram(lattice, u, v), gram(lattice, v, v)
    below = 2 * (uu * vv - uv * uv)
    x, y = Fraction(uu * vv - vv * uv, below), Fraction(vv * uu - uu * uv, below)
    centre = (x * u[0] + y * v[0], x * u[1] + y * v[1])
    away = (w[0] - centre[0], w[1] - centre[1])
    return bool(gram(lattice, away, away) == gram(lattice, centre, centre))


def brute_sets(board: Board, stones: Iterable[int]) -> set[tuple[int, ...]]:
    return {
        four
        for four in combinations(sorted(stones), 4)
        if on_one_curve(board.lattice, [board.coordinates[point] for point in four])
    }


@st.composite
def boards(draw: st.DrawFn, most: int = 9) -> Board:
    lattice = draw(st.sampled_from(Lattice))
    columns = draw(st.integers(3, most))
    if lattice is Lattice.TRIANGULAR and draw(st.booleans()):
        return Board(lattice, columns, columns, Shape.TRIANGLE)
    return Board(lattice, columns, draw(st.integers(3, most)))


@st.composite
def boards_with_stones(draw: st.DrawFn, fewest: int = 0, most: int = 14) -> tuple[Board, list[int]]:
    board = draw(boards())
    count = draw(st.integers(min(fewest, len(board)), min(most, len(board))))
    order = draw(st.permutations(range(len(board))))
    return board, list(order[:count])
