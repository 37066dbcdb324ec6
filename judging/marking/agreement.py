"""How two markers agree over many scripts."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two markers agree over many scripts."""

    count: int
    same: int
    """Scripts with the same total."""
    within: int
    """Scripts within the tolerance."""
    mean_difference: float
    """First minus second: a bias of one of them."""
    mean_apart: float
    correlation: float | None
    """None when one of them gave the same to all."""
    kappa: float | None
    """Cohen's, with quadratic weights."""


def agreement(
    pairs: Iterable[tuple[Fraction, Fraction]], tolerance: Fraction = Fraction(0)
) -> Agreement:
    """``pairs``: the totals of both for each script.

    >>> found = agreement([(Fraction(7), Fraction(7)), (Fraction(3), Fraction(4))])
    >>> found.same, found.mean_difference, found.correlation
    (1, -0.5, 1.0)
    """
    both = list(pairs)
    count = len(both)
    if not count:
        return Agreement(0, 0, 0, 0.0, 0.0, None, None)
    apart = [one - other for one, other in both]
    mean_1 = sum((one for one, _ in both), Fraction(0)) / count
    mean_2 = sum((other for _, other in both), Fraction(0)) / count
    var_1 = sum(((one - mean_1) ** 2 for one, _ in both), Fraction(0)) / count
    var_2 = sum(((other - mean_2) ** 2 for _, other in both), Fraction(0)) / count
    together = sum(((a - mean_1) * (b - mean_2) for a, b in both), Fraction(0)) / count
    # By chance: the mean of (a - b)² over every a of the one with every b of the other.
    chance = var_1 + var_2 + (mean_1 - mean_2) ** 2
    squares = sum((one * one for one in apart), Fraction(0)) / count
    return Agreement(
        count=count,
        same=sum(one == 0 for one in apart),
        within=sum(abs(one) <= tolerance for one in apart),
        mean_difference=float(sum(apart, Fraction(0)) / count),
        mean_apart=float(sum((abs(one) for one in apart), Fraction(0)) / count),
        correlation=float(together) / float(var_1 * var_2) ** 0.5 if var_1 and var_2 else None,
        kappa=float(1 - squares / chance) if chance else None,
    )
