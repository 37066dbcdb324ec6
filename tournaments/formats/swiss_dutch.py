"""py4swiss, driven as its own engine drives it, but from players that are made already."""

from typing import Any

from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines.dutch.bracket import BracketPairer, Brackets
from py4swiss.engines.dutch.bracket.bracket import Bracket
from py4swiss.engines.dutch.bracket.bracket_matcher import BracketMatcher
from py4swiss.engines.dutch.engine import Engine
from py4swiss.engines.dutch.player import Player
from py4swiss.engines.dutch.validity_matcher import ValidityMatcher

Numbers = list[tuple[int, int]]
"""Pairing numbers in order of tables, first mover first, the bye with 0."""


def pair_dutch(
    players: list[Player], barred: set[tuple[int, int]], number: int, top_first: bool
) -> Numbers | None:
    """Pair round ``number``; None when no pairing keeps the absolute criteria."""
    if number == 1 and (found := _first_round(players, barred, top_first)):
        return found
    return _Dutch.pair(players, barred, number, top_first)


def _first_round(
    players: list[Player], barred: set[tuple[int, int]], top_first: bool
) -> Numbers | None:
    """The upper half against the lower, if nothing speaks against it: what the engine finds."""
    ranked = sorted(players, reverse=True)
    free = [player for player in ranked if not player.bye_received]
    if len({player.points_with_acceleration for player in ranked}) > 1 or not free:
        return None
    bye = free[-1] if len(ranked) % 2 else None
    paired = [player for player in ranked if player is not bye]
    half = len(paired) // 2
    found = []
    for one, other in zip(paired[:half], paired[half:], strict=True):
        if {(one.id, other.id), (other.id, one.id)} & barred:
            return None
        moves_first = (one.number % 2 == 1) == top_first
        found.append((one.id, other.id) if moves_first else (other.id, one.id))
    return found if bye is None else [*found, (bye.id, 0)]


class _Matcher(BracketMatcher):  # type: ignore[misc]
    """Weighs each kind of pair once: many players of a bracket are alike."""

    def __init__(self, bracket: Bracket, validity: ValidityMatcher) -> None:
        self._kinds: dict[Player, Any] = {}
        self._known: dict[Any, Any] = {}
        super().__init__(bracket, validity)

    def _get_weight(self, player_1: Player, player_2: Player) -> Any:
        if not self._validity_matcher.is_allowed_pair(player_1, player_2):
            return DynamicUint(self._zero_weight)
        kinds = self._kind(player_1), self._kind(player_2)
        if kinds not in self._known:
            self._known[kinds] = super()._get_weight(player_1, player_2)
        # Each pair a number of its own: the library changes them in place.
        return DynamicUint(self._known[kinds])

    def _kind(self, player: Player) -> Any:
        if player not in self._kinds:
            self._kinds[player] = (
                player.role,
                player.points_with_acceleration,
                player.color_preference.side,
                player.color_preference.strength,
                player.color_difference,
                player.color_double,
                player.float_1,
                player.float_2,
                player.bye_received,
                player.top_scorer,
                tuple(player.colors[-2:]),
            )
        return self._kinds[player]


class _Pairer(BracketPairer):  # type: ignore[misc]
    def __init__(self, state: Bracket, validity: ValidityMatcher, top_first: bool) -> None:
        # As the library does, with the matcher above.
        self._bracket = state
        self._validity_matcher = validity
        self._initial_color = top_first
        self._num = len(state.mdp_list + state.resident_list + state.lower_list)
        self._bracket_matcher = _Matcher(state, validity)
        self._heterogeneous_s1: list[Player] = []
        self._heterogeneous_s2: list[Player] = []
        self._homogeneous_s1: list[Player] = []
        self._homogeneous_s2: list[Player] = []
        self._exchanges = 0


class _Dutch(Engine):  # type: ignore[misc]
    @classmethod
    def pair(
        cls, players: list[Player], barred: set[tuple[int, int]], number: int, top_first: bool
    ) -> Numbers | None:
        ranked = sorted(players, reverse=True)
        validity = ValidityMatcher(ranked, barred)
        if not validity.is_valid_matching():
            return None
        brackets = Brackets(ranked, number)
        found: list[tuple[Player, Player]] = []
        while not brackets.is_finished():
            pairer = _Pairer(brackets.get_current_bracket(), validity, top_first)
            pairs = cls._get_bracket_pairs(pairer)
            if pairs is None:
                brackets.collapse()
            else:
                brackets.apply_bracket_pairings(pairs)
                found += pairs
        found.sort(key=cls._get_player_pair_score, reverse=True)
        return [(one.white, one.black) for one in map(cls._get_pairing, found)]
