"""What nobody could see over the board: the kyōens made in a match, claimed or missed.

Only for matches that are over, and for practice; whoever calls this has checked it.
"""

from collections.abc import Sequence
from math import comb
from typing import Any

from games.models import MatchEvent
from games.record import MatchState
from games.record_events import Kind
from games.rules.base import JSON
from games.rules.kyoen.curves import curve_json
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.table import curves_through

MOST_CURVES = 200
"""Of one stone; more are counted but not listed."""


def kyoens(events: Sequence[MatchEvent], states: Sequence[MatchState]) -> list[JSON]:
    """``states[n]`` is the state after ``n`` events."""
    undone = {event.data["undone"]["seq"] for event in events if "undone" in event.data}
    found: list[JSON] = []
    open_one: JSON | None = None
    for number, event in enumerate(events, start=1):
        if event.seq in undone:
            continue
        if event.kind == Kind.MOVE.value:
            open_one = _made(number, event, states[number].position)
            if open_one is not None:
                found.append(open_one)
        elif event.kind == Kind.CLAIM.value and event.data.get("right") and open_one:
            open_one |= {
                "missed": False,
                "claimed_by": None if event.seat is None else event.seat + 1,
                "claimed_ply": number,
                "claimed_points": event.data.get("points", []),
            }
    return found


def _made(ply: int, event: MatchEvent, position: Any) -> JSON | None:
    """The kyōens that the stone just placed made; None when there are none."""
    if not isinstance(position, KyoenPosition) or position.last_stone is None:
        return None
    board, last = position.board, position.last_stone
    curves = list(curves_through(board, position.stones, last))
    if not curves:
        return None
    return {
        "ply": ply,
        "seat": None if event.seat is None else event.seat + 1,
        "point": board.name(last),
        "missed": True,
        "claimed_by": None,
        "claimed_ply": None,
        "claimed_points": [],
        "sets": sum(comb(len(stones) - 1, 3) for _, stones in curves),
        "curves": [
            {
                "stones": [board.name(stone) for stone in stones],
                "curve": curve_json(board, curve),
            }
            for curve, stones in curves[:MOST_CURVES]
        ],
    }
