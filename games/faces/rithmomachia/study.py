"""What a page tells of a position besides the board: sums, sets that would win, threats."""

from collections.abc import Iterable
from typing import Any

from games.rules.base import JSON
from games.rules.rithmomachia.moves import Played, turns
from games.rules.rithmomachia.position import RithmoPosition
from games.rules.rithmomachia.threats import pyramid_stands, sets_from_here, threats

SETS = 60
"""As many sets as a page shows."""


def moves_of(played: Iterable[Played]) -> JSON:
    """``legal``: turns in notation; ``takes``: by turn, the square, piece and sums of each fall."""
    found = {one.text: one for one in played}
    return {
        "legal": list(found),
        "takes": {text: _takes(one) for text, one in found.items() if one.captures},
    }


def _takes(played: Played) -> list[list[Any]]:
    return [
        [
            str(capture.target).split("/")[0],
            capture.piece.kind,
            [way.sum or way.kind.value for way in capture.ways],
        ]
        for capture in played.captures
    ]


def study(position: RithmoPosition) -> JSON:
    """By seat: the sets that would meet the numbers from here and the victories threatened.

    ``other`` has the turns of the side that is not to move, as if it were its turn.
    """
    other = 1 - position.turn
    over = position.over is not None
    return {
        "sets": [_sets(position, seat) for seat in (0, 1)],
        "threats": [[one.to_json() for one in threats(position, seat)] for seat in (0, 1)],
        "pyramid": [pyramid_stands(position, seat) for seat in (0, 1)],
        "other": moves_of(() if over else turns(position.scene_of(other))),
    }


def _sets(position: RithmoPosition, seat: int) -> JSON:
    found = sets_from_here(position, seat, SETS)
    return {"sets": [list(one) for one in found.sets], "complete": found.complete}
