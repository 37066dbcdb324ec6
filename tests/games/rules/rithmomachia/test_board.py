"""Pieces, layouts, marches, flights and drops (Rithmomachia 1, 2)."""

import pytest

from games.rules.base import GameError
from games.rules.rithmomachia.geometry import SQUARES, formations, name, square
from games.rules.rithmomachia.pieces import COMPONENTS, Layout, Shape, layout, pyramid, values
from games.rules.rithmomachia.text import diagram
from tests.games.rules.rithmomachia.helpers import at, begin, cores, load, played


def test_squares_are_named_from_a1_to_h16() -> None:
    assert [name(one) for one in (0, 7, 8, 127)] == ["a1", "h1", "a2", "h16"]
    assert all(square(name(one)) == one for one in range(SQUARES))
    assert square("i1") is square("a0") is square("a17") is None


def test_each_side_has_24_pieces_of_the_known_sums() -> None:
    for side, whole in ((0, 1312), (1, 1752)):
        men = layout(Layout.BOISSIERE)[side].values()
        assert len(men) == 24
        assert sum(piece.value for piece in men) == whole
        by_shape = {
            shape: sorted(piece.value for piece in men if shape in (piece.shape, *_base(piece)))
            for shape in values(side)
        }
        assert by_shape == {shape: sorted(numbers) for shape, numbers in values(side).items()}


def _base(piece: object) -> tuple[Shape, ...]:
    return (Shape.SQUARE,) if getattr(piece, "shape", None) is Shape.PYRAMID else ()


def test_the_pyramids_are_91_and_190_and_their_components_add_up() -> None:
    assert pyramid(0).value == sum(COMPONENTS[0]) == 91
    assert pyramid(1).value == sum(COMPONENTS[1]) == 190
    assert [shape.value for shape in pyramid(1).shapes] == ["R", "T", "S"]


def test_the_layout_is_that_of_boissiere() -> None:
    even, odd = layout(Layout.BOISSIERE)
    found = {name(one): f"E{piece.kind}" for one, piece in even.items()}
    found |= {name(one): f"O{piece.kind}" for one, piece in odd.items()}
    assert found == load("published.json")["setup"]


def test_fulke_sets_the_same_up_two_ranks_nearer() -> None:
    for side, shift in ((0, 16), (1, -16)):
        far, near = layout(Layout.BOISSIERE)[side], layout(Layout.FULKE)[side]
        assert {one + shift: piece for one, piece in far.items()} == near


def test_even_moves_first() -> None:
    assert begin().to_move == 0
    assert played(begin(), "f4-f5").to_move == 1


def test_the_diagram_has_sixteen_ranks_from_the_top() -> None:
    lines = diagram(begin()).splitlines()
    assert lines[0] == "16 s49  s121 .    .    .    .    s225 s361"
    assert lines[14].split() == ["2", "S153", "P91", "T49", "T42", "T20", "T25", "S45", "S15"]


def test_a_round_goes_one_square_a_triangle_two_a_square_three() -> None:
    far = " Oh16R3"
    assert cores(at("Ed5R2" + far)) == {"d5-d6", "d5-e5", "d5-d4", "d5-c5"}
    assert cores(at("Ed5T6" + far)) == {"d5-d7", "d5-f5", "d5-d3", "d5-b5"}
    assert cores(at("Ed5S15" + far)) == {"d5-d8", "d5-g5", "d5-d2", "d5-a5"}


def test_rounds_may_go_diagonally() -> None:
    position = at("Ed5R2 Oh16R3", rounds_move="diagonal")
    assert cores(position) == {"d5-e6", "d5-e4", "d5-c4", "d5-c6"}


def test_a_path_must_be_empty() -> None:
    position = at("Ed5S15 Ed7R2 Of5R3 Oh16R3")
    assert "d5-d8" not in cores(position)
    assert "d5-g5" not in cores(position)
    assert "d5-a5" in cores(position)


def test_a_pyramid_goes_as_any_shape_it_still_contains() -> None:
    assert {"d5-d6", "d5-d7", "d5-d8"} <= cores(at("Ed5P91 Oh16R3"))
    assert {"d5-d6", "d5-d7"} <= cores(at("Ed5P30/25/4/1 Oh16R3")) | {"d5-d7"}
    rounds = cores(at("Ed5P5/4/1 Oh16R3"))
    assert rounds == {"d5-d6", "d5-e5", "d5-d4", "d5-c5"}


def test_a_pyramid_may_be_told_to_go_as_a_square_only() -> None:
    position = at("Ed5P91 Oh16R3", pyramids_move="square")
    assert cores(position) == {"d5-d8", "d5-g5", "d5-d2", "d5-a5"}


def test_flights_leap_but_do_not_take() -> None:
    position = at("Ed5T16 Ed6R2 Of6R16 Oh16R3", flights=True)
    assert "d5-e7" in cores(position)
    assert "d5-f6" not in cores(position)
    assert "d5-f4" in cores(position)
    assert {"d5-e8", "d5-g6"} <= cores(at("Ed5S15 Oh16R3", flights=True))
    assert "d5-e7" not in cores(at("Ed5R2 Oh16R3", flights=True))


def test_captured_pieces_that_turn_are_dropped_on_the_own_back_rank() -> None:
    position = at("Ea1S25 Oh16R3", hands="T90 -", captured="turned")
    drops = {text for text in cores(position) if "@" in text}
    assert drops == {f"T90@{file}1" for file in "bcdefgh"}
    after = played(position, "T90@c1")
    assert "Ec1T90'" in str(after)
    assert after.hands[0] == ()


def test_a_piece_that_turned_comes_back_to_its_side_when_it_is_taken() -> None:
    position = at("Ed1T90' Od4S90 Oh16R3 Eh1R2", "O", captured="turned")
    after = played(position, "d4xd1")
    assert [str(piece) for piece in after.hands[1]] == ["T90"]
    assert after.taken(0) == after.taken(1) == ()


@pytest.mark.parametrize(
    ("rules", "counts", "odd"),
    [
        ({}, (12, 144), 12),
        ({"pyramids_move": "square"}, (12, 144), 12),
        ({"rounds_move": "diagonal"}, (17, 272), 16),
        ({"rounds_move": "diagonal", "flights": True}, (47, 2162), 46),
        ({"triangles_move": "diagonal", "squares_move": "all"}, (10, 100), 10),
    ],
)
def test_the_ways_to_begin_are_counted(
    rules: dict[str, object], counts: tuple[int, int], odd: int
) -> None:
    start = begin(**rules)
    turns = start.turns()
    second = sum(len(start.after(turn).turns()) for turn in turns)
    assert (len(turns), second) == counts
    assert len(start._with(turn=1).turns()) == odd


def test_formations_lie_in_the_enemy_half_without_gaps_of_different_size() -> None:
    for seat, ranks in ((0, range(8, 16)), (1, range(8))):
        for members in (3, 4):
            for by_square in formations(seat, members):
                for formation in by_square:
                    assert {one // 8 in ranks for one in formation.squares} == {True}
                    assert len(formation.squares) == members


@pytest.mark.parametrize(
    ("placed", "move", "code", "params"),
    [
        ("Ea1R2 Oh16R3", "b1-b2", "empty_square", {"square": "b1"}),
        ("Ea1R2 Oh16R3", "h16-h15", "enemy_piece", {"square": "h16"}),
        ("Ea1R2 Ea2R4 Oh16R3", "a1-a2", "own_piece", {"square": "a2"}),
        (
            "Ea1R2 Oh16R3",
            "a1-a3",
            "cannot_reach",
            {"piece": "R2", "origin": "a1", "square": "a3", "others": "b1, a2"},
        ),
        (
            "Ea1S15 Ea2R2 Oh16R3",
            "a1-a4",
            "path_blocked",
            {"blocker": "a2", "piece": "S15", "square": "a4"},
        ),
        (
            "Ea1R2 Ea2T6 Eb1S15 Oh16R3",
            "a1-b2",
            "no_move_of_piece",
            {"piece": "R2", "origin": "a1"},
        ),
        ("Ea1R2 Oh16R3", "a1xa2", "nothing_to_take", {"square": "a2"}),
        ("Ea1R2 Oh16R3", "T90@a2", "no_drops", {}),
    ],
)
def test_a_move_that_is_not_there_says_why(
    placed: str, move: str, code: str, params: dict[str, str]
) -> None:
    position = at(placed)
    before = str(position)
    with pytest.raises(GameError) as caught:
        played(position, move)
    assert (caught.value.code, caught.value.params) == (code, params)
    assert caught.value.message
    assert str(position) == before


@pytest.mark.parametrize(
    ("hands", "move", "code"),
    [
        ("- -", "T90@a2", "nothing_in_hand"),
        ("R9 -", "T90@a2", "not_in_hand"),
        ("T90 -", "T90@a2", "off_back_rank"),
        ("T90 -", "T90@a1", "square_taken"),
    ],
)
def test_a_drop_that_is_not_there_says_why(hands: str, move: str, code: str) -> None:
    position = at("Ea1R2 Oh16R3", hands=hands, captured="turned")
    with pytest.raises(GameError) as caught:
        played(position, move)
    assert caught.value.code == code
    assert "{" not in caught.value.message
