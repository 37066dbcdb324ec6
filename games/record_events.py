"""The lines of a record: what they say, and the values in them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from games.clock import LONGEST
from games.record_errors import TooMuchTimeError
from games.rules.base import InvalidActionError, Position, Seat

_MARKED = re.compile(r"(?P<claim>[0-9a-z]?!.*)|(?P<leave>[0-9]?-)", re.IGNORECASE)
"""Every game writes a claim as ``2!…`` and a seat that leaves as ``2-``; all else is a move."""


class Kind(Enum):
    """What an event says. ``text`` is notation for moves and claims."""

    START = "start"
    MOVE = "move"
    CLAIM = "claim"
    FLAG = "flag"
    """The time of the seat on turn is used up."""
    RESIGN = "resign"
    WITHDRAW = "withdraw"
    REMOVE = "remove"
    """An arbiter takes a seat out of play."""
    RESTORE = "restore"
    """An arbiter puts a seat back into play."""
    PAUSE = "pause"
    RESUME = "resume"
    CLOCK = "clock"
    """An arbiter gives ``data["ms"]`` to a seat (takes, when negative)."""
    RULING = "ruling"
    """On a flag that waits: ``text`` is ``out``, or ``plays_on`` with ``data["ms"]`` left."""
    TAKEBACK = "takeback"
    """The last step (move, claim, seat that left) is undone."""
    OUTAGE = "outage"
    """The server was away: the seat on turn gets ``data["ms"]`` back."""
    END = "end"
    """An arbiter ends the match here."""
    OFFER = "offer"
    """A player offers a draw."""
    ACCEPT = "accept"
    """Without a seat: both agreed, an arbiter says."""
    DECLINE = "decline"
    ILLEGAL = "illegal"
    """An arbiter records an illegal move over the board, with what the policy gives for it."""
    ADJUDICATE = "adjudicate"
    """An arbiter says how the match ended: ``text`` is the places by seat, ``1 2``."""
    AWAY = "away"
    """The player on turn is missed for too long: arbiters are told, and the match goes on."""
    ABANDON = "abandon"
    """A seat has abandoned the match: ``data["why"]`` by itself, else an arbiter said so."""


LEAVES = {
    Kind.RESIGN: "resigned",
    Kind.WITHDRAW: "withdrew",
    Kind.REMOVE: "removed",
    Kind.ABANDON: "abandoned",
}
AGREED, ADJUDICATED, ILLEGAL_MOVES = "agreed", "adjudicated", "illegal_moves"
ABSENT = "absent"
"""Why a seat went that was withdrawn or removed before the match began: its player never came."""


class Status(Enum):
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    RULING = "ruling"
    """A flag fell and an arbiter has to say what follows."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the record. ``at`` is aware and never before the line above."""

    seq: int
    at: datetime
    kind: Kind
    seat: Seat | None = None
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


def played(position: Position, event: Event) -> Position:
    """The position after a move or a claim, whose text must be what its kind says."""
    marked = _MARKED.fullmatch(event.text.strip())
    kind = None if marked and marked["leave"] else Kind.CLAIM if marked else Kind.MOVE
    if kind is not event.kind:
        raise InvalidActionError(text=event.text[:60])
    seat, action = position.parse(event.text, event.seat)
    return position.play(event.seat if event.seat is not None else seat, action)


def read_places(text: str, seats: int) -> tuple[int, ...]:
    """``1 2``: from 1, one for each seat."""
    found = tuple(int(part) for part in text.split() if part.isdecimal() and len(part) < 3)
    wrong = len(found) != len(text.split()) or len(found) != seats
    if wrong or not set(found) <= set(range(1, seats + 1)):
        raise InvalidActionError(text=text[:60])
    return found


def read_time(event: Event) -> timedelta:
    ms = event.data.get("ms", 0)
    if not isinstance(ms, int) or abs(ms) > LONGEST // timedelta(milliseconds=1):
        raise TooMuchTimeError(ms=str(ms)[:40])
    return timedelta(milliseconds=ms)
