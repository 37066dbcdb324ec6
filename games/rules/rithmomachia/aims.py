"""What standing pieces look at, whatever is in the way, and what they take where nothing is.

The aims of a position serve all its moves: a move takes away those of the piece that moves, adds
those it has where it comes to, and else only opens and closes ways.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.rules.rithmomachia.captures import (
    Board,
    Found,
    Kind,
    Way,
    add_ambush,
    add_assault,
    add_meeting,
    assaulting,
    between,
    sieges,
)
from games.rules.rithmomachia.geometry import (
    SQUARES,
    Directions,
    Mask,
    Square,
    along,
    mask,
    squares_of,
)
from games.rules.rithmomachia.pieces import Piece
from games.rules.rithmomachia.rules import AmbushPlace, Count


class Aim(NamedTuple):
    """An own piece and an enemy it would reach over ``path``; they are taken in ``order``."""

    order: tuple[int, int, int]
    square: Square
    target: Square
    path: Mask
    counted: int = 0
    """The squares an assault counts."""


Line: TypeAlias = tuple[int, int, Mask]
"""Which direction, how many steps, and what must be empty between."""


@cache
def lines(directions: Directions) -> tuple[tuple[Mask, dict[Square, Line]], ...]:
    """By square, the squares on its lines: all as a mask, and how each is reached."""
    found = []
    for origin in range(SQUARES):
        ways: dict[Square, Line] = {}
        for number, step in enumerate(directions.steps):
            line = along(origin, step)
            ways |= {end: (number, n + 1, mask(line[:n])) for n, end in enumerate(line)}
        found.append((mask(ways), ways))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Aims:
    """Of all pieces of one side; ``marches`` and ``assaults`` only where captures ask for them."""

    board: Board
    marches: tuple[Aim, ...]
    assaults: tuple[Aim, ...]

    @classmethod
    def of(cls, board: Board) -> "Aims":
        marches: list[Aim] = []
        assaults: list[Aim] = []
        for square, piece in board.men.items():
            marches += _marches(board, square, piece)
            assaults += _assaults(board, square, piece)
        return cls(board, tuple(sorted(marches)), tuple(sorted(assaults)))

    def standing(self) -> Found:
        """All that the side takes with pieces that stay where they are."""
        occupied = self.board.occupied
        marches = [aim for aim in self.marches if not aim.path & occupied]
        assaults = [aim for aim in self.assaults if not aim.path & occupied]
        return _found(self.board, marches, assaults)

    def after(self, then: Board, origin: Square | None, to: Square) -> Found:
        """The same when a piece came to ``to``, from ``origin`` or from outside; no enemy fell."""
        occupied, piece = then.occupied, then.men[to]
        found = []
        for kept, fresh in ((self.marches, _marches), (self.assaults, _assaults)):
            aims = [aim for aim in kept if aim.square != origin and not aim.path & occupied]
            come = [aim for aim in fresh(then, to, piece) if not aim.path & occupied]
            found.append(sorted(aims + come) if come else aims)
        return _found(then, *found)


def standing(board: Board) -> Found:
    """All that the side takes with pieces that stay where they are."""
    return Aims.of(board).standing()


def _marches(board: Board, square: Square, piece: Piece) -> Iterator[Aim]:
    rules, other = board.rules, board.other
    if rules.meeting_moves_in and rules.ambush_place is not AmbushPlace.REACH:
        return
    ends, ways = rules.tables.reach(piece)[square]
    if not ends & other:
        return
    for shape, direction, end, path in ways:
        if other >> end & 1:
            yield Aim((shape, direction, end), square, end, path)


def _assaults(board: Board, square: Square, piece: Piece) -> Iterator[Aim]:
    """Only those whose sum makes the enemy fall."""
    rules, foes = board.rules, board.foes
    if rules.assault_moves_in:
        return
    more = 1 if rules.assault_counts is Count.BOTH_ENDS else -1
    seen, ways = lines(rules.assault_directions)[square]
    for target in squares_of(seen & board.other):
        direction, steps, path = ways[target]
        count = steps + more
        if count > 1 and assaulting(piece, foes[target], count, rules.assault_division):
            yield Aim((direction, steps, target), square, target, path, count)


def _found(board: Board, marches: list[Aim], assaults: list[Aim]) -> Found:
    """What falls by aims that are open, and by ambush and siege."""
    rules = board.rules
    found: Found = {}
    reached: dict[Square, list[Square]] = {}
    for aim in marches:
        reached.setdefault(aim.target, []).append(aim.square)
    if not rules.meeting_moves_in:
        for target, squares in reached.items():
            for square in squares:
                add_meeting(found, board, square, target)
    for aim in assaults:
        add_assault(found, board, aim.square, aim.target, aim.counted)
    if rules.ambush_place is AmbushPlace.REACH:
        for target, squares in reached.items():
            for one, other in combinations(sorted(squares), 2):
                add_ambush(found, board, target, one, other)
    else:
        for target, one, other in between(board):
            add_ambush(found, board, target, one, other)
    for target, besiegers in sieges(board):
        way = Way(Kind.SIEGE, tuple((square, 0) for square in besiegers))
        found.setdefault(target, {}).setdefault(0, []).append(way)
    return found
