"""What an organiser learns from a stage: of each problem, and of the totals."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import fmean, median, pstdev
from typing import TypeVar

P = TypeVar("P", bound=Hashable)

FEWEST = 5
"""Contestants below which nothing is said of how a problem tells them apart."""


@dataclass(frozen=True, slots=True)
class ProblemStatistics:
    contestants: int
    tried: int
    solved: int
    mean_share: float
    """Of the points, over all contestants; who did not try has none."""
    discrimination: float | None
    """Correlation with the total of the other problems, -1 to 1."""
    upper: float | None
    """Mean share of the best quarter by total."""
    lower: float | None
    """Mean share of the last quarter."""


def problem_statistics(
    table: Iterable[Mapping[P, Fraction | None]], points: Mapping[P, Fraction]
) -> dict[P, ProblemStatistics]:
    """``table``: of each contestant the share of each problem's points, None where not tried.

    ``points``: what each problem is worth. Who is left out of the ranking should be left out
    here as well.
    """
    rows = list(table)
    worth = [
        {one: (row.get(one) or Fraction(0)) * most for one, most in points.items()} for row in rows
    ]
    sums = [sum(row.values(), Fraction(0)) for row in worth]
    order = sorted(range(len(rows)), key=lambda index: -sums[index])
    quarter = max(1, len(rows) // 4)
    found = {}
    for problem in points:
        shares = [float(row.get(problem) or 0) for row in rows]
        rest = [float(sums[at] - worth[at][problem]) for at in range(len(rows))]
        enough = len(rows) >= FEWEST
        found[problem] = ProblemStatistics(
            contestants=len(rows),
            tried=sum(row.get(problem) is not None for row in rows),
            solved=sum(row.get(problem) == 1 for row in rows),
            mean_share=fmean(shares) if shares else 0.0,
            discrimination=correlation(shares, rest) if enough else None,
            upper=fmean(shares[at] for at in order[:quarter]) if enough else None,
            lower=fmean(shares[at] for at in order[-quarter:]) if enough else None,
        )
    return found


def correlation(some: Sequence[float], others: Sequence[float]) -> float | None:
    """Pearson's; None when one side is the same throughout.

    >>> correlation([1, 2, 3], [2, 4, 6]), correlation([1, 1], [1, 2])
    (1.0, None)
    """
    mean_1, mean_2 = fmean(some), fmean(others)
    square_1 = sum((one - mean_1) ** 2 for one in some)
    square_2 = sum((one - mean_2) ** 2 for one in others)
    if square_1 < 1e-12 or square_2 < 1e-12:
        return None
    together = sum((a - mean_1) * (b - mean_2) for a, b in zip(some, others, strict=True))
    return max(-1.0, min(1.0, together / sqrt(square_1 * square_2)))


@dataclass(frozen=True, slots=True)
class Bin:
    """``low`` ≤ total < ``high``; the last takes ``high`` in."""

    low: Fraction
    high: Fraction
    count: int


def distribution(totals: Iterable[Fraction], most: Fraction, bins: int = 10) -> tuple[Bin, ...]:
    """How many totals lie where, from 0 to ``most``.

    >>> [one.count for one in distribution([Fraction(n) for n in (0, 1, 5, 10)], Fraction(10), 5)]
    [2, 0, 1, 0, 1]
    """
    top = max(most, Fraction(1))
    counts = [0] * bins
    for one in totals:
        counts[max(0, min(bins - 1, int(one * bins / top)))] += 1
    return tuple(
        Bin(top * at / bins, top * (at + 1) / bins, count) for at, count in enumerate(counts)
    )


@dataclass(frozen=True, slots=True)
class Summary:
    count: int
    mean: float
    median: float
    deviation: float
    highest: Fraction
    lowest: Fraction


def summary(totals: Iterable[Fraction]) -> Summary | None:
    """None without totals."""
    found = sorted(totals)
    if not found:
        return None
    floats = [float(one) for one in found]
    return Summary(len(found), fmean(floats), median(floats), pstdev(floats), found[-1], found[0])
