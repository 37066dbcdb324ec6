"""A stage of pairings as FIDE's tie-breaks look at it (C.07): rounds, opponents, dummies.

Article 16 sorts rounds without a game: byes from the pairing and full-point byes (16.2.1), wins
(16.2.2) and losses (16.2.4) by forfeit, and half- and zero-point byes, which count for the
opponents as given when the entry plays again later (16.2.3) and as draws when not (16.2.5).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.lots import Key
from tournaments.formats.points import Points
from tournaments.formats.scoring import Line, LineKind


class Edition(Enum):
    """Of the tie-break regulations, FIDE C.07."""

    FIDE_2024 = "2024"
    """In force from 1 August 2024: a dummy opponent has the entry's own points."""
    FIDE_2026 = "2026"
    """In force from 1 March 2026: no more than the missing opponent, or than all games drawn."""


class Mode(Enum):
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    """Forfeits count as games, except where games played or ratings are counted (15.2)."""


class Kind(Enum):
    """What FIDE calls a round."""

    PLAYED = "played"
    BYE = "pairing_bye"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    REQUESTED = "requested_bye"


_KINDS = {
    LineKind.PLAYED: Kind.PLAYED,
    LineKind.REMOVED: Kind.PLAYED,
    LineKind.WALKOVER: Kind.FORFEIT_WIN,
    LineKind.NO_SHOW: Kind.FORFEIT_LOSS,
    LineKind.BYE: Kind.BYE,
    LineKind.FULL_BYE: Kind.BYE,
}


class Turn(NamedTuple):
    """One round of one entry."""

    round: int
    kind: Kind
    score: Fraction
    opponent: Key | None
    first: bool | None
    place: int | None
    shared: bool
    late: bool
    """A requested bye not followed by any game: a draw for the opponents (16.2.5)."""

    @property
    def voluntary(self) -> bool:
        """Unplayed by one's own doing (16.1.2): the first to be cut."""
        return self.kind is Kind.REQUESTED or self.kind is Kind.FORFEIT_LOSS

    @property
    def forfeited(self) -> bool:
        return self.kind is Kind.FORFEIT_WIN or self.kind is Kind.FORFEIT_LOSS

    @property
    def won(self) -> bool:
        return self.place == 1 and not self.shared

    @property
    def drawn(self) -> bool:
        return self.place == 1 and self.shared


@dataclass(frozen=True, slots=True)
class FideTable:
    """``turns`` in order of rounds; ``points`` with the scores of the stage."""

    turns: Mapping[Key, tuple[Turn, ...]]
    points: Mapping[Key, Fraction]
    adjusted: Mapping[Key, Fraction]
    """What an entry counts for its opponents (16.3)."""
    rounds: int
    games: int
    """The most that one entry has had: what Koya measures by."""
    worth: Points
    edition: Edition
    mode: Mode

    def is_game(self, turn: Turn) -> bool:
        """Whether a round counts as a game against its opponent."""
        if turn.kind is Kind.PLAYED:
            return True
        return self.mode is Mode.ROUND_ROBIN and turn.forfeited

    def dummy(self, own: Fraction, turn: Turn) -> Fraction:
        """The points of the dummy opponent of a round without a game (16.4)."""
        if self.edition is Edition.FIDE_2024 and self.mode is Mode.SWISS:
            return own
        if turn.forfeited and turn.opponent is not None:
            return min(own, self.adjusted[turn.opponent])
        return min(own, self.worth.draw * self.rounds)

    def fore(self) -> "FideTable":
        """The table with all games of the last round drawn (8.3)."""
        turns = {
            key: tuple(
                turn._replace(score=self.worth.draw)
                if turn.round == self.rounds and turn.kind is Kind.PLAYED
                else turn
                for turn in own
            )
            for key, own in self.turns.items()
        }
        return make_table(turns, self.rounds, self.worth, self.edition, self.mode)


def add(amounts: Iterable[Fraction]) -> Fraction:
    """Their sum; with whole and half points ten times faster than of fractions."""
    halves = 0
    others = []
    for amount in amounts:
        if amount.denominator == 1:
            halves += 2 * amount.numerator
        elif amount.denominator == 2:
            halves += amount.numerator
        else:
            others.append(amount)
    return sum(others, Fraction(halves, 2))


def make_table(
    turns: Mapping[Key, tuple[Turn, ...]], rounds: int, worth: Points, edition: Edition, mode: Mode
) -> FideTable:
    points = {}
    adjusted = {}
    for key, own in turns.items():
        total = add(turn.score for turn in own)
        points[key] = adjusted[key] = total
        if late := [worth.draw - turn.score for turn in own if turn.late]:
            adjusted[key] = total + add(late)
    games = rounds
    if mode is Mode.ROUND_ROBIN:
        # In an odd field one rests in each round.
        games = max((len(own) for own in turns.values()), default=0)
    return FideTable(turns, points, adjusted, rounds, games, worth, edition, mode)


def read_turns(lines: Sequence[Line], worth: Points, mode: Mode) -> tuple[Turn, ...]:
    """The rounds of an entry that have a result."""
    known = []
    for line in lines:
        # In a round robin a round without an opponent is no missing game.
        rests = mode is Mode.ROUND_ROBIN and line.opponent is None and not line.points
        if line.kind is LineKind.PENDING or rests:
            continue
        played = line.kind is LineKind.PLAYED
        kind = Kind.PLAYED if played else _KINDS.get(line.kind, Kind.REQUESTED)
        if kind is Kind.REQUESTED and line.points == worth.win:
            kind = Kind.BYE
        known.append((line, kind))
    away = (Kind.REQUESTED, Kind.FORFEIT_LOSS)
    last = len(known) - 1
    while last >= 0 and known[last][1] in away:
        last -= 1
    return tuple(
        Turn(
            line.round,
            kind,
            line.points,
            line.opponent,
            line.first,
            line.place,
            line.shared > 1,
            kind is Kind.REQUESTED and index > last,
        )
        for index, (line, kind) in enumerate(known)
    )
