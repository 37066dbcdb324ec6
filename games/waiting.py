"""For whom a match waits, from its columns: what pages are told and the sweeper looks for."""

from collections.abc import Sequence
from datetime import datetime

from games.models import Match, Medium, Seat
from games.policy import Policy
from games.presence import Waiting
from games.record import MatchState
from games.record_events import Status


def waiting(match: Match, seats: Sequence[Seat], state: MatchState) -> Waiting | None:
    """None where nobody can abandon the match now.

    Somebody plays on a page of their own: over the board, for a computer and for a seat without
    an account there is nothing to see.
    """
    if match.waiting_since is None or state.to_move is None:
        return None
    seat = seats[state.to_move]
    policy = Policy.from_json(match.policy)
    return Waiting(policy, seat.number, match.waiting_since, seat.seen_at or state.started_at)


def wait_anew(match: Match, seats: Sequence[Seat], state: MatchState, at: datetime) -> None:
    """Something happened at ``at``: set from when on the player on turn is waited for."""
    match.waiting_since = at if _may_be_abandoned(match, seats, state) else None
    found = waiting(match, seats, state)
    match.away_at = None if found is None else found.next_look(at)


def _may_be_abandoned(match: Match, seats: Sequence[Seat], state: MatchState) -> bool:
    if not match.policy or state.status is not Status.RUNNING or state.to_move is None:
        return False
    seat = seats[state.to_move]
    plays = match.medium == Medium.ONLINE and seat.user_id is not None and not seat.computer
    return plays and Policy.from_json(match.policy).may_be_abandoned
