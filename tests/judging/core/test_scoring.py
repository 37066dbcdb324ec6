"""Attempts, penalties, totals, and what a frozen board shows."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.scoring import (
    Attempt,
    Counts,
    Feedback,
    Terms,
    first_solvers,
    may_submit,
    public_row,
    score,
    shows_verdict,
    totals,
)

NINE = datetime(2026, 8, 1, 9, tzinfo=UTC)
FOUR = Fraction(4)


def at(minute: int) -> datetime:
    return NINE + timedelta(minutes=minute)


def attempt(minute: int, share: str | None, **more: bool) -> Attempt:
    """``share``: None while it is queued."""
    part = None if share is None else Fraction(share)
    return Attempt(minute, at(minute), part, right=part == 1, **more)


def seen(*values: Any) -> tuple[Any, ...]:
    return values


def test_a_right_answer_has_the_points_and_each_wrong_one_before_costs() -> None:
    terms = Terms(FOUR, penalty=Fraction(1, 2))
    found = score(terms, [attempt(1, "0"), attempt(2, "0"), attempt(3, "1"), attempt(4, "0")])
    assert seen(found.points, found.right, found.wrong, found.used) == (3, True, 2, 4)
    assert found.last_right == at(3)


def test_points_never_fall_below_zero() -> None:
    tries = [*(attempt(minute, "0") for minute in range(9)), attempt(9, "1")]
    assert score(Terms(FOUR, penalty=Fraction(1)), tries).points == 0


def test_the_best_of_partial_answers_counts_unless_the_last_does() -> None:
    tries = [attempt(1, "1/2"), attempt(2, "1/4")]
    assert score(Terms(FOUR), tries).points == 2
    assert score(Terms(FOUR, counts=Counts.LAST), tries).points == 1
    assert not score(Terms(FOUR, counts=Counts.LAST), [attempt(1, "1"), attempt(2, "0")]).right


def test_malformed_late_and_rate_limited_attempts_are_none() -> None:
    """J29: a limited attempt is no wrong answer."""
    tries = [
        attempt(1, "0", malformed=True),
        attempt(2, "0", limited=True),
        attempt(95, "1", late=True),
    ]
    found = score(Terms(FOUR, attempts=3), tries)
    assert seen(found.points, found.wrong, found.used, found.left) == (0, 0, 0, 3)


def test_a_late_answer_counts_by_a_persons_decision_only() -> None:
    assert score(Terms(FOUR), [attempt(95, "1", late=True, admitted=True)]).points == 4


def test_attempts_are_used_up_while_they_are_still_queued() -> None:
    found = score(Terms(FOUR, attempts=2), [attempt(1, None), attempt(2, None)])
    assert (found.used, found.left, found.pending) == (2, 0, 2)
    assert not may_submit(Terms(FOUR, attempts=2), found.used)


@pytest.mark.parametrize("paper_over", [False, True])
@pytest.mark.parametrize("published", [False, True])
def test_when_a_verdict_is_shown(paper_over: bool, published: bool) -> None:
    shown = {
        feedback: shows_verdict(feedback, paper_over=paper_over, published=published)
        for feedback in Feedback
    }
    assert shown == {
        Feedback.AT_ONCE: True,
        Feedback.AFTER_PAPER: paper_over or published,
        Feedback.AFTER_PUBLICATION: published,
    }


def test_totals() -> None:
    scores = {
        "1": score(Terms(FOUR), [attempt(1, "0"), attempt(5, "1")]),
        "2": score(Terms(FOUR), [attempt(9, "1")]),
        "3": score(Terms(FOUR), [attempt(20, "1/2"), attempt(21, None)]),
    }
    total = totals(scores, {"1", "3"})
    assert seen(total.points, total.hantei_solved, total.wrong, total.pending) == (10, 1, 2, 1)
    assert total.last_right == at(9)


def test_j56_values_of_a_frozen_board_stand_still() -> None:
    tries = [attempt(1, "1/2"), attempt(50, "1")]
    frozen = public_row(Terms(FOUR), tries, at(30))
    assert seen(frozen.points, frozen.right, frozen.pending) == (2, False, 1)
    assert public_row(Terms(FOUR), tries, None).points == 4


def test_j58_what_is_pending_in_the_freeze_does_not_depend_on_the_verdict() -> None:
    later = [
        attempt(50, "1"),
        attempt(50, "0"),
        attempt(50, None),
        attempt(50, "0", malformed=True),
    ]
    shown = {public_row(Terms(FOUR), [attempt(1, "0"), one], at(30)) for one in later}
    assert len(shown) == 1


def test_j59_a_solve_in_the_freeze_shows_no_time() -> None:
    assert public_row(Terms(FOUR), [attempt(50, "1")], at(30)).first_right is None


def test_the_instant_of_the_freeze_is_frozen() -> None:
    shown = public_row(Terms(FOUR), [attempt(30, "1")], at(30))
    assert seen(shown.points, shown.pending) == (0, 1)


def test_j46_nobody_is_first_while_an_earlier_answer_is_unjudged() -> None:
    waiting = {("p", "ann"): [attempt(1, None)], ("p", "ben"): [attempt(2, "1")]}
    assert first_solvers(waiting) == {"p": None}
    judged = {("p", "ann"): [attempt(1, "0")], ("p", "ben"): [attempt(2, "1")]}
    assert first_solvers(judged) == {"p": "ben"}


def test_j43_after_a_rejudge_there_is_one_first_solver() -> None:
    """It is worked out from all attempts of the problem, never added to."""
    both = {("p", "ann"): [attempt(1, "1")], ("p", "ben"): [attempt(2, "1")]}
    assert first_solvers(both) == {"p": "ann"}


ATTEMPTS = st.lists(
    st.builds(
        attempt,
        st.integers(0, 90),
        st.sampled_from(["0", "1/3", "1", None]),
        malformed=st.booleans(),
        late=st.booleans(),
        admitted=st.booleans(),
    ),
    max_size=6,
).map(lambda found: sorted(found, key=lambda one: one.key))


@given(ATTEMPTS, st.sampled_from(Counts), st.integers(0, 2), st.none() | st.integers(0, 90))
@settings(max_examples=60)
def test_scores_stay_in_their_bounds(
    tries: list[Attempt], counts: Counts, penalty: int, frozen: int | None
) -> None:
    terms = Terms(FOUR, attempts=6, penalty=Fraction(penalty), counts=counts)
    found = score(terms, tries)
    shown = public_row(terms, tries, None if frozen is None else at(frozen))
    for one in (found, shown):
        assert 0 <= one.points <= FOUR * max(one.share, Fraction(0))
        assert one.right is (one.last_right is not None)
        assert one.left == 6 - one.used or one.used > 6
