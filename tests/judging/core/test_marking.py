"""Two markers, agreement, adjudication, rounds."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judging.marking.agreement import agreement
from judging.marking.marks import (
    FrozenRoundError,
    Mark,
    MarkError,
    UnmarkedError,
    check_complete,
    read_points,
    total,
)
from judging.marking.rounds import OpenedBy, Round, State, check_open, script_state, visible_marks
from judging.marking.scheme import Part, Scheme, SchemeError, check_scheme, scheme_changed

SCHEME = Scheme((Part("a", Fraction(3)), Part("b", Fraction(4), step=Fraction(1, 2))),
                tolerance=Fraction(1))  # fmt: skip


def mark(marker: str, a: str | None, b: str | None, *, complete: bool = True) -> Mark:
    points = {"a": a, "b": b}
    known = {letter: Fraction(one) for letter, one in points.items() if one is not None}
    return Mark(marker, known, complete)


def first(*marks: Mark, **more: Any) -> Round:
    return Round(1, marks, **more)


def told(*rounds: Round, scheme: Scheme = SCHEME, blank: bool = False) -> tuple[str, Any]:
    found = script_state(scheme, rounds, blank=blank)
    return found.state.value, found.points


@pytest.mark.parametrize(
    ("rounds", "wanted"),
    [
        ([], ("needs_markers", None)),
        ([first(mark("x", "1", "1"))], ("needs_markers", None)),
        ([first(mark("x", "1", "1"), mark("y", None, None, complete=False))], ("marking", None)),
        ([first(mark("x", "2", "3"), mark("y", "2", "3"))], ("agreed", 5)),
        ([first(mark("x", "2", "3"), mark("y", "2", "2"))], ("agreed", Fraction(9, 2))),
        ([first(mark("x", "3", "4"), mark("y", "1", "3"))], ("disagreement", None)),
        ([first(mark("x", "3", "4"), mark("y", "1", "3"), adjudication=mark("z", "2", "4"))],
         ("adjudicated", 6)),
        ([first(mark("x", "3", "4"), mark("y", "1", "3"),
                adjudication=mark("z", "2", None, complete=False))], ("disagreement", None)),
    ],
)  # fmt: skip
def test_the_state_of_a_script(rounds: list[Round], wanted: tuple[str, Any]) -> None:
    assert told(*rounds) == wanted


def test_exactly_the_tolerance_is_agreement() -> None:
    assert told(first(mark("x", "3", "4"), mark("y", "3", "3")))[0] == "agreed"
    assert told(first(mark("x", "3", "4"), mark("y", "3", "2.5")))[0] == "disagreement"


def test_the_parts_may_have_a_tolerance_of_their_own() -> None:
    """The totals are equal, the parts are not."""
    strict = Scheme(SCHEME.parts, Fraction(1), part_tolerance=Fraction(1))
    crossed = first(mark("x", "3", "1"), mark("y", "1", "3"))
    assert told(crossed)[0] == "agreed"
    assert told(crossed, scheme=strict)[0] == "disagreement"
    assert script_state(strict, [crossed]).differences == {"a": 2, "b": 2}


def test_j77_blank_scripts_go_to_zero_without_a_marker() -> None:
    assert told(blank=True) == ("blank", 0)


def test_j77_complete_is_refused_while_a_part_is_unmarked() -> None:
    with pytest.raises(UnmarkedError) as caught:
        check_complete(SCHEME, mark("x", "3", None))
    assert caught.value.message == "Not complete yet: no points for b."
    check_complete(SCHEME, mark("x", "3", "0"))


def test_j77_an_appeal_keeps_the_points_until_its_round_is_finished() -> None:
    done = first(mark("x", "2", "3"), mark("y", "2", "3"))
    assert told(done, Round(2, (), opened_by=OpenedBy.APPEAL)) == ("needs_markers", 5)
    half = Round(2, (mark("p", "3", "4"), mark("q", None, None, complete=False)))
    assert told(done, half) == ("marking", 5)
    apart = Round(2, (mark("p", "3", "4"), mark("q", "0", "0")))
    assert told(done, apart) == ("disagreement", 5)
    assert told(done, Round(2, (mark("p", "3", "4"), mark("q", "3", "4")))) == ("agreed", 7)


def test_j77_marks_of_a_finished_round_are_frozen() -> None:
    done = first(mark("x", "2", "3"), mark("y", "2", "3"))
    open_ = first(mark("x", "3", "4"), mark("y", "1", "0"))
    check_open(SCHEME, [open_], 1)
    with pytest.raises(FrozenRoundError):
        check_open(SCHEME, [done], 1)
    with pytest.raises(FrozenRoundError):
        check_open(SCHEME, [open_, Round(2)], 1)
    check_open(SCHEME, [done, Round(2)], 2)


def test_markers_see_each_others_marks_only_when_both_are_in() -> None:
    one, other = mark("x", "3", "4"), mark("y", "1", None, complete=False)
    half, whole = first(one, other), first(one, mark("y", "1", "2"))
    assert visible_marks(half, "x") == (one,)
    assert visible_marks(half, "y") == (other,)
    assert visible_marks(half, "z", adjudicates=True) == ()
    assert len(visible_marks(whole, "x")) == 2
    assert len(visible_marks(whole, "z", adjudicates=True)) == 2
    assert visible_marks(whole, "stranger") == ()


def test_a_new_part_flags_what_is_marked_already() -> None:
    longer = Scheme((*SCHEME.parts, Part("c", Fraction(2))), SCHEME.tolerance)
    change = scheme_changed(SCHEME, longer)
    assert (change.added, change.flags) == (("c",), True)
    done = first(mark("x", "2", "3"), mark("y", "2", "3"))
    assert told(done, scheme=longer) == (State.FLAGGED.value, 5)
    assert not scheme_changed(SCHEME, SCHEME).flags


@pytest.mark.parametrize(
    ("letter", "text", "code"),
    [
        ("a", "x", "not_a_mark"), ("a", "", "not_a_mark"), ("a", "-1", "too_many_points"),
        ("a", "4", "too_many_points"), ("a", "1.5", "not_a_step"), ("c", "1", "unknown_part"),
        ("b", "0.25", "not_a_step"), ("a", "9" * 10_000, "not_a_mark"),
    ],
)  # fmt: skip
def test_points_that_cannot_be_given(letter: str, text: str, code: str) -> None:
    with pytest.raises(MarkError) as caught:
        read_points(SCHEME, letter, text)
    assert caught.value.code == code
    assert len(caught.value.message) < 120


@pytest.mark.parametrize(("text", "points"), [("3.5", "7/2"), ("１", "1"), ("½", "1/2")])
def test_points_are_read_as_typed(text: str, points: str) -> None:
    assert read_points(SCHEME, "b", text) == Fraction(points)


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ((), "no_parts"),
        ((Part("", Fraction(1)),), "bad_letter"),
        ((Part("a", Fraction(1)), Part("a", Fraction(1))), "letter_twice"),
        ((Part("a", Fraction(0)),), "bad_part_points"),
        ((Part("a", Fraction(3), step=Fraction(2)),), "bad_part_points"),
        ((Part("a", Fraction(6)),), "wrong_sum"),
    ],
)
def test_schemes_that_cannot_be(parts: tuple[Part, ...], code: str) -> None:
    with pytest.raises(SchemeError) as caught:
        check_scheme(Scheme(parts), Fraction(7))
    assert caught.value.code == code
    assert caught.value.message


def test_a_scheme_survives_storing() -> None:
    check_scheme(SCHEME, Fraction(7))
    strict = Scheme(SCHEME.parts, Fraction(1, 2), Fraction(1), 3)
    assert Scheme.from_json(SCHEME.to_json()) == SCHEME
    assert Scheme.from_json(strict.to_json()) == strict


def test_agreement_in_figures() -> None:
    pairs = [(7, 7), (5, 4), (0, 0), (3, 1), (6, 6)]
    found = agreement([(Fraction(a), Fraction(b)) for a, b in pairs], Fraction(1))
    assert (found.count, found.same, found.within) == (5, 3, 4)
    assert found.mean_difference == pytest.approx(0.6)
    assert found.mean_apart == pytest.approx(0.6)
    assert found.correlation == pytest.approx(32.4 / (30.8 * 37.2) ** 0.5)
    assert found.kappa == pytest.approx(1 - 1 / 13.96)
    alike = agreement([(Fraction(3), Fraction(3))] * 4)
    assert (alike.same, alike.correlation, alike.kappa) == (4, None, None)
    assert agreement([]).count == 0


POINTS = st.integers(0, 3).map(Fraction)


@given(POINTS, POINTS, POINTS, POINTS, st.integers(0, 4))
@settings(max_examples=50)
def test_agreed_points_lie_between_the_two(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction, tolerance: int
) -> None:
    scheme = Scheme(SCHEME.parts, Fraction(tolerance))
    one, other = Mark("x", {"a": a, "b": b}, True), Mark("y", {"a": c, "b": d}, True)
    found = script_state(scheme, [first(one, other)])
    totals = sorted([total(scheme, one), total(scheme, other)])
    if found.points is None:
        assert totals[1] - totals[0] > tolerance
    else:
        assert totals[0] <= found.points <= totals[1]
    assert script_state(scheme, [first(other, one)]).points == found.points
