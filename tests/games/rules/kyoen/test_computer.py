from random import Random

import pytest

from games.rules.kyoen.analysis import kyoens_by_last_stone, safe
from games.rules.kyoen.computer import Level, choose, random_safe_move
from games.rules.kyoen.notation import Claim, Stone
from games.rules.kyoen.position import KyoenPosition
from tests.games.rules.kyoen.helpers import begin, played


def test_a_careful_player_claims_what_another_made() -> None:
    position = played(begin(3), "a1 c1 a3 c3")
    for seat in (1, 2):
        choice = choose(position, seat, Level.CAREFUL, Random(1))
        assert choice is not None
        assert isinstance(choice.action, Claim)
        assert position.play(seat, choice.action).out == (0,)


def test_nobody_claims_the_own_stone_or_moves_out_of_turn() -> None:
    position = played(begin(3), "a1 c1 a3 c3")
    assert choose(position, 0, Level.CAREFUL, Random(1)) is None
    assert choose(played(begin(3), "a1"), 2, Level.CAREFUL, Random(1)) is None


def test_a_player_does_nothing_when_the_match_is_over() -> None:
    assert choose(begin().end(), 0, Level.CAREFUL, Random(1)) is None


def test_a_careful_player_places_where_it_is_safe() -> None:
    for seed in range(50):
        random, position = Random(seed), begin(2)
        while safe(position):
            assert position.to_move is not None
            choice = choose(position, position.to_move, Level.CAREFUL, random)
            assert choice is not None
            assert isinstance(choice.action, Stone)
            position = position.play(position.to_move, choice.action)
            assert not kyoens_by_last_stone(position)


def test_without_a_safe_point_a_player_still_places() -> None:
    position = played(begin(2, size=3), "a1 c1 a3 b2 b3")
    assert random_safe_move(position, Random(1)) is None or safe(position)
    choice = choose(position, 1, Level.CARELESS, Random(1))
    assert choice is not None


def whole_match(seats: int, level: Level, seed: int, **options: object) -> KyoenPosition:
    """Computer players among themselves, each asked once after each step."""
    random, position = Random(seed), begin(seats, **options)
    while position.outcome is None:
        choices = [
            (choice.delay, seat, choice)
            for seat in position.alive
            if (choice := choose(position, seat, level, random)) is not None
        ]
        claims = [choice for choice in choices if isinstance(choice[2].action, Claim)]
        _, seat, choice = min(claims or choices, key=lambda found: found[0])
        assert 1.0 <= choice.delay <= 25.0
        position = position.play(seat, choice.action)
    return position


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("lattice", ["square", "triangular", "rectangular"])
def test_computer_players_play_a_match_to_its_end(level: Level, lattice: str) -> None:
    for seats in (2, 5):
        position = whole_match(seats, level, seats, lattice=lattice)
        assert position.outcome is not None
        assert all(count == 0 for count in position.wrong)


def test_careless_players_overlook_kyoens_and_careful_ones_do_not() -> None:
    position = played(begin(3), "a1 c1 e4 h9 i2 a3 c3")

    def claims(level: Level) -> int:
        return sum(choose(position, 2, level, Random(seed)) is not None for seed in range(200))

    assert claims(Level.CAREFUL) == 200
    assert 100 < claims(Level.CARELESS) < 190


def test_the_same_random_numbers_give_the_same_match() -> None:
    assert whole_match(3, Level.CARELESS, 7) == whole_match(3, Level.CARELESS, 7)
