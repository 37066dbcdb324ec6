"""Figures for the organiser."""

from fractions import Fraction

import pytest

from judging.statistics import distribution, problem_statistics, summary

ONE, NONE = Fraction(1), Fraction(0)


def test_tried_and_solved() -> None:
    rows: list[dict[str, Fraction | None]] = [
        {"p": ONE, "q": None},
        {"p": NONE, "q": Fraction(1, 2)},
        {"p": None, "q": None},
    ]
    found = problem_statistics(rows, {"p": Fraction(4), "q": Fraction(2)})
    assert (found["p"].contestants, found["p"].tried, found["p"].solved) == (3, 2, 1)
    assert (found["q"].tried, found["q"].solved) == (1, 0)
    assert found["p"].mean_share == pytest.approx(1 / 3)
    assert found["p"].discrimination is None


def test_a_problem_that_the_strong_solve_tells_contestants_apart() -> None:
    rows = []
    for n in range(10):
        good, bad = (ONE, NONE) if n < 5 else (NONE, ONE)
        rows.append({"good": good, "bad": bad, "rest": Fraction(10 - n, 10)})
    points = {"good": Fraction(1), "bad": Fraction(1), "rest": Fraction(20)}
    found = problem_statistics(rows, points)
    assert (found["good"].discrimination or 0) > 0.8
    assert (found["bad"].discrimination or 0) < -0.8
    assert (found["good"].upper, found["good"].lower) == (1.0, 0.0)


def test_a_problem_everybody_solved_says_nothing() -> None:
    found = problem_statistics([{"p": ONE, "q": Fraction(n, 6)} for n in range(6)],
                               {"p": Fraction(1), "q": Fraction(1)})  # fmt: skip
    assert found["p"].discrimination is None


def test_the_distribution_counts_everybody_once() -> None:
    totals = [Fraction(n, 2) for n in range(21)]
    bins = distribution(totals, Fraction(10))
    assert sum(one.count for one in bins) == 21
    assert [bins[0].low, bins[-1].high] == [0, 10]
    assert bins[-1].count == 3


def test_a_summary() -> None:
    found = summary([Fraction(n) for n in (1, 2, 3, 10)])
    assert found is not None
    assert (found.mean, found.median) == (4.0, 2.5)
    assert [found.highest, found.lowest] == [10, 1]
    assert summary([]) is None
    assert problem_statistics([], {"p": ONE})["p"].mean_share == 0.0
