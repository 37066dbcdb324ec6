"""How hard a hantei problem is, estimated from what makes the eye miss the answer.

The estimate reads features that the author sees; it decides nothing. Floats here are made by
the four operations and square roots only, so every machine finds the same.
"""

from dataclasses import asdict, dataclass, replace
from enum import Enum
from functools import cache
from math import comb, log2

import numpy as np
from numpy.typing import NDArray

from games.rules.base import JSON
from games.rules.kyoen.curves import Curve, curve_through, points_on
from games.rules.kyoen.geometry import Board, Point, Shape
from judging.kinds.content import Ground

NEAR = 0.2
"""How far a stone may be from a circle to seem to lie on it, in steps along a row."""
MOST_NEAR = 30
"""Near misses beyond this make nothing harder."""
LEVELS = (6.0, 7.2, 8.1, 9.1)
"""Scores that divide the difficulties 1 to 5."""


class AnswerShape(Enum):
    """What the four stones of an answer form."""

    ANY = "any"
    CIRCLE = "circle"
    """Not a line."""
    LINE = "line"
    RECTANGLE = "rectangle"
    TRAPEZOID = "trapezoid"
    """One pair of parallel sides."""
    NO_PARALLELS = "no_parallels"

    def takes(self, shape: "AnswerShape") -> bool:
        if self is AnswerShape.CIRCLE:
            return shape is not AnswerShape.LINE
        return self is AnswerShape.ANY or self is shape


@dataclass(frozen=True, slots=True)
class Features:
    stones: int
    near_misses: int
    """A stone and three others whose circle it nearly meets."""
    parallel_sides: int
    """Pairs of them: 2 of a rectangle, 0 of a line."""
    centre_on_board: bool
    """Within the outermost points."""
    centre_on_point: bool
    radius: float
    """In steps along a row; of a line, half the distance of its ends."""
    shape: str

    def to_json(self) -> JSON:
        return asdict(self)


def shape_of(board: Board, four: tuple[Point, ...]) -> AnswerShape:
    """Of four distinct points on one circle or line.

    >>> shape_of(Board.of_size(3), (0, 2, 6, 8))
    <AnswerShape.RECTANGLE: 'rectangle'>
    """
    at = [board.coordinates[point] for point in four]
    steps = [
        [(at[j][0] - at[i][0], at[j][1] - at[i][1]) for i, j in pair]
        for pair in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
    ]
    pairs = sum(one[0] * other[1] == one[1] * other[0] for one, other in steps)
    if pairs == 3:
        return AnswerShape.LINE
    return (AnswerShape.NO_PARALLELS, AnswerShape.TRAPEZOID, AnswerShape.RECTANGLE)[pairs]


def features(ground: Ground, four: tuple[Point, ...]) -> Features:
    """Of the kyōen ``four`` among the stones."""
    plain = plain_features(ground.board, four, len(ground.stones))
    return replace(plain, near_misses=near_misses(ground))


def plain_features(board: Board, four: tuple[Point, ...], stones: int) -> Features:
    """What is known before the other stones are there: all but the near misses."""
    curve = curve_through(board, *four[:3])
    shape = shape_of(board, four)
    sides = {AnswerShape.RECTANGLE: 2, AnswerShape.TRAPEZOID: 1}.get(shape, 0)
    inside, on_point, radius = _centre(board, curve)
    return Features(
        stones=stones,
        near_misses=0,
        parallel_sides=sides,
        centre_on_board=inside,
        centre_on_point=on_point,
        radius=round(radius, 3),
        shape=shape.value,
    )


def _centre(board: Board, curve: Curve) -> tuple[bool, bool, float]:
    """Whether the centre is on the board, and on a point of it; the radius."""
    if curve.is_line:
        on = sorted(board.coordinates[point] for point in points_on(board, curve))
        (x1, y1), (x2, y2) = on[0], on[-1]
        return True, False, float(board.lattice.q(x2 - x1, y2 - y1)) ** 0.5 / 2
    x, y = curve.centre
    whole = x.denominator == y.denominator == 1
    most = board.columns - 1 - (y if board.shape is Shape.TRIANGLE else 0)
    inside = 0 <= y <= board.rows - 1 and 0 <= x <= most
    on_point = whole and board.at(int(x), int(y)) is not None
    return inside, on_point, float(curve.radius_squared) ** 0.5


def near_misses(ground: Ground) -> int:
    """Fours of which one is within NEAR of the circle or line of the others, not on it."""
    if len(ground.stones) < 4:
        return 0
    board = ground.board
    lifted = np.array([board.lifted[stone] for stone in ground.stones], dtype=np.int64)
    first, second, third = _triples(len(lifted))
    u, v = lifted[second] - lifted[first], lifted[third] - lifted[first]
    a = u[:, 1] * v[:, 2] - v[:, 1] * u[:, 2]
    b = u[:, 2] * v[:, 0] - v[:, 2] * u[:, 0]
    c = u[:, 0] * v[:, 1] - v[:, 0] * u[:, 1]
    normal = np.stack((a, b, c), axis=1)
    height = (normal @ lifted.T - (normal * lifted[first]).sum(axis=1)[:, None]).astype(float)
    # How far a stone is from the curve: its power over the length of the gradient there, which
    # in the metric of Q = px² + qxy + ry² has the square 4(r·gx² − q·gx·gy + p·gy²)/(4pr − q²).
    p, q, r = board.lattice.form
    x, y = lifted[:, 1], lifted[:, 2]
    gx = (a[:, None] * (2 * p * x + q * y)[None, :] + b[:, None]).astype(float)
    gy = (a[:, None] * (q * x + 2 * r * y)[None, :] + c[:, None]).astype(float)
    long = 4 * (r * gx * gx - q * gx * gy + p * gy * gy)
    near = (height != 0) & (height * height * (4 * p * r - q * q) <= NEAR * NEAR * long)
    triple, fourth = near.nonzero()
    fours = np.stack((first[triple], second[triple], third[triple], fourth), axis=1)
    return len(np.unique(np.sort(fours, axis=1), axis=0))


@cache
def _triples(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    found = np.array(
        [(i, j, k) for i in range(count) for j in range(i + 1, count) for k in range(j + 1, count)],
        dtype=np.intp,
    )
    return found[:, 0], found[:, 1], found[:, 2]


_SHAPE_SCORES = {"line": 0.0, "rectangle": 0.4, "trapezoid": 1.2, "no_parallels": 2.4}


def score_of(found: Features) -> float:
    """What the level is read from: more is harder.

    The number of fours to look at, the shape, a centre that no point shows, the size of the
    circle, and stones that seem to lie on circles they miss.
    """
    score = log2(comb(max(found.stones, 4), 4)) * 0.6 + _SHAPE_SCORES[found.shape]
    if found.shape != "line":
        score += 0.0 if found.centre_on_point else 0.6
        score += 0.0 if found.centre_on_board else 0.8
    score += min(found.radius, 8.0) / 4
    score += min(found.near_misses, MOST_NEAR) / 20
    return round(score, 2)


def level_of(score: float) -> int:
    """1 easy to 5 hard.

    >>> level_of(0.0), level_of(20.0)
    (1, 5)
    """
    return 1 + sum(score >= bound for bound in LEVELS)


def measure(ground: Ground) -> tuple[int, float, Features] | None:
    """Level, score and features of a board with exactly one kyōen; None for another."""
    if ground.set_count != 1:
        return None
    found = features(ground, ground.sets[0])
    score = score_of(found)
    return level_of(score), score, found


def sets_level(ground: Ground) -> tuple[int, float, Features] | None:
    """Of a board whose kyōens are all asked for: the hardest of them, and a bit for each more."""
    if not ground.sets:
        return None
    each = [features(ground, four) for four in ground.sets[:20]]
    hardest = max(each, key=score_of)
    score = round(score_of(hardest) + 0.4 * (min(ground.set_count, 10) - 1) - 1.6, 2)
    return level_of(score), score, hardest


def safe_level(ground: Ground) -> tuple[int, float]:
    """Of a board whose safe points are asked for: the fewer, the harder."""
    score = round(9.0 - 0.5 * min(len(ground.safe), 12) + len(ground.stones) / 10, 2)
    return level_of(score), score
