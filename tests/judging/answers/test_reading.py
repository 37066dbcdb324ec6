"""Answers as people type them."""

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.kyoen.geometry import Board
from judging.answers import errors
from judging.answers.kinds import LISTS, MACHINE_KINDS, NUMBERS, Kind
from judging.answers.normal import MAX_RAW
from judging.answers.reading import Answer, read_answer

DATA = Path(__file__).parents[2] / "data" / "judging_answers.json"
CASES = json.loads(DATA.read_text(encoding="utf-8"))["cases"]
KINDS = sorted(MACHINE_KINDS, key=lambda kind: kind.value)


def canonical(kind: Kind, raw: str, **content: Any) -> str:
    return read_answer(kind, raw, **content).canonical


def read(kind: Kind, raw: str) -> Answer | errors.AnswerError:
    try:
        return read_answer(kind, raw)
    except errors.AnswerError as error:
        return error


def code(kind: Kind, raw: str, **content: Any) -> str:
    with pytest.raises(errors.AnswerError) as caught:
        read_answer(kind, raw, **content)
    assert caught.value.message
    return caught.value.code


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}:{case['raw']!a}")
def test_every_case_of_the_table(case: dict[str, Any]) -> None:
    kind = Kind(case["kind"])
    if case.get("error"):
        code(kind, case["raw"])
    else:
        assert canonical(kind, case["raw"]) == case["canonical"]


@pytest.mark.parametrize("raw", ["−5", "‐5", "–5", "—5", "ー5", "ｰ5", "－5", "-５", "ー ５"])
def test_j70_signs_of_an_input_method_are_minus(raw: str) -> None:
    for kind in sorted(NUMBERS, key=str):
        assert canonical(kind, raw) == "-5"
    assert canonical(Kind.TUPLE, f"（１、{raw}）") == "(1, -5)"


def test_a_long_vowel_is_not_a_minus_in_words() -> None:
    assert canonical(Kind.TEXT, "ペーター") == "ペーター"


@pytest.mark.parametrize(
    ("one", "other"), [("３〜５", "3～5"), ("a−b", "ａ－ｂ"), ("AB∥CD", "ab‖cd")]
)
def test_j71_characters_that_platforms_convert_differently_are_one(one: str, other: str) -> None:
    assert canonical(Kind.TEXT, one) == canonical(Kind.TEXT, other)


@pytest.mark.parametrize(
    "raw", ["5^(5^(5^5))", "9**9**9", "__import__('os')", "2004!", "1/(1/0)", "1" * 4000]
)
def test_j73_nothing_is_evaluated(raw: str) -> None:
    started = time.thread_time()
    for kind in sorted(NUMBERS | LISTS, key=str):
        code(kind, raw)
    assert time.thread_time() - started < 0.5


@pytest.mark.parametrize(
    ("kind", "raw", "wanted"),
    [
        (Kind.INTEGER, "", "empty"),
        (Kind.INTEGER, " \n　", "empty"),
        (Kind.INTEGER, "1 2", "not_a_number"),
        (Kind.INTEGER, "1/2", "not_whole"),
        (Kind.INTEGER, "1" * 41, "too_many_digits"),
        (Kind.INTEGER, "𝟏", "odd_digit"),
        (Kind.INTEGER, "⒈", "odd_digit"),
        (Kind.INTEGER, "⑴", "odd_digit"),
        (Kind.INTEGER, "3⁻", "odd_digit"),
        (Kind.INTEGER, "1\u200b2", "hidden_character"),
        (Kind.INTEGER, "12\ufffd", "hidden_character"),
        (Kind.RATIONAL, "1/0", "zero_denominator"),
        (Kind.RATIONAL, "1/2/3", "not_a_number"),
        (Kind.RATIONAL, "½3", "mixed_fraction"),
        (Kind.RATIONAL, "3 ½", "mixed_fraction"),
        (Kind.RATIONAL, ".", "not_a_number"),
        (Kind.RATIONAL, "-", "not_a_number"),
        (Kind.RATIONAL, "1,23.5", "bad_grouping"),
        (Kind.DECIMAL, "3.1.4", "not_a_number"),
        (Kind.TUPLE, "{1,2}", "bad_brackets"),
        (Kind.TUPLE, "(1,2", "bad_brackets"),
        (Kind.TUPLE, "()", "empty_item"),
        (Kind.SET, "(1,2)", "bad_brackets"),
        (Kind.SET, "{{1},2}", "not_a_number"),
        (Kind.MULTISET, ",", "empty_item"),
        (Kind.CHOICE, "a b", "one_option"),
        (Kind.CHOICE, "7", "not_an_option"),
        (Kind.MULTIPLE_CHOICE, ",", "not_an_option"),
        (Kind.HANTEI, "b7 c2 g2", "not_four"),
        (Kind.HANTEI, "b7 c2 g2 b7", "repeated"),
        (Kind.HANTEI, "b7 c2 g2 80", "not_points"),
        (Kind.HANTEI_ALL, "b7c2g2g8;b7c2", "not_four"),
        (Kind.HANTEI_ALL, ";", "not_points"),
    ],
)
def test_a_malformed_answer_has_a_stable_code(kind: Kind, raw: str, wanted: str) -> None:
    assert code(kind, raw) == wanted


@pytest.mark.parametrize(
    ("kind", "raw", "wanted"),
    [
        (Kind.INTEGER, "- 3", "-3"),
        (Kind.INTEGER, "1，234，567", "1234567"),
        (Kind.INTEGER, "-0", "0"),
        (Kind.RATIONAL, "-½", "-1/2"),
        (Kind.RATIONAL, "1,234.50", "2469/2"),
        (Kind.DECIMAL, "３．１４０", "3.14"),
        (Kind.DECIMAL, "-1/8", "-0.125"),
        (Kind.DECIMAL, "1/3", "1/3"),
        (Kind.TUPLE, "(½, −1)", "(1/2, -1)"),
        (Kind.TUPLE, "1,234", "(1, 234)"),
        (Kind.SET, "∅", "{}"),
        (Kind.MULTISET, "2,1,2", "{1, 2, 2}"),
        (Kind.CHOICE, "Ｂ", "b"),
        (Kind.MULTIPLE_CHOICE, "C、a", "a, c"),
        (Kind.MULTIPLE_CHOICE, "{}", "{}"),
        (Kind.HANTEI, "Ｇ８、b7, C2 g2", "b7 c2 g2 g8"),
        (Kind.HANTEI_ALL, "g8b7c2g2;a1 b1 c1 d1\nb7c2g2g8", "a1 b1 c1 d1; b7 c2 g2 g8"),
        (Kind.SAFE_POINT, "12", "12"),
        (Kind.SAFE_POINT, "b7, a1", "a1 b7"),
    ],
)
def test_an_answer_has_one_form(kind: Kind, raw: str, wanted: str) -> None:
    assert canonical(kind, raw) == wanted


def test_what_the_problem_offers_bounds_the_answer() -> None:
    small = Board.of_size(6)
    assert code(Kind.HANTEI, "a1 b1 c1 g8", board=small) == "off_board"
    assert code(Kind.CHOICE, "e", options=4) == "not_an_option"
    assert code(Kind.SAFE_POINT, "a1 b1", ask="one") == "not_one_point"
    assert code(Kind.SAFE_POINT, "a1", ask="count") == "not_a_number"
    assert canonical(Kind.SAFE_POINT, "{}", ask="all") == "{}"


def test_an_error_says_what_was_understood() -> None:
    with pytest.raises(errors.NotANumberError) as caught:
        read_answer(Kind.INTEGER, "　３ー４ ")
    assert caught.value.message == "“3-4” is not a number."


@pytest.mark.parametrize("garbage", ["9", "(", "½", "{1,", "ー", "\x00", "a1", ";", "﷽", "𝟏"])
def test_a_megabyte_of_garbage_is_refused_at_once(garbage: str) -> None:
    text = garbage * (1_000_000 // len(garbage))
    started = time.thread_time()
    for kind in KINDS:
        with pytest.raises(errors.TooLongError) as caught:
            read_answer(kind, text)
        assert len(str(caught.value)) < 300
    assert time.thread_time() - started < 0.2


@pytest.mark.parametrize("garbage", ["9", "(", "½ ", "{1,", "ー", "a1", "a1;", "﷽", "1/", "1,"])
def test_the_longest_answer_that_is_looked_at_takes_no_time(garbage: str) -> None:
    text = (garbage * MAX_RAW)[:MAX_RAW]
    started = time.thread_time()
    for kind in KINDS:
        read_it = read(kind, text)
        assert isinstance(read_it, Answer) or len(read_it.message) < 400
    assert time.thread_time() - started < 1


TYPED = st.text(
    st.sampled_from("0123456789０７,.、/／÷-−ー+(){}（｝ ab½²①a1b7g8;\n∅eE共") | st.characters(),
    max_size=20,
)


@given(kind=st.sampled_from(KINDS), raw=TYPED)
@settings(max_examples=400)
def test_reading_is_total_and_reads_its_own_form(kind: Kind, raw: str) -> None:
    answer = read(kind, raw)
    if isinstance(answer, Answer):
        assert read(kind, answer.canonical) == answer
    else:
        assert answer.code
        assert answer.message


@given(st.fractions(max_denominator=10**6), st.sampled_from([Kind.RATIONAL, Kind.DECIMAL]))
@settings(max_examples=50)
def test_numbers_are_exact(value: Fraction, kind: Kind) -> None:
    assert read_answer(kind, str(value)).value == value
