"""What it costs to seat two entrants at one table: the numbers that a draw lowers."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from tournaments.formats.lots import Key
from tournaments.formats.seating import Matrix, SeatRecord, Vector, leaning
from tournaments.formats.table_values import Avoid, Entrant, PastTable, Weights

SCORE_UNIT = 60
"""Scores are compared in sixtieths of a place point."""
UNIT = SCORE_UNIT**2
"""A gap of one place point between two at a table."""
HARD = 10**6
"""Weight of what must not happen: more than all that merely should not."""


@dataclass(frozen=True, slots=True)
class Past:
    """What the earlier rounds of a stage say about meetings and seats."""

    meetings: Mapping[frozenset[Key], int] = field(default_factory=dict)
    seats: Mapping[Key, SeatRecord] = field(default_factory=dict)

    @classmethod
    def of(cls, tables: Iterable[PastTable]) -> "Past":
        meetings: Counter[frozenset[Key]] = Counter()
        counts: dict[Key, list[int]] = {}
        leanings: Counter[Key] = Counter()
        for table in tables:
            present = [key for key in table if key is not None]
            meetings.update(frozenset(pair) for pair in combinations(present, 2))
            for seat, key in enumerate(table):
                if key is not None:
                    counts.setdefault(key, [0] * 8)[seat] += 1
                    leanings[key] += leaning(seat, len(table))
        seats = {key: SeatRecord(tuple(seen), leanings[key]) for key, seen in counts.items()}
        return cls(meetings, seats)

    def seat(self, key: Key) -> SeatRecord:
        return self.seats.get(key, SeatRecord())


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who had better not sit together, and how much that counts."""

    forbidden: frozenset[frozenset[Key]]
    clubs: Avoid
    forbidden_as: Avoid

    @classmethod
    def of(
        cls, forbidden: Iterable[Collection[Key]], clubs: Avoid, forbidden_as: Avoid
    ) -> "Wishes":
        pairs = frozenset(
            frozenset(pair) for group in forbidden for pair in combinations(set(group), 2)
        )
        return cls(pairs, clubs, forbidden_as)


def in_turn(sizes: Sequence[int]) -> list[list[int]]:
    numbers = iter(range(sum(sizes)))
    return [[next(numbers) for _ in range(size)] for size in sizes]


def snake_laps(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """(table, lap) of each entrant in order of seeding.

    >>> [table for table, _ in snake_laps((4, 3, 3))]
    [0, 1, 2, 2, 1, 0, 0, 1, 2, 0]
    """
    laps: list[tuple[int, int]] = []
    for lap in range(max(sizes)):
        open_tables = [index for index, size in enumerate(sizes) if size > lap]
        laps.extend((index, lap) for index in (reversed(open_tables) if lap % 2 else open_tables))
    return laps


def snake(sizes: Sequence[int]) -> list[list[int]]:
    tables: list[list[int]] = [[] for _ in sizes]
    for entrant, (table, _) in enumerate(snake_laps(sizes)):
        tables[table].append(entrant)
    return tables


def pair_costs(
    entrants: Sequence[Entrant],
    past: Past,
    wishes: Wishes,
    weights: Weights,
    pots: Sequence[int] | None,
    *,
    by_score: bool,
) -> Matrix:
    """(n, n) integers: the cost of each pair at one table, see Weights."""
    size = len(entrants)
    costs: Matrix = np.zeros((size, size), dtype=np.int64)
    if by_score:
        scores = np.array([round(entrant.score * SCORE_UNIT) for entrant in entrants], np.int64)
        costs += weights.score * (scores[:, None] - scores[None, :]) ** 2
    if pots is not None:
        laps = np.array(pots, np.int64)
        costs += weights.pot * UNIT * (laps[:, None] == laps[None, :])
    if wishes.clubs is not Avoid.NEVER:
        names = {club: number for number, club in enumerate({e.club for e in entrants if e.club})}
        clubs = np.array([names.get(e.club, -1 - i) for i, e in enumerate(entrants)], np.int64)
        weight = HARD if wishes.clubs is Avoid.HARD else weights.club
        costs += weight * UNIT * (clubs[:, None] == clubs[None, :])
    index_of = {entrant.key: index for index, entrant in enumerate(entrants)}
    for pair, times in past.meetings.items():
        i, j = (index_of.get(key) for key in pair)
        if i is not None and j is not None:
            costs[i, j] += weights.meeting * UNIT * 2 * times
            costs[j, i] = costs[i, j]
    if wishes.forbidden_as is not Avoid.NEVER:
        weight = HARD if wishes.forbidden_as is Avoid.HARD else weights.club
        for pair in wishes.forbidden:
            i, j = (index_of.get(key) for key in pair)
            if i is not None and j is not None:
                costs[i, j] += weight * UNIT
                costs[j, i] = costs[i, j]
    np.fill_diagonal(costs, 0)
    return costs


def fresh(firsts: Sequence[int], tables: int) -> Vector:
    """1 for those who may sit first: who did so least often, one for every table if possible.

    >>> fresh([0, 0, 1, 1, 2], 2).tolist(), fresh([0, 1, 1, 1, 1], 2).tolist()
    ([1, 1, 0, 0, 0], [1, 0, 0, 0, 0])
    """
    limit = sorted(firsts)[tables - 1]
    if limit == max(firsts) and limit > min(firsts):
        limit -= 1
    return np.array([count <= limit for count in firsts], dtype=np.int64)
