from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.scoring import (
    EntryTwiceInRoundError,
    InvalidPlaceError,
    LineKind,
    NoShow,
    SeatKind,
    SeatResult,
    TableResult,
    Unplayed,
    lines_by_round,
    normalise_places,
    place_points,
    score_table,
)

places = st.lists(st.integers(1, 8), min_size=2, max_size=8)


def seats(*found: tuple[str, int | None] | tuple[str, int | None, SeatKind]) -> TableResult:
    return TableResult(1, 1, tuple(SeatResult(*one) for one in found))


@pytest.mark.parametrize(
    ("given_places", "points"),
    [
        ([1, 2, 3, 4], "1 2/3 1/3 0"),
        ([1, 2], "1 0"),
        ([2, 1, 3, 4, 5], "3/4 1 1/2 1/4 0"),
        ([1, 1, 3], "3/4 3/4 0"),
        ([1, 2, 2], "1 1/4 1/4"),
        ([1, 1, 1, 1], "1/2 1/2 1/2 1/2"),
        ([1], "1"),
        ([], ""),
    ],
)
def test_place_points(given_places: list[int], points: str) -> None:
    assert " ".join(map(str, place_points(given_places))) == points


@given(places)
def test_the_points_of_a_table_are_half_its_size(given_places: list[int]) -> None:
    assert sum(place_points(given_places)) == Fraction(len(given_places), 2)


@given(places)
def test_a_better_place_scores_more_and_an_equal_one_the_same(given_places: list[int]) -> None:
    points = place_points(given_places)
    for a, mine in zip(given_places, points, strict=True):
        for b, other in zip(given_places, points, strict=True):
            assert (a < b) == (mine > other)


@given(places)
def test_shared_places_leave_out_the_next(given_places: list[int]) -> None:
    found = normalise_places(given_places)
    for place, given_place in zip(found, given_places, strict=True):
        assert place == 1 + sum(other < given_place for other in given_places)


def test_somebody_who_never_came_is_last_with_nothing() -> None:
    table = seats(("a", 1), ("b", 2), ("c", 3), ("d", None, SeatKind.NO_SHOW))
    lines = score_table(table)
    assert {key: str(line.points) for key, line in lines.items()} == {
        "a": "1",
        "b": "2/3",
        "c": "1/3",
        "d": "0",
    }
    assert lines["d"].kind is LineKind.NO_SHOW
    assert not lines["d"].played
    assert lines["a"].met == ("b", "c")


def test_or_the_table_counts_as_one_smaller() -> None:
    table = seats(("a", 1), ("b", 2), ("c", 3), ("d", None, SeatKind.NO_SHOW))
    lines = score_table(table, NoShow.UNCOUNTED)
    assert [str(lines[key].points) for key in "abcd"] == ["1", "1/2", "0", "0"]
    assert lines["a"].size == 3


def test_two_who_never_came_do_not_share_the_points_of_the_last_places() -> None:
    missing = (None, SeatKind.NO_SHOW)
    lines = score_table(seats(("a", 1), ("b", 2), ("c", *missing), ("d", *missing)))
    assert [str(lines[key].points) for key in "abcd"] == ["1", "2/3", "0", "0"]


@pytest.mark.parametrize("no_show", list(NoShow))
def test_the_only_one_who_came_has_a_full_point_but_has_not_played(no_show: NoShow) -> None:
    missing = (None, SeatKind.NO_SHOW)
    lines = score_table(seats(("a", 1), ("b", *missing), ("c", *missing)), no_show)
    assert lines["a"].points == 1
    assert lines["a"].kind is LineKind.WALKOVER
    assert not lines["a"].played


@pytest.mark.parametrize("no_show", list(NoShow))
def test_a_table_nobody_came_to_gives_nothing(no_show: NoShow) -> None:
    missing = (None, SeatKind.NO_SHOW)
    lines = score_table(seats(("a", *missing), ("b", *missing), ("c", *missing)), no_show)
    assert {line.points for line in lines.values()} == {Fraction(0)}


def test_who_is_removed_by_ruling_comes_last_and_the_others_move_up() -> None:
    table = seats(("a", 1, SeatKind.REMOVED), ("b", 2), ("c", 3), ("d", 3))
    lines = score_table(table)
    assert [str(lines[key].points) for key in "abcd"] == ["0", "1", "1/2", "1/2"]
    assert [lines[key].place for key in "abcd"] == [4, 1, 2, 2]
    assert lines["a"].played
    assert "a" in lines["b"].met


def test_a_table_without_all_places_is_pending() -> None:
    rounds = lines_by_round([seats(("a", 1), ("b", None))])
    assert {line.kind for line in rounds[1].values()} == {LineKind.PENDING}


def test_nobody_plays_at_two_tables_of_a_round_or_with_themselves() -> None:
    with pytest.raises(EntryTwiceInRoundError):
        lines_by_round([seats(("a", 1), ("a", 2))])
    with pytest.raises(EntryTwiceInRoundError):
        lines_by_round([seats(("a", 1), ("b", 2)), Unplayed(1, "a")])


def test_a_place_below_one_is_refused() -> None:
    with pytest.raises(InvalidPlaceError):
        lines_by_round([seats(("a", 0), ("b", 1))])
