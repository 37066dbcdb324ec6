"""What nobody could see over the board, for matches that are over and for practice."""

from collections.abc import Sequence
from typing import Any

from games.models import Match, MatchEvent
from games.rules.base import JSON
from games.rules.kyoen.analysis import reveal
from games.services.state import load_steps


def revealed_steps(match: Match, seats: int, rows: Sequence[MatchEvent]) -> list[JSON]:
    """Every step with its stones, safe points and curves (kyoen.analysis.reveal).

    Whoever calls this has checked that the match may be analysed. ``rows``: all its events.
    """
    steps: list[JSON] = []
    before: Any = None
    shown: JSON = {}
    for row, state in load_steps(match, seats, rows):
        position: Any = state.position
        if position.layout != before:
            before = position.layout
            stones = [position.board.name(point) for point in position.stones]
            shown = {"stones": stones, **reveal(position)}
        steps.append({"seq": row.seq, "kind": row.kind, "text": row.text, **shown})
    return steps
