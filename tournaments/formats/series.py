"""A match of several games: who has won it, and who moves first in the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.bracket_values import BracketResult
from tournaments.formats.errors import whole_number
from tournaments.formats.lots import Key

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Series:
    players: tuple[Key, Key]
    best_of: int
    points: tuple[Fraction, Fraction]
    """Of each player: 1 for a win, ½ for a draw."""
    played: int
    winner: Key | None
    decider: bool
    """All games are played and both are level: single games follow until one is won."""

    @property
    def over(self) -> bool:
        return self.winner is not None

    def result(self) -> BracketResult | None:
        """What is entered for the match, the points as scores; None while it goes on."""
        if self.winner is None:
            return None
        first, second = self.players
        scores = ((first, self.points[0]), (second, self.points[1]))
        return BracketResult(self.players, self.winner, scores=scores)


def series(players: tuple[Key, Key], games: Sequence[Key | None], best_of: int) -> Series:
    """Count the games of a match; each names its winner, None for a draw.

    The match is over as soon as the other cannot draw level. Games beyond that are not
    counted. Raise InvalidSettingError for a number of games that is not 1 to 99.

    >>> series(("a", "b"), ["a", None, "a"], 3).points
    (Fraction(5, 2), Fraction(1, 2))
    >>> series(("a", "b"), ["a", "b", None], 3).decider
    True
    """
    whole_number("best_of", best_of, 1, 99)
    points = dict.fromkeys(players, Fraction(0))
    first, second = players
    winner = None
    played = 0
    for game in games:
        played += 1
        if game is None:
            points[first] += HALF
            points[second] += HALF
        else:
            points[game] += 1
        lead = points[first] - points[second]
        if abs(lead) > max(0, best_of - played):
            winner = first if lead > 0 else second
            break
    decider = winner is None and played >= best_of
    return Series(players, best_of, (points[first], points[second]), played, winner, decider)


def first_mover(players: tuple[Key, Key], game: int) -> Key:
    """Who moves first in game 1, 2, …: by turns, the better seed (given first) to begin with."""
    return players[(game - 1) % 2]
