"""Knockouts played at random, for tests."""

from random import Random

from hypothesis import strategies as st

from tournaments.formats.bracket_state import BracketState, state
from tournaments.formats.bracket_values import Bracket, BracketResult, Ending
from tournaments.formats.knockout import double_elimination, single_elimination
from tournaments.formats.lots import Key

ENDINGS = (Ending.PLAYED, Ending.PLAYED, Ending.PLAYED, Ending.FORFEIT, Ending.DISQUALIFIED)


@st.composite
def brackets(draw: st.DrawFn, largest: int = 12) -> Bracket:
    entrants = draw(st.integers(2, largest))
    if draw(st.booleans()):
        return double_elimination(entrants, reset=draw(st.booleans()))
    return single_elimination(entrants, third_place=draw(st.booleans()))


def names(bracket: Bracket) -> list[str]:
    """``p1`` is the first seed."""
    return [f"p{seed}" for seed in range(1, bracket.size + 1)]


def won(winner: Key, loser: Key, ending: Ending = Ending.PLAYED) -> BracketResult:
    return BracketResult((winner, loser), winner, ending)


def nobody(first: Key, second: Key) -> BracketResult:
    return BracketResult((first, second), None, Ending.DOUBLE_FORFEIT)


def chance_result(first: Key, second: Key, rng: Random, double_forfeits: float) -> BracketResult:
    if rng.random() < double_forfeits:
        return nobody(first, second)
    winner, loser = (first, second) if rng.random() < 0.5 else (second, first)
    return won(winner, loser, ENDINGS[int(rng.random() * len(ENDINGS))])


def play(
    bracket: Bracket, seed: int, *, double_forfeits: float = 0.0, matches: int = 10_000
) -> dict[str, BracketResult]:
    """Results of the first matches that could be played, in a random order."""
    rng = Random(seed)
    results: dict[str, BracketResult] = {}
    for _ in range(matches):
        now = state(bracket, names(bracket), results)
        ready = now.ready
        if not ready:
            break
        name = ready[int(rng.random() * len(ready))]
        first, second = now.matches[name].keys
        results[name] = chance_result(first, second, rng, double_forfeits)
    return results


def better_wins(bracket: Bracket, but: dict[str, str] | None = None) -> dict[str, BracketResult]:
    """Every match played, the better seed winning but where another winner is named."""
    results: dict[str, BracketResult] = {}
    while (now := state(bracket, names(bracket), results)).ready:
        for name in now.ready:
            first, second = sorted(now.matches[name].keys, key=lambda key: int(str(key)[1:]))
            winner = (but or {}).get(name, first)
            results[name] = won(winner, second if winner == first else first)
    return results


def after(bracket: Bracket, results: dict[str, BracketResult]) -> BracketState:
    return state(bracket, names(bracket), results)


def ranks(now: BracketState) -> dict[Key, tuple[int | None, int | None]]:
    return {place.key: (place.rank, place.last) for place in now.places}
