import json
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.kyoen import table
from games.rules.kyoen.curves import is_kyoen, points_on
from games.rules.kyoen.geometry import Board, Lattice, Shape, points_of
from games.rules.kyoen.table import (
    Tally,
    batch_kyoen,
    curve_table,
    kyoen_sets,
    kyoens_with,
    loaded_curves,
    safe_points,
    unsafe_points,
)
from tests.games.rules.kyoen.helpers import boards, boards_with_stones, brute_sets, on_one_curve

DATA = Path(__file__).parents[3] / "data" / "kyoen"
COUNTS = json.loads((DATA / "counts.json").read_text())


def board_of(case: dict[str, Any]) -> Board:
    shape = Shape.TRIANGLE if case["shape"] == "triangle" else Shape.GRID
    return Board.of_size(case.get("size") or case["side"], Lattice(case["lattice"]), shape)


@pytest.mark.parametrize(
    "case", COUNTS, ids=lambda case: f"{case['lattice']}-{case.get('size') or case['side']}"
)
def test_a_board_has_the_known_counts(case: dict[str, Any]) -> None:
    found = curve_table(board_of(case))
    counts = {
        "kyoen_sets": found.kyoen_sets,
        "collinear_sets": found.collinear_sets,
        "curves": len(found),
        "circles": len(found) - found.lines,
        "lines": found.lines,
    }
    assert counts | case == case | counts


@given(boards(most=6))
def test_a_curve_of_the_table_holds_all_its_points_and_no_other(board: Board) -> None:
    found = curve_table(board)
    for index in range(len(found)):
        points = list(points_of(found.mask(index)))
        assert points == points_on(board, found.curve(index))
        assert len(points) == found.sizes[index] >= 4
        assert all(index in found.through[point] for point in points)
    assert sum(len(through) for through in found.through) == found.sizes.sum()
    assert len({found.curve(index) for index in range(len(found))}) == len(found)


@settings(max_examples=25)
@given(boards(most=4))
def test_the_table_counts_what_trying_every_four_points_counts(board: Board) -> None:
    assert curve_table(board).kyoen_sets == len(brute_sets(board, range(len(board))))


@given(boards_with_stones(), st.booleans())
def test_the_sets_of_a_position_are_those_of_brute_force(
    given_board: tuple[Board, list[int]], with_table: bool
) -> None:
    board, stones = given_board
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "TABLE_POINTS", 144 if with_table else 0)
        found = list(kyoen_sets(board, stones))
        from_curves = [
            four for _, met in loaded_curves(board, stones) for four in combinations(met, 4)
        ]
    assert len(found) == len(set(found))
    assert set(found) == set(from_curves) == brute_sets(board, stones)


@given(boards_with_stones(), st.booleans())
def test_a_point_is_unsafe_exactly_when_a_stone_there_makes_a_kyoen(
    given_board: tuple[Board, list[int]], with_table: bool
) -> None:
    board, stones = given_board
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "TABLE_POINTS", 144 if with_table else 0)
        unsafe = set(points_of(unsafe_points(board, stones)))
        safe = set(points_of(safe_points(board, stones)))
    coordinates = board.coordinates
    expected = {
        point
        for point in set(range(len(board))) - set(stones)
        if any(
            on_one_curve(board.lattice, [coordinates[point], *(coordinates[p] for p in three)])
            for three in combinations(stones, 3)
        )
    }
    assert unsafe == expected
    assert safe == set(range(len(board))) - set(stones) - expected


@given(boards_with_stones(fewest=1))
def test_the_sets_with_one_stone_are_those_that_include_it(
    given_board: tuple[Board, list[int]],
) -> None:
    board, stones = given_board
    found = list(kyoens_with(board, stones, stones[-1]))
    assert set(found) == {four for four in brute_sets(board, stones) if stones[-1] in four}
    assert len(found) == len(set(found))


@given(boards_with_stones(), st.data())
def test_counting_along_a_game_gives_what_the_stones_alone_give(
    given_board: tuple[Board, list[int]], data: st.DataObject
) -> None:
    board, stones = given_board
    tally, on = Tally.of(board), list[int]()
    for stone in stones:
        tally = tally.plus(stone)
        on.append(stone)
        if data.draw(st.booleans()):
            tally = tally.minus(stone)
            on.pop()
        assert tally.unsafe & ~board.mask(on) == unsafe_points(board, on)
    whole = Tally.of(board, on)
    assert whole.unsafe == tally.unsafe
    assert (whole.counts == tally.counts).all()


@given(boards(most=19), st.lists(st.lists(st.integers(0, 360), min_size=4, max_size=4)))
def test_a_batch_answers_like_one_question_and_refuses_repeats(
    board: Board, fours: list[list[int]]
) -> None:
    rows = [[point % len(board) for point in four] for four in fours]
    found = batch_kyoen(board, np.array(rows, dtype=np.int64).reshape(-1, 4))
    assert found.tolist() == [len(set(row)) == 4 and is_kyoen(board, *row) for row in rows]


@pytest.mark.parametrize("rows", [[[0, 1, 2, 81]], [[-1, 1, 2, 3]], [[1, 2, 3]]])
def test_a_batch_with_a_point_off_the_board_is_refused(rows: list[list[int]]) -> None:
    with pytest.raises(IndexError):
        batch_kyoen(Board(), np.array(rows))


def test_integers_do_not_overflow_on_the_largest_board() -> None:
    for lattice in Lattice:
        board = Board.of_size(19, lattice)
        fours = np.random.default_rng(5).integers(0, len(board), (20_000, 4))
        exact = [len(set(row)) == 4 and is_kyoen(board, *row) for row in fours.tolist()]
        assert batch_kyoen(board, fours).tolist() == exact


def test_the_largest_board_answers_without_its_table() -> None:
    board = Board.of_size(19)
    stones = Random(1).sample(range(len(board)), 18)
    before = curve_table.cache_info().misses
    assert set(kyoen_sets(board, stones)) == brute_sets(board, stones)
    unsafe_points(board, stones)
    assert curve_table.cache_info().misses == before


@pytest.mark.slow
def test_the_table_of_the_largest_board_agrees_with_the_sets_found_without_it() -> None:
    board = Board.of_size(19)
    found = curve_table(board)
    assert sum(comb(int(size), 4) for size in found.sizes) == found.kyoen_sets
    stones = Random(2).sample(range(len(board)), 30)
    loaded = np.flatnonzero(found.stones_on_each(stones) >= 4)
    assert {found.curve(int(index)) for index in loaded} == {
        curve for curve, _ in loaded_curves(board, stones)
    }


# Facts known of 9×9


def safe_game(seed: int) -> int:
    """How many stones random safe play places until no point is safe."""
    draw, tally, stones = Random(seed), Tally.of(Board()), list[int]()
    board = Board()
    while points := list(points_of(board.full & ~tally.unsafe & ~board.mask(stones))):
        stones.append(draw.choice(points))
        tally = tally.plus(stones[-1])
    return len(stones)


def test_random_safe_play_fills_the_board_after_13_stones() -> None:
    lengths = [safe_game(seed) for seed in range(300)]
    assert mean(lengths) == pytest.approx(13.3, abs=0.2)
    assert min(lengths) >= 10
    assert max(lengths) <= 17


def test_nine_stones_can_leave_no_safe_point() -> None:
    board = Board()
    stones = [
        board.at(x, y)
        for x, y in [(0, 2), (4, 2), (5, 2), (4, 3), (1, 4), (2, 4), (6, 4), (1, 6), (8, 0)]
    ]
    points = [point for point in stones if point is not None]
    assert len(points) == 9
    assert not list(kyoen_sets(board, points))
    assert safe_points(board, points) == 0


def test_eighteen_stones_can_lie_without_a_kyoen() -> None:
    stones = [5, 6, 8, 9, 11, 18, 24, 31, 44, 47, 50, 52, 54, 55, 70, 73, 75, 79]
    assert len(stones) == 18
    assert not list(kyoen_sets(Board(), stones))
    assert not brute_sets(Board(), stones)
    assert safe_points(Board(), stones) == 0
