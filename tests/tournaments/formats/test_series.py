from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.bracket_values import BracketResult
from tournaments.formats.errors import InvalidSettingError
from tournaments.formats.series import first_mover, series

AB = ("a", "b")


@pytest.mark.parametrize(
    ("games", "best_of", "winner"),
    [
        ("a", 1, "a"),
        ("aa", 3, "a"),
        ("ab", 3, None),
        ("abb", 3, "b"),
        ("-a-", 3, "a"),
        ("--", 3, None),
        ("bbb", 5, "b"),
    ],
)
def test_a_match_is_over_when_the_other_cannot_draw_level(
    games: str, best_of: int, winner: str | None
) -> None:
    found = series(AB, [None if game == "-" else game for game in games], best_of)
    assert found.winner == winner
    assert found.over is (winner is not None)


def test_level_after_all_games_single_ones_follow() -> None:
    level = series(AB, [None], 1)
    assert level.decider
    assert level.result() is None
    assert series(AB, [None, None], 1).decider
    assert series(AB, [None, None, "b"], 1).winner == "b"


def test_the_result_carries_the_points_of_each() -> None:
    assert series(AB, ["b", "a", "b"], 3).result() == BracketResult(
        AB, "b", scores=(("a", Fraction(1)), ("b", Fraction(2)))
    )


def test_players_move_first_by_turns() -> None:
    assert [first_mover(AB, game) for game in (1, 2, 3)] == ["a", "b", "a"]


def test_a_number_of_games_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidSettingError):
        series(AB, [], 0)


@given(st.lists(st.sampled_from(["a", "b", None]), max_size=12), st.sampled_from([1, 3, 5, 7]))
def test_games_after_the_decision_change_nothing(games: list[str | None], best_of: int) -> None:
    found = series(AB, games, best_of)
    if found.over:
        assert found == series(AB, games[: found.played], best_of)
        assert series(AB, games[: found.played - 1], best_of).winner is None
