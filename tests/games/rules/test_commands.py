"""The commands as a person runs them: what is printed, and the exit code."""

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules.registry import GAMES

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data" / "kyoen"


def manage(*arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def printed(*arguments: str, given: str = "") -> list[dict[str, Any]]:
    """Every line as JSON, from this process; an exit with code 1 ends the lines."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(SystemExit):
        patch.setattr("sys.stdin", io.StringIO(given))
        call_command(*arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def refused(*arguments: str, given: str = "") -> str:
    with pytest.raises(CommandError) as caught:
        printed(*arguments, given=given)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400
    return message


# kyoen count


@pytest.mark.parametrize(
    "case",
    json.loads((DATA / "counts.json").read_text()),
    ids=lambda case: f"{case['lattice']}-{case.get('size') or case['side']}",
)
def test_count_prints_the_known_counts(case: dict[str, Any]) -> None:
    size = str(case.get("size") or case["side"])
    shape = "triangle" if case["shape"] == "triangle" else "grid"
    (found,) = printed(
        "kyoen", "count", "--lattice", case["lattice"], "--size", size, "--shape", shape
    )
    known = {key: case[key] for key in case if key not in ("size", "side", "shape")}
    assert found | known == found
    assert (found["size"], found["shape"]) == (int(size), shape)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "1"], "size cannot be 1: 2 to 19."),
        (["--size", "20"], "size cannot be 20: 2 to 19."),
        (["--size", "nine"], "size cannot be 'nine': a whole number."),
        (
            ["--lattice", "hex"],
            "lattice cannot be 'hex': square or triangular or rectangular.",
        ),
        (["--shape", "star"], "shape cannot be 'star': grid or triangle."),
        (
            ["--shape", "triangle"],
            "shape cannot be 'triangle': a triangle is on the triangular lattice.",
        ),
    ],
)
def test_count_refuses_a_board_that_cannot_be(arguments: list[str], message: str) -> None:
    assert refused("kyoen", "count", *arguments) == message


# kyoen sets


@pytest.mark.parametrize("name", ["problems_6x6.csv", "problems_9x9.csv"])
def test_sets_finds_the_sets_of_every_published_board(name: str) -> None:
    rows = list(csv.DictReader((DATA / name).open()))
    given = "\n".join(row["stage"] for row in rows)
    found = printed("kyoen", "sets", "-", given=given)
    assert len(found) == len(rows)
    for row, board in zip(rows, found, strict=True):
        assert board["board"] == row["stage"]
        assert board["size"] == int(row["size"])
        assert board["kyoen_sets"] == len(board["sets"]) == int(row["kyoen_quads"])
        assert board["collinear_sets"] == int(row["line_quads"])


def test_sets_prints_each_set_with_its_curve() -> None:
    (found,) = printed("kyoen", "sets", "101000101")
    assert found["sets"] == [
        {
            "points": ["a3", "c3", "a1", "c1"],
            "indexes": [0, 2, 6, 8],
            "coordinates": [[0, 2], [2, 2], [0, 0], [2, 0]],
            "curve": {
                "kind": "circle",
                "coefficients": [1, -2, -2, 0],
                "centre": ["1", "1"],
                "radius_squared": "2",
                "radius": "√2",
                "drawing": {"cx": 1.0, "cy": 1.0, "r": 2**0.5},
            },
        }
    ]


def test_sets_says_whether_the_chosen_stones_are_an_answer() -> None:
    assert printed("kyoen", "sets", "202000202")[0]["answer_is_right"] is True
    assert printed("kyoen", "sets", "202010200")[0]["answer_is_right"] is False


def test_sets_counts_five_on_a_circle_as_five() -> None:
    board = "0101010001000000000100000"
    (found,) = printed("kyoen", "sets", board)
    assert found["kyoen_sets"] == len(found["sets"]) == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["0" * 80], "80 characters are no square board of size 2 to 19."),
        ([""], "0 characters are no square board of size 2 to 19."),
        (["01x1"], "A board is written in 0, 1 and 2; 'x' is none of them."),
        (["0" * 81, "--size", "6"], "A board of size 6 has 36 characters; this has 81."),
        (["0" * 81, "--size", "x"], "size cannot be 'x': a whole number."),
        (["0" * 81, "--lattice", ""], "lattice cannot be '': square or triangular or rectangular."),
        (
            ["0" * 10, "--shape", "triangle"],
            "shape cannot be 'triangle': a triangle is on the triangular lattice.",
        ),
        (
            ["0" * 9, "--shape", "triangle", "--lattice", "triangular"],
            "9 characters are no triangle board of size 2 to 19.",
        ),
    ],
)
def test_sets_refuses_what_is_no_board(arguments: list[str], message: str) -> None:
    assert refused("kyoen", "sets", *arguments) == message


def test_sets_names_the_bad_line_of_many() -> None:
    message = refused("kyoen", "sets", "-", given="0101\n\n011\n")
    assert message == "Line 3: 3 characters are no square board of size 2 to 19."


# play


def test_play_prints_one_line_for_each_step() -> None:
    lines = printed("play", "kyoen", "--seats", "3", "--moves", "a1 c1,a3\nc3 2!a1c1a3c3")
    assert [line["seq"] for line in lines] == [1, 2, 3, 4, 5]
    assert [line["to_move"] for line in lines] == [2, 3, 1, 2, 2]
    assert lines[-1] == {
        "seq": 5,
        "text": "2!a1c1a3c3",
        "position": "square:9x9 a1c1a3 2 3-1 1x - -",
        "to_move": 2,
        "outcome": None,
    }


def test_play_ends_with_the_outcome() -> None:
    *_, last = printed("play", "kyoen", "--moves", "a1 c1 a3 c3 1!a1c1a3")
    assert last["to_move"] is None
    assert last["outcome"] == {"places": [1, 2], "reason": "last_player_in"}


def test_play_takes_the_moves_on_standard_input() -> None:
    given = "a1\nb2\n"
    assert printed("play", "kyoen", given=given) == printed("play", "kyoen", "--moves", given)


def test_play_without_a_move_prints_nothing() -> None:
    assert printed("play", "kyoen", "--moves", "") == []


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ("z9", "invalid_action"),
        ("a10", "off_board"),
        ("a1 a1", "point_taken"),
        ("1!a1b1c1", "nothing_to_claim"),
        ("a1 b1 c1 d1 1!a1b1c1 e5", "match_over"),
        ("a1 b1 c1 e1 2!a1b1c1", "own_stone"),
        ("a1 b1 c1 e1 1!a1a1c1", "repeated_point"),
        ("a1 b1 c1 e1 1!a1b2c1", "empty_point"),
        ("a1 b1 c1 e1 1!a1b1", "too_few_points"),
        ("a1 b1 c1 e1 g8 2!a1b1c1e1g8", "too_many_points"),
        ("a1 b1 c1 e1 A!a1b1c1", "arbiter_may_not_claim"),
        ("a1 2- b1", "match_over"),
        ("3-", "invalid_action"),
    ],
)
def test_play_ends_at_a_step_that_cannot_be_done(moves: str, code: str) -> None:
    *done, last = printed("play", "kyoen", "--moves", moves)
    assert last["error"] == code
    assert last["message"]
    assert last["seq"] == len(done) + 1 == len(moves.split())
    assert last["text"] == moves.split()[-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["go"], f"There is no game go: {', '.join(GAMES)}."),
        (["kyoen", "--seats", "1"], "seats cannot be 1: 2 to 8."),
        (["kyoen", "--seats", "two"], "seats cannot be 'two': a whole number."),
        (["kyoen", "--rules", "[]"], "rules cannot be []: an object."),
        (["kyoen", "--rules", '{"size": 2}'], "columns cannot be 2: 3 to 19."),
        (
            ["kyoen", "--rules", '{"wrong_claim": "death"}'],
            "wrong_claim cannot be 'death': nothing or out or silenced or limit.",
        ),
    ],
)
def test_play_refuses_what_it_cannot_begin(arguments: list[str], message: str) -> None:
    assert refused("play", *arguments) == message


@pytest.mark.parametrize("rules", ["", "{", "{'size': 6}", "[" * 100_000, '{"size": ' + "9" * 5000])
def test_play_refuses_rules_that_are_not_json(rules: str) -> None:
    assert refused("play", "kyoen", "--rules", rules).startswith("The rules are not JSON: ")


def test_play_reads_the_rules() -> None:
    rules = '{"size": 6, "lattice": "triangular", "wrong_claim": "out"}'
    *_, last = printed("play", "kyoen", "--rules", rules, "--moves", "a1 b1 a2 b2 1!a1b1a2b2")
    assert last["position"] == "triangular:6x6 a1b1a2b2 - 2-1 2 1,0 -"
    assert last["outcome"]["places"] == [2, 1]


# As processes


def test_a_bad_step_ends_with_code_1() -> None:
    done = manage("play", "kyoen", "--moves", "a1 a1")
    assert done.returncode == 1
    assert json.loads(done.stdout.splitlines()[-1])["error"] == "point_taken"
    assert done.stderr == ""


def test_a_board_that_is_none_is_one_line_and_code_1() -> None:
    done = manage("kyoen", "sets", "011")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "CommandError: 3 characters are no square board of size 2 to 19."
    ]


def test_bytes_that_are_no_text_are_no_move() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "play", "kyoen"],
        cwd=ROOT,
        input=b"a1 \xff\xfe\n",
        capture_output=True,
        check=False,
        env=os.environ | {"LC_ALL": "C"},
    )
    assert done.returncode == 1
    assert json.loads(done.stdout.splitlines()[-1])["error"] == "invalid_action"
    assert done.stderr == b""


def test_a_reader_that_leaves_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", "kyoen", "sets", "1" * 144],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
