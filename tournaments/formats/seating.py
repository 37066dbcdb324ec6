"""Who shares a table, and who sits where: the searches behind a draw of tables.

Entrants are numbers 0..n−1 here, in an order made by lot, so that ties fall by lot.
All costs are integers: the same draw comes out on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournaments.formats.lots import below

Matrix: TypeAlias = NDArray[np.int64]
Vector: TypeAlias = NDArray[np.int64]

NEVER = np.int64(2**62)


@dataclass(slots=True)
class _Groups:
    """A partition into tables with the sums that make a swap cheap to judge."""

    weights: Matrix
    """(n, n), symmetric, zero diagonal: the cost of two entrants at one table."""
    table: Vector
    """(n,): the table of each entrant."""
    fresh: Vector
    """(n,): 1 for an entrant who may well sit first this time."""
    penalty: int
    """The cost of a table without anybody fresh."""
    sums: Matrix
    """(tables, n): the cost of each entrant with everybody at each table."""
    fresh_at: Vector
    """(tables,): how many fresh entrants each table has."""

    @classmethod
    def of(cls, weights: Matrix, table: Vector, fresh: Vector, penalty: int) -> "_Groups":
        tables = int(table.max()) + 1
        order = np.argsort(table, kind="stable")
        starts = np.searchsorted(table[order], np.arange(tables))
        sums = np.add.reduceat(weights[order], starts, axis=0)
        fresh_at = np.bincount(table, weights=fresh, minlength=tables).astype(np.int64)
        return cls(weights, table, fresh, penalty, sums, fresh_at)

    def copy(self) -> "_Groups":
        return _Groups(
            self.weights,
            self.table.copy(),
            self.fresh,
            self.penalty,
            self.sums.copy(),
            self.fresh_at.copy(),
        )

    def cost(self) -> int:
        everyone = np.arange(len(self.table))
        pairs = int(self.sums[self.table, everyone].sum()) // 2
        return pairs + self.penalty * int((self.fresh_at == 0).sum())

    def swap(self, i: int, j: int) -> None:
        a, b = int(self.table[i]), int(self.table[j])
        change = self.weights[j] - self.weights[i]
        self.sums[a] += change
        self.sums[b] -= change
        self.table[i], self.table[j] = b, a
        moved = int(self.fresh[j] - self.fresh[i])
        self.fresh_at[a] += moved
        self.fresh_at[b] -= moved

    def gains(self, i: int, own: Vector) -> Vector:
        """What a swap of ``i`` with each other entrant would add to the cost."""
        a = int(self.table[i])
        change: Vector = (
            self.sums[:, i][self.table] + self.sums[a] - own - own[i] - 2 * self.weights[i]
        )
        if self.penalty:
            moved = self.fresh - self.fresh[i]
            before = (self.fresh_at[a] == 0) + (self.fresh_at[self.table] == 0).astype(np.int64)
            after = (self.fresh_at[a] + moved == 0).astype(np.int64)
            after += self.fresh_at[self.table] - moved == 0
            change = change + self.penalty * (after - before)
        change[self.table == a] = NEVER
        return change

    def climb(self, most_passes: int) -> None:
        """Take the best swap of each entrant in turn until no swap helps."""
        everyone = np.arange(len(self.table))
        own = self.sums[self.table, everyone]
        for _ in range(most_passes):
            still = True
            for i in range(len(own)):
                if own[i] == 0 and not (self.penalty and self.fresh_at[self.table[i]] == 0):
                    continue
                change = self.gains(i, own)
                j = int(change.argmin())
                if change[j] < 0:
                    self.swap(i, j)
                    own = self.sums[self.table, everyone]
                    still = False
            if still:
                return


def improve(
    weights: Matrix, tables: Sequence[Sequence[int]], fresh: Vector, penalty: int, rng: Random
) -> list[list[int]]:
    """Lower the cost of a partition by swaps; the tables keep their sizes.

    The cost is Σ ``weights[i, j]`` over the pairs at one table, plus ``penalty`` for each
    table with nobody in ``fresh``. Hill climbing, then kicks: a few swaps at random
    between neighbouring tables and a new climb, kept unless worse. The number of kicks
    falls with the number of entrants, so that the time stays bounded.
    """
    entrants = sum(len(table) for table in tables)
    if len(tables) < 2:
        return [sorted(table) for table in tables]
    table = np.zeros(entrants, dtype=np.int64)
    for index, members in enumerate(tables):
        table[list(members)] = index
    best = _Groups.of(weights, table, fresh, penalty)
    best.climb(most_passes=30)
    cost = best.cost()
    for _ in range(min(200, 8000 // entrants)):
        if cost == 0:
            break
        trial = best.copy()
        for _ in range(3):
            _kick(trial, len(tables), rng)
        trial.climb(most_passes=8)
        if (found := trial.cost()) <= cost:
            best, cost = trial, found
    return [[int(i) for i in np.flatnonzero(best.table == index)] for index in range(len(tables))]


def _kick(groups: _Groups, tables: int, rng: Random) -> None:
    a = below(tables, rng)
    b = (a + 1 + below(min(2, tables - 1), rng)) % tables
    here, there = (np.flatnonzero(groups.table == index) for index in (a, b))
    groups.swap(int(here[below(len(here), rng)]), int(there[below(len(there), rng)]))


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Where an entrant has sat so far: ``counts[seat]`` and the sum of leanings.

    A leaning is −420 for the first seat, 420 for the last and in between for the others,
    so that seats of tables of different sizes can be balanced against each other.
    """

    counts: tuple[int, ...] = (0,) * 8
    leaning: int = 0

    @property
    def firsts(self) -> int:
        return self.counts[0]

    def cost(self, seat: int, size: int) -> int:
        """Sitting first again weighs most, then the same seat again, then the leaning."""
        again = 2 * self.counts[seat]
        first = 2 * self.counts[0] + 1 if seat == 0 else 0
        lean = abs(self.leaning + leaning(seat, size))
        return 10**9 * first + 10**6 * again + lean * lean // 1764


def leaning(seat: int, size: int) -> int:
    """
    >>> [leaning(seat, 4) for seat in range(4)]
    [-420, -140, 140, 420]
    """
    return 840 * seat // (size - 1) - 420 if size > 1 else 0


def seat_order(records: Sequence[SeatRecord]) -> tuple[int, ...]:
    """The cheapest order of a table's members, seat by seat; exact, up to 8 members.

    Equal orders are decided by the order in which the members are given.
    """
    size = len(records)
    # best[members already seated] = (cost, order); the next seat is the number of them.
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        grown: dict[int, tuple[int, tuple[int, ...]]] = {}
        prices = [record.cost(seat, size) for record in records]
        for seated, (cost, order) in best.items():
            for member in range(size):
                if seated & 1 << member:
                    continue
                after = seated | 1 << member
                total = cost + prices[member]
                known = grown.get(after)
                if known is None or total < known[0]:
                    grown[after] = total, (*order, member)
        best = grown
    return best[(1 << size) - 1][1]
