"""Common victories: thresholds, how far a side is, and the sets that would meet them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, TypeAlias

from games.rules.rithmomachia.rules import Common, Comparison, RithmoRules

Sum: TypeAlias = tuple[int, int, int]
"""Pieces, value and digits; 0 where a threshold does not count."""


@dataclass(frozen=True, slots=True)
class CommonVictory:
    """A common victory: which, and with which of the values taken."""

    common: Common
    numbers: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "victory": self.common.value,
            "numbers": list(self.numbers),
            "pieces": len(self.numbers),
            "value": sum(self.numbers),
            "digits": sum(len(str(number)) for number in self.numbers),
            "sum": " + ".join(map(str, self.numbers)) + f" = {sum(self.numbers)}",
        }


def thresholds(rules: RithmoRules) -> Sum:
    """The numbers agreed on: pieces, value, digits; 0 for one that does not count."""
    numbers = (rules.pieces, rules.value, rules.digits)
    pieces, value, digits = (
        number if counts else 0
        for number, counts in zip(numbers, rules.common_victory.counts, strict=True)
    )
    return pieces, value, digits


def total(numbers: Iterable[int]) -> Sum:
    """Pieces, value and digits of some values.

    >>> total((5, 25, 30, 36, 64))
    (5, 160, 9)
    """
    taken = tuple(numbers)
    return len(taken), sum(taken), sum(len(str(number)) for number in taken)


def common_victory(rules: RithmoRules, taken: Iterable[int]) -> CommonVictory | None:
    """The common victory that the captured values make, if any."""
    if rules.common_victory is Common.NONE:
        return None
    numbers = tuple(sorted(taken))
    agreed = thresholds(rules)
    if rules.comparison is Comparison.AT_LEAST:
        reached = all(has >= needs for has, needs in zip(total(numbers), agreed, strict=True))
        return CommonVictory(rules.common_victory, numbers) if reached else None
    exact = next(iter(_exact(numbers, agreed)), None)
    return None if exact is None else CommonVictory(rules.common_victory, exact)


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets of enemy values that would meet the thresholds from here."""

    sets: tuple[tuple[int, ...], ...]
    """In order of size, then of values."""
    complete: bool
    """Whether these are all there are."""


def victory_sets(
    rules: RithmoRules, taken: Iterable[int], standing: Iterable[int], most: int = 200
) -> Sets:
    """The values still standing that would, with some of those taken, meet the thresholds.

    Sets of values, not of pieces: two pieces of one value make one set. No set holds another.
    Pyramids count whole. Empty when the victory is made already, and where only the number of
    pieces counts: any do.
    """
    already, enemy = tuple(sorted(taken)), tuple(sorted(standing))
    if rules.common_victory in (Common.NONE, Common.CORPORE) or common_victory(rules, already):
        return Sets((), True)
    return _victory_sets(rules, already, enemy, most)


@lru_cache(maxsize=256)
def _victory_sets(
    rules: RithmoRules, taken: tuple[int, ...], standing: tuple[int, ...], most: int
) -> Sets:
    agreed = thresholds(rules)
    exact = rules.comparison is Comparison.EXACT_SUBSET
    if exact:
        goals = _missing(taken, agreed)
    else:
        n, v, d = (max(0, goal - has) for goal, has in zip(agreed, total(taken), strict=True))
        goals = {(n, v, d)}
    found: list[tuple[int, ...]] = []
    for size in range(1, len(standing) + 1):
        of_size: set[tuple[int, ...]] = set()
        for one in _of_size(standing, size, goals, agreed, exact):
            if one not in of_size and not any(_holds(one, smaller) for smaller in found):
                of_size.add(one)
                if len(found) + len(of_size) > most:
                    return Sets((*found, *sorted(of_size)[: most - len(found)]), False)
        found += sorted(of_size)
    return Sets(tuple(found), True)


def _missing(taken: tuple[int, ...], agreed: Sum) -> set[Sum]:
    """What is still to be taken, for every part of what was taken that goes beyond no number."""
    found = {agreed}
    for number in taken:
        digits = len(str(number))
        found |= {
            (
                n - 1 if agreed[0] else 0,
                v - number if agreed[1] else 0,
                d - digits if agreed[2] else 0,
            )
            for n, v, d in found
        }
        found = {one for one in found if min(one) >= 0}
    return found


def _of_size(
    standing: tuple[int, ...], size: int, goals: set[Sum], agreed: Sum, exact: bool
) -> Iterator[tuple[int, ...]]:
    """Sets of ``size`` values that reach one of the goals. ``standing`` is in rising order."""
    values, digits = _running(standing), _running([len(str(number)) for number in standing])
    count = len(standing)

    def fits(at: int, left: int, missing: int, sums: list[int]) -> bool:
        """Whether ``left`` values from ``at`` on can make up what is missing."""
        if missing > sums[count] - sums[count - left]:
            return False
        return not exact or missing >= sums[at + left] - sums[at]

    def chosen(at: int, left: int, v: int, d: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            if (not exact and v <= 0 and d <= 0) or (
                (v == 0 or not agreed[1]) and (d == 0 or not agreed[2])
            ):
                yield ()
            return
        before = 0
        for here in range(at, count - left + 1):
            number = standing[here]
            if number == before:
                continue
            if (agreed[1] and not fits(here, left, v, values)) or (
                agreed[2] and not fits(here, left, d, digits)
            ):
                if exact and agreed[1] and v < values[here + left] - values[here]:
                    return
                continue
            before = number
            for rest in chosen(here + 1, left - 1, v - number, d - len(str(number))):
                yield (number, *rest)

    for n, v, d in sorted(goals):
        if not agreed[0] or (n == size if exact else n <= size):
            yield from chosen(0, size, v, d)


def _running(numbers: Iterable[int]) -> list[int]:
    return [0, *accumulate(numbers)]


def _exact(numbers: tuple[int, ...], agreed: Sum) -> Iterator[tuple[int, ...]]:
    """The parts of the values that meet every number exactly, small ones first."""
    sizes = [agreed[0]] if agreed[0] else range(1, len(numbers) + 1)
    for size in sizes:
        if size <= len(numbers):
            yield from _of_size(numbers, size, {agreed}, agreed, exact=True)


def _holds(numbers: tuple[int, ...], smaller: tuple[int, ...]) -> bool:
    """Whether all of ``smaller`` is in ``numbers``, as often."""
    return not Counter(smaller) - Counter(numbers)
