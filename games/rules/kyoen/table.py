"""Every curve of a board, built once by numpy, and what follows from counting stones on them.

One primitive does all: the *pencil* of a point, which puts the pairs of other points into
groups that lie with it on one curve. It costs O(k² log k) for k other points, so a table of n
points costs O(n³ log n): 9×9 takes 0.03 s, 19×19 takes 2 s and keeps 50 MB. Boards of more
than TABLE_POINTS points answer from pencils of their stones and need no table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.rules.kyoen.curves import Curve
from games.rules.kyoen.geometry import Board, Mask, Point, points_of

Ints: TypeAlias = NDArray[np.int64]
KyoenSet: TypeAlias = tuple[Point, Point, Point, Point]

TABLE_POINTS = 144
"""12 × 12: the largest board whose table is built for a question about one position."""

_SHIFT = 1 << 16
"""More than |b| and |c| of any curve of a board: they are cross products within a box of
18 × 972 (MAX_SIZE - 1 by the largest Q), so at most 17,496 before dividing; |a| ≤ 324."""


@lru_cache(maxsize=4)
def lifted(board: Board) -> Ints:
    """(n, 3) int64: Q, x, y of every point."""
    return np.array(board.lifted, dtype=np.int64).reshape(-1, 3)


@lru_cache(maxsize=16)
def _pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    return np.triu_indices(count, 1)


@dataclass(frozen=True, slots=True)
class Pencil:
    """The curves through one point and at least three of some others.

    ``normals`` is (g, 3) int64: a, b, c of each curve. ``members`` is (g, k) bool: which of
    the k others lie on it.
    """

    normals: Ints
    members: NDArray[np.bool_]


def pencil(around: Ints) -> Pencil:
    """``around`` is (k, 3): the lifted others minus the lifted point."""
    first, second = _pairs(len(around)) if len(around) < 64 else np.triu_indices(len(around), 1)
    q1, x1, y1 = around[first].T
    q2, x2, y2 = around[second].T
    a = x1 * y2 - x2 * y1
    b = y1 * q2 - y2 * q1
    c = q1 * x2 - q2 * x1
    divisor = np.gcd(np.gcd(a, b), c)
    divisor[np.where(a != 0, a, np.where(b != 0, b, c)) < 0] *= -1
    a //= divisor
    b //= divisor
    c //= divisor
    key = (a * (2 * _SHIFT) + (b + _SHIFT)) * (2 * _SHIFT) + (c + _SHIFT)
    order = np.argsort(key, kind="stable")
    ordered = key[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))[: len(key)]
    lengths = np.diff(np.append(starts, len(ordered)))
    many = lengths >= 3
    group = np.repeat(np.cumsum(many) - 1, lengths)
    kept = order[np.repeat(many, lengths)]
    group = group[np.repeat(many, lengths)]
    members = np.zeros((int(many.sum()), len(around)), dtype=np.bool_)
    members[group, first[kept]] = True
    members[group, second[kept]] = True
    heads = order[starts[many]]
    return Pencil(np.stack((a[heads], b[heads], c[heads]), axis=1), members)


@dataclass(frozen=True, slots=True)
class CurveTable:
    """Every maximal set of at least four board points on one circle or line.

    ``coefficients`` (m, 4) int64: a, b, c, d. ``sizes`` (m,): points on each. ``words``
    (m, w) uint64: the points as bits, little end first. ``through[p]``: the curves through
    point p, ascending.
    """

    board: Board
    coefficients: Ints
    sizes: Ints
    words: NDArray[np.uint64]
    through: tuple[NDArray[np.intp], ...]

    def __len__(self) -> int:
        return len(self.sizes)

    def curve(self, index: int) -> Curve:
        a, b, c, d = (int(part) for part in self.coefficients[index])
        return Curve(self.board.lattice, a, b, c, d)

    def mask(self, index: int) -> Mask:
        return _mask(self.words[index])

    @property
    def lines(self) -> int:
        return int((self.coefficients[:, 0] == 0).sum())

    @property
    def kyoen_sets(self) -> int:
        return _sets(self.sizes)

    @property
    def collinear_sets(self) -> int:
        return _sets(self.sizes[self.coefficients[:, 0] == 0])

    def stones_on_each(self, stones: Sequence[Point]) -> NDArray[np.intp]:
        """(m,): how many of the stones lie on each curve."""
        if not stones:
            return np.zeros(len(self), dtype=np.intp)
        met = np.concatenate([self.through[stone] for stone in stones])
        return np.bincount(met, minlength=len(self))

    def union(self, curves: NDArray[np.intp]) -> Mask:
        """The points on any of the curves."""
        return _mask(np.bitwise_or.reduce(self.words[curves], axis=0)) if len(curves) else 0


def _mask(words: NDArray[np.uint64]) -> Mask:
    return int.from_bytes(words.tobytes(), "little")


def _sets(sizes: Ints) -> int:
    values, counts = np.unique(sizes, return_counts=True)
    return sum(comb(int(size), 4) * int(count) for size, count in zip(values, counts, strict=True))


@lru_cache(maxsize=8)
def curve_table(board: Board) -> CurveTable:
    """The table of a board. Built once, then kept for the last eight boards."""
    points, count = lifted(board), len(board)
    width = -(-count // 64) * 8
    coefficients, packed, curves, on = [], [], [], []
    found = 0
    for origin in range(count - 3):
        here = points[origin]
        rays = pencil(points[origin + 1 :] - here)
        # A curve that meets an earlier point was found whole from there.
        first = ~((rays.normals @ (points[:origin] - here).T) == 0).any(axis=1)
        normals, members = rays.normals[first], rays.members[first]
        curve, point = members.nonzero()
        own = np.arange(len(normals))
        curves += [found + own, found + curve]
        on += [np.full(len(own), origin), point + origin + 1]
        whole = np.zeros((len(normals), width * 8), dtype=np.bool_)
        whole[:, origin] = True
        whole[:, origin + 1 : count] = members
        packed.append(np.packbits(whole, axis=1, bitorder="little"))
        coefficients.append(np.column_stack((normals, -(normals @ here))))
        found += len(normals)
    owner = np.concatenate(curves) if curves else np.zeros(0, dtype=np.intp)
    where = np.concatenate(on) if on else np.zeros(0, dtype=np.intp)
    order = np.lexsort((owner, where))
    bounds = np.searchsorted(where[order], np.arange(1, count))
    words = np.concatenate(packed) if packed else np.zeros((0, width), dtype=np.uint8)
    return CurveTable(
        board=board,
        coefficients=(
            np.concatenate(coefficients) if coefficients else np.zeros((0, 4), dtype=np.int64)
        ),
        sizes=np.bincount(owner, minlength=found).astype(np.int64),
        words=np.ascontiguousarray(words).view("<u8"),
        through=tuple(np.split(owner[order], bounds)),
    )


@dataclass(frozen=True, slots=True)
class Tally:
    """How many stones each curve carries, counted along a game, and the unsafe points.

    ``unsafe`` holds every point on a curve with three stones, stones included; it stays
    right when the board carries kyōens nobody claimed.
    """

    table: CurveTable
    counts: NDArray[np.uint8]
    unsafe: Mask = 0

    @classmethod
    def of(cls, board: Board, stones: Sequence[Point] = ()) -> "Tally":
        table = curve_table(board)
        counts = table.stones_on_each(stones).astype(np.uint8)
        return cls(table, counts, table.union(np.flatnonzero(counts >= 3)))

    def plus(self, stone: Point) -> "Tally":
        """With a stone on an empty point."""
        met = self.table.through[stone]
        counts = self.counts.copy()
        now = counts[met] + np.uint8(1)
        counts[met] = now
        return Tally(self.table, counts, self.unsafe | self.table.union(met[now == 3]))

    def minus(self, stone: Point) -> "Tally":
        """Without a stone that lies there."""
        counts = self.counts.copy()
        counts[self.table.through[stone]] -= np.uint8(1)
        return Tally(self.table, counts, self.table.union(np.flatnonzero(counts >= 3)))


def unsafe_points(board: Board, stones: Sequence[Point]) -> Mask:
    """The empty points where a stone would make a kyōen."""
    taken = board.mask(stones)
    if len(stones) < 3:
        return 0
    if len(board) <= TABLE_POINTS:
        table = curve_table(board)
        return table.union(np.flatnonzero(table.stones_on_each(stones) >= 3)) & ~taken
    points = lifted(board)
    own = points[list(stones)]
    unsafe = 0
    for point in points_of(board.full & ~taken):
        if len(pencil(own - points[point]).normals):
            unsafe |= 1 << point
    return unsafe


def safe_points(board: Board, stones: Sequence[Point]) -> Mask:
    """The empty points where a stone makes no kyōen.

    >>> board = Board.of_size(2)
    >>> safe_points(board, [0, 1]), safe_points(board, [0, 1, 2])
    (12, 0)
    """
    return board.full & ~board.mask(stones) & ~unsafe_points(board, stones)


def loaded_curves(board: Board, stones: Sequence[Point]) -> Iterator[tuple[Curve, list[Point]]]:
    """Each curve that carries at least four of the stones, with those stones in order."""
    stones = sorted(stones)
    if len(stones) < 4:
        return
    if len(board) <= TABLE_POINTS:
        table, taken = curve_table(board), board.mask(stones)
        for index in np.flatnonzero(table.stones_on_each(stones) >= 4):
            yield table.curve(int(index)), list(points_of(table.mask(int(index)) & taken))
        return
    own = lifted(board)[stones]
    for at, stone in enumerate(stones[:-3]):
        rays = pencil(own[at + 1 :] - own[at])
        first = ~((rays.normals @ (own[:at] - own[at]).T) == 0).any(axis=1)
        for normal, members in zip(rays.normals[first], rays.members[first], strict=True):
            later = [stones[at + 1 + int(k)] for k in members.nonzero()[0]]
            yield _curve(board, normal, own[at]), [stone, *later]


def curves_through(
    board: Board, stones: Sequence[Point], stone: Point
) -> Iterator[tuple[Curve, list[Point]]]:
    """Each curve through ``stone`` that carries three or more of the others.

    Every four of its stones that include ``stone`` are a kyōen made by placing it last.
    """
    others = sorted(other for other in stones if other != stone)
    if len(others) < 3:
        return
    points = lifted(board)
    rays = pencil(points[others] - points[stone])
    for normal, members in zip(rays.normals, rays.members, strict=True):
        met = [others[int(k)] for k in members.nonzero()[0]]
        yield _curve(board, normal, points[stone]), sorted([stone, *met])


def _curve(board: Board, normal: Ints, point: Ints) -> Curve:
    a, b, c = (int(part) for part in normal)
    return Curve(board.lattice, a, b, c, -int(normal @ point))


def kyoen_sets(board: Board, stones: Sequence[Point]) -> Iterator[KyoenSet]:
    """Every four of the stones that are a kyōen, each with its points in order.

    >>> list(kyoen_sets(Board.of_size(3), [0, 2, 4, 6, 8]))
    [(0, 2, 6, 8)]
    """
    if len(board) > TABLE_POINTS or len(stones) < 4:
        for _, met in loaded_curves(board, stones):
            yield from combinations(met, 4)
        return
    table, own = curve_table(board), np.array(sorted(stones))
    counts = table.stones_on_each(stones)
    curves = np.flatnonzero(counts >= 4)
    words = table.words[curves][:, own >> 6]
    here = (words >> (own & 63).astype(np.uint64) & np.uint64(1)).astype(np.bool_)
    on = own[here.nonzero()[1]].tolist()
    start = 0
    for count in counts[curves].tolist():
        yield from combinations(on[start : start + count], 4)
        start += count


def kyoens_with(board: Board, stones: Sequence[Point], stone: Point) -> Iterator[KyoenSet]:
    """Every kyōen of the stones that includes ``stone``."""
    for _, met in curves_through(board, stones, stone):
        for three in combinations([other for other in met if other != stone], 3):
            p, q, r, s = sorted((stone, *three))
            yield p, q, r, s


_CHUNK = 1 << 14


def batch_kyoen(board: Board, fours: NDArray[np.integer]) -> NDArray[np.bool_]:
    """(n, 4) point indices → (n,) bool: is each row four distinct points that are a kyōen?

    Raise IndexError for an index off the board. int64 is exact here: no term exceeds 2³⁰.
    """
    if fours.ndim != 2 or fours.shape[1] != 4:
        raise IndexError(f"the points have shape {fours.shape}, not (n, 4)")
    if len(fours) and not (int(fours.min()) >= 0 and int(fours.max()) < len(board)):
        raise IndexError("a point is off the board")
    q, x, y = (np.ascontiguousarray(part) for part in lifted(board).T)
    found = np.empty(len(fours), dtype=np.bool_)
    for start in range(0, len(fours), _CHUNK):
        p1, p2, p3, p4 = fours[start : start + _CHUNK].T
        q0, x0, y0 = q[p4], x[p4], y[p4]
        x1, x2, x3 = x[p1] - x0, x[p2] - x0, x[p3] - x0
        y1, y2, y3 = y[p1] - y0, y[p2] - y0, y[p3] - y0
        plane = (
            (q[p1] - q0) * (x2 * y3 - x3 * y2)
            - (q[p2] - q0) * (x1 * y3 - x3 * y1)
            + (q[p3] - q0) * (x1 * y2 - x2 * y1)
        )
        distinct = (p1 != p2) & (p1 != p3) & (p1 != p4) & (p2 != p3) & (p2 != p4) & (p3 != p4)
        found[start : start + _CHUNK] = (plane == 0) & distinct
    return found
