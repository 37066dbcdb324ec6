from fractions import Fraction
from math import isclose
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules.kyoen.curves import curve_json, curve_through, drawing, is_kyoen, points_on
from games.rules.kyoen.geometry import Board, Lattice
from tests.games.rules.kyoen.helpers import boards, on_one_curve


@st.composite
def distinct(draw: st.DrawFn, count: int) -> tuple[Board, list[int]]:
    board = draw(boards(most=19))
    points = draw(
        st.lists(st.integers(0, len(board) - 1), min_size=count, max_size=count, unique=True)
    )
    return board, points


@given(distinct(4))
def test_four_points_are_a_kyoen_exactly_when_brute_force_says_so(
    chosen: tuple[Board, list[int]],
) -> None:
    board, (p, q, r, s) = chosen
    expected = on_one_curve(board.lattice, [board.coordinates[point] for point in (p, q, r, s)])
    assert is_kyoen(board, p, q, r, s) is expected


@given(distinct(3))
def test_every_point_on_the_curve_of_three_makes_a_kyoen_with_them(
    chosen: tuple[Board, list[int]],
) -> None:
    board, (p, q, r) = chosen
    met = points_on(board, curve_through(board, p, q, r))
    assert {p, q, r} <= set(met)
    for point in range(len(board)):
        if point not in (p, q, r):
            assert is_kyoen(board, p, q, r, point) is (point in met)


@given(distinct(3), st.randoms(use_true_random=False))
def test_a_curve_does_not_depend_on_the_points_that_name_it(
    chosen: tuple[Board, list[int]],
    random: Random,
) -> None:
    board, (p, q, r) = chosen
    curve = curve_through(board, p, q, r)
    other = random.sample(points_on(board, curve), 3)
    assert curve_through(board, *other) == curve


@given(distinct(3))
def test_the_centre_is_as_far_from_each_point_as_the_radius_says(
    chosen: tuple[Board, list[int]],
) -> None:
    board, (p, q, r) = chosen
    curve = curve_through(board, p, q, r)
    assume(not curve.is_line)
    x, y = curve.centre
    a, b, c = board.lattice.form
    for point in points_on(board, curve):
        dx, dy = board.coordinates[point][0] - x, board.coordinates[point][1] - y
        assert a * dx * dx + b * dx * dy + c * dy * dy == curve.radius_squared


@given(distinct(3))
def test_what_is_drawn_passes_through_the_points(chosen: tuple[Board, list[int]]) -> None:
    board, (p, q, r) = chosen
    curve = curve_through(board, p, q, r)
    drawn = drawing(board, curve)
    for point in points_on(board, curve):
        x, y = board.lattice.draw(*board.coordinates[point])
        if curve.is_line:
            x1, y1, x2, y2 = drawn["x1"], drawn["y1"], drawn["x2"], drawn["y2"]
            off = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            assert isclose(off, 0.0, abs_tol=1e-6)
        else:
            away = ((x - drawn["cx"]) ** 2 + (y - drawn["cy"]) ** 2) ** 0.5
            assert isclose(away, drawn["r"], rel_tol=1e-6)


def named(board: Board, names: str) -> list[int]:
    return [board.names.index(name) for name in names.split()]


def test_a_circle_is_said_in_exact_words() -> None:
    board = Board()
    curve = curve_through(board, *named(board, "a1 b4 d5"))
    assert curve.words == "circle, centre (7/2, 1/2), radius √(25/2)"
    assert curve_json(board, curve)["centre"] == ["7/2", "1/2"]
    assert curve_json(board, curve)["radius_squared"] == "25/2"


def test_a_line_is_said_by_its_equation() -> None:
    board = Board()
    assert curve_through(board, *named(board, "a1 b3 c5")).words == "line 2x - y = 0"
    assert curve_through(board, *named(board, "c2 c5 c9")).words == "line x = 2"
    assert curve_through(board, *named(board, "a4 c4 i4")).words == "line y = 3"


def test_a_line_is_drawn_from_its_first_to_its_last_point_of_the_board() -> None:
    board = Board()
    curve = curve_through(board, *named(board, "b2 c3 d4"))
    assert drawing(board, curve) == {"x1": 0.0, "y1": 0.0, "x2": 8.0, "y2": 8.0}


def test_the_six_neighbours_of_a_triangular_point_lie_on_a_circle_of_radius_one() -> None:
    board = Board.of_size(3, Lattice.TRIANGULAR)
    curve = curve_through(board, *named(board, "a3 b3 c1"))
    assert curve.centre == (Fraction(1), Fraction(1))
    assert curve.radius_squared == 1
    assert [board.name(point) for point in points_on(board, curve)] == [
        "a3", "b3", "a2", "c2", "b1", "c1",
    ]  # fmt: skip


def test_a_rectangular_cell_lies_on_a_circle_of_radius_half_root_three() -> None:
    board = Board.of_size(3, Lattice.RECTANGULAR)
    curve = curve_through(board, *named(board, "a1 b1 a2"))
    assert curve.radius_squared == Fraction(3, 4)
    assert curve.words.endswith("radius √(3/4)")


@pytest.mark.parametrize("lattice", Lattice)
def test_points_in_one_row_are_a_kyoen(lattice: Lattice) -> None:
    board = Board.of_size(5, lattice)
    assert is_kyoen(board, 0, 1, 2, 4)
