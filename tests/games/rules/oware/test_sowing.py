"""A test for each sentence on sowing, capturing and feeding."""

import pytest
from hypothesis import given

from games.rules.oware.explain import Nothing, sowing
from games.rules.oware.sowing import START, chain, is_slam, move, path, row, sow
from tests.games.rules.oware.helpers import at, boards, played, rows, slow_move

# Sowing


def test_there_are_four_seeds_in_each_of_twelve_pits() -> None:
    assert START == (4,) * 12


def test_seeds_are_sown_one_by_one_counter_clockwise() -> None:
    assert rows(played(at("4 4 4 4 4 4", "4 4 4 4 4 4"), "D")) == ("4 4 4 0 5 5", "5 5 4 4 4 4")


def test_the_second_player_sows_into_the_first_players_pits() -> None:
    position = at("4 4 4 4 4 4", "4 4 4 4 4 4", "N")
    assert rows(played(position, "e")) == ("5 5 5 4 4 4", "4 4 4 4 0 5")


@pytest.mark.parametrize("seeds", [11, 12, 13, 22, 23, 24, 35])
def test_the_pit_of_origin_is_skipped_on_every_lap(seeds: int) -> None:
    pits, _ = sow((0, 0, seeds, *(0,) * 9), 2)
    assert pits[2] == 0
    assert sum(pits) == seeds
    assert 2 not in path(2, seeds)


def test_thirteen_seeds_lap_home_and_beyond() -> None:
    pits, last = sow((0, 0, 13, *(0,) * 9), 2)
    assert pits == (1, 1, 0, 2, 2, 1, 1, 1, 1, 1, 1, 1)
    assert last == 4


def test_a_move_may_lap_and_capture() -> None:
    position = at("0 0 0 0 0 13", "1 0 0 4 4 4")
    after = played(position, "F")
    assert rows(after) == ("1 1 1 1 1 0", "0 0 1 5 5 5")
    assert after.stores[0] == position.stores[0] + 5


# Capturing


@pytest.mark.parametrize(("seeds", "taken"), [(0, 0), (1, 2), (2, 3), (3, 0)])
def test_exactly_two_or_three_in_the_last_pit_are_taken(seeds: int, taken: int) -> None:
    position = at("4 4 4 4 4 2", f"9 {seeds} 4 0 0 0")
    after = played(position, "F")
    assert after.stores[0] - position.stores[0] == taken
    assert after.pits[7] == (0 if taken else seeds + 1)


def test_going_back_each_pit_with_two_or_three_is_taken_until_one_fails() -> None:
    position = at("0 0 0 0 0 5", "1 5 2 1 1 9")
    after = played(position, "F")
    assert rows(after)[1] == "2 6 0 0 0 9"
    assert after.stores[0] - position.stores[0] == 7


def test_the_chain_does_not_reach_back_into_the_own_row() -> None:
    assert rows(played(at("0 0 0 0 2 2", "1 0 0 4 4 9"), "E")) == ("0 0 0 0 0 3", "0 0 0 4 4 9")


def test_two_in_an_own_pit_are_not_taken() -> None:
    assert rows(played(at("2 0 1 0 0 0", "4 0 0 0 0 0"), "A")) == ("0 1 2 0 0 0", "4 0 0 0 0 0")


def test_a_grand_slam_takes_nothing_and_the_move_stands() -> None:
    position = at("4 0 0 0 0 2", "1 1 0 0 0 0")
    after = played(position, "F")
    assert rows(after) == ("4 0 0 0 0 0", "2 2 0 0 0 0")
    assert after.stores == position.stores


def test_a_chain_that_leaves_a_seed_is_no_grand_slam() -> None:
    assert rows(played(at("4 0 0 0 0 2", "1 1 0 0 0 1"), "F")) == ("4 0 0 0 0 0", "0 0 0 0 0 1")


@given(boards())
def test_a_move_is_what_it_is_seed_by_seed(pits: tuple[int, ...]) -> None:
    for origin in range(12):
        if pits[origin]:
            after, captured = move(pits, origin)
            assert (list(after), captured) == slow_move(pits, origin)


@given(boards())
def test_the_explanation_agrees_with_the_move(pits: tuple[int, ...]) -> None:
    for origin in range(12):
        if not pits[origin]:
            continue
        found, (after, captured) = sowing(pits, origin), move(pits, origin)
        assert found.captured == captured
        assert (found.nothing is None) == bool(captured)
        assert len(found.path) == found.seeds == pits[origin]
        sown, last = sow(pits, origin)
        assert (found.last, found.last_holds) == (last, sown[last])
        assert all(after[pit] == 0 and sown[pit] == seeds for pit, seeds in found.taken)
        assert all(2 <= after[pit] <= 3 for pit in found.spared)


@given(boards())
def test_a_capture_never_empties_the_other_row(pits: tuple[int, ...]) -> None:
    for origin in range(12):
        if pits[origin]:
            after, captured = move(pits, origin)
            seat = origin // 6
            assert sum(after) + captured == sum(pits)
            assert not captured or any(row(after, 1 - seat))
            sown, last = sow(pits, origin)
            slam = is_slam(sown, chain(sown, last, seat), seat)
            assert slam == (sowing(pits, origin).nothing is Nothing.GRAND_SLAM)


# Why nothing was taken


@pytest.mark.parametrize(
    ("south", "north", "pit", "why"),
    [
        ("4 4 4 4 4 4", "4 4 4 4 4 4", 0, Nothing.OWN_ROW),
        ("4 4 4 4 4 4", "4 4 4 4 4 4", 5, Nothing.COUNT),
        ("4 0 0 0 0 2", "1 1 0 0 0 0", 5, Nothing.GRAND_SLAM),
        ("4 0 0 0 0 2", "1 1 0 0 0 1", 5, None),
    ],
)
def test_it_is_said_why_nothing_was_taken(
    south: str, north: str, pit: int, why: Nothing | None
) -> None:
    found = at(south, north).explain(pit)
    assert found.nothing is why
    assert bool(found.spared) == (why is Nothing.GRAND_SLAM)


def test_an_explanation_names_pits_by_letter() -> None:
    assert at("0 0 0 0 0 5", "1 5 2 1 1 9").explain(5).to_json() == {
        "pit": "F",
        "seeds": 5,
        "path": "abcde",
        "last": "e",
        "last_holds": 2,
        "taken": [["e", 2], ["d", 2], ["c", 3]],
        "captured": 7,
        "nothing": None,
        "spared": "",
        "feeds": False,
        "end": None,
        "shares": [0, 0],
    }
