from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.advancement import Mode, Qualifier, Rule, Via, advance
from tournaments.formats.errors import (
    DuplicateEntrantError,
    InvalidSettingError,
    TooFewEntrantsError,
)
from tournaments.formats.groups import Groups, draw_groups, knockout_order, merge_groups
from tournaments.formats.knockout import seed_order
from tournaments.formats.lots import Drawn, Key
from tournaments.formats.matching import assign
from tournaments.formats.tables import Entrant, Method
from tournaments.standings import Standing, Status, Value


def seeded(count: int) -> list[Entrant]:
    return [Entrant(f"p{seed}", seed) for seed in range(1, count + 1)]


def dealt(groups: Groups) -> list[str]:
    return [" ".join(str(key) for key in group.keys) for group in groups.groups]


def test_groups_are_dealt_to_and_fro() -> None:
    assert dealt(draw_groups(seeded(8), 3, seed=1)) == ["p1 p6 p7", "p2 p5 p8", "p3 p4"]


def test_pots_are_drawn_by_lot_and_can_be_replayed() -> None:
    drawn = draw_groups(seeded(12), 3, seed="x", method=Method.DRAWN)
    assert drawn == draw_groups(seeded(12), 3, seed="x", method=Method.DRAWN)
    assert dealt(drawn) != dealt(draw_groups(seeded(12), 3, seed="y", method=Method.DRAWN))
    for pot in range(4):
        there = {group.keys[pot] for group in drawn.groups}
        assert there == {f"p{seed}" for seed in range(3 * pot + 1, 3 * pot + 4)}


def test_the_order_of_rows_decides_nothing() -> None:
    people = [*seeded(5), Entrant("x"), Entrant("y"), Entrant("z")]
    assert draw_groups(people, 2, seed=3) == draw_groups(people[::-1], 2, seed=3)


def test_club_mates_are_spread_inside_their_pots() -> None:
    found = draw_groups(seeded(8), 2, seed=1, apart=[{"p1", "p4"}, {"p2", "p3"}])
    names = found.names
    assert names["p1"] != names["p4"]
    assert names["p2"] != names["p3"]


@given(st.integers(2, 60), st.integers(1, 12))
def test_groups_differ_by_one_at_most_and_hold_everybody(entrants: int, count: int) -> None:
    if entrants < 2 * count:
        with pytest.raises(TooFewEntrantsError):
            draw_groups(seeded(entrants), count, seed=0)
        return
    sizes = [len(group.keys) for group in draw_groups(seeded(entrants), count, seed=0).groups]
    assert sum(sizes) == entrants
    assert max(sizes) - min(sizes) <= 1


def test_groups_survive_being_stored() -> None:
    found = draw_groups(seeded(9), 2, seed=1)
    assert Groups.from_json(found.to_json()) == found
    assert found.of("p3") == "B"


@pytest.mark.parametrize("count", ["", "two", 0, "1.5", True, None])
def test_a_number_of_groups_that_is_none_is_refused(count: object) -> None:
    with pytest.raises(InvalidSettingError):
        draw_groups(seeded(8), count, seed=1)  # type: ignore[arg-type]


def test_nobody_is_dealt_twice() -> None:
    with pytest.raises(DuplicateEntrantError):
        draw_groups([*seeded(4), Entrant("p1")], 2, seed=1)


def row(key: str, rank: int, points: int, played: int = 3, shared: bool = False) -> Standing:
    value = Value("PP", Fraction(points))
    return Standing(key, rank, shared, Status.PLAYING, played, (value,), ())


TABLES = {
    "A": [row("a1", 1, 6), row("a2", 2, 4), row("a3", 3, 3)],
    "B": [row("b1", 1, 9), row("b2", 2, 3), row("b3", 3, 2)],
    "C": [row("c1", 1, 6), row("c2", 2, 5, 2), row("c3", 3, 2)],
}


def test_the_place_in_the_group_counts_before_the_points() -> None:
    merged = merge_groups(TABLES, compare=["PP"])
    assert [(one.key, one.rank) for one in merged] == [
        ("b1", 1), ("a1", 2), ("c1", 2), ("c2", 4), ("a2", 5), ("b2", 6),
        ("a3", 7), ("b3", 8), ("c3", 8),
    ]  # fmt: skip


def test_groups_of_unequal_sizes_are_compared_by_the_game() -> None:
    tables = {"A": [row("a", 1, 6, played=4)], "B": [row("b", 1, 5, played=3)]}
    assert [one.key for one in merge_groups(tables, compare=["PP"])] == ["a", "b"]
    assert [one.key for one in merge_groups(tables, compare=["PP"], per_game=True)] == ["b", "a"]


def test_lots_come_last_between_groups() -> None:
    lots = {"a1": Drawn(1, 2), "c1": Drawn(1, 1), "b3": Drawn(2, 2), "b1": Drawn(1, 3)}
    merged = merge_groups(TABLES, compare=["PP", "LOTS"], lots=lots)
    assert [(one.key, one.rank, one.shared) for one in merged[:3]] == [
        ("b1", 1, False), ("c1", 2, False), ("a1", 3, False),
    ]  # fmt: skip
    assert [(one.key, one.rank) for one in merged[-2:]] == [("b3", 8), ("c3", 8)]


def test_two_of_each_group_and_the_best_other_go_on() -> None:
    groups = {one.key: name for name, rows in TABLES.items() for one in rows}
    decision = advance(
        merge_groups(TABLES, compare=["PP"]),
        Rule(Mode.PER_GROUP, per_group=2, best_others=1),
        groups=groups,
        seed=1,
    )
    keys = [one.key for one in decision.qualifiers]
    assert keys[0] == "b1"
    assert set(keys[:3]) == {"a1", "b1", "c1"}
    assert keys[3:] == ["c2", "a2", "b2", "a3"]


def qualifiers(groups: int, each: int) -> list[Qualifier]:
    return [
        Qualifier(f"{group}-{place}", place * groups + group + 1, None, group, Via.GROUP)
        for place in range(each)
        for group in range(groups)
    ]


def meeting(order: tuple[Key, ...], one: Key, other: Key) -> int:
    """The round of the bracket in which two would meet."""
    depth = (len(order) - 1).bit_length()
    grid = seed_order(2**depth)
    places = [grid.index(order.index(key) + 1) for key in (one, other)]
    return (places[0] ^ places[1]).bit_length()


@pytest.mark.parametrize("groups", [*range(2, 18), 32, 64])
def test_winner_and_runner_up_of_a_group_meet_in_the_final_only(groups: int) -> None:
    order = knockout_order(qualifiers(groups, 2))
    final = (len(order) - 1).bit_length()
    for group in range(groups):
        assert meeting(order, f"{group}-0", f"{group}-1") == final
    winners = [f"{group}-0" for group in range(groups)]
    assert list(order[:groups]) == winners


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_four_of_a_group_go_to_four_quarters(groups: int) -> None:
    order = knockout_order(qualifiers(groups, 4))
    final = (len(order) - 1).bit_length()
    for group in range(groups):
        for one, other in combinations([f"{group}-{place}" for place in range(4)], 2):
            assert meeting(order, one, other) >= final - 1


@given(st.integers(2, 9), st.integers(1, 4), st.integers(0, 8))
def test_group_mates_never_meet_in_the_first_round(groups: int, each: int, others: int) -> None:
    found = [*qualifiers(groups, each)]
    found += [
        Qualifier(f"{group}-{each}", len(found) + group + 1, None, group, Via.OTHER)
        for group in range(min(others, groups))
    ]
    order = knockout_order(found)
    assert sorted(order, key=str) == sorted((one.key for one in found), key=str)
    for one, other in combinations(found, 2):
        if one.group == other.group:
            assert meeting(order, one.key, other.key) > 1


def test_without_groups_the_seeds_are_those_of_the_standings() -> None:
    found = [Qualifier(key, seed, seed, None, Via.RANK) for seed, key in enumerate("dabc", 1)]
    assert knockout_order(found[::-1]) == ("d", "a", "b", "c")


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, 20), min_size=n, max_size=n), min_size=n, max_size=n
        )
    )
)
def test_the_assignment_is_the_cheapest(costs: list[list[int]]) -> None:
    def cost(columns: tuple[int, ...]) -> int:
        return sum(costs[row][column] for row, column in enumerate(columns))

    found = assign(costs)
    assert sorted(found) == list(range(len(costs)))
    assert cost(found) == min(map(cost, permutations(range(len(costs)))))
