"""Problems from a seed: as wished, with one answer, and always the same."""

import csv
import io
import json
import time
from itertools import combinations
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules.kyoen.curves import is_kyoen
from games.rules.kyoen.geometry import Lattice, Shape
from games.rules.kyoen.problems import read_stage
from judging.answers.kinds import Kind
from judging.difficulty import AnswerShape, measure, shape_of
from judging.generator import Generated, TooFewFoundError, Wish, WishError, generate
from judging.kinds.content import read_ground
from judging.kinds.registry import check_problem, grade

SHAPES = [one for one in AnswerShape if one not in {AnswerShape.ANY, AnswerShape.CIRCLE}]


def answers(problem: Generated) -> list[tuple[int, ...]]:
    """Every kyōen, the slow way."""
    ground = read_ground(problem.content)
    return [four for four in combinations(ground.stones, 4) if is_kyoen(ground.board, *four)]


def test_ten_problems_as_wished_within_a_second() -> None:
    """10 hantei problems, 9×9, 8–11 stones, answer not a line, difficulty 3."""
    wish = Wish(count=10, fewest=8, most=11, answer=AnswerShape.CIRCLE, difficulty=3)
    started = time.thread_time()
    made = generate(wish, "committee 2026")
    assert time.thread_time() - started < 1
    assert len(made) == 10
    for problem in made:
        ground = read_ground(problem.content)
        (only,) = answers(problem)
        assert 8 <= len(ground.stones) <= 11
        assert shape_of(ground.board, only) is not AnswerShape.LINE
        assert problem.difficulty == 3
        assert grade(Kind.HANTEI, problem.content, problem.key, problem.answer).right
    assert len({problem.signature for problem in made}) == 10


@pytest.mark.parametrize("lattice", list(Lattice))
@pytest.mark.parametrize("shape", SHAPES)
def test_every_lattice_and_every_shape_of_answer(lattice: Lattice, shape: AnswerShape) -> None:
    wish = Wish(count=4, lattice=lattice, answer=shape, fewest=7, most=9)
    for problem in generate(wish, 5):
        (only,) = answers(problem)
        assert shape_of(wish.board, only) is shape
        assert problem.features is not None
        assert problem.features.shape == shape.value
        assert check_problem(Kind.HANTEI, problem.content, problem.key).ok


@pytest.mark.parametrize(
    "board",
    [
        {"columns": 6, "rows": 6, "fewest": 6, "most": 8},
        {"columns": 19, "rows": 19, "fewest": 10, "most": 16},
        {"lattice": "triangular", "shape": "triangle"},
        {"lattice": "rectangular", "columns": 12, "rows": 5},
        {"columns": 4, "rows": 4, "fewest": 4, "most": 5},
    ],
)
def test_every_board(board: dict[str, Any]) -> None:
    for problem in generate(Wish.from_json({"count": 5} | board), 1):
        assert len(answers(problem)) == 1


@pytest.mark.parametrize("difficulty", [1, 2, 3, 4, 5])
def test_every_difficulty_can_be_had(difficulty: int) -> None:
    (problem,) = generate(Wish(count=1, difficulty=difficulty), 9)
    found = measure(read_ground(problem.content))
    assert found is not None
    assert found[0] == problem.difficulty == difficulty
    assert found[2] == problem.features


def test_the_same_seed_gives_the_same_problems() -> None:
    wish = Wish(count=3)
    made = generate(wish, 2026)
    assert generate(wish, 2026) == made
    assert generate(wish, "2026") == made
    assert generate(wish, 2027) != made
    assert Wish.from_json(wish.to_json()) == wish
    assert made[0].stage == (
        "000100000000000000000200000000002000010000001000000200000000001000000000000002000"
    )


def test_problems_of_the_bank_are_not_made_again() -> None:
    wish = Wish(count=3)
    first = generate(wish, 7)
    again = generate(wish, 7, avoid={problem.signature for problem in first})
    assert not {one.signature for one in first} & {one.signature for one in again}


def test_problems_that_ask_for_all_kyoens() -> None:
    for problem in generate(Wish(kind=Kind.HANTEI_ALL, count=5), 3):
        found = answers(problem)
        assert 2 <= len(found) <= 6
        assert len(problem.answer.split(";")) == len(found)
        assert check_problem(Kind.HANTEI_ALL, problem.content, problem.key).ok


def test_problems_about_safe_points() -> None:
    wish = Wish(kind=Kind.SAFE_POINT, count=5, fewest=9, most=12)
    for problem in generate(wish, 3):
        assert check_problem(Kind.SAFE_POINT, problem.content, problem.key).warnings == ()
        assert grade(Kind.SAFE_POINT, problem.content, problem.key, problem.answer).right
        assert 1 <= len(problem.answer.split()) <= 8


def test_too_much_to_wish_is_said_with_what_was_found() -> None:
    with pytest.raises(TooFewFoundError) as caught:
        generate(Wish(count=50, columns=3, rows=3, fewest=4, most=5), 1)
    assert 0 < len(caught.value.found) < 50
    assert "Only" in caught.value.message


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"count": 0}, "count"), ({"count": "10"}, "count"), ({"count": True}, "count"),
        ({"kind": "proof"}, "kind"), ({"kind": "x"}, "kind"), ({"lattice": "x"}, "lattice"),
        ({"columns": 1}, "columns"), ({"rows": 99}, "rows"), ({"shape": "triangle"}, "shape"),
        ({"fewest": 3}, "fewest"), ({"fewest": 12}, "most"), ({"most": 31}, "most"),
        ({"difficulty": 6}, "difficulty"), ({"answer": "oval"}, "answer"), ({"speed": 1}, "speed"),
        ({"columns": 2, "rows": 2, "fewest": 4, "most": 4}, "fewest"),
    ],
)  # fmt: skip
def test_a_wish_that_cannot_be_is_refused(data: dict[str, Any], field: str) -> None:
    with pytest.raises(WishError) as caught:
        Wish.from_json(data)
    assert caught.value.params["field"] == field
    assert caught.value.message


def test_the_command_writes_the_public_form(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("generate_problems", "--count", "3", "--difficulty", "2", "--seed", "x")
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["difficulty"] for row in rows] == ["2", "2", "2"]
    for row in rows:
        stage = read_stage(row["stage"], size=int(row["size"]))
        assert stage.answer_is_right
        assert len(stage.stones) == int(row["stones"])
    call_command("generate_problems", "--count", "1", "--kind", "safe_point", "--format", "json",
                 "--stones", "11", "--shape", "grid")  # fmt: skip
    data = json.loads(capsys.readouterr().out)
    assert data["problems"][0]["content"]["ask"] == "all"


@pytest.mark.parametrize(
    "options", [["--stones", "x"], ["--size", "1"], ["--count", "many"], ["--difficulty", "9"],
                ["--size", "3", "--difficulty", "5"], ["--answer", "oval"]],
)  # fmt: skip
def test_the_command_says_what_is_wrong(options: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("generate_problems", *options)


def test_shapes_and_lattices_have_text_values() -> None:
    assert Wish(lattice=Lattice.TRIANGULAR, shape=Shape.TRIANGLE).to_json()["shape"] == "triangle"
