"""A match step by step, with what nobody could see while it was played.

Only for matches that are over, and for practice; whoever calls this has checked it.
"""

from collections.abc import Sequence

from games.faces.names import names_of
from games.faces.registry import face
from games.models import Match, MatchEvent, Seat
from games.present import event_view, position_view
from games.record import MatchState
from games.rules.base import JSON
from games.services.state import first_state, load_steps


def replay_steps(match: Match, seats: Sequence[Seat], events: Sequence[MatchEvent]) -> JSON:
    """``steps[n]``: the position after ``n`` events; and what the game's face analyses.

    Seats count from 1. ``events``: all of the match.
    """
    names = names_of(seats)
    start = first_state(match, len(seats))
    rows = load_steps(match, len(seats), events)

    def step(event: MatchEvent | None, state: MatchState) -> JSON:
        return {
            "event": None if event is None else event_view(event, names, match.game),
            "position": position_view(state, match.game),
            "status": state.status.value,
        }

    steps = [step(None, start), *(step(event, state) for event, state in rows)]
    return {**face(match.game).analysis(start, rows), "steps": steps}


def revealed_steps(match: Match, seats: Sequence[Seat], events: Sequence[MatchEvent]) -> JSON:
    """``steps``: every event with what its position reveals; and the face's analysis."""
    kind = face(match.game)
    rows = load_steps(match, len(seats), events)
    steps: list[JSON] = []
    before: object = None
    shown: JSON = {}
    for row, state in rows:
        if state.position.layout != before:
            before = state.position.layout
            shown = kind.revealed(state.position)
        steps.append({"seq": row.seq, "kind": row.kind, "text": row.text, **shown})
    return {**kind.analysis(first_state(match, len(seats)), rows), "steps": steps}
