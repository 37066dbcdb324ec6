"""One round of a Swiss with all that is asked of it, and what gives way when that is too much."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.formats.lots import Key
from tournaments.formats.pairing_values import Pair, PairNote, check_pairs
from tournaments.formats.swiss_engine import cheapest, dutch
from tournaments.formats.swiss_errors import PairingCheckError, Relax, Remedy
from tournaments.formats.swiss_field import Field, Made, Waived
from tournaments.formats.swiss_review import breaks_seats, club_rule, notes_on
from tournaments.formats.table_values import Avoid

_WEIGHED = (Relax.FORBIDDEN, Relax.REMATCH, Relax.SAME_CLUB)
_REMEDIES = {
    Relax.REMATCH: Remedy.ALLOW_REMATCH,
    Relax.FORBIDDEN: Remedy.ALLOW_FORBIDDEN,
    Relax.SAME_CLUB: Remedy.ALLOW_SAME_CLUB,
}


class Wishes:
    """One round to pair, with all that is asked of it."""

    def __init__(
        self,
        field: Field,
        clubs_of: Mapping[Key, str],
        forbidden: frozenset[frozenset[Key]],
        clubs: Avoid,
        allow: frozenset[Relax],
    ) -> None:
        self.field = field
        self.keys = list(clubs_of)
        self.forbidden = frozenset(pair for pair in forbidden if pair <= clubs_of.keys())
        self.clubs = clubs
        self.same_club = club_rule(clubs_of, clubs)
        self.allow = allow

    def strict(self) -> Made | None:
        """A pairing by the rules of FIDE, or None."""
        if self.clubs is Avoid.HARD:
            return dutch(self.field, self.forbidden | self.same_club.pairs())
        made = dutch(self.field, self.forbidden)
        if made is None or self.clubs is Avoid.NEVER:
            return made
        mates = sum(second is not None and self.same_club(first, second) for first, second in made)
        if not mates:
            return made
        apart = dutch(self.field, self.forbidden | self.same_club.pairs())
        if apart is None or self._distance(apart) > self._distance(made) + mates * self.field.best:
            return made
        return apart

    def relaxed(self) -> Made | None:
        """A pairing that breaks as few rules as can be of those that may give way."""
        chosen = self._cheapest(self.allow)
        if chosen is None:
            return None
        histories = self.field.histories
        games = [tuple(pair) for pair in chosen if len(pair) == 2]
        waived = Waived(
            frozenset(frozenset(game) for game in games if histories[game[0]].met[game[1]]),
            frozenset(
                key
                for one, other in games
                if breaks_seats(histories[one], histories[other])
                for key in (one, other)
            ),
            next((histories[key].byes for pair in chosen if len(pair) == 1 for key in pair), 0),
        )
        barred = self.forbidden
        if self.clubs is Avoid.HARD:
            barred |= self.same_club.pairs()
        return dutch(self.field, barred - chosen, waived)

    def remedies(self) -> list[Remedy]:
        """What would make the round possible."""
        single = [
            relax
            for relax in _WEIGHED
            if relax not in self.allow and self._cheapest(self.allow | {relax}) is not None
        ]
        if not single and self._cheapest(frozenset(Relax)) is not None:
            single = [relax for relax in _WEIGHED if relax not in self.allow and self._asked(relax)]
        last = [Remedy.FEWER_ROUNDS] if self.field.number > 1 else []
        return [*(_REMEDIES[relax] for relax in single), *last, Remedy.BY_HAND]

    def check(self, pairs: Sequence[Pair], bye: Key | None) -> None:
        """Raise PairingCheckError unless the round keeps every rule that was not given up."""
        byes = [] if bye is None else [bye]
        faults = [fault.kind.value for fault in check_pairs(pairs, byes, self.keys)]
        for pair in pairs:
            met = self.field.histories[pair.first].met[pair.second]
            if met and Relax.REMATCH not in self.allow:
                faults.append("rematch")
            if pair.keys in self.forbidden and Relax.FORBIDDEN not in self.allow:
                faults.append("forbidden_pair")
        if faults:
            raise PairingCheckError(round=self.field.number, faults=sorted(Counter(faults)))

    def notes(self, pairs: Sequence[Pair], byes: Sequence[Key]) -> tuple[PairNote, ...]:
        return notes_on(
            pairs,
            byes,
            self.field.histories,
            forbidden=self.forbidden,
            same_club=self.same_club,
            gap=None,
        )

    def _distance(self, made: Made) -> Fraction:
        histories = self.field.histories
        return sum(
            (
                abs(histories[first].before[-1] - histories[second].before[-1])
                for first, second in made
                if second is not None
            ),
            Fraction(0),
        )

    def _asked(self, relax: Relax) -> bool:
        if relax is Relax.FORBIDDEN:
            return bool(self.forbidden)
        return relax is Relax.REMATCH or self.clubs is Avoid.HARD

    def _cheapest(self, allow: frozenset[Relax]) -> frozenset[frozenset[Key]] | None:
        histories = self.field.histories
        hard = self.clubs is Avoid.HARD
        costs: dict[frozenset[Key], tuple[int, ...]] = {}
        for one, other in combinations(self.keys, 2):
            pair = frozenset((one, other))
            barred, met = pair in self.forbidden, histories[one].met[other]
            mates = hard and self.same_club(one, other)
            if (
                (barred and Relax.FORBIDDEN not in allow)
                or (met and Relax.REMATCH not in allow)
                or (mates and Relax.SAME_CLUB not in allow)
            ):
                continue
            seats = breaks_seats(histories[one], histories[other])
            costs[pair] = (barred, met**2, 0, mates, seats)
        if len(self.keys) % 2:
            for key in self.keys:
                costs[frozenset((key,))] = (0, 0, histories[key].byes ** 2, 0, 0)
        return cheapest(self.keys, costs, 5)
