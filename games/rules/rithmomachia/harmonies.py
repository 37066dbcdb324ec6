"""Progressions and harmonies: the proper victories.

Arithmetic 2b = a + c, geometric b² = ac, harmonic b (a + c) = 2ac, for a < b < c. Four numbers
may also be geometric as a proportion a : b = c : d.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations
from math import isqrt
from typing import Any

from games.rules.base import Seat
from games.rules.rithmomachia.geometry import Figure, Square, formations, half, mask, name
from games.rules.rithmomachia.pieces import Piece, Shape
from games.rules.rithmomachia.rules import Geometric, Members, Place, Proper, RithmoRules


class Progression(Enum):
    ARITHMETIC = "arithmetic"
    GEOMETRIC = "geometric"
    HARMONIC = "harmonic"


@dataclass(frozen=True, slots=True, order=True)
class Relation:
    """Three numbers in progression, or four in proportion, in rising order."""

    kind: str
    numbers: tuple[int, ...]

    @property
    def sum(self) -> str:
        """In figures alone: ``2 × 30 = 15 + 45``."""
        if len(self.numbers) == 4:
            a, b, c, d = self.numbers
            return f"{a} : {b} = {c} : {d}"
        a, b, c = self.numbers
        if self.kind == Progression.ARITHMETIC.value:
            return f"2 × {b} = {a} + {c}"
        if self.kind == Progression.GEOMETRIC.value:
            return f"{b} × {b} = {a} × {c}"
        return f"{b} × ({a} + {c}) = 2 × {a} × {c}"

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "numbers": list(self.numbers), "sum": self.sum}


@dataclass(frozen=True, slots=True)
class Harmony:
    """A proper victory: which, with which pieces, and why."""

    level: Proper
    figure: Figure
    squares: tuple[Square, ...]
    """In rising order of the numbers."""
    numbers: tuple[int, ...]
    relations: tuple[Relation, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "victory": self.level.value,
            "figure": self.figure.value,
            "squares": [name(square) for square in self.squares],
            "numbers": list(self.numbers),
            "relations": [relation.to_json() for relation in self.relations],
        }


def triple(numbers: Iterable[int]) -> tuple[Relation, ...]:
    """The progression that three numbers form, if any.

    >>> [relation.sum for relation in triple((45, 15, 30))]
    ['2 × 30 = 15 + 45']
    """
    a, b, c = sorted(numbers)
    if a == b or b == c:
        return ()
    found = []
    if 2 * b == a + c:
        found.append(Relation(Progression.ARITHMETIC.value, (a, b, c)))
    if b * b == a * c:
        found.append(Relation(Progression.GEOMETRIC.value, (a, b, c)))
    if b * (a + c) == 2 * a * c:
        found.append(Relation(Progression.HARMONIC.value, (a, b, c)))
    return tuple(found)


def relations(numbers: Iterable[int], geometric: Geometric) -> tuple[Relation, ...]:
    """What three or four numbers form; empty when two are equal.

    >>> "2 : 3 = 4 : 6" in [one.sum for one in relations((2, 3, 4, 6), Geometric.BROAD)]
    True
    """
    return _relations(tuple(sorted(numbers)), geometric)


@lru_cache(maxsize=1 << 16)
def _relations(numbers: tuple[int, ...], geometric: Geometric) -> tuple[Relation, ...]:
    if len(set(numbers)) < len(numbers):
        return ()
    if len(numbers) == 3:
        return triple(numbers)
    found = [one for three in combinations(numbers, 3) for one in triple(three)]
    a, b, c, d = numbers
    if geometric is Geometric.BROAD and a * d == b * c:
        found.append(Relation(Progression.GEOMETRIC.value, numbers))
    return tuple(sorted(found))


def level(found: tuple[Relation, ...], members: int) -> Proper:
    """The victory that the relations of 3 or 4 pieces make."""
    kinds = len({relation.kind for relation in found})
    if members == 3:
        return Proper.GREAT if kinds else Proper.NONE
    return {2: Proper.GREATER, 3: Proper.EXCELLENT}.get(kinds, Proper.NONE)


def harmonies(
    rules: RithmoRules,
    seat: Seat,
    men: Mapping[Square, Piece],
    foes: Mapping[Square, Piece],
    lowest: Proper | None = None,
) -> Iterator[Harmony]:
    """The harmonies of a side from the lowest victory on that ends the game."""
    lowest = rules.proper_victory if lowest is None else lowest
    if lowest is Proper.NONE:
        return
    if rules.after_pyramid and any(
        piece.shape is Shape.PYRAMID and piece.born != seat for piece in foes.values()
    ):
        return
    enemy = half(1 - seat)
    own = {
        square: piece
        for square, piece in men.items()
        if enemy >> square & 1 and (rules.members is not Members.OWN or piece.born == seat)
    }
    if not own:
        return
    pieces = own
    if rules.members is Members.OWN_AND_ENEMY:
        pieces = own | {square: foe for square, foe in foes.items() if enemy >> square & 1}
    sizes = (3, 4) if lowest is Proper.GREAT else (4,)
    if rules.place is Place.FORMATION:
        groups = _in_formation(seat, own, pieces, mask((*men, *foes)), sizes)
    else:
        groups = _anywhere(own, pieces, sizes)
    for figure, squares in groups:
        numbers = [pieces[square].value for square in squares]
        found = relations(numbers, rules.geometric)
        reached = level(found, len(squares))
        if reached.rank >= lowest.rank:
            in_order = sorted(zip(numbers, squares, strict=True))
            yield Harmony(
                reached,
                figure,
                tuple(square for _, square in in_order),
                tuple(number for number, _ in in_order),
                found,
            )


def _in_formation(
    seat: Seat,
    own: Mapping[Square, Piece],
    pieces: Mapping[Square, Piece],
    occupied: int,
    sizes: tuple[int, ...],
) -> Iterator[tuple[Figure, tuple[Square, ...]]]:
    standing = mask(tuple(pieces))
    seen = set()
    for members in sizes:
        by_square = formations(seat, members)
        for square in own:
            for formation in by_square[square]:
                if formation.mask & ~standing or formation.between & occupied:
                    continue
                if formation.mask not in seen:
                    seen.add(formation.mask)
                    yield formation.figure, formation.squares


def _anywhere(
    own: Mapping[Square, Piece], pieces: Mapping[Square, Piece], sizes: tuple[int, ...]
) -> Iterator[tuple[Figure, tuple[Square, ...]]]:
    """One group of pieces for each group of values that may form something."""
    by_value: dict[int, Square] = {}
    for square, piece in pieces.items():
        if square in own or piece.value not in by_value:
            by_value[piece.value] = square
    owned = {piece.value for piece in own.values()}
    threes = progressions(frozenset(by_value))
    found = {three for three in threes if not owned.isdisjoint(three)} if 3 in sizes else set()
    if 4 in sizes:
        for three in threes:
            for fourth in by_value:
                if fourth not in three and not (fourth not in owned and owned.isdisjoint(three)):
                    found.add(tuple(sorted((*three, fourth))))
    for numbers in sorted(found):
        yield Figure.ANYWHERE, tuple(by_value[number] for number in numbers)


@lru_cache(maxsize=4096)
def progressions(numbers: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """Every three of the numbers that form a progression, in rising order.

    >>> progressions(frozenset({2, 3, 4, 6}))
    ((2, 3, 4), (2, 3, 6), (2, 4, 6), (3, 4, 6))
    """
    found = set()
    for a, c in combinations(sorted(numbers), 2):
        middles = [isqrt(a * c)]
        if (a + c) % 2 == 0:
            middles.append((a + c) // 2)
        if 2 * a * c % (a + c) == 0:
            middles.append(2 * a * c // (a + c))
        found |= {(a, b, c) for b in middles if b in numbers and triple((a, b, c))}
    return tuple(sorted(found))
