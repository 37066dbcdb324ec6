"""Why a turn cannot be played: the error that says what the arithmetic gives."""

from itertools import combinations

from games.rules.base import GameError
from games.rules.rithmomachia.captures import Board, assaults, between, marches_to_foes, results
from games.rules.rithmomachia.errors import (
    CannotReachError,
    EmptySquareError,
    EnemyPieceError,
    NoCaptureError,
    NoDropsError,
    NoMoveOfPieceError,
    NotHeldError,
    NothingInHandError,
    NothingToTakeError,
    NotInHandError,
    OffBackRankError,
    OwnPieceError,
    PathBlockedError,
    SquareTakenError,
    SumDoesNotFitError,
)
from games.rules.rithmomachia.geometry import Square, back_rank, name, squares_of
from games.rules.rithmomachia.moves import Scene, cores, same_core, turns
from games.rules.rithmomachia.notation import Drop, Move, Take, Target, Turn
from games.rules.rithmomachia.pieces import Piece, in_hand
from games.rules.rithmomachia.rules import AmbushPlace, Captured

MANY = 4
"""As many sums as an error shows."""


def refusal(scene: Scene, typed: Turn) -> GameError:
    """The error for a turn that is not legal."""
    board = Board.of(scene.rules, scene.men, scene.foes)
    if isinstance(typed.core, Drop):
        error = _drop(scene, board, typed.core)
    else:
        error = _move(scene, board, typed.core)
    if error is not None:
        return error
    for target in typed.before:
        made = {one.square for played in turns(scene) for one in played.turn.before}
        if target.square not in made or target.parts:
            return _capture(board, target)
    fitting = list(turns(scene, Turn(typed.core)))
    if not fitting:
        return NoCaptureError(target=name(typed.core.to))
    then = fitting[0]
    after = Board.of(scene.rules, then.men, scene.foes)
    for target in typed.after:
        if target not in then.turn.after:
            return _capture(after, target)
    return NoCaptureError(target=name(typed.core.to))


def _drop(scene: Scene, board: Board, core: Drop) -> GameError | None:
    if scene.rules.captured is not Captured.TURNED:
        return NoDropsError()
    if not scene.hand:
        return NothingInHandError()
    hand = sorted({in_hand(piece) for piece in scene.hand})
    if core.piece not in hand:
        return NotInHandError(piece=core.piece, hand=", ".join(hand))
    rank = back_rank(scene.seat)
    if core.to not in rank:
        return OffBackRankError(first=name(rank[0]), last=name(rank[-1]), square=name(core.to))
    if 1 << core.to & board.occupied:
        return SquareTakenError(square=name(core.to))
    return None


def _move(scene: Scene, board: Board, core: Move | Take) -> GameError | None:
    if core.origin not in scene.men:
        if core.origin in scene.foes:
            return EnemyPieceError(square=name(core.origin))
        return EmptySquareError(square=name(core.origin))
    if core.to in scene.men:
        return OwnPieceError(square=name(core.to))
    if any(same_core(core, one) for played in turns(scene) for one in (played.turn.core,)):
        return None
    piece = scene.men[core.origin]
    if core.to in scene.foes:
        part = core.part if isinstance(core, Take) else None
        return _taking(board, core.origin, core.to, part)
    if isinstance(core, Take):
        return NothingToTakeError(square=name(core.to))
    for end, path in scene.rules.tables.marches(piece)[core.origin]:
        if end == core.to and (blockers := path & board.occupied):
            nearest = min(squares_of(blockers), key=lambda one: abs(core.origin - one))
            return PathBlockedError(blocker=name(nearest), piece=piece.kind, square=name(core.to))
    return _elsewhere(scene, board, core, piece)


def _elsewhere(scene: Scene, board: Board, core: Move, piece: Piece) -> GameError:
    others = sorted(
        {
            one.to
            for one, _ in cores(board, scene)
            if not isinstance(one, Drop) and one.origin == core.origin
        }
    )
    if not others:
        return NoMoveOfPieceError(piece=piece.kind, origin=name(core.origin))
    return CannotReachError(
        piece=piece.kind,
        origin=name(core.origin),
        square=name(core.to),
        others=", ".join(map(name, others)),
    )


def _taking(board: Board, origin: Square, to: Square, part: int | None) -> GameError:
    foe = board.foes[to]
    if part is not None and part not in foe.parts:
        return _not_held(foe, to, part)
    sums = list(_sums_of_one(board, origin, to))
    return _unfit(Target(to, (part,) if part else ()), part or foe.value, sums)


def _capture(board: Board, target: Target) -> GameError:
    """Why a piece does not fall to pieces that stay."""
    foe = board.foes.get(target.square)
    if foe is None:
        return NothingToTakeError(square=name(target.square))
    for part in target.parts:
        if part not in foe.parts:
            return _not_held(foe, target.square, part)
    sums = []
    if not board.rules.meeting_moves_in or not board.rules.assault_moves_in:
        for square in board.men:
            sums += _sums_of_one(board, square, target.square, staying=True)
    for one, other in _pairs(board, target.square):
        a, b = board.men[one].value, board.men[other].value
        sums += [
            f"{first} {sign} {second} = {gives}"
            for first, sign, second, gives in results(board.rules.ambush_arithmetic, a, b)
        ]
    return _unfit(target, target.parts[0] if target.parts else foe.value, sums)


def _pairs(board: Board, target: Square) -> list[tuple[Square, Square]]:
    if board.rules.ambush_place is AmbushPlace.BETWEEN:
        return [(one, other) for foe, one, other in between(board) if foe == target]
    reach = sorted(one for one, foe in marches_to_foes(board) if foe == target)
    return list(combinations(reach, 2))


def _sums_of_one(board: Board, origin: Square, to: Square, staying: bool = False) -> list[str]:
    """What one piece makes against another, by meeting and by assault."""
    rules, piece, value = board.rules, board.men[origin], board.foes[to].value
    found = []
    if not (staying and rules.meeting_moves_in) and (origin, to) in marches_to_foes(board):
        found.append(f"{piece.value} ≠ {value}")
    if staying and rules.assault_moves_in:
        return found
    for square, foe, count in assaults(board):
        if (square, foe) == (origin, to):
            found.append(f"{piece.value} × {count} = {piece.value * count}")
            if rules.assault_division and piece.value % count == 0:
                found.append(f"{piece.value} ÷ {count} = {piece.value // count}")
    return found


def _unfit(target: Target, value: int, sums: list[str]) -> GameError:
    if not sums:
        return NoCaptureError(target=str(target))
    return SumDoesNotFitError(target=str(target), value=value, sums="; ".join(sums[:MANY]))


def _not_held(foe: Piece, square: Square, part: int) -> GameError:
    held = ", ".join(map(str, foe.parts or (foe.value,)))
    return NotHeldError(square=name(square), part=part, held=held)
