"""Circles and lines through points of a board, in exact integers and fractions.

Four distinct points are a kyōen when they lie on one circle or on one line, that is when
the lifted points (Q, x, y) lie on one plane (Kyōen 1.2). No float takes part in any answer;
floats are made from the exact values for drawing only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt, sqrt
from typing import Any

from games.rules.kyoen.geometry import Board, Lattice, Point


def is_kyoen(board: Board, p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether four *distinct* points are a kyōen. With a repeated point always True.

    >>> board = Board.of_size(3)
    >>> is_kyoen(board, 0, 2, 6, 8), is_kyoen(board, 0, 1, 2, 3)
    (True, False)
    """
    lifted = board.lifted
    q0, x0, y0 = lifted[s]
    q1, x1, y1 = lifted[p]
    q2, x2, y2 = lifted[q]
    q3, x3, y3 = lifted[r]
    x1 -= x0
    y1 -= y0
    x2 -= x0
    y2 -= y0
    x3 -= x0
    y3 -= y0
    return (
        (q1 - q0) * (x2 * y3 - x3 * y2)
        - (q2 - q0) * (x1 * y3 - x3 * y1)
        + (q3 - q0) * (x1 * y2 - x2 * y1)
    ) == 0


@dataclass(frozen=True, slots=True)
class Curve:
    """The points with aQ(x, y) + bx + cy + d = 0.

    The coefficients have no common divisor and the first that is not 0 is positive, so
    equal curves are equal values. A line has a = 0.
    """

    lattice: Lattice
    a: int
    b: int
    c: int
    d: int

    @property
    def is_line(self) -> bool:
        return self.a == 0

    def passes(self, x: int, y: int) -> bool:
        return self.a * self.lattice.q(x, y) + self.b * x + self.c * y + self.d == 0

    @property
    def centre(self) -> tuple[Fraction, Fraction]:
        """In lattice coordinates. Circles only."""
        assert self.a
        q11, q12, q22 = self.lattice.form
        below = self.a * (4 * q11 * q22 - q12 * q12)
        x = Fraction(q12 * self.c - 2 * q22 * self.b, below)
        y = Fraction(q12 * self.b - 2 * q11 * self.c, below)
        return x, y

    @property
    def radius_squared(self) -> Fraction:
        """Q from the centre to any point of it. Circles only."""
        q11, q12, q22 = self.lattice.form
        x, y = self.centre
        return q11 * x * x + q12 * x * y + q22 * y * y - Fraction(self.d, self.a)

    @property
    def words(self) -> str:
        """Exact, in lattice coordinates: a1 is (0, 0).

        >>> curve_through(Board.of_size(3), 0, 2, 6).words
        'circle, centre (1, 1), radius √2'
        >>> curve_through(Board.of_size(3), 0, 4, 8).words
        'line x + y = 2'
        """
        if self.is_line:
            return f"line {_equation(self.b, self.c, -self.d)}"
        x, y = self.centre
        return f"circle, centre ({x}, {y}), radius {root(self.radius_squared)}"


def _equation(b: int, c: int, d: int) -> str:
    terms = ""
    for factor, letter in ((b, "x"), (c, "y")):
        if factor:
            sign = " - " if factor < 0 else " + "
            size = "" if abs(factor) == 1 else str(abs(factor))
            terms += f"{sign}{size}{letter}"
    return f"{terms.removeprefix(' + ')} = {d}"


def root(square: Fraction) -> str:
    """The square root of a fraction, as exact text.

    >>> root(Fraction(13)), root(Fraction(5, 2)), root(Fraction(25, 4))
    ('√13', '√(5/2)', '5/2')
    """
    top, below = isqrt(square.numerator), isqrt(square.denominator)
    if top * top == square.numerator and below * below == square.denominator:
        return str(Fraction(top, below))
    return f"√{square}" if square.denominator == 1 else f"√({square})"


def curve_through(board: Board, p: Point, q: Point, r: Point) -> Curve:
    """The one circle or line through three distinct points."""
    q0, x0, y0 = board.lifted[r]
    q1, x1, y1 = board.lifted[p]
    q2, x2, y2 = board.lifted[q]
    q1, x1, y1, q2, x2, y2 = q1 - q0, x1 - x0, y1 - y0, q2 - q0, x2 - x0, y2 - y0
    a = x1 * y2 - x2 * y1
    b = y1 * q2 - y2 * q1
    c = q1 * x2 - q2 * x1
    divisor = gcd(a, b, c)
    assert divisor, "the three points are distinct"
    if (a or b or c) < 0:
        divisor = -divisor
    a, b, c = a // divisor, b // divisor, c // divisor
    return Curve(board.lattice, a, b, c, -(a * q0 + b * x0 + c * y0))


def points_on(board: Board, curve: Curve) -> list[Point]:
    """Every point of the board on the curve, in order."""
    a, b, c, d = curve.a, curve.b, curve.c, curve.d
    return [point for point, (q, x, y) in enumerate(board.lifted) if a * q + b * x + c * y + d == 0]


def drawing(board: Board, curve: Curve) -> Mapping[str, float]:
    """Where to draw the curve, y upwards, in units of the distance along a row.

    A circle is ``cx``, ``cy``, ``r``: it is a true circle on every lattice. A line is
    ``x1``, ``y1``, ``x2``, ``y2``: its first and last point of the board.
    """
    draw = board.lattice.draw
    if not curve.is_line:
        x, y = draw(*(float(part) for part in curve.centre))
        return {"cx": x, "cy": y, "r": sqrt(curve.radius_squared)}
    ends = sorted(board.coordinates[point] for point in points_on(board, curve))
    (x1, y1), (x2, y2) = draw(*ends[0]), draw(*ends[-1])
    return {"x1": x1, "y1": y1, "x2": x2, "y2": y2}


def curve_json(board: Board, curve: Curve) -> dict[str, Any]:
    """The curve with exact values as text and, under ``drawing``, as numbers."""
    found: dict[str, Any] = {
        "kind": "line" if curve.is_line else "circle",
        "coefficients": [curve.a, curve.b, curve.c, curve.d],
    }
    if curve.is_line:
        found["equation"] = _equation(curve.b, curve.c, -curve.d)
    else:
        found["centre"] = [str(part) for part in curve.centre]
        found["radius_squared"] = str(curve.radius_squared)
        found["radius"] = root(curve.radius_squared)
    found["drawing"] = drawing(board, curve)
    return found
