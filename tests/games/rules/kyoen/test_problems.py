import csv
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.kyoen.geometry import Board, Lattice, Shape
from games.rules.kyoen.problems import (
    Stage,
    StageError,
    canonical_on_board,
    read_stage,
    stage_length,
    symmetry_class,
)
from games.rules.kyoen.table import kyoen_sets, loaded_curves
from tests.games.rules.kyoen.helpers import boards

DATA = Path(__file__).parents[3] / "data" / "kyoen"
PROBLEMS = [
    row
    for name in ("problems_6x6.csv", "problems_9x9.csv")
    for row in csv.DictReader((DATA / name).open())
]


def test_every_published_board_has_the_sets_it_is_known_for() -> None:
    assert len(PROBLEMS) == 311
    for row in PROBLEMS:
        stage = read_stage(row["stage"], size=int(row["size"]))
        sets, lines = 0, 0
        for curve, stones in loaded_curves(stage.board, stage.stones):
            sets += comb(len(stones), 4)
            lines += comb(len(stones), 4) if curve.is_line else 0
        assert (len(stage.stones), sets, lines) == (
            int(row["stones"]),
            int(row["kyoen_quads"]),
            int(row["line_quads"]),
        )
        assert len(list(kyoen_sets(stage.board, stage.stones))) == sets
        assert str(stage) == row["stage"]


def test_the_first_character_is_the_top_left_point() -> None:
    stage = read_stage("100002000")
    assert [stage.board.name(stone) for stone in stage.stones] == ["a3", "c2"]
    assert [stage.board.name(stone) for stone in stage.chosen] == ["c2"]


def test_a_triangle_is_read_from_its_top() -> None:
    stage = read_stage("100001", Lattice.TRIANGULAR, Shape.TRIANGLE)
    assert [stage.board.name(stone) for stone in stage.stones] == ["a3", "c1"]


def test_chosen_stones_are_an_answer() -> None:
    assert read_stage("202010202").answer_is_right is True
    assert read_stage("201020202").answer_is_right is False
    assert read_stage("202000200").answer_is_right is False
    assert read_stage("101000101").answer_is_right is None


def test_a_small_board_filled_up_to_81_characters_is_refused() -> None:
    padded = PROBLEMS[0]["stage"] + "0" * 45
    assert len(padded) == 81
    with pytest.raises(StageError, match="size 6 has 36 characters; this has 81"):
        read_stage(padded, size=6)


@pytest.mark.parametrize("length", [0, 1, 2, 3, 35, 37, 80, 82, 360, 362, 400, 10_000])
def test_a_length_that_is_no_board_is_refused(length: int) -> None:
    with pytest.raises(StageError, match=f"^{length} characters"):
        read_stage("0" * length)


@pytest.mark.parametrize("text", ["01x1", "0113", "01 1", "０１００", "0-11"])
def test_other_characters_are_refused(text: str) -> None:
    with pytest.raises(StageError, match="0, 1 and 2"):
        read_stage(text)


def test_spaces_around_a_stage_do_not_matter() -> None:
    assert read_stage(" 1001\n") == read_stage("1001")


@pytest.mark.parametrize("size", [-1, 0, 1, 20])
def test_a_size_that_cannot_be_is_refused(size: int) -> None:
    with pytest.raises(StageError):
        read_stage("0" * 81, size=size)


@given(st.sampled_from(Lattice), st.booleans(), st.integers(2, 19), st.data())
def test_a_stage_reads_back(
    lattice: Lattice, triangle: bool, size: int, data: st.DataObject
) -> None:
    shape = Shape.TRIANGLE if triangle else Shape.GRID
    lattice = Lattice.TRIANGULAR if triangle else lattice
    length = stage_length(size, shape)
    text = data.draw(st.text("012", min_size=length, max_size=length))
    stage = read_stage(text, lattice, shape)
    assert str(stage) == text
    assert stage == read_stage(text, lattice, shape, size)


def stage_of(board: Board, points: list[int]) -> Stage:
    return Stage(board, tuple(sorted(points)))


@given(boards(), st.data())
def test_two_problems_are_the_same_when_a_symmetry_of_the_board_maps_one_to_the_other(
    board: Board, data: st.DataObject
) -> None:
    points = data.draw(st.lists(st.integers(0, len(board) - 1), unique=True, max_size=9))
    images = data.draw(st.sampled_from(board.symmetries))
    moved = [images[point] for point in points]
    assert canonical_on_board(board, moved) == canonical_on_board(board, points)
    assert stage_of(board, moved).canonical == stage_of(board, points).canonical


@given(boards(), st.data())
def test_a_symmetry_keeps_every_kyoen(board: Board, data: st.DataObject) -> None:
    points = data.draw(st.lists(st.integers(0, len(board) - 1), unique=True, max_size=12))
    images = data.draw(st.sampled_from(board.symmetries))
    found = {frozenset(images[p] for p in four) for four in kyoen_sets(board, points)}
    assert found == set(map(frozenset, kyoen_sets(board, [images[p] for p in points])))


def test_two_problems_are_the_same_when_one_is_moved_along_the_board() -> None:
    one, other = read_stage("110100000"), read_stage("0000000000110010")
    assert one.canonical == other.canonical
    assert one.canonical == read_stage("000001011").canonical


def test_symmetry_classes_of_pairs_of_a_three_by_three_board() -> None:
    board = Board.of_size(3)
    classes = Counter(canonical_on_board(board, pair) for pair in combinations(range(9), 2))
    assert len(classes) == 8
    assert sum(classes.values()) == 36
    for smallest, count in classes.items():
        points = [point for point in range(9) if smallest >> point & 1]
        assert len(symmetry_class(board, points)) == count


def test_no_two_published_boards_of_9_by_9_are_the_same() -> None:
    forms = Counter(read_stage(row["stage"]).canonical for row in PROBLEMS if row["size"] == "9")
    assert max(forms.values()) == 1
