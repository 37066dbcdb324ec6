"""The FIDE Dutch system through py4swiss, on plain numbers.

Wishes the library does not know are put around it: a matching of least cost tells which pairs
have to be let through when no pairing keeps every rule, and only those are.
"""

from collections.abc import Collection, Mapping, Sequence
from math import lcm
from typing import Any

from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines.common import (
    ColorPreference,
    ColorPreferenceSide,
    ColorPreferenceStrength,
    Float,
)
from py4swiss.engines.dutch.player import Player
from py4swiss.matching_computer import ComputerDutchOptimality

from tournaments.formats.lots import Key
from tournaments.formats.swiss_dutch import Numbers, pair_dutch
from tournaments.formats.swiss_field import NOTHING_WAIVED, Field, Made, Waived
from tournaments.formats.swiss_history import Dutch, History, floated

LIMB = 16


def dutch(
    field: Field, forbidden: Collection[frozenset[Key]], waived: Waived = NOTHING_WAIVED
) -> Made | None:
    """A pairing, or None when none keeps the absolute criteria.

    They are: nobody meets twice, no second bye, no forbidden pair, nobody the third time running
    in the same seat.
    """
    barred = {
        (field.numbers[a], field.numbers[b])
        for a, b in map(tuple, forbidden)
        if a in field.numbers and b in field.numbers
    }
    players = _players(field, waived)
    found = _with_bye(field, players, barred) if len(players) % 2 else _run(field, players, barred)
    if found is None:
        return None
    names = {number: key for key, number in field.numbers.items()}
    pairs = [(names[first], names.get(second)) for first, second in found]
    return sorted(pairs, key=lambda pair: pair[1] is None)


def _run(field: Field, players: list[Player], barred: set[tuple[int, int]]) -> Numbers | None:
    return pair_dutch(players, barred, field.number, field.top_moves_first)


def _with_bye(field: Field, players: list[Player], barred: set[tuple[int, int]]) -> Numbers | None:
    """The lowest score that can be left over is (C.5 of 2026)."""
    free = [player for player in players if not player.bye_received]
    for score in sorted({player.points_with_acceleration for player in free}):
        group = {player.id for player in free if player.points_with_acceleration == score}
        found = _run(field, _sparing(players, group), barred)
        if found is None:
            continue
        if field.edition is Dutch.UNTIL_2026:
            return found
        return _least_unplayed(field, players, barred, group, found)
    return None


def _least_unplayed(
    field: Field,
    players: list[Player],
    barred: set[tuple[int, int]],
    group: set[int],
    found: Numbers,
) -> Numbers:
    """Leave over who has played most, where the score groups pair as well (C.9 of 2026)."""
    played = {field.numbers[key]: len(field.histories[key].firsts) for key in field.numbers}
    scores = {player.id: player.points_with_acceleration for player in players}
    chosen = next(first for first, second in found if second == 0)
    better = {played[number] for number in group if played[number] > played[chosen]}
    for games in sorted(better, reverse=True):
        most = {number for number in group if played[number] >= games}
        other = _run(field, _sparing(players, most), barred)
        if other is not None and _shape(other, scores) == _shape(found, scores):
            return other
    return found


def _sparing(players: list[Player], group: set[int]) -> list[Player]:
    """The players, none of whom may sit out but those of ``group``."""
    return [
        player.model_copy(update={"bye_received": player.id not in group}) for player in players
    ]


def _shape(found: Numbers, scores: Mapping[int, int]) -> list[list[int]]:
    return sorted(sorted(scores[one] for one in pair if one) for pair in found)


def _players(field: Field, waived: Waived) -> list[Player]:
    histories = field.histories
    unit = lcm(*(points.denominator for one in histories.values() for points in one.before), 10)
    threshold = field.best * (field.number - 1) / 2
    again: dict[Key, set[Key]] = {}
    for pair in waived.met:
        for key in pair:
            again.setdefault(key, set()).update(pair)
    players = []
    for key, number in field.numbers.items():
        own = histories[key]
        met = own.met.keys() - again.get(key, set())
        players.append(
            Player(
                id=number,
                number=number,
                points=int(own.points * unit),
                points_with_acceleration=int(own.before[-1] * unit),
                color_preference=_preference(own),
                color_difference=own.balance,
                color_double=own.twice_running,
                float_1=Float(floated(histories, key, field.number - 1, field.edition)),
                float_2=Float(floated(histories, key, field.number - 2, field.edition)),
                opponents={field.numbers[other] for other in met if other in field.numbers},
                colors=own.firsts,
                bye_received=own.byes > waived.byes,
                top_scorer=(field.last and own.before[-1] > threshold) or key in waived.seats,
            )
        )
    return players


def _preference(own: History) -> ColorPreference:
    due = own.due_first
    if due is None:
        return ColorPreference(side=ColorPreferenceSide.NONE, strength=ColorPreferenceStrength.NONE)
    if own.absolute:
        strength = ColorPreferenceStrength.ABSOLUTE
    elif own.balance:
        strength = ColorPreferenceStrength.STRONG
    else:
        strength = ColorPreferenceStrength.MILD
    side = ColorPreferenceSide.WHITE if due else ColorPreferenceSide.BLACK
    return ColorPreference(side=side, strength=strength)


Cost = tuple[int, ...]
"""What a pair costs, the worst kind first."""


def cheapest(
    keys: Sequence[Key], costs: Mapping[frozenset[Key], Cost], kinds: int
) -> frozenset[frozenset[Key]] | None:
    """Pairs that cover everybody at the least total cost, kind by kind.

    The bye is a set of one. Pairs that are not in ``costs`` cannot be. None if nothing covers
    everybody.
    """
    size = len(keys) + len(keys) % 2
    # Each kind gets bits enough for the sum over all pairs.
    highest = [max((cost[kind] for cost in costs.values()), default=0) for kind in range(kinds)]
    widths = [(most * size + 1).bit_length() for most in highest]
    total = sum(widths) + size.bit_length() + 3
    room = _uint((1 << total) - 1, DynamicUint(1), total)
    zero = room & 0
    matcher: Any = ComputerDutchOptimality(size, room)
    for _ in range(size):
        matcher.add_vertex()
    places = {key: index for index, key in enumerate(keys)}
    for pair, cost in costs.items():
        ends = [places[key] for key in pair]
        if len(ends) == 1:
            ends.append(size - 1)
        weight = 1
        for most, width, amount in zip(highest, widths, cost, strict=True):
            weight = (weight << width) + most - amount
        # The matcher halves weights.
        matcher.set_edge_weight(*ends, _uint(weight << 1, zero, total))
    matcher.compute_matching()
    mates = matcher.get_matching()
    if any(mate == index for index, mate in enumerate(mates)):
        return None
    return frozenset(
        frozenset(keys[end] for end in (index, mate) if end < len(keys))
        for index, mate in enumerate(mates)
        if index < mate
    )


def _uint(number: int, zero: Any, bits: int) -> Any:
    value = DynamicUint(zero)
    if value:
        value.shift_grow(bits)
        value &= 0
    for shift in range((bits // LIMB) * LIMB, -1, -LIMB):
        value <<= LIMB
        value |= (number >> shift) & ((1 << LIMB) - 1)
    return value
