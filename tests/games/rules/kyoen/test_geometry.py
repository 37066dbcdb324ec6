from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.kyoen.geometry import (
    Board,
    BoardError,
    Lattice,
    Shape,
    points_of,
    same_configuration,
    split_names,
)
from tests.games.rules.kyoen.helpers import boards


def test_names_count_rows_from_the_bottom_and_use_the_letter_i() -> None:
    board = Board()
    assert board.names[0] == "a9"
    assert board.names[8] == "i9"
    assert board.coordinates[board.names.index("g8")] == (6, 7)


def test_indexes_follow_reading_order() -> None:
    assert Board.of_size(3).names == ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")


def test_a_triangle_narrows_upwards() -> None:
    board = Board.of_size(3, Lattice.TRIANGULAR, Shape.TRIANGLE)
    assert board.names == ("a3", "a2", "b2", "a1", "b1", "c1")


def test_a_triangle_is_drawn_with_equal_sides() -> None:
    board = Board.of_size(4, Lattice.TRIANGULAR, Shape.TRIANGLE)
    left, right, top = (
        board.lattice.draw(*board.coordinates[board.names.index(name)])
        for name in ("a1", "d1", "a4")
    )
    assert left == (0.0, 0.0)
    assert right == (3.0, 0.0)
    assert top == pytest.approx((1.5, 1.5 * 3**0.5))


def test_the_drawing_keeps_q_as_squared_distance() -> None:
    for lattice, x, y in product(Lattice, range(-4, 5), range(-4, 5)):
        across, up = lattice.draw(x, y)
        assert across**2 + up**2 == pytest.approx(lattice.q(x, y))


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ((Lattice.SQUARE, 1, 9), "columns"),
        ((Lattice.SQUARE, 9, 20), "rows"),
        ((Lattice.SQUARE, 9, 9, Shape.TRIANGLE), "shape"),
        ((Lattice.TRIANGULAR, 9, 8, Shape.TRIANGLE), "rows"),
    ],
)
def test_a_board_that_cannot_be_is_refused(arguments: tuple[object, ...], field: str) -> None:
    with pytest.raises(BoardError) as caught:
        Board(*arguments)  # type: ignore[arg-type]
    assert caught.value.field == field


@given(boards(most=19))
def test_every_point_is_found_by_its_name_and_its_coordinates(board: Board) -> None:
    assert len(set(board.names)) == len(board)
    for point, (name, xy) in enumerate(zip(board.names, board.coordinates, strict=True)):
        assert board.point(name) == board.point(name.upper()) == point
        assert board.at(*xy) == point
        assert split_names(name) == [name]


@pytest.mark.parametrize("name", ["a0", "j1", "a10", "t1", "a", "1", "", "aa1", "a-1", "a01"])
def test_a_name_off_the_board_is_no_point(name: str) -> None:
    assert Board().point(name) is None


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (Board.of_size(9), 8),
        (Board(Lattice.SQUARE, 9, 8), 4),
        (Board.of_size(9, Lattice.RECTANGULAR), 4),
        (Board.of_size(9, Lattice.TRIANGULAR), 4),
        (Board(Lattice.TRIANGULAR, 9, 8), 2),
        (Board.of_size(9, Lattice.TRIANGULAR, Shape.TRIANGLE), 6),
    ],
)
def test_a_board_has_its_symmetries(board: Board, count: int) -> None:
    assert len(set(board.symmetries)) == count
    for images in board.symmetries:
        assert sorted(images) == list(range(len(board)))
        assert tuple(images[point] for point in images) in board.symmetries


@given(boards(), st.data())
def test_a_symmetry_keeps_every_distance(board: Board, data: st.DataObject) -> None:
    images = data.draw(st.sampled_from(board.symmetries))
    p, q = (data.draw(st.integers(0, len(board) - 1)) for _ in "pq")

    def distance(p: int, q: int) -> int:
        (px, py), (qx, qy) = board.coordinates[p], board.coordinates[q]
        return board.lattice.q(px - qx, py - qy)

    assert distance(p, q) == distance(images[p], images[q])


@given(
    st.sampled_from(Lattice),
    st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=8),
    st.data(),
)
def test_one_form_stands_for_all_turns_mirrors_and_shifts(
    lattice: Lattice, points: set[tuple[int, int]], data: st.DataObject
) -> None:
    a, b, c, d = data.draw(st.sampled_from(lattice.turns))
    right, up = data.draw(st.integers(-9, 9)), data.draw(st.integers(-9, 9))
    moved = [(a * x + b * y + right, c * x + d * y + up) for x, y in points]
    assert same_configuration(lattice, moved) == same_configuration(lattice, points)


def test_different_configurations_have_different_forms() -> None:
    assert same_configuration(Lattice.RECTANGULAR, [(0, 0), (0, 1)]) != same_configuration(
        Lattice.RECTANGULAR, [(0, 0), (1, 0)]
    )


@given(st.sets(st.integers(0, 360)))
def test_a_mask_holds_its_points(points: set[int]) -> None:
    assert list(points_of(Board.of_size(19).mask(points))) == sorted(points)
