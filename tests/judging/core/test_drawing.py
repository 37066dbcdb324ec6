"""Boards of problems as pictures."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.rules.kyoen.geometry import Lattice, Shape
from judging.answers.kinds import Kind
from judging.drawing import answer_svg, board_svg, solution_svg
from judging.generator import Wish, generate
from judging.kinds.graded import ProblemError
from judging.kinds.registry import grade

BOARD: dict[str, Any] = {"columns": 9, "rows": 9, "stones": ["b2", "b5", "f2", "f5", "c8"]}


def tags(svg: str, name: str, **wanted: str) -> list[ET.Element]:
    found = [one for one in ET.fromstring(svg).iter() if one.tag.rpartition("}")[2] == name]
    return [one for one in found if wanted.items() <= one.attrib.items()]


def test_a_board_shows_its_stones_and_nothing_of_the_answer() -> None:
    made = board_svg(BOARD, label="a <board>")
    assert len(tags(made, "circle", **{"class": "stone"})) == 5
    assert len(tags(made, "circle")) == 5
    assert 'aria-label="a &lt;board&gt;"' in made
    assert "curve" not in made
    assert len(tags(made, "text")) == 18


def test_a_solution_shows_the_circle_through_its_four_stones() -> None:
    made = solution_svg(Kind.HANTEI, BOARD, {})
    (circle,) = tags(made, "circle", **{"class": "curve"})
    assert (circle.get("cx"), circle.get("cy"), circle.get("r")) == ("3", "-2.5", "2.5")
    assert "stroke-dasharray" not in made
    assert len(tags(made, "circle", **{"class": "pick"})) == 4


def test_a_wrong_answer_shows_a_broken_circle_that_misses_one() -> None:
    graded = grade(Kind.HANTEI, BOARD, {}, "b2 b5 f2 c8")
    made = answer_svg(BOARD, graded.details)
    (circle,) = tags(made, "circle", **{"class": "curve"})
    assert circle.get("stroke-dasharray")


def test_an_answer_that_names_no_stones_shows_the_points_only() -> None:
    for raw in ("b2 b5 f2 a1", "b2 b5", "", "nonsense"):
        made = answer_svg(BOARD, grade(Kind.HANTEI, BOARD, {}, raw).details)
        assert "curve" not in made


def test_a_line_goes_beyond_its_points() -> None:
    line = {"columns": 9, "rows": 9, "stones": ["a1", "b1", "c1", "d1"]}
    (one,) = tags(solution_svg(Kind.HANTEI, line, {}), "line")
    assert (one.get("x1"), one.get("x2"), one.get("y1")) == ("-0.5", "8.5", "0")


def test_all_sets_and_safe_points_are_drawn() -> None:
    five = {"columns": 9, "rows": 9, "stones": ["a1", "b1", "c1", "d1", "b2", "c2"]}
    assert tags(solution_svg(Kind.HANTEI_ALL, five, {}), "line")
    small = {"columns": 3, "rows": 3, "stones": ["a1", "a3", "c1"], "ask": "all"}
    assert len(tags(solution_svg(Kind.SAFE_POINT, small, {}), "circle", **{"class": "safe"})) == 5
    graded = grade(Kind.SAFE_POINT, small | {"ask": "one"}, {}, "c3")
    assert tags(answer_svg(small, graded.details), "circle", **{"class": "curve"})


@pytest.mark.parametrize("lattice", list(Lattice))
def test_print_has_colours_of_its_own_on_every_lattice(lattice: Lattice) -> None:
    (problem,) = generate(Wish(count=1, lattice=lattice), 1)
    made = solution_svg(Kind.HANTEI, problem.content, {}, printing=True)
    assert "class=" not in made
    assert 'stroke="#c1272d"' in made
    (triangle,) = generate(Wish(count=1, lattice=Lattice.TRIANGULAR, shape=Shape.TRIANGLE), 1)
    assert ET.fromstring(board_svg(triangle.content, printing=True)).get("viewBox")


def test_a_broken_board_is_an_error_of_its_own() -> None:
    with pytest.raises(ProblemError):
        board_svg({"stones": ["z9"]})
