"""The four captures: meeting, assault, ambush and siege, and the sums that make them.

An assault is made by a smaller number (a larger one, by division), so it counts two squares at
least: times one it would be a meeting from afar.

What a side may take is a mapping from square to what falls there and why: the key 0 stands for
the whole piece, the value of a component for that component of a pyramid.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, TypeAlias

from games.rules.rithmomachia.geometry import (
    SHIFTS,
    SQUARES,
    Directions,
    Mask,
    Square,
    mask,
    moved,
    name,
    shift,
    squares_of,
)
from games.rules.rithmomachia.pieces import Piece
from games.rules.rithmomachia.rules import Arithmetic, Count, RithmoRules, Siege


class Kind(Enum):
    MEETING = "meeting"
    ASSAULT = "assault"
    AMBUSH = "ambush"
    SIEGE = "siege"


@dataclass(frozen=True, slots=True)
class Way:
    """One reason why a piece falls."""

    kind: Kind
    by: tuple[tuple[Square, int], ...]
    """The squares of the capturers and the number each gives; 0 for a besieger."""
    sign: str = ""
    """``=``, ``×``, ``÷``, ``+`` or ``−``; empty for a siege."""
    count: int = 0
    """The squares an assault counts."""
    gives: int = 0
    """The value that falls; 0 for a siege."""
    both_ends: bool = False
    """Whether ``count`` takes in both ends; else it counts empty squares."""

    @property
    def sum(self) -> str:
        """In figures alone: ``9 × 9 = 81``, ``3 + 5 = 8``, ``25 = 25``; empty for a siege."""
        if self.kind is Kind.SIEGE:
            return ""
        first = self.by[0][1]
        if self.kind is Kind.MEETING:
            return f"{first} = {self.gives}"
        second = self.count if self.kind is Kind.ASSAULT else self.by[1][1]
        return f"{first} {self.sign} {second} = {self.gives}"

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "by": [{"square": name(square), "number": number} for square, number in self.by],
            "sign": self.sign,
            "count": self.count,
            "both_ends": self.both_ends,
            "gives": self.gives,
            "sum": self.sum,
        }


Men: TypeAlias = Mapping[Square, Piece]
Found: TypeAlias = dict[Square, dict[int, list[Way]]]
FULL: Mask = (1 << SQUARES) - 1
_EAST, _NORTH = (shift((1, 0)), shift((-1, 0))), (shift((0, 1)), shift((0, -1)))
_AXES = (_EAST, _NORTH)
_EDGES = {(keep, by): FULL & ~moved(FULL, keep, by) for keep, by in SHIFTS[Directions.ALL]}
"""By step, the squares to which none leads."""


@dataclass(frozen=True, slots=True)
class Board:
    """What a capture looks at: the pieces of the side that takes and of the other, the rules."""

    rules: RithmoRules
    men: Men
    foes: Men
    own: Mask
    other: Mask

    @classmethod
    def of(cls, rules: RithmoRules, men: Men, foes: Men) -> "Board":
        return cls(rules, men, foes, mask(men), mask(foes))

    @property
    def occupied(self) -> Mask:
        return self.own | self.other


def moving_in(board: Board) -> dict[Square, Found]:
    """By the capturer's square, what is taken by a capture that is the move."""
    found: dict[Square, Found] = {}
    if board.rules.meeting_moves_in:
        for square, target in marches_to_foes(board):
            add_meeting(found.setdefault(square, {}), board, square, target)
    if board.rules.assault_moves_in:
        for square, target, count in assaults(board):
            add_assault(found.setdefault(square, {}), board, square, target, count)
    return found


def assaults(board: Board) -> Iterator[tuple[Square, Square, int]]:
    """Own and enemy squares on one line with nothing between, and the squares counted."""
    rules, other, free = board.rules, board.other, ~board.occupied
    more = 1 if rules.assault_counts is Count.BOTH_ENDS else -1
    for keep, by in SHIFTS[rules.assault_directions]:
        front, steps = moved(board.own, keep, by), 1
        while front:
            hits = front & other
            if hits and steps + more > 1:
                for target in squares_of(hits):
                    yield target - by * steps, target, steps + more
            front, steps = moved(front & free, keep, by), steps + 1


def marches_to_foes(board: Board) -> Iterator[tuple[Square, Square]]:
    """Own and enemy squares that a march leads from and to."""
    tables, free = board.rules.tables, ~board.occupied
    by_shape = dict.fromkeys(tables.directions, 0)
    for square, piece in board.men.items():
        for shape in tables.shapes(piece):
            by_shape[shape] |= 1 << square
    for shape, pieces in by_shape.items():
        length = shape.distance
        for keep, by in SHIFTS[tables.directions[shape]]:
            front = pieces
            for _ in range(length - 1):
                front = moved(front, keep, by) & free
            front = moved(front, keep, by) & board.other
            if front:
                for target in squares_of(front):
                    yield target - by * length, target


def between(board: Board) -> Iterator[tuple[Square, Square, Square]]:
    """Enemies between two adjacent own pieces on a rank or a file, and those two."""
    for (keep, by), (back, _) in _AXES:
        hits = board.other & moved(board.own, keep, by) & moved(board.own, back, -by)
        for target in squares_of(hits):
            yield target, target - by, target + by


def sieges(board: Board) -> Iterator[tuple[Square, tuple[Square, ...]]]:
    """The enemies besieged, and by which pieces."""
    siege = board.rules.siege
    if siege is Siege.NO_MOVE:
        for target in squares_of(board.other):
            besiegers = _immobile(board, target)
            if besiegers:
                yield target, besiegers
        return
    ways: tuple[Directions, ...] = () if siege is Siege.NONE else (Directions.ORTHOGONAL,)
    if siege is Siege.ORTHOGONAL_OR_DIAGONAL:
        ways = (Directions.ORTHOGONAL, Directions.DIAGONAL)
    seen = 0
    for directions in ways:
        shut, touched = board.other & ~seen, 0
        for keep, by in SHIFTS[directions]:
            beside = moved(board.own, keep, by)
            touched |= beside
            if board.rules.siege_edge:
                beside |= _EDGES[keep, by]
            shut &= beside
            if not shut:
                break
        seen |= shut & touched
        for target in squares_of(shut & touched):
            steps = (target - by for keep, by in SHIFTS[directions] if _came(keep, by, target))
            yield target, tuple(sorted(steps))


def _came(keep: Mask, by: int, target: Square) -> bool:
    return bool(moved(FULL, keep, by) >> target & 1)


def results(arithmetic: Arithmetic, one: int, other: int) -> Iterator[tuple[int, str, int, int]]:
    """What two numbers give: first, sign, second, result."""
    yield one, "+", other, one + other
    if arithmetic is Arithmetic.ADD:
        return
    large, small = max(one, other), min(one, other)
    yield large, "−", small, large - small
    if arithmetic is Arithmetic.ALL:
        yield one, "×", other, one * other
        if large % small == 0:
            yield large, "÷", small, large // small


def _immobile(board: Board, target: Square) -> tuple[Square, ...]:
    """The pieces in the way of an enemy that only they (and the edge) keep from moving."""
    rules, foe, occupied = board.rules, board.foes[target], board.occupied
    tables = rules.tables
    marches = tables.marches(foe)[target]
    found = set()
    for end, path in marches:
        in_way = (path | 1 << end) & occupied
        if not in_way:
            return ()
        first = in_way.bit_length() - 1 if end < target else (in_way & -in_way).bit_length() - 1
        if first not in board.men:
            return ()
        if first == end and rules.meeting_moves_in and meetings(foe, board.men[end]):
            return ()
        found.add(first)
    if not rules.siege_edge:
        directions = sum(len(tables.directions[shape].steps) for shape in tables.shapes(foe))
        if len(marches) < directions:
            return ()
    for end in tables.flights(foe)[target]:
        if end not in board.men:
            return ()
        found.add(end)
    return tuple(sorted(found))


def _add(found: Found, target: Square, foe: Piece, way: Way) -> None:
    """Enter a way to the whole, or to a component that is not the whole."""
    part = 0 if way.gives == foe.value else way.gives
    found.setdefault(target, {}).setdefault(part, []).append(way)


def _falls(foe: Piece, number: int) -> bool:
    return number == foe.value or number in foe.parts


@lru_cache(maxsize=1 << 14)
def meetings(piece: Piece, foe: Piece) -> tuple[int, ...]:
    """The numbers with which one piece equals another or one of its components."""
    return tuple(number for number in piece.numbers if _falls(foe, number))


def add_meeting(found: Found, board: Board, square: Square, target: Square) -> None:
    foe = board.foes[target]
    for number in meetings(board.men[square], foe):
        _add(found, target, foe, Way(Kind.MEETING, ((square, number),), "=", 0, number))


@lru_cache(maxsize=1 << 16)
def assaulting(
    piece: Piece, foe: Piece, count: int, division: bool
) -> tuple[tuple[int, str, int], ...]:
    """Number, sign and result of each sum that makes the enemy fall."""
    found = []
    for number in piece.numbers:
        if _falls(foe, number * count):
            found.append((number, "×", number * count))
        if division and number % count == 0 and _falls(foe, number // count):
            found.append((number, "÷", number // count))
    return tuple(found)


def add_assault(found: Found, board: Board, square: Square, target: Square, count: int) -> None:
    foe, rules = board.foes[target], board.rules
    both_ends = rules.assault_counts is Count.BOTH_ENDS
    for number, sign, gives in assaulting(board.men[square], foe, count, rules.assault_division):
        way = Way(Kind.ASSAULT, ((square, number),), sign, count, gives, both_ends)
        _add(found, target, foe, way)


@lru_cache(maxsize=1 << 16)
def _ambushing(
    one: Piece, other: Piece, foe: Piece, arithmetic: Arithmetic
) -> tuple[tuple[int, int, bool, str, int], ...]:
    """The numbers of the two, whether in turned order, the sign and the result."""
    return tuple(
        (a, b, (first, second) != (a, b), sign, gives)
        for a in one.numbers
        for b in other.numbers
        for first, sign, second, gives in results(arithmetic, a, b)
        if _falls(foe, gives)
    )


def add_ambush(found: Found, board: Board, target: Square, one: Square, other: Square) -> None:
    foe, men = board.foes[target], board.men
    sums = _ambushing(men[one], men[other], foe, board.rules.ambush_arithmetic)
    for a, b, turned, sign, gives in sums:
        by = ((other, b), (one, a)) if turned else ((one, a), (other, b))
        _add(found, target, foe, Way(Kind.AMBUSH, by, sign, 0, gives))
