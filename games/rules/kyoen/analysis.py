"""What a person cannot see over the board. For matches that are over, and for practice only."""

from math import comb
from typing import Any

from games.rules.kyoen.curves import Curve, curve_json
from games.rules.kyoen.geometry import Board, Mask, Point, points_of
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.table import (
    KyoenSet,
    curves_through,
    kyoens_with,
    loaded_curves,
    safe_points,
)

MOST_CURVES = 200
"""More than this are counted but not drawn."""


def safe(position: KyoenPosition) -> Mask:
    """The empty points where a stone makes no kyōen."""
    return safe_points(position.board, position.stones)


def kyoens_by_last_stone(position: KyoenPosition) -> list[KyoenSet]:
    """Every claim against the last stone that would be right."""
    if position.last_stone is None:
        return []
    return list(kyoens_with(position.board, position.stones, position.last_stone))


def reveal(position: KyoenPosition) -> dict[str, Any]:
    """The safe points, what the last stone made, and all that stands on the board.

    ``made`` and ``standing`` are lists of curves, each with its stones by name, how many
    kyōens they are (``sets``; with the last stone in ``made``) and the curve to draw.
    ``standing`` includes ``made``; at most MOST_CURVES of each are listed, ``curves_made``
    and ``curves_standing`` count all.
    """
    board, last = position.board, position.last_stone
    made = [] if last is None else list(curves_through(board, position.stones, last))
    standing = list(loaded_curves(board, position.stones))
    return {
        "safe": [board.name(point) for point in points_of(safe(position))],
        "made": [
            _loaded(board, curve, stones, comb(len(stones) - 1, 3))
            for curve, stones in made[:MOST_CURVES]
        ],
        "standing": [
            _loaded(board, curve, stones, comb(len(stones), 4))
            for curve, stones in standing[:MOST_CURVES]
        ],
        "curves_made": len(made),
        "curves_standing": len(standing),
    }


def _loaded(board: Board, curve: Curve, stones: list[Point], sets: int) -> dict[str, Any]:
    return {
        "stones": [board.name(stone) for stone in stones],
        "sets": sets,
        "curve": curve_json(board, curve),
    }
