"""What the computer players of a match do next, and when. Decides only; services act."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from games.clock import ZERO
from games.faces.base import Choice, Face
from games.faces.registry import face
from games.models import Match, Seat
from games.record import MatchState
from games.record_events import Status

SOONEST = timedelta(seconds=1)
"""After anything happened, a computer player leaves people this long to see it."""
SPARE = timedelta(seconds=1)
"""What a computer player leaves on its clock at least."""
SHARE = 30
"""A computer player thinks for this part of the time it has left at most."""
LONGEST = timedelta(seconds=2)
SHORTEST = timedelta(milliseconds=50)


@dataclass(frozen=True, slots=True)
class Plan:
    """``text`` is notation; ``is_claim`` tells which service it is for."""

    seat: int
    text: str
    is_claim: bool
    due: datetime


def levels(game: str) -> Sequence[str]:
    """The computer players of a game."""
    return [code for code, _ in face(game).levels]


def plan(match: Match, seats: Sequence[Seat], state: MatchState) -> Plan | None:
    """The next thing a computer player does if nothing happens before, or None.

    The same for the same state, however often it is asked, unless the player thinks for as
    long as its clock lets it: the random numbers come from the match and the event that made
    the position.
    """
    game = face(match.game)
    plans = [
        found
        for seat in _acting(game, seats, state)
        if (found := _plan_of(match, seat, state, game))
    ]
    return min(plans, key=lambda found: found.due, default=None)


def computer_due(match: Match, seats: Sequence[Seat], state: MatchState) -> datetime | None:
    """The column of that name."""
    game = face(match.game)
    if not game.thinks:
        found = plan(match, seats, state)
        return None if found is None else found.due
    dues = [
        _due(seat, state, game.pause(seat.computer), budget(state, seat.number))
        for seat in _acting(game, seats, state)
    ]
    return min(dues, default=None)


def budget(state: MatchState, seat: int) -> timedelta:
    """How long the player of ``seat`` may think about this position."""
    assert state.at is not None
    left = state.clock.remaining(seat, state.at)
    if left is None:
        return LONGEST
    return max(SHORTEST, min(LONGEST, left / SHARE, left - 2 * SPARE))


def _acting(game: Face, seats: Sequence[Seat], state: MatchState) -> list[Seat]:
    """The computer players that have something to think about."""
    if state.status is not Status.RUNNING:
        return []
    return [
        seat for seat in seats if seat.computer and (game.claims or seat.number == state.to_move)
    ]


def _plan_of(match: Match, seat: Seat, state: MatchState, game: Face) -> Plan | None:
    random = Random(f"{match.pk} {state.position_seq} {seat.number}")
    time = budget(state, seat.number)
    choice: Choice | None = game.choose(state.position, seat.number, seat.computer, random, time)
    if choice is None:
        return None
    delay = game.pause(seat.computer) if game.thinks else choice.delay
    due = _due(seat, state, delay, time if game.thinks else ZERO)
    return Plan(seat.number, choice.text, choice.is_claim, due)


def _due(seat: Seat, state: MatchState, delay: float, thinking: timedelta) -> datetime:
    """When the player acts, or begins to think; on turn never too late for its clock."""
    assert state.position_at is not None
    assert state.at is not None
    due = max(state.position_at + timedelta(seconds=delay), state.at + SOONEST)
    if state.to_move == seat.number and state.deadline is not None:
        due = max(state.at, min(due, state.deadline - SPARE - thinking))
    return due
