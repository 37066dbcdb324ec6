"""Ratings out of results, for two or more at a table (Weng and Lin, Plackett–Luce).

Replaying all games in order is the definition: a corrected result changes what came after it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

SCALE, BEGIN = 60.0, 1500.0
"""The library's 25 ± 8⅓ is 1500 ± 500 here."""


@dataclass(frozen=True, slots=True)
class Game:
    """``places`` from 1, equal ones shared; of the ``people`` at a table."""

    people: Sequence[str]
    places: Sequence[int]


@dataclass(frozen=True, slots=True)
class Rating:
    mean: float = BEGIN
    deviation: float = 500.0

    @property
    def sure(self) -> float:
        """What the person is at least: what a list is ordered by."""
        return self.mean - 2 * self.deviation


def replay(games: Iterable[Game]) -> Iterator[Mapping[str, Rating]]:
    """After each game the ratings of those who played it; games of one person say nothing.

    >>> one, other = next(replay([Game(("a", "b"), (1, 2))])).values()
    >>> round(one.mean), round(other.mean)
    (1658, 1342)
    """
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for game in games:
        if len(game.people) < 2:
            yield {}
            continue
        teams = [[known.get(person) or model.rating()] for person in game.people]
        rated = model.rate(teams, ranks=[float(place) for place in game.places])
        for person, (after,) in zip(game.people, rated, strict=True):
            known[person] = after
        yield {
            person: Rating(BEGIN + (known[person].mu - 25) * SCALE, known[person].sigma * SCALE)
            for person in game.people
        }
