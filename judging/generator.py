"""Making board problems from a seed: as wished, with answers that are proved.

A hantei problem begins with its answer: four points on one circle or line, of the wished shape.
Then stones are added, each on a point that makes no other kyōen, so the answer stays the only
one; at the end all fours are counted all the same. The same wish and seed give the same
problems everywhere.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from games.rules.base import JSON, GameError, gettext_noop
from games.rules.kyoen.curves import curve_through, is_kyoen, points_on
from games.rules.kyoen.geometry import Board, BoardError, Lattice, Point, Shape
from games.rules.kyoen.rules import make_board
from games.rules.kyoen.table import lifted
from judging.answers.kinds import BOARD_KINDS, Kind
from judging.difficulty import (
    MOST_NEAR,
    AnswerShape,
    Features,
    features,
    level_of,
    plain_features,
    safe_level,
    score_of,
    sets_level,
    shape_of,
)
from judging.kinds.boards import solve_board
from judging.kinds.content import (
    Ground,
    ground_content,
    same_ground,
    same_stones,
    stage_text,
)

MAX_COUNT = 200
LEAST_STONES, MOST_STONES = 4, 30
TRIES = 300
TRIES_EACH = 40
"""For all problems together TRIES, and TRIES_EACH for each; and never TRIES in vain. A try on a
board of n times 81 points counts n times. Then the wish is taken to be too much for its board.
"""
SETS = (2, 6)
"""How many kyōens a problem has that asks for all of them."""
MOST_SAFE = 8
"""How many safe points a problem has at most that asks for them."""


class WishError(GameError):
    """``field``, ``value`` and what is ``allowed``."""

    code = "invalid_wish"
    words = gettext_noop("{field} cannot be {value}: {allowed}.")


class TooFewFoundError(GameError):
    """``found``: what could be made; ``count``: how many of ``wanted``."""

    code = "too_few_found"
    words = gettext_noop(
        "Only {count} of {wanted} such problems were found on this board. "
        "Allow other numbers of stones, another shape or another difficulty."
    )

    def __init__(self, found: "tuple[Generated, ...]", wanted: int) -> None:
        super().__init__(count=len(found), wanted=wanted)
        self.found = found


@dataclass(frozen=True, slots=True)
class Wish:
    kind: Kind = Kind.HANTEI
    count: int = 10
    lattice: Lattice = Lattice.SQUARE
    shape: Shape = Shape.GRID
    columns: int = 9
    rows: int = 9
    fewest: int = 8
    most: int = 11
    """Stones."""
    answer: AnswerShape = AnswerShape.ANY
    """Of hantei problems."""
    difficulty: int | None = None
    """1 to 5; None: any."""

    def __post_init__(self) -> None:
        if self.kind not in BOARD_KINDS:
            raise WishError(field="kind", value=self.kind.value, allowed=_values(BOARD_KINDS))
        for name, low, high in (
            ("count", 1, MAX_COUNT),
            ("fewest", LEAST_STONES, MOST_STONES),
            ("most", self.fewest, MOST_STONES),
        ):
            _whole(name, getattr(self, name), low, high)
        if self.difficulty is not None:
            _whole("difficulty", self.difficulty, 1, 5)
        try:
            board = self.board
        except BoardError as error:
            raise WishError(field=error.field, value=error.value, allowed=error.allowed) from error
        _whole("fewest", self.fewest, LEAST_STONES, len(board) - 1)

    @property
    def board(self) -> Board:
        return make_board(self.lattice, self.columns, self.rows, self.shape)

    def to_json(self) -> JSON:
        return {
            "kind": self.kind.value,
            "count": self.count,
            "lattice": self.lattice.value,
            "shape": self.shape.value,
            "columns": self.columns,
            "rows": self.rows,
            "fewest": self.fewest,
            "most": self.most,
            "answer": self.answer.value,
            "difficulty": self.difficulty,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What is left out has its default. Raise WishError."""
        given = dict(data)
        for name, kind in (
            ("kind", Kind), ("lattice", Lattice), ("shape", Shape), ("answer", AnswerShape),
        ):  # fmt: skip
            if name in given:
                try:
                    given[name] = kind(given[name])
                except ValueError:
                    value = str(given[name])[:40]
                    raise WishError(field=name, value=value, allowed=_values(kind)) from None
        for name in ("count", "columns", "rows", "fewest", "most"):
            if name in given:
                _whole(name, given[name], 0, 10_000)
        try:
            return cls(**given)
        except TypeError:
            odd = next(name for name in given if name not in cls.__slots__)
            allowed = ", ".join(cls.__slots__)
            raise WishError(field=str(odd)[:40], value="", allowed=allowed) from None


def _values(kinds: Any) -> str:
    return ", ".join(sorted(str(one.value) for one in kinds))


def _whole(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise WishError(field=name, value=str(value)[:40], allowed=f"{low}–{high}")


@dataclass(frozen=True, slots=True)
class Generated:
    """``stage`` is the string of 0, 1 and 2 (the answer) of public collections."""

    number: int
    content: JSON
    key: JSON
    answer: str
    stage: str
    difficulty: int
    score: float
    features: Features | None
    """None of a problem about safe points."""
    signature: str

    def to_json(self) -> JSON:
        return {
            "number": self.number,
            "content": self.content,
            "key": self.key,
            "answer": self.answer,
            "stage": self.stage,
            "difficulty": self.difficulty,
            "score": self.score,
            "features": self.features.to_json() if self.features else None,
            "signature": self.signature,
        }


def generate(wish: Wish, seed: int | str, *, avoid: Collection[str] = ()) -> tuple[Generated, ...]:
    """As many problems as wished, no two alike by symmetry.

    ``avoid``: signatures of others to be unlike. Raise TooFewFoundError, which holds what was
    found.
    """
    found: list[Generated] = []
    seen = set(avoid)
    cost = max(1, len(wish.board) // 81)
    left, vain = TRIES + TRIES_EACH * wish.count, 0
    random = Random(f"{seed}:1")
    while len(found) < wish.count:
        if left <= 0 or vain >= TRIES:
            raise TooFewFoundError(tuple(found), wish.count)
        left, vain = left - cost, vain + cost
        made = _try(wish, len(found) + 1, random, seen)
        if made is not None:
            seen.add(made.signature)
            found.append(made)
            random, vain = Random(f"{seed}:{len(found) + 1}"), 0
    return tuple(found)


def _try(wish: Wish, number: int, random: Random, seen: Collection[str]) -> Generated | None:
    make = {
        Kind.HANTEI: _hantei, Kind.HANTEI_ALL: _all_sets, Kind.SAFE_POINT: _safe_point,
    }[wish.kind]  # fmt: skip
    size = random.randint(wish.fewest, min(wish.most, len(wish.board) - 1))
    made = make(wish, size, random)
    if made is None:
        return None
    ground, level, score, found = made
    signature = same_ground if wish.kind is Kind.SAFE_POINT else same_stones
    mark = signature(ground)
    if mark in seen or (wish.difficulty or level) != level:
        return None
    content = ground_content(ground.board, ground.stones)
    if wish.kind is Kind.SAFE_POINT:
        content["ask"] = "all"
    answer = solve_board(wish.kind, content, {}).text
    four = answer.split() if wish.kind is Kind.HANTEI else ()
    return Generated(
        number, content, _KEYS[wish.kind], answer, stage_text(content, four),
        level, score, found, mark,
    )  # fmt: skip


_KEYS: Mapping[Kind, JSON] = {
    Kind.HANTEI: {},
    Kind.HANTEI_ALL: {"per_set": "1", "per_wrong": "1"},
    Kind.SAFE_POINT: {"per_point": "1", "per_wrong": "1"},
}
_Made = tuple[Ground, int, float, Features | None]


def _hantei(wish: Wish, size: int, random: Random) -> _Made | None:
    four = next((one for one in _answers(wish, random) if _fits(wish, one, size)), None)
    stones = None if four is None else _filled(wish.board, list(four), size, random)
    if stones is None or four is None:
        return None
    ground = Ground(wish.board, tuple(sorted(stones)))
    if ground.set_count != 1 or ground.sets[0] != four:
        return None
    found = features(ground, four)
    score = score_of(found)
    return ground, level_of(score), score, found


def _fits(wish: Wish, four: tuple[Point, ...], size: int) -> bool:
    """Whether a problem with this answer could be as difficult as wished."""
    if wish.difficulty is None:
        return True
    least = score_of(plain_features(wish.board, four, size))
    return level_of(least) <= wish.difficulty <= level_of(least + MOST_NEAR / 20)


def _all_sets(wish: Wish, size: int, random: Random) -> _Made | None:
    board = wish.board
    ground = Ground(board, tuple(sorted(random.sample(range(len(board)), size))))
    if not SETS[0] <= ground.set_count <= SETS[1]:
        return None
    measured = sets_level(ground)
    return None if measured is None else (ground, *measured)


def _safe_point(wish: Wish, size: int, random: Random) -> _Made | None:
    stones = _filled(wish.board, [], size, random)
    if stones is None:
        return None
    ground = Ground(wish.board, tuple(sorted(stones)))
    if not 1 <= len(ground.safe) <= MOST_SAFE:
        return None
    return ground, *safe_level(ground), None


def _answers(wish: Wish, random: Random) -> Iterator[tuple[Point, ...]]:
    """Fours of the wished shape on one circle or line."""
    board = wish.board
    for _ in range(24):
        four = _four(board, wish.answer, random)
        if four and is_kyoen(board, *four) and wish.answer.takes(shape_of(board, four)):
            yield four


def _four(board: Board, wanted: AnswerShape, random: Random) -> tuple[Point, ...] | None:
    p, q, r = random.sample(range(len(board)), 3)
    if wanted is AnswerShape.RECTANGLE:
        return _rectangle(board, p, q, random)
    if wanted is AnswerShape.LINE:
        r = random.choice(_line(board, p, q) or [r])
    if r in (p, q):
        return None
    others = [
        one for one in points_on(board, curve_through(board, p, q, r)) if one not in (p, q, r)
    ]
    return tuple(sorted((p, q, r, random.choice(others)))) if others else None


def _line(board: Board, p: Point, q: Point) -> list[Point]:
    """The points in line with two others."""
    (x1, y1), (x2, y2) = board.coordinates[p], board.coordinates[q]
    x, y = x2 - x1, y2 - y1
    return [
        point
        for point, (x3, y3) in enumerate(board.coordinates)
        if point not in (p, q) and x * (y3 - y1) == y * (x3 - x1)
    ]


def _rectangle(board: Board, p: Point, q: Point, random: Random) -> tuple[Point, ...] | None:
    """On two points as one side."""
    (x1, y1), (x2, y2) = board.coordinates[p], board.coordinates[q]
    x, y, form = x2 - x1, y2 - y1, board.lattice.form
    found = []
    for point, (x3, y3) in enumerate(board.coordinates):
        u, v = x3 - x1, y3 - y1
        upright = 2 * form[0] * x * u + form[1] * (x * v + y * u) + 2 * form[2] * y * v == 0
        last = board.at(x2 + u, y2 + v)
        if upright and point != p and last is not None:
            found.append((point, last))
    if not found:
        return None
    return tuple(sorted((p, q, *random.choice(found))))


def _filled(board: Board, stones: list[Point], size: int, random: Random) -> list[Point] | None:
    """With stones added up to ``size`` that make no kyōen, or None when no point is left."""
    points = lifted(board)
    free = np.ones(len(board), dtype=np.bool_)
    for count in range(3, len(stones) + 1):
        free &= ~_touched(points, stones[: count - 1], stones[count - 1])
    free[stones] = False
    while len(stones) < size:
        left = free.nonzero()[0]
        if not len(left):
            return None
        stone = int(left[random.randrange(len(left))])
        if len(stones) >= 2:
            free &= ~_touched(points, stones, stone)
        stones.append(stone)
        free[stone] = False
    return stones


def _touched(points: NDArray[np.int64], stones: list[Point], stone: Point) -> NDArray[np.bool_]:
    """(n,) bool: the points on a curve through ``stone`` and any two of ``stones``."""
    around = points - points[stone]
    own = around[stones]
    first, second = np.triu_indices(len(stones), 1)
    q1, x1, y1 = own[first].T
    q2, x2, y2 = own[second].T
    normals = np.stack((x1 * y2 - x2 * y1, y1 * q2 - y2 * q1, q1 * x2 - q2 * x1), axis=1)
    touched: NDArray[np.bool_] = (normals @ around.T == 0).any(axis=0)
    return touched
