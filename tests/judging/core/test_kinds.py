"""Problems of every kind: checked when written, graded whatever is answered."""

import csv
import random
import time
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.kyoen.curves import is_kyoen
from games.rules.kyoen.geometry import Board, Lattice, Shape
from judging.answers.kinds import BOARD_KINDS, MACHINE_KINDS, Kind
from judging.kinds.content import (
    board_content,
    fraction,
    ground_content,
    read_ground,
    stage_text,
)
from judging.kinds.graded import WORDS, Graded, ProblemError
from judging.kinds.registry import (
    check_problem,
    drawn,
    duplicate_key,
    grade,
    solution,
    suggested_points,
)

DATA = Path(__file__).parents[2] / "data" / "kyoen"
KINDS = sorted(MACHINE_KINDS, key=lambda kind: kind.value)


def codes(kind: Kind, content: Any, key: Any = None) -> list[str]:
    return [fault.code for fault in check_problem(kind, content, key or {}).faults]


def square(*stones: str, **more: Any) -> dict[str, Any]:
    return {"lattice": "square", "columns": 9, "rows": 9, "stones": list(stones), **more}


RECTANGLE = square("b2", "b5", "f2", "f5", "c8")
LINE = square("a1", "b2", "c3", "d5")


def test_a_kyoen_of_four_stones_is_right_whatever_their_order() -> None:
    for raw in ("b2 b5 f2 f5", "f5,F2、b5 b2", "Ｂ２ｂ５ｆ２ｆ５"):
        graded = grade(Kind.HANTEI, RECTANGLE, {}, raw)
        assert graded.right
        assert graded.share == 1
        assert graded.canonical == "b2 b5 f2 f5"
        (shown,) = drawn(RECTANGLE, graded.details)["sets"]
        assert (shown["right"], shown["curve"]["radius"]) == (True, "5/2")


@pytest.mark.parametrize(
    ("raw", "reason", "words"),
    [
        ("b2 b5 f2", "not_four", "Four stones are asked for; “b2 b5 f2” names 3."),
        ("b2 b5 f2 b2", "repeated", "“b2 b5 f2 b2” names b2 twice."),
        ("b2 b5 f2 a1", "not_a_stone", "There is no stone on a1."),
        ("b2 b5 f2 c8", "not_on_one_circle",
         "The four are not on one circle: the circle through b2, b5 and f2 misses c8."),
        ("b2 b5 f2 k1", "off_board", "k1 is not on this board."),
        ("hello", "not_points", "“hello” is not a list of points such as b7 c2 g2 g8."),
        ("", "empty", "There is no answer yet."),
    ],
)  # fmt: skip
def test_a_wrong_answer_says_why(raw: str, reason: str, words: str) -> None:
    graded = grade(Kind.HANTEI, RECTANGLE, {}, raw)
    assert (graded.right, graded.share, graded.reason) == (False, Fraction(0), reason)
    assert graded.message == words


def test_what_cannot_be_read_costs_no_attempt() -> None:
    malformed = {raw: grade(Kind.HANTEI, RECTANGLE, {}, raw).malformed for raw in
                 ("b2 b5 f2", "b2 b5 f2 b2", "x", "b2 b5 f2 a1", "b2 b5 f2 c8")}  # fmt: skip
    assert list(malformed.values()) == [True, True, True, False, False]


def test_three_in_line_and_one_beside_are_told_as_a_line() -> None:
    graded = grade(Kind.HANTEI, LINE, {}, "a1b2c3d5")
    assert graded.reason == "not_on_one_line"
    assert graded.message.endswith("the line through a1, b2 and c3 misses d5.")
    assert drawn(LINE, graded.details)["sets"][0]["curve"]["kind"] == "line"


def test_four_in_line_are_a_kyoen() -> None:
    assert grade(Kind.HANTEI, square("a1", "c3", "d4", "i9"), {}, "a1 c3 d4 i9").right


def test_the_determinant_grades_and_not_the_key() -> None:
    """Whatever stands in the key, a kyōen of the board is right."""
    two = square("b2", "b5", "f2", "f5", "a1", "a2", "a3", "a4")
    for key in ({}, {"any_set": True}, {"answer": "a1 a2 a3 a4"}):
        assert grade(Kind.HANTEI, two, key, "b2b5f2f5").right
        assert grade(Kind.HANTEI, two, key, "a1a2a3a4").right


def test_a_hantei_problem_has_one_kyoen_or_says_that_any_will_do() -> None:
    assert codes(Kind.HANTEI, RECTANGLE) == []
    assert codes(Kind.HANTEI, square("a1", "b2", "c4")) == ["no_kyoen"]
    two = square("b2", "b5", "f2", "f5", "a1", "a2", "a3", "a4")
    assert codes(Kind.HANTEI, two) == ["several_kyoens"]
    assert codes(Kind.HANTEI, two, {"any_set": True}) == []
    five = square("a1", "b1", "c1", "d1", "e1")
    found = check_problem(Kind.HANTEI, five, {})
    assert found.faults[0].params == {"n": 5}
    assert found.facts["curves"][0]["sets"] == 5
    assert "There are 5 kyōens" in found.faults[0].message


def test_the_solution_is_found() -> None:
    assert check_problem(Kind.HANTEI, RECTANGLE, {}).solution == "b2 b5 f2 f5"
    details = solution(Kind.HANTEI, RECTANGLE, {}).details
    assert drawn(RECTANGLE, details)["sets"][0]["curve"]["kind"] == "circle"


def test_where_several_answers_are_right_the_solution_is_one_and_shows_all() -> None:
    two = square("b2", "b5", "f2", "f5", "a1", "a2", "a3", "a4")
    any_set = {"any_set": True}
    found = solution(Kind.HANTEI, two, any_set)
    assert grade(Kind.HANTEI, two, any_set, found.text).right
    assert len(found.details["sets"]) == check_problem(Kind.HANTEI, two, any_set).facts["sets"]
    one = solution(Kind.SAFE_POINT, SMALL, {})
    assert grade(Kind.SAFE_POINT, SMALL, {}, one.text).right
    assert len(one.details["safe"]) == 5


@pytest.mark.parametrize("size", [6, 9])
def test_the_public_collections_are_checked_and_solved(size: int) -> None:
    with (DATA / f"problems_{size}x{size}.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[:40]
    for row in rows:
        content = board_content(row["stage"], size=size)
        found = check_problem(Kind.HANTEI_ALL, content, {})
        assert found.facts["sets"] == int(row["kyoen_quads"])
        assert grade(Kind.HANTEI_ALL, content, {}, found.solution).right
        assert codes(Kind.HANTEI, content) == (
            [] if row["kyoen_quads"] == "1" else ["several_kyoens"]
        )
        assert stage_text(content).replace("2", "1") == row["stage"].replace("2", "1")


TWO = square("b2", "b5", "f2", "f5", "a1", "a2", "a3", "a4")


@pytest.mark.parametrize(
    ("raw", "share", "reason"),
    [
        ("{}", "0", "wrong"),
        ("b2b5f2f5", "SHARE", "partly_right"),
        ("b2b5f2f5; a1a2b2b5", "LESS", "partly_right"),
        ("a1a2b2b5", "0", "wrong"),
        ("b2b5f2f5; a1a2", "0", "not_four"),
    ],
)
def test_all_sets_are_paid_by_the_set(raw: str, share: str, reason: str) -> None:
    total = check_problem(Kind.HANTEI_ALL, TWO, {}).facts["sets"]
    one = Fraction(1, total)
    wanted = {"SHARE": one, "LESS": one * Fraction(1, 2)}.get(share, Fraction(0))
    graded = grade(Kind.HANTEI_ALL, TWO, {"per_set": "1", "per_wrong": "1/2"}, raw)
    assert (graded.share, graded.reason) == (wanted, reason)


def test_all_of_all_sets_is_everything_and_a_wrong_one_beside_is_not() -> None:
    every = solution(Kind.HANTEI_ALL, TWO, {}).text
    assert grade(Kind.HANTEI_ALL, TWO, {}, every).share == 1
    more = grade(Kind.HANTEI_ALL, TWO, {}, f"{every}; a1b2f2f5")
    assert not more.right
    assert 0 < more.share < 1
    assert [each["right"] for each in more.details["sets"]].count(False) == 1
    assert suggested_points(Kind.HANTEI_ALL, TWO, {"per_set": "2"}) == 2 * len(every.split(";"))


def test_the_words_of_a_partial_answer_do_not_tell_how_many_there_are() -> None:
    graded = grade(Kind.HANTEI_ALL, TWO, {}, "b2b5f2f5")
    assert graded.message == "Partly right: 1 right, 0 wrong."


SMALL = {"columns": 3, "rows": 3, "stones": ["a1", "a3", "c1"]}


def test_safe_points_one_all_and_how_many() -> None:
    """On 3×3 with three corners, the fourth corner makes a kyōen."""
    one = grade(Kind.SAFE_POINT, SMALL, {}, "c3")
    assert one.message == "A stone on c3 makes a kyōen with a3, a1 and c1."
    assert drawn(SMALL, one.details)["sets"][0]["curve"]["kind"] == "circle"
    assert grade(Kind.SAFE_POINT, SMALL, {}, "a1").message == "There is a stone on a1."
    every = solution(Kind.SAFE_POINT, SMALL | {"ask": "all"}, {}).text
    for point in every.split():
        assert grade(Kind.SAFE_POINT, SMALL, {}, point).right
    assert grade(Kind.SAFE_POINT, SMALL | {"ask": "all"}, {}, every).right
    missing = grade(Kind.SAFE_POINT, SMALL | {"ask": "all"}, {}, every.split()[0])
    assert missing.share == Fraction(1, len(every.split()))
    count = str(len(every.split()))
    assert solution(Kind.SAFE_POINT, SMALL | {"ask": "count"}, {}).text == count
    assert grade(Kind.SAFE_POINT, SMALL | {"ask": "count"}, {}, f" {count} ").right
    assert not grade(Kind.SAFE_POINT, SMALL | {"ask": "count"}, {}, "0").right


def test_a_board_without_a_safe_point_is_not_asked_for_one() -> None:
    full = {"columns": 2, "rows": 2, "stones": ["a1", "a2", "b1"]}
    assert codes(Kind.SAFE_POINT, full) == ["no_safe_point"]
    assert codes(Kind.SAFE_POINT, full | {"ask": "count"}) == []
    assert codes(Kind.SAFE_POINT, full | {"ask": "most"}) == ["bad_ask"]


def test_choices() -> None:
    content = {"options": [{"ja": "円", "en": "circle"}, {"ja": "線"}, "other"]}
    key = {"options": ["b"]}
    assert codes(Kind.CHOICE, content, key) == []
    assert grade(Kind.CHOICE, content, key, "Ｂ").right
    assert grade(Kind.CHOICE, content, key, "a").reason == "wrong"
    assert grade(Kind.CHOICE, content, key, "d").malformed
    assert codes(Kind.CHOICE, content, {"options": ["a", "b"]}) == ["one_key"]
    assert codes(Kind.CHOICE, content, {"options": ["z"]}) == ["bad_key"]
    assert codes(Kind.CHOICE, {"options": ["a", " "]}, {"options": ["a"]}) == ["empty_option"]
    assert codes(Kind.CHOICE, {"options": ["a"]}, {"options": ["a"]}) == ["bad_options"]


def test_several_choices_are_all_or_nothing_unless_parts_count() -> None:
    content = {"options": ["1", "2", "3", "4"]}
    key: dict[str, Any] = {"options": ["a", "c"]}
    assert grade(Kind.MULTIPLE_CHOICE, content, key, "c a").right
    assert grade(Kind.MULTIPLE_CHOICE, content, key, "a").share == 0
    partial = key | {"partial": True}
    assert grade(Kind.MULTIPLE_CHOICE, content, partial, "a").share == Fraction(1, 2)
    assert grade(Kind.MULTIPLE_CHOICE, content, partial, "abcd").share == 0
    assert grade(Kind.MULTIPLE_CHOICE, content, {"options": []}, "{}").right


@pytest.mark.parametrize(
    ("kind", "accepted", "raw", "matches"),
    [
        (Kind.INTEGER, ["12"], "１２", True),
        (Kind.INTEGER, ["12", "13"], "13", True),
        (Kind.RATIONAL, ["1/2"], "0.5", True),
        (Kind.RATIONAL, ["1/3"], "0.333", False),
        (Kind.TUPLE, ["(1,2)"], "(2,1)", False),
        (Kind.SET, ["{1,2}"], "2,1,1", True),
        (Kind.MULTISET, ["1,1,2"], "1,2", False),
        (Kind.TEXT, ["共円", "Kyoen"], "ｋｙｏｅｎ", True),
    ],
)
def test_typed_answers(kind: Kind, accepted: list[str], raw: str, matches: bool) -> None:
    assert codes(kind, {}, {"accepted": accepted}) == []
    assert grade(kind, {}, {"accepted": accepted}, raw).right is matches


def test_a_decimal_is_right_to_the_edge_of_the_tolerance() -> None:
    key = {"accepted": ["3.14"], "tolerance": "0.01"}
    answers = {raw: grade(Kind.DECIMAL, {}, key, raw).right for raw in
               ("3.15", "3.13", "3.1500000000001", "22/7", "3")}  # fmt: skip
    assert list(answers.values()) == [True, True, False, True, False]


@pytest.mark.parametrize(
    ("kind", "key", "code"),
    [
        (Kind.INTEGER, {}, "no_key"),
        (Kind.INTEGER, {"accepted": []}, "no_key"),
        (Kind.INTEGER, {"accepted": ["twelve"]}, "not_a_number"),
        (Kind.INTEGER, {"accepted": [12]}, "bad_key"),
        (Kind.DECIMAL, {"accepted": ["1"], "tolerance": "-1"}, "bad_tolerance"),
        (Kind.DECIMAL, {"accepted": ["1"], "tolerance": "wide"}, "bad_tolerance"),
        (Kind.DECIMAL, {"accepted": ["1"], "tolerance": "1e999999999"}, "bad_tolerance"),
    ],
)
def test_a_key_is_checked_when_written(kind: Kind, key: Any, code: str) -> None:
    assert codes(kind, {}, key) == [code]
    with pytest.raises(ProblemError):
        grade(kind, {}, key, "1")


@pytest.mark.parametrize("typed", ["1e999999999", "1E-9", 10_001, "-1", "one", 1.5, "1" * 21])
def test_points_of_a_key_are_plain_numbers(typed: object) -> None:
    with pytest.raises(ProblemError):
        fraction({"per_set": typed}, "per_set", "1")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ([], "bad_content"),
        ({"lattice": "hexagonal"}, "bad_content"),
        ({"columns": 20}, "bad_board"),
        ({"columns": "9"}, "bad_board"),
        ({"columns": True}, "bad_board"),
        ({"shape": "triangle"}, "bad_board"),
        ({"stones": ["z9"]}, "bad_stone"),
        ({"stones": [None]}, "bad_stone"),
        ({"stones": ["a1", "A1"]}, "stone_twice"),
        ({"stones": "a1"}, "bad_content"),
        ({"columns": 19, "rows": 19, "stones": ["a1"] * 101}, "too_many_stones"),
    ],
)
def test_a_board_is_checked_when_written(content: Any, code: str) -> None:
    for kind in sorted(BOARD_KINDS, key=str):
        assert codes(kind, content) == [code]


def test_the_same_board_turned_is_found_in_the_bank() -> None:
    turned = square(*("b2", "b5", "f2", "f5", "c8"))
    mirrored = {"columns": 12, "rows": 9, "stones": ["h2", "h5", "d2", "d5", "g8"]}
    found = check_problem(Kind.HANTEI, RECTANGLE, {}, others=[("P7", mirrored), ("P8", SMALL)])
    assert [warning.message for warning in found.warnings] == [
        "This is “P7” up to turning, mirroring and shifting."
    ]
    assert duplicate_key(Kind.HANTEI, RECTANGLE) == duplicate_key(Kind.HANTEI_ALL, turned)
    signature = duplicate_key(Kind.SAFE_POINT, RECTANGLE)
    assert signature != duplicate_key(Kind.SAFE_POINT, mirrored)
    assert signature is not None
    assert len(signature) == 64


def test_a_verdict_survives_storing() -> None:
    for raw in ("b2b5f2f5", "b2b5f2c8", "b2", ""):
        graded = grade(Kind.HANTEI, RECTANGLE, {}, raw)
        assert Graded.from_json(graded.to_json()) == graded
        assert graded.reason in WORDS


BOARDS = st.one_of(
    st.builds(Board, st.sampled_from(Lattice), st.integers(3, 7), st.integers(3, 7)),
    st.builds(Board.of_size, st.integers(3, 9), st.just(Lattice.TRIANGULAR),
              st.just(Shape.TRIANGLE)),
)  # fmt: skip


@given(BOARDS, st.data())
@settings(max_examples=25)
def test_graders_agree_with_trying_every_four(board: Board, data: st.DataObject) -> None:
    stones = data.draw(st.lists(st.integers(0, len(board) - 1), min_size=4, max_size=9,
                                unique=True))  # fmt: skip
    content = ground_content(board, stones)
    sets = {
        " ".join(sorted(board.name(point) for point in points))
        for points in combinations(sorted(stones), 4)
        if is_kyoen(board, *points)
    }
    assert check_problem(Kind.HANTEI_ALL, content, {}).facts["sets"] == len(sets)
    for points in combinations(sorted(stones), 4):
        names = " ".join(sorted(board.name(point) for point in points))
        graded = grade(Kind.HANTEI, content, {}, names)
        assert graded.right is (names in sets)
        (shown,) = drawn(content, graded.details)["sets"]
        assert shown["right"] is graded.right
        assert shown["curve"] is not None


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers(-30, 30) | st.text(max_size=4) | st.just("a1"),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["lattice", "shape", "columns", "rows", "stones", "options", "accepted",
                         "tolerance", "ask", "per_set", "per_wrong", "any_set"]),
        inner, max_size=5,
    ),
    max_leaves=8,
)  # fmt: skip


@given(st.sampled_from(KINDS), JSONS, JSONS, st.text(max_size=12))
@settings(max_examples=150)
def test_checking_and_grading_are_total(kind: Kind, content: Any, key: Any, raw: str) -> None:
    checked = check_problem(kind, content, key)
    assert all(fault.message for fault in (*checked.faults, *checked.warnings))
    if checked.ok:
        graded = grade(kind, content, key, raw)
        assert 0 <= graded.share <= 1
        assert graded.message
        if checked.solution:
            assert grade(kind, content, key, checked.solution).right


def test_a_hantei_answer_is_graded_in_much_less_than_a_millisecond() -> None:
    answers = ["b2b5f2f5", "b2b5f2c8", "b2 b5 f2 a1", "nonsense", "b2b5f2"] * 40
    times = []
    for _ in range(3):
        started = time.thread_time()
        for raw in answers:
            grade(Kind.HANTEI, RECTANGLE, {}, raw)
        times.append((time.thread_time() - started) / len(answers))
    assert min(times) < 0.001


def test_the_largest_board_is_checked_in_a_moment() -> None:
    board = Board(Lattice.SQUARE, 19, 19)
    stones = random.Random(3).sample(range(len(board)), 100)
    started = time.thread_time()
    content = ground_content(board, stones)
    assert codes(Kind.HANTEI_ALL, content) == ["too_many_kyoens"]
    assert time.thread_time() - started < 3
    assert read_ground(content).set_count > 250
