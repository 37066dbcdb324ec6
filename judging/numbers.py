"""Points: two places in the database, exact fractions in between."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

PLACES = Decimal("0.01")


def fraction(number: Decimal | int | str) -> Fraction:
    return Fraction(number)


def decimal(number: Fraction) -> Decimal:
    """Rounded to two places, half up.

    >>> decimal(Fraction(2, 3))
    Decimal('0.67')
    """
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return exact.quantize(PLACES, ROUND_HALF_UP)


def plural(number: object) -> int:
    """The number whose plural form the words of so many points take.

    >>> [plural(points) for points in ("1", "1.5", Fraction(1), Decimal("0.50"), "")]
    [1, 2, 1, 2, 2]
    """
    return 1 if str(number) == "1" or number == 1 else 2


def shown(number: Decimal | Fraction) -> str:
    """Without needless zeros.

    >>> shown(Decimal("2.50")), shown(Fraction(3))
    ('2.5', '3')
    """
    text = f"{decimal(Fraction(number)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
