"""The values a draw of tables takes and gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, TypeAlias

from tournaments.formats.lots import Key

PastTable: TypeAlias = Sequence[Key | None]
"""A table of an earlier round in seat order; None is the seat of somebody who never came."""


class Method(Enum):
    DRAWN = "drawn"
    """By lot."""
    SNAKED = "snaked"
    """By seeding number, back and forth over the tables, so that all are equally strong."""
    BY_SCORE = "by_score"
    """Those with the same score together, leaders at table 1."""
    BY_HAND = "by_hand"


class Avoid(Enum):
    NEVER = "never"
    """Does not matter."""
    SOFT = "soft"
    """Avoid it where that costs little."""
    HARD = "hard"
    """Avoid it at any cost; where it cannot be avoided the draw says so."""


class Note(Enum):
    """What an organiser should know about a table before publishing it."""

    FORBIDDEN = "forbidden_pair"
    REMATCH = "rematch"
    SAME_CLUB = "same_club"
    FIRST_AGAIN = "first_again"


@dataclass(frozen=True, slots=True)
class Entrant:
    key: Key
    seed: int | None = None
    """Seeding number, 1 the strongest."""
    score: Fraction = Fraction(0)
    """Place points so far."""
    club: str = ""


@dataclass(frozen=True, slots=True)
class Weights:
    """What two people at one table cost. The unit is a gap of one place point between two.

    Hill climbing lowers, over all pairs at one table,
    ``meeting`` × ((m+1)² − m² − 1) for two who have met m times, which is what Σ meetings²
    grows by; ``score`` × (difference of scores)² in a draw by score; ``club`` for the
    same club; ``pot`` for two of the same lap of the snake; and for each table ``first``
    if every one of its members has already sat first more often than need be.
    """

    meeting: int = 10
    score: int = 1
    club: int = 8
    pot: int = 6
    first: int = 16


@dataclass(frozen=True, slots=True)
class TableNote:
    kind: Note
    keys: tuple[Key, ...]
    count: int = 1
    """For a rematch, how often the two have met; for FIRST_AGAIN, how often first before."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "keys": list(self.keys), "count": self.count}


@dataclass(frozen=True, slots=True)
class DrawnTable:
    number: int
    """From 1."""
    seats: tuple[Key, ...]
    """In order of play."""
    notes: tuple[TableNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """What a draw could not avoid, counted over all tables."""

    forbidden: int = 0
    rematches: int = 0
    """Pairs who meet again."""
    meetings: int = 0
    """What the draw adds to Σ meetings² beyond one for each pair."""
    same_club: int = 0
    """Pairs."""
    first_again: int = 0
    """Entrants who sit first although they have before."""
    spread: Fraction = Fraction(0)
    """Σ (difference of scores)² over the pairs."""

    def to_json(self) -> dict[str, Any]:
        return {
            "forbidden": self.forbidden,
            "rematches": self.rematches,
            "meetings": self.meetings,
            "same_club": self.same_club,
            "first_again": self.first_again,
            "spread": str(self.spread),
        }


@dataclass(frozen=True, slots=True)
class Draw:
    tables: tuple[DrawnTable, ...]
    method: Method
    seed: int | str | None
    cost: Cost

    def to_json(self) -> dict[str, Any]:
        return {
            "method": self.method.value,
            "seed": self.seed,
            "cost": self.cost.to_json(),
            "tables": [
                {
                    "number": table.number,
                    "seats": list(table.seats),
                    "notes": [note.to_json() for note in table.notes],
                }
                for table in self.tables
            ],
        }


class Fault(Enum):
    """Why a set of tables cannot be played."""

    MISSING = "missing"
    TWICE = "twice"
    UNKNOWN = "unknown"
    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"


@dataclass(frozen=True, slots=True)
class DrawFault:
    kind: Fault
    keys: tuple[Key, ...]
    table: int | None = None
    """From 1."""
