import time
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.errors import (
    DuplicateEntrantError,
    InvalidSettingError,
    NoFreeSeatError,
    UnknownEntrantError,
)
from tournaments.formats.lots import Key
from tournaments.formats.tables import (
    Avoid,
    Draw,
    DrawFault,
    Entrant,
    Fault,
    Method,
    Note,
    check_draw,
    draw_tables,
    place_late,
    review_tables,
    table_sizes,
)

METHODS = [Method.DRAWN, Method.SNAKED, Method.BY_SCORE]


def field(n: int, clubs: int = 0) -> list[Entrant]:
    return [Entrant(f"e{i}", i + 1, club=f"club {i % clubs}" if clubs else "") for i in range(n)]


def keys(draw: Draw) -> list[tuple[Key, ...]]:
    return [table.seats for table in draw.tables]


def play(draw: Draw, scores: dict[Key, Fraction], rng: Random) -> None:
    for table in draw.tables:
        order = list(table.seats)
        rng.shuffle(order)
        for place, key in enumerate(order):
            scores[key] += Fraction(len(order) - 1 - place, len(order) - 1)


def tournament(
    n: int, methods: list[Method], seed: int = 1, clubs: int = 0
) -> tuple[list[Draw], dict[Key, Fraction]]:
    entrants = field(n, clubs)
    scores = {entrant.key: Fraction(0) for entrant in entrants}
    history: list[tuple[Key, ...]] = []
    draws = []
    for number, method in enumerate(methods):
        now = [Entrant(e.key, e.seed, scores[e.key], e.club) for e in entrants]
        draw = draw_tables(now, seed=seed + number, method=method, history=history)
        draws.append(draw)
        history += keys(draw)
        play(draw, scores, Random(seed + number))
    return draws, scores


@st.composite
def fields(draw: st.DrawFn) -> list[Entrant]:
    n = draw(st.integers(2, 40))
    return [
        Entrant(
            key,
            draw(st.none() | st.integers(1, 99)),
            Fraction(draw(st.integers(0, 12)), 12),
            draw(st.sampled_from(["", "A", "B", "C"])),
        )
        for key in draw(
            st.lists(
                st.one_of(st.integers(), st.text(min_size=1, max_size=3)),
                min_size=n,
                max_size=n,
                unique=True,
            )
        )
    ]


@settings(max_examples=30)
@given(entrants=fields(), seed=st.integers(), method=st.sampled_from(METHODS))
def test_every_entrant_sits_exactly_once(
    entrants: list[Entrant], seed: int, method: Method
) -> None:
    draw = draw_tables(entrants, seed=seed, method=method)
    assert check_draw(keys(draw), [entrant.key for entrant in entrants]) == ()
    assert sorted(map(len, keys(draw)), reverse=True) == list(table_sizes(len(entrants)))


@pytest.mark.parametrize("n", range(2, 401, 7))
def test_every_size_of_field_can_be_drawn(n: int) -> None:
    entrants = field(n)
    draw = draw_tables(entrants, seed=n)
    assert check_draw(keys(draw), [entrant.key for entrant in entrants]) == ()


@settings(max_examples=15)
@given(entrants=fields(), seed=st.integers(), method=st.sampled_from(METHODS), data=st.data())
def test_the_order_in_which_entrants_are_given_decides_nothing(
    entrants: list[Entrant], seed: int, method: Method, data: st.DataObject
) -> None:
    history = [[entrant.key for entrant in entrants[:4]]]
    shuffled = data.draw(st.permutations(entrants))
    first = draw_tables(entrants, seed=seed, method=method, history=history)
    again = draw_tables(shuffled, seed=seed, method=method, history=history)
    assert first == again


@pytest.mark.parametrize("method", METHODS)
def test_ids_decide_nothing_among_entrants_with_seeding_numbers(method: Method) -> None:
    entrants = field(23)
    renamed = [Entrant(f"z{99 - i}", e.seed, e.score, e.club) for i, e in enumerate(entrants)]
    new_key = {old.key: new.key for old, new in zip(entrants, renamed, strict=True)}
    draw = draw_tables(entrants, seed=5, method=method)
    assert [tuple(new_key[key] for key in table) for table in keys(draw)] == keys(
        draw_tables(renamed, seed=5, method=method)
    )


def test_another_seed_gives_another_draw_and_the_same_seed_the_same() -> None:
    assert draw_tables(field(23), seed=1) == draw_tables(field(23), seed=1)
    assert keys(draw_tables(field(23), seed=1)) != keys(draw_tables(field(23), seed=2))


def test_a_stored_draw_can_be_made_again_on_any_machine() -> None:
    draw = draw_tables([Entrant(i, i + 1) for i in range(11)], seed=2027)
    assert keys(draw) == [(9, 3, 6, 10), (7, 2, 8, 5), (0, 4, 1)]


def test_nobody_can_be_entered_twice() -> None:
    with pytest.raises(DuplicateEntrantError):
        draw_tables([Entrant("a"), Entrant("b"), Entrant("a")], seed=1)


def test_a_snake_spreads_the_seeds_evenly() -> None:
    draw = draw_tables(field(12), seed=1, method=Method.SNAKED)
    assert [sorted(int(str(key)[1:]) + 1 for key in table) for table in keys(draw)] == [
        [1, 6, 7, 12],
        [2, 5, 8, 11],
        [3, 4, 9, 10],
    ]


def test_a_snake_bends_for_a_forbidden_pair_and_keeps_the_pots() -> None:
    draw = draw_tables(field(12), seed=1, method=Method.SNAKED, forbidden=[("e0", "e5")])
    assert draw.cost.forbidden == 0
    assert all({(int(str(key)[1:])) // 3 for key in table} == {0, 1, 2, 3} for table in keys(draw))


def test_those_with_the_same_score_sit_together_leaders_at_table_1() -> None:
    entrants = [Entrant(i, i + 1, Fraction(i // 4)) for i in range(16)]
    draw = draw_tables(entrants, seed=1, method=Method.BY_SCORE)
    assert [set(table) for table in keys(draw)] == [
        {12, 13, 14, 15},
        {8, 9, 10, 11},
        {4, 5, 6, 7},
        {0, 1, 2, 3},
    ]
    assert draw.cost.spread == 0


def test_nobody_meets_twice_in_three_rounds_of_a_field_of_23() -> None:
    for seed in range(3):
        draws, _ = tournament(23, [Method.DRAWN] + [Method.BY_SCORE] * 2, seed)
        assert [draw.cost.rematches for draw in draws] == [0, 0, 0]


def test_an_unavoidable_rematch_is_named_with_how_often_the_two_have_met() -> None:
    entrants = field(4)
    history = [("e0", "e1", "e2", "e3")] * 2
    draw = draw_tables(entrants, seed=1, history=history)
    notes = [note for note in draw.tables[0].notes if note.kind is Note.REMATCH]
    assert len(notes) == 6
    assert {note.count for note in notes} == {2}
    assert (draw.cost.rematches, draw.cost.meetings) == (6, 24)


def test_a_no_show_has_met_nobody() -> None:
    draw = draw_tables(field(4), seed=1, history=[("e0", None, None, "e1")])
    assert draw.cost.rematches == 1


def test_forbidden_pairs_are_kept_apart_at_any_cost() -> None:
    entrants = [Entrant(i, i + 1, Fraction(9 * (i < 4))) for i in range(16)]
    forbidden = list(combinations(range(4), 2))
    draw = draw_tables(entrants, seed=1, method=Method.BY_SCORE, forbidden=forbidden)
    assert draw.cost.forbidden == 0


def test_a_forbidden_group_is_every_pair_of_it() -> None:
    draw = draw_tables(field(16), seed=1, forbidden=[("e0", "e1", "e2", "e3")])
    assert all(len({"e0", "e1", "e2", "e3"} & set(table)) == 1 for table in keys(draw))


def test_a_forbidden_pair_that_cannot_be_kept_apart_is_named_first() -> None:
    draw = draw_tables(field(3), seed=1, forbidden=[("e0", "e1")], clubs=Avoid.NEVER)
    (note,) = draw.tables[0].notes
    assert note.kind is Note.FORBIDDEN
    assert set(note.keys) == {"e0", "e1"}
    assert draw.cost.forbidden == 1


def test_club_mates_are_kept_apart_when_that_is_wished() -> None:
    apart = draw_tables(field(24, clubs=6), seed=1, clubs=Avoid.SOFT)
    assert apart.cost.same_club == 0
    anyhow = draw_tables(field(24, clubs=6), seed=1, clubs=Avoid.NEVER)
    assert anyhow.cost.same_club > 0


def test_a_soft_wish_gives_way_to_the_scores_and_a_hard_one_does_not() -> None:
    entrants = [
        Entrant(i, i + 1, Fraction(9 * (i < 4)), "north" if i in {0, 1} else "") for i in range(8)
    ]
    soft = draw_tables(entrants, seed=1, method=Method.BY_SCORE, clubs=Avoid.SOFT)
    hard = draw_tables(entrants, seed=1, method=Method.BY_SCORE, clubs=Avoid.HARD)
    assert (soft.cost.same_club, hard.cost.same_club) == (1, 0)


@pytest.mark.parametrize("n", [8, 9, 12, 16, 20, 23, 32])
def test_nobody_sits_first_twice_while_that_can_be_avoided(n: int) -> None:
    tables = len(table_sizes(n))
    draws, _ = tournament(n, [Method.DRAWN] + [Method.BY_SCORE] * (n // tables - 1), seed=n)
    firsts = [table[0] for draw in draws for table in keys(draw)]
    assert len(firsts) == len(set(firsts))


def test_everybody_sits_in_every_seat_when_the_tables_stay_the_same() -> None:
    history: list[tuple[Key, ...]] = []
    for number in range(4):
        history += keys(draw_tables(field(4), seed=number, history=history))
    assert all(len({table[seat] for table in history}) == 4 for seat in range(4))


def test_seats_are_balanced_between_early_and_late_ones() -> None:
    draws, _ = tournament(24, [Method.DRAWN] * 6, seed=3)
    places: dict[Key, list[float]] = {}
    for draw in draws:
        for table in keys(draw):
            for seat, key in enumerate(table):
                places.setdefault(key, []).append(seat / (len(table) - 1))
    assert all(0.25 <= sum(found) / len(found) <= 0.75 for found in places.values())


@pytest.mark.slow
@pytest.mark.parametrize(("n", "seconds"), [(200, 1), (1000, 5)])
def test_a_large_field_is_drawn_in_time(n: int, seconds: float) -> None:
    _, scores = tournament(n, [Method.DRAWN], clubs=9)
    entrants = [Entrant(e.key, e.seed, scores[e.key], e.club) for e in field(n, 9)]
    before = time.process_time()
    draw_tables(entrants, seed=1, method=Method.BY_SCORE)
    assert time.process_time() - before < seconds


def test_a_draw_changed_by_hand_is_reviewed_with_the_same_notes() -> None:
    entrants = [Entrant("a", club="x"), Entrant("b", club="x"), Entrant("c")]
    review = review_tables([("a", "b", "c")], entrants, history=[("a", "c", "b")])
    assert review.method is Method.BY_HAND
    assert [note.kind for note in review.tables[0].notes] == [
        Note.REMATCH,
        Note.REMATCH,
        Note.REMATCH,
        Note.SAME_CLUB,
        Note.FIRST_AGAIN,
    ]


def test_a_review_knows_only_the_entrants_it_was_given() -> None:
    with pytest.raises(UnknownEntrantError):
        review_tables([("a", "b")], [Entrant("a")])


def test_a_draw_by_hand_cannot_be_drawn() -> None:
    with pytest.raises(InvalidSettingError):
        draw_tables(field(4), seed=1, method=Method.BY_HAND)


def test_a_draw_is_checked_for_everybody_once_and_for_sizes() -> None:
    faults = check_draw([("a", "b", "c", "c"), ("d", "x"), tuple("efghij")], list("abcdefghijk"))
    assert faults == (
        DrawFault(Fault.TOO_SMALL, ("d", "x"), 2),
        DrawFault(Fault.TOO_LARGE, tuple("efghij"), 3),
        DrawFault(Fault.TWICE, ("c",)),
        DrawFault(Fault.UNKNOWN, ("x",)),
        DrawFault(Fault.MISSING, ("k",)),
    )


def test_a_table_of_two_is_legal_only_for_the_last_two() -> None:
    assert check_draw([("a", "b")], ["a", "b"]) == ()
    assert check_draw([("a", "b"), ("c", "d")], "abcd")[0].kind is Fault.TOO_SMALL


def test_a_late_entry_goes_to_the_smallest_table_where_nobody_is_a_rival() -> None:
    entrants = field(10)
    tables = [("e0", "e1", "e2", "e3"), ("e4", "e5", "e6"), ("e7", "e8", "e9")]
    late = Entrant("late")
    assert place_late(late, tables, entrants, forbidden=[("late", "e8")]) == 1
    assert place_late(late, tables, entrants, forbidden=[("late", "e4")]) == 2
    both = [("late", "e4"), ("late", "e8")]
    assert place_late(late, tables, entrants, forbidden=both) == 0


def test_a_late_entry_finds_no_seat_when_all_tables_are_full() -> None:
    with pytest.raises(NoFreeSeatError):
        place_late(Entrant("late"), [tuple(f"e{i}" for i in range(5))], field(5))


def test_a_draw_says_in_json_how_it_was_made() -> None:
    draw = draw_tables(field(7), seed=9, forbidden=[("e0", "e1")])
    data = draw.to_json()
    assert data["seed"] == 9
    assert data["method"] == "drawn"
    assert [table["number"] for table in data["tables"]] == [1, 2]
    assert [table["seats"] for table in data["tables"]] == [list(table) for table in keys(draw)]
