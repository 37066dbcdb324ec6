"""Which games and scores a series over the board can end with."""

from fractions import Fraction
from itertools import product

import pytest

from tournaments.formats.played_series import (
    PlayedGame,
    SeriesDecidedError,
    SeriesFaultError,
    check_games,
    check_score,
    score_of,
)

WON, LOST, DRAWN = PlayedGame(0), PlayedGame(1), PlayedGame(None)


def fits(first: float, second: float, most: int, *, level_ends: bool = True) -> bool:
    try:
        check_score((Fraction(first), Fraction(second)), most, level_ends=level_ends)
    except SeriesFaultError:
        return False
    return True


@pytest.mark.parametrize(
    ("first", "second", "most"),
    [
        (2, 0, 3),
        (1, 2, 3),
        (2.5, 0.5, 3),
        (1.5, 1.5, 3),
        (2, 0, 2),
        (1, 1, 2),
        (3, 1, 5),
        (1, 0, 1),
    ],
)
def test_a_series_may_end_so(first: float, second: float, most: int) -> None:
    assert fits(first, second, most)


@pytest.mark.parametrize(
    ("first", "second", "most"),
    [(1, 0, 3), (3, 0, 3), (1.5, 0.5, 3), (2, 2, 3), (1, 0, 2), (2, 1, 2), (4, 0, 5), (2, 0.5, 3),
     (0, 0, 3), (1.25, 0.75, 2), (27, 21, 3)],
)  # fmt: skip
def test_a_series_cannot_end_so(first: float, second: float, most: int) -> None:
    assert not fits(first, second, most)


def test_where_somebody_goes_on_single_games_decide_a_level_series() -> None:
    assert not fits(1.5, 1.5, 3, level_ends=False)
    assert fits(2.5, 1.5, 3, level_ends=False)
    assert fits(3, 2, 3, level_ends=False)
    assert not fits(3.5, 1.5, 3, level_ends=False)
    assert not fits(2.5, 1.5, 3)
    check_games([WON, LOST, DRAWN, DRAWN, WON], 3, level_ends=False)


def test_no_game_is_played_after_the_series_is_decided() -> None:
    check_games([WON, WON], 3, level_ends=True)
    with pytest.raises(SeriesDecidedError):
        check_games([WON, WON, LOST], 3, level_ends=True)


def test_an_even_number_of_games_is_played_whole() -> None:
    check_games([WON, WON, WON, LOST], 4, level_ends=True)
    with pytest.raises(SeriesFaultError):
        check_games([WON, WON, WON], 4, level_ends=True)


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("level_ends", [True, False])
def test_a_score_fits_if_and_only_if_games_lead_to_it(most: int, level_ends: bool) -> None:
    extra = 0 if level_ends else 2
    reached = set()
    for length in range(1, most + extra + 1):
        for games in product((WON, DRAWN, LOST), repeat=length):
            try:
                check_games(games, most, level_ends=level_ends)
            except SeriesFaultError:
                continue
            reached.add(score_of(games))
    half = [Fraction(n, 2) for n in range(2 * (most + extra) + 1)]
    fitting = {
        (one, other)
        for one, other in product(half, half)
        if one + other <= most + extra
        and fits(float(one), float(other), most, level_ends=level_ends)
    }
    assert fitting == reached
