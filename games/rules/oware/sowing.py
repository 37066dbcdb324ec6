"""Sowing and capturing on the twelve pits, as functions of plain tuples.

Pits 0 to 5 are the first player's from their left, 6 to 11 the second player's; sowing goes
upwards and round (Oware 1 to 5). Nothing here knows whose turn it is or when a game ends.
"""

from operator import add
from typing import TypeAlias

Pit: TypeAlias = int
Pits: TypeAlias = tuple[int, ...]
"""The seeds in each of the twelve pits."""

SEEDS = 48
ROW = 6
START: Pits = (4,) * 12


def _sown(origin: Pit, seeds: int) -> Pits:
    """What sowing ``seeds`` from ``origin`` adds to each pit, the emptied origin left out."""
    laps, rest = divmod(seeds, 11)
    added = [laps + ((pit - origin - 1) % 12 < rest) for pit in range(12)]
    added[origin] = -seeds
    return tuple(added)


ADDED = tuple(tuple(_sown(origin, seeds) for seeds in range(SEEDS + 1)) for origin in range(12))
"""``ADDED[origin][seeds]``: what sowing changes, so that pits + added are the pits after it."""

LAST = tuple(
    tuple((origin + (seeds - 1) % 11 + 1) % 12 for seeds in range(SEEDS + 1))
    for origin in range(12)
)
"""``LAST[origin][seeds]``: the pit of the last seed; without a seed it means nothing."""

_ENTERED = tuple(
    tuple(last if last // ROW != origin // ROW else None for last in LAST[origin])
    for origin in range(12)
)
"""The same where it is a pit of the other side, else None."""
_PITS = tuple(tuple(range(ROW * seat, ROW * seat + ROW)) for seat in (0, 1))
_TAKEN = (2, 3)
_EMPTY = (0,) * ROW


def sow(pits: Pits, origin: Pit) -> tuple[Pits, Pit]:
    """Sow the seeds of ``origin``, one to a pit. Return the pits and the last pit sown.

    The origin is skipped on every lap, so it ends empty (Oware 2). ``origin`` must hold a
    seed; this is not checked.

    >>> sow((4,) * 12, 2)
    ((4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 4, 4), 6)
    """
    seeds = pits[origin]
    return tuple(map(add, pits, ADDED[origin][seeds])), LAST[origin][seeds]


def path(origin: Pit, seeds: int) -> tuple[Pit, ...]:
    """Where each seed falls, in order.

    >>> path(5, 13)
    (6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 6, 7)
    """
    return tuple((origin + seed % 11 + 1) % 12 for seed in range(seeds))


def chain(pits: Pits, last: Pit, seat: int) -> tuple[Pit, ...]:
    """The pits that a sowing by ``seat`` ending in ``last`` would take, last one first (3).

    All of them, even when that is a grand slam.

    >>> chain((0, 0, 0, 0, 0, 0, 4, 2, 3, 1, 0, 0), 8, 0)
    (8, 7)
    """
    first = ROW - ROW * seat
    if not first <= last < first + ROW:
        return ()
    end = last
    while end >= first and 2 <= pits[end] <= 3:
        end -= 1
    return tuple(range(last, end, -1))


def is_slam(pits: Pits, taken: tuple[Pit, ...], seat: int) -> bool:
    """Whether taking these pits would leave the opponent of ``seat`` without a seed (4)."""
    first = ROW - ROW * seat
    return bool(taken) and sum(pits[first : first + ROW]) == sum(pits[pit] for pit in taken)


def move(pits: Pits, origin: Pit) -> tuple[Pits, int]:
    """The pits after a whole move from ``origin``, and how many seeds it takes.

    A grand slam takes nothing. ``origin`` must hold a seed; this is not checked.

    >>> move((0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 3), 5)
    ((0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3), 4)
    """
    seeds = pits[origin]
    sown = (*map(add, pits, ADDED[origin][seeds]),)
    pit = _ENTERED[origin][seeds]
    if pit is None or sown[pit] not in _TAKEN:
        return sown, 0
    first = ROW if origin < ROW else 0
    left = list(sown)
    captured = 0
    while pit >= first and left[pit] in _TAKEN:
        captured += left[pit]
        left[pit] = 0
        pit -= 1
    if any(left[first : first + ROW]):
        return tuple(left), captured
    return sown, 0


def row(pits: Pits, seat: int) -> Pits:
    """The six pits of ``seat``."""
    return pits[ROW * seat : ROW * seat + ROW]


def reaches(pits: Pits, pit: Pit) -> bool:
    """Whether sowing ``pit`` gives the other side a seed (5)."""
    return pit % ROW + pits[pit] >= ROW


def must_feed(pits: Pits, seat: int) -> bool:
    """Whether the opponent of ``seat`` has no seed (5)."""
    return not any(row(pits, 1 - seat))


def options(pits: Pits, seat: int, *, slam_forbidden: bool = False) -> list[Pit]:
    """The pits that ``seat`` may sow.

    One that feeds where the opponent has no seed and there is one that does; else any with a
    seed. With ``slam_forbidden`` no grand slam, unless there is nothing else.
    """
    found = [pit for pit in _PITS[seat] if pits[pit]]
    if (pits[:ROW] if seat else pits[ROW:]) == _EMPTY:
        found = [pit for pit in found if reaches(pits, pit)] or found
    if slam_forbidden:
        found = [pit for pit in found if not slams(pits, pit)] or found
    return found


def slams(pits: Pits, origin: Pit) -> bool:
    """Whether sowing ``origin`` makes a grand slam."""
    seat = origin // ROW
    sown, last = sow(pits, origin)
    return is_slam(sown, chain(sown, last, seat), seat)
