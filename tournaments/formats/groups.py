"""Groups of a round robin: drawing them, comparing them, and seeding a knockout from them."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random
from string import ascii_uppercase
from typing import Any

from tournaments.formats.advancement_values import Qualifier
from tournaments.formats.errors import (
    DuplicateEntrantError,
    TooFewEntrantsError,
    whole_number,
)
from tournaments.formats.knockout import seed_order
from tournaments.formats.lots import ByKey, Drawn, Key, by_number, drawn_together, shuffled
from tournaments.formats.matching import assign
from tournaments.formats.table_costs import snake_laps
from tournaments.formats.table_values import Entrant, Method
from tournaments.standings import Standing, criterion


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    """A, B, C …"""
    keys: tuple[Key, ...]
    """In order of their pairing numbers."""


@dataclass(frozen=True, slots=True)
class Groups:
    groups: tuple[Group, ...]
    seed: int | str
    method: Method

    def of(self, key: Key) -> str:
        return next(group.name for group in self.groups if key in group.keys)

    @property
    def names(self) -> dict[Key, str]:
        """The group of each."""
        return {key: group.name for group in self.groups for key in group.keys}

    def to_json(self) -> dict[str, Any]:
        return {
            "groups": [{"name": one.name, "keys": list(one.keys)} for one in self.groups],
            "seed": self.seed,
            "method": self.method.value,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Groups":
        groups = tuple(Group(one["name"], tuple(one["keys"])) for one in data["groups"])
        return cls(groups, data["seed"], Method(data["method"]))


def draw_groups(
    entrants: Sequence[Entrant],
    count: int | str,
    *,
    seed: int | str,
    method: Method = Method.SNAKED,
    apart: Iterable[Collection[Key]] = (),
) -> Groups:
    """Deal the entrants out to ``count`` groups, which differ by one at most.

    SNAKED: by seed, to and fro over the groups; those without one, and equals, by lot. DRAWN:
    in the same pots, but each pot by lot. Sets of people in ``apart`` (clubs, families) are
    spread by exchanges inside a pot, as far as that goes. ``count`` may have been typed.
    Raise InvalidSettingError, TooFewEntrantsError (two for each group), DuplicateEntrantError.
    """
    keys = [entrant.key for entrant in entrants]
    if len(set(keys)) < len(keys):
        raise DuplicateEntrantError(key=next(key for key in keys if keys.count(key) > 1))
    groups = whole_number("groups", count, 1, 128)
    if len(keys) < 2 * groups:
        raise TooFewEntrantsError(entrants=len(keys), needed=2 * groups)
    ordered = by_number(entrants, number=lambda one: one.seed, key=lambda one: one.key, seed=seed)
    size, extra = divmod(len(keys), groups)
    sizes = [size + (index < extra) for index in range(groups)]
    rng = Random(f"{seed}/groups")
    dealt: list[list[Key]] = [[] for _ in sizes]
    names = iter([one.key for one in ordered])
    for pot in _pots(snake_laps(sizes)):
        members = [next(names) for _ in pot]
        if method is Method.DRAWN:
            members = shuffled(members, rng)
        for group, key in zip(pot, members, strict=True):
            dealt[group].append(key)
    _spread(dealt, [set(mates) for mates in apart])
    return Groups(
        tuple(Group(_name(index), tuple(members)) for index, members in enumerate(dealt)),
        seed,
        method,
    )


def merge_groups(
    tables: Mapping[str, Sequence[Standing]],
    *,
    compare: Sequence[str],
    per_game: bool = False,
    lots: ByKey[Drawn] | None = None,
) -> tuple[Standing, ...]:
    """One list out of the tables of all groups, for a decision on who goes on.

    The place in the group comes first, then the criteria in ``compare`` that tell groups apart,
    divided by the games played with ``per_game`` (groups of unequal sizes), then ``lots``; equal
    in all of them is a shared rank.
    """
    kinds = [found for found in map(criterion, compare) if not found.within_ties]

    def merit(one: Standing) -> tuple[Fraction, ...]:
        found = [Fraction(one.rank or 0)]
        for kind in kinds:
            amount = one.value(kind.code).amount or Fraction(0)
            share = amount / max(one.played, 1) if per_game else amount
            found.append(share if kind.lower_is_better else -share)
        return tuple(found)

    rows = [one for name in sorted(tables) for one in tables[name]]
    merits = {one.key: merit(one) for one in rows if one.rank is not None}
    for tied in _tied(merits):
        for key, place in (drawn_together(tied, lots or {}) or {}).items():
            merits[key] = (*merits[key], Fraction(place))
    times = Counter(merits.values())
    ranks: dict[tuple[Fraction, ...], int] = {}
    rank = 1
    for value in sorted(times):
        ranks[value] = rank
        rank += times[value]
    ranked = [
        replace(one, rank=ranks[merits[one.key]], shared=times[merits[one.key]] > 1)
        for one in rows
        if one.rank is not None
    ]
    ranked.sort(key=lambda one: one.rank or 0)
    return (*ranked, *(one for one in rows if one.rank is None))


def _tied(merits: Mapping[Key, tuple[Fraction, ...]]) -> list[list[Key]]:
    equal: dict[tuple[Fraction, ...], list[Key]] = {}
    for key, merit in merits.items():
        equal.setdefault(merit, []).append(key)
    return [keys for keys in equal.values() if len(keys) > 1]


def knockout_order(qualifiers: Sequence[Qualifier]) -> tuple[Key, ...]:
    """The entrants of a knockout in order of its seeds.

    Without groups these are the seeds of the decision. With groups the winners keep their
    seeds; the runners-up exchange theirs among themselves so that members of a group meet as
    late as the bracket lets them, in opposite halves first of all, and after that so as to
    move as little as can be; so do the third, and so on. Only where members of a group would
    still meet in the first round, seeds are exchanged beyond that.
    """
    ordered = sorted(qualifiers, key=lambda one: one.seed)
    depth = max(1, (len(ordered) - 1).bit_length())
    place = {seed: index for index, seed in enumerate(seed_order(2**depth))}
    # A meeting a round earlier is worse than any number of later ones, and than all moves.
    move = len(ordered) ** 3 + 1
    base = len(ordered) + 1
    weights = [0] + [move * base ** (depth - number) for number in range(1, depth + 1)]
    groups: ByKey[str | int | None] = {one.key: one.group for one in ordered}
    seeds: dict[Key, int] = {}
    first = 1
    for tier in _tiers(ordered):
        costs = [
            [
                (index - slot) ** 2
                + sum(
                    weights[(place[first + slot] ^ place[seed]).bit_length()]
                    for mate, seed in seeds.items()
                    if one.group is not None and groups[mate] == one.group
                )
                for slot in range(len(tier))
            ]
            for index, one in enumerate(tier)
        ]
        found = {one.key: first + slot for one, slot in zip(tier, assign(costs), strict=True)}
        seeds.update(found)
        first += len(tier)
    order = sorted(seeds, key=lambda key: seeds[key])
    _part_neighbours(order, groups, place, weights)
    return tuple(order)


def _part_neighbours(
    order: list[Key],
    groups: ByKey[str | int | None],
    place: Mapping[int, int],
    weights: Sequence[int],
) -> None:
    """Exchange seeds, as near ones as possible, until no mates meet in the first round."""

    def cost(index: int) -> int:
        group = groups[order[index]]
        return sum(
            weights[(place[index + 1] ^ place[other + 1]).bit_length()]
            for other, key in enumerate(order)
            if other != index and group is not None and groups[key] == group
        )

    def after_exchange(one: int, other: int) -> int:
        order[one], order[other] = order[other], order[one]
        found = cost(one) + cost(other)
        order[one], order[other] = order[other], order[one]
        return found

    # Each exchange lowers the sum of costs, so this comes to an end.
    while True:
        clashing = [index for index in range(len(order)) if cost(index) >= weights[1] > 0]
        better = [
            (-abs(one - other), one + other, one, other)
            for one in clashing
            for other in range(len(order))
            if one != other and after_exchange(one, other) < cost(one) + cost(other)
        ]
        if not better:
            return
        _, _, one, other = max(better)
        order[one], order[other] = order[other], order[one]


def _tiers(ordered: Sequence[Qualifier]) -> list[list[Qualifier]]:
    """Cut the list where a group comes again: winners, runners-up, …"""
    tiers: list[list[Qualifier]] = []
    seen: set[str | int] = set()
    for one in ordered:
        if not tiers or (one.group is not None and one.group in seen):
            tiers.append([])
            seen = set()
        tiers[-1].append(one)
        if one.group is not None:
            seen.add(one.group)
    return tiers


def _pots(laps: Sequence[tuple[int, int]]) -> list[list[int]]:
    pots: dict[int, list[int]] = {}
    for group, lap in laps:
        pots.setdefault(lap, []).append(group)
    return list(pots.values())


def _spread(groups: list[list[Key]], apart: Sequence[set[Key]]) -> None:
    """Exchange people of the same pot as long as fewer of a set share a group."""

    def together(members: Sequence[Key]) -> int:
        return sum(
            1 for one, other in combinations(members, 2) if any({one, other} <= s for s in apart)
        )

    better = bool(apart)
    while better:
        better = False
        for pot in range(max(map(len, groups))):
            full = [group for group in groups if len(group) > pot]
            for one, other in combinations(full, 2):
                before = together(one) + together(other)
                if not before:
                    continue
                one[pot], other[pot] = other[pot], one[pot]
                if together(one) + together(other) < before:
                    better = True
                else:
                    one[pot], other[pot] = other[pot], one[pot]


def _name(index: int) -> str:
    """
    >>> _name(0), _name(25), _name(26)
    ('A', 'Z', 'AA')
    """
    letters = ascii_uppercase[index % 26]
    return letters if index < 26 else _name(index // 26 - 1) + letters
