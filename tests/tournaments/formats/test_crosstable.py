from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.crosstable import Mark, by_rounds, crosstable
from tournaments.formats.pairing_values import Outcome, pair_result
from tournaments.formats.points import Points
from tournaments.formats.round_robin import rounds_for
from tournaments.formats.scoring import LineKind, Unplayed
from tournaments.standings import Contender, Result, Standing, standings


def table(results: list[Result], keys: str = "abc") -> tuple[Standing, ...]:
    return standings(
        [Contender(key, seed) for seed, key in enumerate(keys, 1)],
        results,
        tie_breaks=("PTS", "WIN"),
        points=Points(),
    )


def test_each_game_stands_in_both_rows() -> None:
    rows = crosstable(
        table(
            [
                pair_result(1, 1, "b", "c", Outcome.FIRST),
                pair_result(2, 1, "c", "a", Outcome.DRAW),
                pair_result(3, 1, "a", "b", Outcome.SECOND_FORFEITS),
            ]
        )
    )
    assert [row.key for row in rows] == ["a", "b", "c"]
    assert [row.points for row in rows] == [Fraction(3, 2), 1, Fraction(1, 2)]
    marks = [[[one.mark for one in cell] for cell in row.cells] for row in rows]
    assert marks == [
        [[], [Mark.FORFEIT_WIN], [Mark.DRAW]],
        [[Mark.FORFEIT_LOSS], [], [Mark.WIN]],
        [[Mark.DRAW], [Mark.LOSS], []],
    ]
    assert rows[0].cells[2][0].first is False


def test_two_games_of_a_double_round_robin_stand_in_one_cell() -> None:
    rows = crosstable(
        table(
            [
                pair_result(1, 1, "a", "b", Outcome.FIRST),
                pair_result(2, 1, "b", "a", Outcome.FIRST),
            ],
            "ab",
        )
    )
    assert [one.mark for one in rows[0].cells[1]] == [Mark.WIN, Mark.LOSS]


def test_a_round_without_a_game_says_why() -> None:
    rows = by_rounds(
        table(
            [
                pair_result(1, 1, "a", "b", Outcome.FIRST),
                Unplayed(1, "c", LineKind.BYE),
                pair_result(2, 1, "c", "a", Outcome.SECOND),
                Unplayed(2, "b", LineKind.HALF_BYE),
                pair_result(3, 1, "b", "c", None),
            ]
        )
    )
    shown = {row.key: [cell and (cell.mark, cell.number) for cell in row.cells] for row in rows}
    assert shown["b"] == [(Mark.LOSS, 1), (Mark.HALF_BYE, None), (Mark.PENDING, 2)]
    assert shown["a"] == [(Mark.WIN, 3), (Mark.WIN, 2), (Mark.ABSENT, None)]
    assert [list(map(int, row.totals)) for row in rows if row.key == "c"] == [[1, 1, 1]]


@given(st.integers(2, 9), st.integers(0, 10**6))
def test_the_points_of_a_row_are_those_of_its_cells(entrants: int, seed: int) -> None:
    keys, rng = "abcdefghi"[:entrants], Random(seed)
    results: list[Result] = []
    for one in rounds_for(keys, double=True):
        for number, game in enumerate(one.games, 1):
            outcome = rng.choice(list(Outcome))
            results.append(pair_result(one.number, number, game.first, game.second, outcome))
    rows = crosstable(table(results, keys))
    for row in rows:
        assert row.points == sum(one.points for cell in row.cells for one in cell)
        assert row.cells[row.number - 1] == ()
        assert all(
            len(cell) == 2 for number, cell in enumerate(row.cells, 1) if number != row.number
        )
