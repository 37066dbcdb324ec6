"""What the games of a series come to. Pure.

Two sides, 0 and 1; a game won counts 1, drawn ½. Where a side sits alternates from game to
game: the first mover has seat 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from games.rules.base import JSON

Pair = tuple[int, int]
Points = tuple[Fraction, Fraction]
NONE = Fraction(0)


def seats_of(first_side: int, number: int) -> Pair:
    """The sides at seat 0 and seat 1 of game ``number``, from 1.

    >>> seats_of(0, 1), seats_of(0, 2), seats_of(1, 3)
    ((0, 1), (1, 0), (1, 0))
    """
    first = (first_side + number - 1) % 2
    return first, 1 - first


def points_of(places: Sequence[int]) -> Points:
    """
    >>> [str(point) for point in points_of((1, 1))], [str(point) for point in points_of((2, 2))]
    (['1/2', '1/2'], ['0', '0'])
    """
    best = [place == 1 for place in places]
    share = Fraction(1, sum(best)) if any(best) else NONE
    return (share if best[0] else NONE, share if best[1] else NONE)


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game. ``seats``: the sides at seat 0 and 1; places, scores and points by side."""

    number: int
    match_id: UUID
    status: str
    seats: Pair
    places: Pair | None = None
    scores: Pair | None = None
    points: Points | None = None
    reason: str = ""

    @classmethod
    def of(
        cls, number: int, match_id: UUID, status: str, seats: Pair, outcome: Any
    ) -> "GameResult":
        """``outcome`` as ``Outcome.to_json`` gives it; None while the game is not over."""
        if outcome is None:
            return cls(number, match_id, status, seats)
        places = _by_side(outcome["places"], seats)
        scores = outcome.get("scores")
        return cls(
            number,
            match_id,
            status,
            seats,
            places,
            _by_side(scores, seats) if scores else None,
            points_of(places),
            outcome["reason"],
        )

    def to_json(self) -> JSON:
        """Sides from 1."""
        return {
            "number": self.number,
            "match": str(self.match_id),
            "status": self.status,
            "seats": [side + 1 for side in self.seats],
            "places": self.places,
            "scores": self.scores,
            "points": None if self.points is None else [float(point) for point in self.points],
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """``games`` are those made so far, in order, of ``planned``."""

    games: tuple[GameResult, ...]
    planned: int
    all_played: bool = False
    """Whether the games left are played although the winner is certain."""

    @property
    def points(self) -> Points:
        found = [game.points for game in self.games if game.points is not None]
        return sum((one for one, _ in found), NONE), sum((two for _, two in found), NONE)

    @property
    def scores(self) -> Pair:
        found = [game.scores for game in self.games if game.scores is not None]
        return sum(one for one, _ in found), sum(two for _, two in found)

    @property
    def left(self) -> int:
        """The games that are not over."""
        return self.planned - sum(game.points is not None for game in self.games)

    @property
    def decided(self) -> bool:
        """Whether the games left can change nothing about who wins."""
        one, two = self.points
        return self.left == 0 or abs(one - two) > self.left

    @property
    def over(self) -> bool:
        return self.left == 0 or (self.decided and not self.all_played)

    @property
    def winner(self) -> int | None:
        """The side that is certain to win, or None."""
        one, two = self.points
        return (0 if one > two else 1) if self.decided and one != two else None

    def to_json(self) -> JSON:
        """Sides from 1."""
        return {
            "games": [game.to_json() for game in self.games],
            "planned": self.planned,
            "mode": "all" if self.all_played else "best_of",
            "points": [float(point) for point in self.points],
            "scores": list(self.scores),
            "decided": self.decided,
            "over": self.over,
            "winner": None if self.winner is None else self.winner + 1,
        }


def _by_side(values: Sequence[int], seats: Pair) -> Pair:
    """Values by seat, by side."""
    found = dict(zip(seats, values, strict=True))
    return found[0], found[1]
