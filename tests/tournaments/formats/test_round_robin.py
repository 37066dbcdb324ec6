from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import (
    DuplicateEntrantError,
    InvalidSettingError,
    TooFewEntrantsError,
)
from tournaments.formats.lots import Key
from tournaments.formats.round_robin import (
    KeyRound,
    TooLateError,
    Withdrawal,
    berger,
    keeps,
    late_entry,
    mover_balance,
    rounds_for,
)

FIELDS = range(2, 41)
SIX = """
1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1
"""
EIGHT = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""


def printed(entrants: int) -> str:
    lines = (
        " ".join(f"{game.first}-{game.second}" for game in one.games) for one in berger(entrants)
    )
    return "\n".join(lines)


@pytest.mark.parametrize(("entrants", "table"), [(6, SIX), (8, EIGHT)])
def test_the_tables_are_those_of_the_handbook(entrants: int, table: str) -> None:
    assert printed(entrants) == table.strip()


@pytest.mark.parametrize("entrants", FIELDS)
def test_everybody_meets_everybody_once_and_nobody_plays_twice_in_a_round(entrants: int) -> None:
    rounds = berger(entrants)
    assert len(rounds) == entrants - 1 + entrants % 2
    met = [frozenset({game.first, game.second}) for one in rounds for game in one.games]
    assert sorted(map(sorted, met)) == [
        list(pair) for pair in combinations(range(1, entrants + 1), 2)
    ]
    for one in rounds:
        there = [number for game in one.games for number in (game.first, game.second)]
        assert sorted([*there, *([one.bye] if one.bye else [])]) == list(range(1, entrants + 1))
        assert (one.bye is None) == (entrants % 2 == 0)


@pytest.mark.parametrize("entrants", FIELDS)
def test_a_double_round_robin_exchanges_the_movers(entrants: int) -> None:
    rounds = berger(entrants, double=True)
    games = [(game.first, game.second) for one in rounds for game in one.games]
    assert sorted(games) == sorted(permutations(range(1, entrants + 1), 2))


@pytest.mark.parametrize("entrants", FIELDS)
@pytest.mark.parametrize("double", [False, True])
def test_first_moves_are_balanced_and_nobody_moves_alike_three_times(
    entrants: int, double: bool
) -> None:
    rounds = rounds_for(range(1, entrants + 1), double=double)
    balance = mover_balance(rounds)
    assert max(map(abs, balance.values())) <= (0 if double or entrants % 2 else 1)
    if entrants < 4:
        return
    for number in range(1, entrants + 1):
        turns = [
            game.first == number
            for one in rounds
            for game in one.games
            if number in (game.first, game.second)
        ]
        assert all(len(set(turns[at : at + 3])) == 2 for at in range(len(turns) - 2))


def test_the_bye_goes_round() -> None:
    byes = Counter(one.bye for one in berger(7))
    assert byes == dict.fromkeys(range(1, 8), 1)


def pairs(one: KeyRound) -> set[tuple[Key, Key]]:
    return {(game.first, game.second) for game in one.games}


@given(st.integers(2, 39), st.booleans())
def test_a_late_entry_changes_nothing_of_the_first_round(entrants: int, double: bool) -> None:
    order = [f"p{number}" for number in range(1, entrants + 1)]
    before = rounds_for(order, double=double)
    late = late_entry(order, "new", rounds_played=1, double=double)
    assert pairs(late.rounds[0]) == pairs(before[0])
    met = Counter(
        frozenset(pair)
        for games in (*map(pairs, late.rounds), {(g.first, g.second) for g in late.makeup})
        for pair in games
    )
    assert set(met) == {frozenset(pair) for pair in combinations([*order, "new"], 2)}
    assert set(met.values()) == {2 if double else 1}


def test_a_late_entry_in_an_odd_field_owes_a_game_to_who_had_the_bye() -> None:
    late = late_entry(["a", "b", "c"], "d", rounds_played=1)
    assert [(game.first, game.second) for game in late.makeup] == [("a", "d")]
    assert late.rounds[0].bye == "a"


def test_a_late_entry_in_an_even_field_has_the_bye_of_the_first_round() -> None:
    late = late_entry(["a", "b", "c", "d"], "e", rounds_played=1)
    assert late.makeup == ()
    assert late.rounds[0].bye == "e"
    assert len(late.rounds) == 5


def test_before_the_first_round_a_late_entry_is_the_last_number() -> None:
    late = late_entry(["a", "b", "c"], "d", rounds_played=0)
    assert late.order == ("a", "b", "c", "d")
    assert late.makeup == ()


def test_after_the_second_round_nobody_comes_in() -> None:
    with pytest.raises(TooLateError):
        late_entry(["a", "b", "c"], "d", rounds_played=2)
    with pytest.raises(DuplicateEntrantError):
        late_entry(["a", "b", "c"], "b", rounds_played=1)


def test_fields_are_2_to_40() -> None:
    with pytest.raises(TooFewEntrantsError):
        berger(1)
    with pytest.raises(InvalidSettingError):
        berger(41)
    with pytest.raises(DuplicateEntrantError):
        rounds_for(["a", "b", "a"])


@pytest.mark.parametrize(
    ("rule", "played", "kept"),
    [
        (Withdrawal.HALF, 4, True),
        (Withdrawal.HALF, 3, False),
        (Withdrawal.KEEP, 0, True),
        (Withdrawal.DROP, 6, False),
    ],
)
def test_what_a_withdrawal_leaves_is_a_rule(rule: Withdrawal, played: int, kept: bool) -> None:
    assert keeps(rule, played, 7) is kept
