"""Knockouts as graphs of slots: matches, where their players come from, and results.

A field that is no power of two leaves places of the full grid empty. Such a bye is not a
match: whoever has it stands in the next match directly, so every match here is played.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from tournaments.formats.errors import FormatError
from tournaments.formats.lots import Key

SMALLEST, LARGEST = 2, 256
"""Entrants of a knockout."""


class UnknownMatchError(FormatError):
    """``params``: match."""

    code = "unknown_match"


class Kind(Enum):
    SINGLE = "single"
    DOUBLE = "double"


class Side(Enum):
    WINNERS = "winners"
    """Those who have lost nothing; all of a single elimination but the match for third place."""
    LOSERS = "losers"
    FINAL = "final"
    """The grand final of a double elimination, and the match that may follow it."""
    THIRD = "third"


class Origin(Enum):
    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a player of a match comes from."""

    origin: Origin
    seed: int = 0
    match: str = ""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    id: str
    """``W1-3`` (winners' side, round, number), ``L2-1``, ``GF``, ``GF2``, ``3P``."""
    side: Side
    round: int
    """Within its side, from 1."""
    number: int
    """The place in the full grid, from 1 at the top."""
    step: int
    """The earliest round of play, from 1; everything it rests on has a lower one."""
    from_end: int
    """0 for the final, 1 for the matches before it."""
    sources: tuple[Source, Source]
    winner_to: str | None = None
    loser_to: str | None = None
    places: tuple[int, int] | None = None
    """The places the loser shares, first and last; None for who plays on."""


@dataclass(frozen=True, slots=True)
class Bye:
    """A place of the grid that somebody passes without a match."""

    id: str
    side: Side
    round: int
    source: Source
    to: str
    """The match the source stands in instead."""


@dataclass(frozen=True)
class Bracket:
    kind: Kind
    size: int
    """Entrants."""
    depth: int
    """Rounds of the winners' side."""
    matches: tuple[BracketMatch, ...]
    """In an order of play: whatever a match rests on comes before it."""
    byes: tuple[Bye, ...] = ()
    third_place: bool = False
    reset: bool = False
    """A second grand final, if the one from the losers' side wins the first."""

    @cached_property
    def by_id(self) -> Mapping[str, BracketMatch]:
        return {match.id: match for match in self.matches}

    @cached_property
    def columns(self) -> Mapping[tuple[Side, int], int]:
        """How many matches each round of each side has."""
        return Counter((match.side, match.round) for match in self.matches)

    def has(self, match_id: str) -> bool:
        return match_id in self.by_id

    def match(self, match_id: str) -> BracketMatch:
        """Raise UnknownMatchError."""
        found = self.by_id.get(match_id)
        if found is None:
            raise UnknownMatchError(match=match_id)
        return found

    @property
    def steps(self) -> int:
        """Rounds of play, a second grand final included."""
        return max(match.step for match in self.matches)

    def of_step(self, step: int) -> tuple[BracketMatch, ...]:
        return tuple(match for match in self.matches if match.step == step)

    @property
    def last(self) -> str:
        """The final, or the first grand final."""
        return "GF" if self.kind is Kind.DOUBLE else f"W{self.depth}-1"


class Ending(Enum):
    PLAYED = "played"
    FORFEIT = "forfeit"
    """The loser did not come, or gave up."""
    DOUBLE_FORFEIT = "double_forfeit"
    """Neither came: both are out, nobody goes on, and the next opponent walks over."""
    DISQUALIFIED = "disqualified"
    """The loser is put out of the stage, out of a losers' side too."""


@dataclass(frozen=True, slots=True)
class BracketResult:
    """What happened between two people, wherever they sat."""

    players: tuple[Key, Key]
    winner: Key | None
    """None for a double forfeit, and only then."""
    ending: Ending = Ending.PLAYED
    scores: tuple[tuple[Key, Fraction], ...] = ()

    def score(self, key: Key) -> Fraction | None:
        return next((score for name, score in self.scores if name == key), None)

    @property
    def loser(self) -> Key | None:
        if self.winner is None:
            return None
        first, second = self.players
        return second if self.winner == first else first

    def to_json(self) -> dict[str, Any]:
        return {
            "players": list(self.players),
            "winner": self.winner,
            "ending": self.ending.value,
            "scores": [[key, str(score)] for key, score in self.scores],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "BracketResult":
        first, second = data["players"]
        return cls(
            (first, second),
            data["winner"],
            Ending(data["ending"]),
            tuple((key, Fraction(score)) for key, score in data["scores"]),
        )


Results: TypeAlias = Mapping[str, BracketResult]
"""By the id of the match."""


class TitleKind(Enum):
    """What a match or a column is called."""

    FINAL = "final"
    SEMI_FINAL = "semi_final"
    QUARTER_FINAL = "quarter_final"
    ROUND = "round"
    THIRD = "third"
    WINNERS_ROUND = "winners_round"
    WINNERS_FINAL = "winners_final"
    LOSERS_ROUND = "losers_round"
    LOSERS_FINAL = "losers_final"
    GRAND_FINAL = "grand_final"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Title:
    kind: TitleKind
    number: int = 0
    """Of the round, for those that are numbered."""


def title(bracket: Bracket, match: BracketMatch) -> Title:
    """What the round of a match is called."""
    if match.side is Side.THIRD:
        return Title(TitleKind.THIRD)
    if match.side is Side.FINAL:
        return Title(TitleKind.GRAND_FINAL if match.round == 1 else TitleKind.RESET)
    if match.side is Side.LOSERS:
        last = match.round == 2 * (bracket.depth - 1)
        return Title(TitleKind.LOSERS_FINAL if last else TitleKind.LOSERS_ROUND, match.round)
    if bracket.kind is Kind.DOUBLE:
        last = match.round == bracket.depth
        return Title(TitleKind.WINNERS_FINAL if last else TitleKind.WINNERS_ROUND, match.round)
    named = {0: TitleKind.FINAL, 1: TitleKind.SEMI_FINAL, 2: TitleKind.QUARTER_FINAL}
    return Title(named.get(match.from_end, TitleKind.ROUND), match.round)
