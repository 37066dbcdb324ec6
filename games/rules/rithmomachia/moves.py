"""Turns: what stands to be taken before the move, the move, and what falls after it.

All that a side's standing pieces take falls at once, in one pass without a chain. The one
choice is a pyramid: where its total is met it may fall whole, else in those of the components
met that the mover names, one at least.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from games.rules.base import Seat
from games.rules.rithmomachia.aims import Aims, standing
from games.rules.rithmomachia.captures import Board, Found, Men, Way, moving_in
from games.rules.rithmomachia.geometry import Square, back_rank
from games.rules.rithmomachia.notation import Core, Drop, Move, Take, Target, Turn, notate_action
from games.rules.rithmomachia.pieces import Piece, in_hand
from games.rules.rithmomachia.rules import Captured, RithmoRules


@dataclass(frozen=True, slots=True)
class Capture:
    """A piece, or a component of a pyramid, that falls, and every reason why."""

    target: Target
    piece: Piece
    """As it stood; a component as a piece of its own."""
    ways: tuple[Way, ...]

    @property
    def is_part(self) -> bool:
        return bool(self.target.parts)


@dataclass(frozen=True, slots=True)
class Scene:
    """A side to move: its pieces, the other's, and what it may drop."""

    rules: RithmoRules
    seat: Seat
    men: Men
    foes: Men
    hand: tuple[Piece, ...] = ()

    @property
    def droppable(self) -> tuple[Piece, ...]:
        return self.hand if self.rules.captured is Captured.TURNED else ()


@dataclass(frozen=True, slots=True)
class Played:
    """A whole turn: its complete notation, what fell and why, and the pieces after it."""

    turn: Turn
    piece: Piece
    """The piece that moved, took or was dropped."""
    before: tuple[Capture, ...]
    taken: Capture | None
    """What fell by the move itself."""
    after: tuple[Capture, ...]
    men: Men
    foes: Men

    @property
    def captures(self) -> tuple[Capture, ...]:
        """In the order in which they fell."""
        return (*self.before, *((self.taken,) if self.taken else ()), *self.after)

    @property
    def text(self) -> str:
        return notate_action(None, self.turn)


def turns(scene: Scene, typed: Turn | None = None) -> Iterator[Played]:
    """Every turn the rules allow; with ``typed`` only those that it may mean."""
    rules = scene.rules
    for before, foes in _before(scene):
        fallen = tuple(Target(one.target.square, one.target.parts) for one in before)
        grouped = _grouped(fallen)
        if typed is not None and not _means(typed.before, grouped):
            continue
        board = Board.of(rules, scene.men, foes)
        aims = Aims.of(board)
        for core, taken in cores(board, scene):
            if typed is not None and not same_core(typed.core, core):
                continue
            yield from _finished(scene, aims, grouped, before, core, taken, typed)


def first_turn(scene: Scene) -> bool:
    """Whether the side has a legal turn at all."""
    return any(
        True
        for _, foes in _before(scene)
        for _ in cores(Board.of(scene.rules, scene.men, foes), scene)
    )


def cores(board: Board, scene: Scene) -> Iterator[tuple[Core, Capture | None]]:
    """The moves themselves, with what falls by moving in."""
    tables, occupied, foes = board.rules.tables, board.occupied, board.foes
    takes = board.rules.meeting_moves_in or board.rules.assault_moves_in
    for square, piece in board.men.items():
        for end, path in tables.marches(piece)[square]:
            if not (path | 1 << end) & occupied:
                yield Move(square, end), None
        for end in tables.flights(piece)[square]:
            if not 1 << end & occupied:
                yield Move(square, end), None
    if takes:
        for square, found in moving_in(board).items():
            for end, by_part in found.items():
                for part, ways in by_part.items():
                    take = Take(square, end, part or None)
                    yield take, _capture(end, foes[end], part, ways)
    if scene.droppable:
        free = [square for square in back_rank(scene.seat) if not 1 << square & occupied]
        for piece in dict.fromkeys(scene.droppable):
            for square in free:
                yield Drop(in_hand(piece), square), None


def same_core(typed: Core, core: Core) -> bool:
    """Whether what was typed may mean this move; ``d5-d7`` may stand for ``d5xd7``."""
    if isinstance(typed, Drop) or isinstance(core, Drop):
        return typed == core
    if (typed.origin, typed.to) != (core.origin, core.to):
        return False
    if isinstance(typed, Move):
        return True
    return isinstance(core, Take) and typed.part in (None, core.part)


def choices(found: Found, foes: Men) -> Iterator[tuple[tuple[Target, ...], tuple[Capture, ...]]]:
    """What falls together: all of it, each pyramid whole or in some of the components met."""
    options: list[list[Target]] = []
    for square in sorted(found):
        parts = sorted((part for part in found[square] if part), reverse=True)
        whole = [Target(square)] if 0 in found[square] else []
        some = (chosen for size in range(len(parts), 0, -1) for chosen in combinations(parts, size))
        options.append([*whole, *(Target(square, chosen) for chosen in some)])
    for targets in product(*options):
        fallen = [
            _capture(target.square, foes[target.square], part, found[target.square][part])
            for target in targets
            for part in target.parts or (0,)
        ]
        yield targets, tuple(fallen)


def _capture(square: int, foe: Piece, part: int, ways: list[Way]) -> Capture:
    target = Target(square, (part,) if part else ())
    return Capture(target, foe.loose(part) if part else foe, tuple(ways))


def _before(scene: Scene) -> Iterator[tuple[tuple[Capture, ...], Men]]:
    """What falls before the move, and the other side's pieces then."""
    if not scene.rules.captures_before:
        yield (), scene.foes
        return
    found = standing(Board.of(scene.rules, scene.men, scene.foes))
    for targets, captures in choices(found, scene.foes):
        yield captures, without(scene.foes, targets)


def without(foes: Men, targets: tuple[Target, ...]) -> Men:
    """The pieces that are left when the targets have fallen."""
    if not targets:
        return foes
    left = dict(foes)
    for target in targets:
        rest = left.pop(target.square)
        if target.parts and (still := rest.without(target.parts)) is not None:
            left[target.square] = still
    return left


def _grouped(fallen: tuple[Target, ...]) -> tuple[Target, ...]:
    """Components of one pyramid as one target."""
    found: dict[int, tuple[int, ...]] = {}
    for target in fallen:
        found[target.square] = (*found.get(target.square, ()), *target.parts)
    return tuple(Target(square, parts) for square, parts in found.items())


def _means(typed: tuple[Target, ...], full: tuple[Target, ...]) -> bool:
    """Whether the captures typed are among those made; a part that is one of several is not."""
    made = {target.square: set(target.parts) for target in full}
    return all(made.get(target.square) == set(target.parts) for target in typed)


def _finished(
    scene: Scene,
    aims: Aims,
    fallen: tuple[Target, ...],
    before: tuple[Capture, ...],
    core: Core,
    taken: Capture | None,
    typed: Turn | None,
) -> Iterator[Played]:
    board = aims.board
    men, foes, own, other = dict(board.men), board.foes, board.own, board.other
    origin: Square | None = None
    if isinstance(core, Drop):
        piece = next(one for one in scene.hand if in_hand(one) == core.piece)
        men[core.to] = piece
        own |= 1 << core.to
    else:
        origin = core.origin
        piece = men[origin]
        if taken is not None:
            foes = without(foes, (taken.target,))
        if taken is None or core.to not in foes:
            del men[core.origin]
            men[core.to] = piece
            own = own & ~(1 << core.origin) | 1 << core.to
            other &= ~own
    then = Board(scene.rules, men, foes, own, other)
    found = aims.after(then, origin, core.to) if taken is None else standing(then)
    if not found:
        if typed is None or not typed.after:
            yield Played(Turn(core, (), fallen), piece, before, taken, (), men, foes)
        return
    for targets, captures in choices(found, foes):
        if typed is None or _means(typed.after, targets):
            turn = Turn(core, targets, fallen)
            yield Played(turn, piece, before, taken, captures, men, without(foes, targets))
