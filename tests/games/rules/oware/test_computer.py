"""Computer players find what there is to find, in the time they have."""

from collections.abc import Iterator
from itertools import chain, repeat
from random import Random

import pytest
from hypothesis import given, settings

from games.rules.oware.computer import WON, Level, best, choose
from games.rules.oware.position import OwarePosition
from games.rules.oware.sowing import SEEDS
from tests.games.rules.oware.helpers import at, begin, games, played


def never() -> bool:
    return False


def plain_value(position: OwarePosition, depth: int) -> int:
    """What a position is worth to the player on turn, without any cutting."""
    seat = position.turn
    mine, theirs = position.stores[seat], position.stores[1 - seat]
    if position.outcome is not None:
        difference = mine - theirs
        return difference + (WON if difference > 0 else -WON if difference < 0 else 0)
    if depth == 0:
        own = sum(position.pits[6 * seat : 6 * seat + 6])
        return 16 * (mine - theirs) + 2 * own - sum(position.pits)
    return max(-plain_value(played(position, text), depth - 1) for text in position.legal_moves())


@given(games())
@settings(max_examples=15)
def test_the_best_move_is_worth_what_trying_every_line_gives(
    positions: list[OwarePosition],
) -> None:
    position = positions[-1]
    if position.outcome is not None or position.plies + 3 >= position.rules.ply_limit:
        return
    position = position._with(since=(position.pits,))
    found = best(position, 3, Random(1), never)
    if found.depth == 3:
        assert found.value == plain_value(position, 3)


def test_a_capture_is_found() -> None:
    position = at("4 4 1 1 0 2", "9 1 4 0 0 0")
    assert best(position, 1, Random(1), never).pit == 5


def test_the_move_that_wins_is_found() -> None:
    position = at("1 1 0 0 0 2", "5 1 4 0 0 0", first=23)
    found = best(position, 6, Random(1), never)
    assert (found.pit, found.depth) == (5, 1)
    assert found.value >= WON


def test_the_same_chance_gives_the_same_move() -> None:
    position = played(begin(), "CcAe")
    moves = {choose(position, Level.STEADY, Random(5), never) for _ in range(3)}
    assert len(moves) == 1


def test_an_only_move_needs_no_thought() -> None:
    position = at("0 0 0 0 0 1", "4 4 4 4 4 4")
    assert choose(position, Level.STRONG, Random(1), never) == 5


def test_nobody_moves_when_the_game_is_over() -> None:
    assert choose(begin().end(), Level.STRONG, Random(1), never) is None


@pytest.mark.parametrize("level", Level)
def test_a_player_stops_when_told_and_has_a_move(level: Level) -> None:
    calls: Iterator[bool] = chain(repeat(False, 3), repeat(True))
    found = choose(begin(), level, Random(2), lambda: next(calls))
    assert found in range(6)


def test_a_steady_player_beats_a_beginner() -> None:
    points = 0.0
    for game in range(4):
        random, position = Random(game), begin()
        steady = game % 2
        while position.outcome is None:
            level = Level.STEADY if position.turn == steady else Level.BEGINNER
            pit = choose(position, level, random, never)
            assert pit in position.pits_to_sow
            position = played(position, position.legal_moves()[position.pits_to_sow.index(pit)])
        assert sum(position.stores) <= SEEDS
        points += (position.stores[steady] > position.stores[1 - steady]) or 0
    assert points >= 3
