"""Who is paired in a round, and by which rules, on plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.lots import Key
from tournaments.formats.swiss_history import Dutch, History


@dataclass(frozen=True, slots=True)
class Field:
    """Who is paired in a round, by pairing number."""

    number: int
    """Of the round."""
    last: bool
    """The last round: entries with more than half the points may break the rule of seats."""
    best: Fraction
    """What a round is worth at most."""
    numbers: Mapping[Key, int]
    histories: Mapping[Key, History]
    """Also of those who are out."""
    top_moves_first: bool
    edition: Dutch


@dataclass(frozen=True, slots=True)
class Waived:
    """Rules that do not hold for some this time."""

    met: frozenset[frozenset[Key]] = frozenset()
    """Pairs that may meet again."""
    seats: frozenset[Key] = frozenset()
    """Entries that may get a seat they must not have."""
    byes: int = 0
    """Byes one may have had and still get another."""


NOTHING_WAIVED = Waived()

Made = list[tuple[Key, Key | None]]
"""Pairs in order of tables, first mover first; the bye comes last, with None."""
