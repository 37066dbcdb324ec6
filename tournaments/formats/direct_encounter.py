"""Direct encounter among the tied (FIDE C.07 6).

If all have met, their games order them, and those still equal are looked at again among
themselves. If not, whoever would be first whatever the missing games brought is first, and so on.
Who met more than once counts the mean.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.formats.fide_table import FideTable, Turn
from tournaments.formats.lots import Key

Games = Mapping[Key, Mapping[Key, Sequence[Turn]]]
"""Of each, the rounds with each of the others in which a game was to be."""


def tiers(table: FideTable, group: Sequence[Key]) -> list[list[Key]]:
    """The tied in order, best first; those whom nothing parts stay together."""
    return _tiers(table, list(group), games_among(table, group))


def games_among(table: FideTable, group: Iterable[Key]) -> Games:
    """Also games that were not played: the two count as having met."""
    members = set(group)
    found: dict[Key, dict[Key, list[Turn]]] = {key: {} for key in members}
    for key in members:
        for turn in table.turns[key]:
            if turn.opponent is not None and turn.opponent in members:
                found[key].setdefault(turn.opponent, []).append(turn)
    return found


def _tiers(table: FideTable, group: list[Key], games: Games) -> list[list[Key]]:
    if len(group) < 2:
        return [group] if group else []
    members = set(group)
    scores = {key: _score(table, games[key], members) for key in group}
    if all(len(games[key].keys() & members) == len(group) - 1 for key in group):
        parts = _by_score(group, scores)
        if len(parts) == 1:
            return parts
        return [tier for part in parts for tier in _tiers(table, part, games)]
    return _certain(table, group, games)


def _certain(table: FideTable, group: list[Key], games: Games) -> list[list[Key]]:
    left = list(group)
    found = []
    while len(left) > 1:
        members = set(left)
        least, most = {}, {}
        for key in left:
            least[key] = _score(table, games[key], members)
            missing = len(left) - 1 - len(games[key].keys() & members)
            most[key] = least[key] + missing * table.worth.win
        leader = max(left, key=lambda key: least[key])
        if any(most[key] >= least[leader] for key in left if key != leader):
            break
        found.append([leader])
        left.remove(leader)
    return [*found, left] if left else found


def _score(table: FideTable, games: Mapping[Key, Sequence[Turn]], members: set[Key]) -> Fraction:
    total = Fraction(0)
    for other, turns in games.items():
        counted = [turn.score for turn in turns if table.is_game(turn)]
        if other in members and counted:
            total += sum(counted, Fraction(0)) / len(counted)
    return total


def _by_score(group: list[Key], scores: Mapping[Key, Fraction]) -> list[list[Key]]:
    buckets: dict[Fraction, list[Key]] = {}
    for key in group:
        buckets.setdefault(scores[key], []).append(key)
    return [buckets[score] for score in sorted(buckets, reverse=True)]
