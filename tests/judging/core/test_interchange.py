"""Board problems in and out."""

import random
from pathlib import Path

import pytest

from games.rules.kyoen.geometry import Lattice, Shape
from judging.answers.kinds import Kind
from judging.generator import Wish, generate
from judging.interchange import WrittenProblem, read_problems, write_problems
from judging.kinds.content import stage_text

DATA = Path(__file__).parents[2] / "data" / "kyoen"


def test_a_list_of_strings_is_read() -> None:
    found = read_problems(b"100010000\n\n000020212\r\n")
    assert found.faults == ()
    stones = [one.content["stones"] for one in found.problems]
    assert stones == [["a3", "b2"], ["b2", "a1", "b1", "c1"]]
    assert found.problems[1].answer == ("b2", "a1", "c1")
    assert found.problems[1].line == 3


@pytest.mark.parametrize("size", [6, 9])
def test_a_public_collection_is_read_whole(size: int) -> None:
    data = (DATA / f"problems_{size}x{size}.csv").read_bytes()
    found = read_problems(data)
    assert found.faults == ()
    assert len(found.problems) == data.count(b"\n") - 1
    assert {one.content["columns"] for one in found.problems} == {size}


@pytest.mark.parametrize(
    "board",
    [
        Wish(count=3),
        Wish(count=3, lattice=Lattice.TRIANGULAR, shape=Shape.TRIANGLE),
        Wish(count=3, lattice=Lattice.RECTANGULAR, columns=12, rows=5),
        Wish(count=3, kind=Kind.HANTEI_ALL),
    ],
)
def test_what_is_written_is_read_again(board: Wish) -> None:
    made = generate(board, 1)
    written = write_problems(
        WrittenProblem(one.number, one.content, "題 1", one.answer, one.difficulty) for one in made
    )
    found = read_problems(written)
    assert found.faults == ()
    assert [one.content for one in found.problems] == [one.content for one in made]
    assert [stage_text(one.content, one.answer) for one in found.problems] == [
        one.stage for one in made
    ]
    assert found.problems[0].title == "題 1"


def test_an_answer_that_is_kept_back_is_not_in_the_file() -> None:
    (one,) = generate(Wish(count=1), 1)
    written = write_problems([WrittenProblem(1, one.content)]).decode()
    assert "2" not in written.splitlines()[1].split(",")[5]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file cannot be read as text or as a table."),
        (b"\x89PNG\r\n", "The file cannot be read as text or as a table."),
        (b"size,lattice\n9,square\n",
         "There is no board in it: strings of 0, 1 and 2, top row first."),
        (b"100010003\n", "Line 1: a board is written in 0, 1 and 2; “3” is none of them."),
        (b"10001000\n", "Line 1: 8 characters are no board of that form."),
        (b"stage,size\n100010000,6\n", "Line 2: a board of 6×6 has 36 characters; this has 9."),
        (b"stage,lattice\n100010000,round\n", "Line 2: there is no such board: round grid."),
        (b"stage,size\n1,99\n", "Line 2: there is no such board: square grid 99."),
        (b"100010000\n" * 2001, "At most 2000 problems are read at once."),
    ],
)  # fmt: skip
def test_a_fault_says_which_line(data: bytes, words: str) -> None:
    found = read_problems(data)
    assert found.problems == ()
    assert found.faults[0].message == words


def test_a_small_board_filled_up_to_a_large_one_is_refused_when_the_size_is_known() -> None:
    padded = "100010000".ljust(81, "0").encode()
    assert read_problems(padded, size=3).faults[0].code == "wrong_size"


def test_one_fault_keeps_everything_out() -> None:
    assert read_problems(b"100010000\n10001000x\n").problems == ()


def test_any_bytes_are_answered() -> None:
    draw = random.Random(1)
    for _ in range(50):
        found = read_problems(draw.randbytes(draw.randrange(200)))
        assert found.problems or found.faults
