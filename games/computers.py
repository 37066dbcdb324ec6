"""What the computer players of a match do next, and when. Decides only; services act."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from games.models import Match, Seat
from games.record import MatchState, Status
from games.rules.kyoen.computer import Level, choose
from games.rules.kyoen.notation import Claim

SOONEST = timedelta(seconds=1)
"""After anything happened, a computer player leaves people this long to see it."""
SPARE = timedelta(seconds=1)
"""What a computer player leaves on its clock at least."""

LEVELS: Mapping[str, Sequence[str]] = {"kyoen": tuple(level.value for level in Level)}
"""The computer players of each game."""


@dataclass(frozen=True, slots=True)
class Plan:
    """``text`` is notation; ``is_claim`` tells which service it is for."""

    seat: int
    text: str
    is_claim: bool
    due: datetime


def plan(match_id: UUID, seats: Sequence[Seat], state: MatchState) -> Plan | None:
    """The next thing a computer player does if nothing happens before, or None.

    The same for the same state, however often it is asked: the random numbers come from the
    match and the event that made the position.
    """
    computers = [seat for seat in seats if seat.computer]
    if not computers or state.status is not Status.RUNNING:
        return None
    plans = [found for seat in computers if (found := _plan_of(match_id, seat, state))]
    return min(plans, key=lambda found: found.due, default=None)


def _plan_of(match_id: UUID, seat: Seat, state: MatchState) -> Plan | None:
    assert state.position_at is not None
    assert state.at is not None
    position: Any = state.position
    random = Random(f"{match_id} {state.position_seq} {seat.number}")
    choice = choose(position, seat.number, Level(seat.computer), random)
    if choice is None:
        return None
    due = max(state.position_at + timedelta(seconds=choice.delay), state.at + SOONEST)
    if state.to_move == seat.number and state.deadline is not None:
        due = max(state.at, min(due, state.deadline - SPARE))
    text = position.notate(seat.number, choice.action)
    return Plan(seat.number, text, isinstance(choice.action, Claim), due)


def computer_due(match: Match, seats: Sequence[Seat], state: MatchState) -> datetime | None:
    """The column of that name."""
    found = plan(match.pk, seats, state)
    return None if found is None else found.due
