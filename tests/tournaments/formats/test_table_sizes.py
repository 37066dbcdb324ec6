from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import (
    InvalidSettingError,
    NoTableSizesError,
    TooFewEntrantsError,
    whole_number,
)
from tournaments.formats.tables import table_sizes


def test_everybody_has_a_seat_at_a_table_of_three_to_five() -> None:
    for n in range(3, 401):
        sizes = table_sizes(n)
        assert sum(sizes) == n
        assert all(3 <= size <= 5 for size in sizes)
        assert list(sizes) == sorted(sizes, reverse=True)


def test_sizes_are_as_near_four_as_they_can_be() -> None:
    def cost(sizes: tuple[int, ...]) -> int:
        return sum((size - 4) ** 2 for size in sizes)

    for n in range(3, 41):
        ways = [
            way
            for tables in range(1, n // 3 + 1)
            for way in combinations_with_replacement((3, 4, 5), tables)
            if sum(way) == n
        ]
        assert cost(table_sizes(n)) == min(cost(way) for way in ways)


@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (2, (2,)),
        (3, (3,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (11, (4, 4, 3)),
        (18, (5, 5, 4, 4)),
        (23, (4, 4, 4, 4, 4, 3)),
    ],
)
def test_small_fields(n: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(n) == sizes


@pytest.mark.parametrize("n", [-1, 0, 1])
def test_one_entrant_alone_is_told_that_two_are_needed(n: int) -> None:
    with pytest.raises(TooFewEntrantsError) as caught:
        table_sizes(n)
    assert caught.value.params == {"entrants": n, "needed": 2}


def test_a_final_of_six_at_one_table() -> None:
    assert table_sizes(6, smallest=6, preferred=6, largest=6) == (6,)


def test_sizes_that_cannot_be_met_name_the_nearest_numbers_that_can() -> None:
    with pytest.raises(NoTableSizesError) as caught:
        table_sizes(7, smallest=4, preferred=4, largest=4)
    assert caught.value.params["nearest"] == [4, 8]


@pytest.mark.parametrize(
    ("smallest", "preferred", "largest"), [(1, 4, 5), (3, 2, 5), (3, 4, 9), (5, 5, 4), (3, 6, 5)]
)
def test_senseless_limits_are_refused(smallest: int, preferred: int, largest: int) -> None:
    with pytest.raises(InvalidSettingError):
        table_sizes(12, smallest=smallest, preferred=preferred, largest=largest)


@given(
    limits=st.lists(st.integers(2, 8), min_size=3, max_size=3).map(sorted),
    n=st.integers(2, 400),
)
def test_any_limits_are_kept_or_refused_with_numbers_that_work(limits: list[int], n: int) -> None:
    smallest, preferred, largest = limits
    try:
        sizes = table_sizes(n, smallest=smallest, preferred=preferred, largest=largest)
    except NoTableSizesError as error:
        for near in error.params["nearest"]:
            table_sizes(near, smallest=smallest, preferred=preferred, largest=largest)
    else:
        assert sum(sizes) == n
        assert n < smallest or all(smallest <= size <= largest for size in sizes)


@pytest.mark.parametrize("typed", ["2", " 2 ", "２", 2])
def test_a_group_count_given_as_text_is_read_as_a_number(typed: object) -> None:
    assert whole_number("groups", typed, 1, 8) == 2


@pytest.mark.parametrize(
    "typed", ["", "two", "2.0", "-2", "0", "9", "1_0", "9" * 5000, None, 2.0, True]
)
def test_a_group_count_that_is_no_number_in_range_is_refused(typed: object) -> None:
    with pytest.raises(InvalidSettingError) as caught:
        whole_number("groups", typed, 1, 8)
    assert caught.value.params["field"] == "groups"
