import json
import time
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.fields import Field, stages
from tournaments.formats.errors import (
    DuplicateEntrantError,
    InvalidSettingError,
    UnknownEntrantError,
)
from tournaments.formats.lots import Drawn
from tournaments.formats.pairing_values import Outcome, pair_result
from tournaments.formats.points import STANDARD
from tournaments.standings import (
    KYOEN,
    ROUND_ROBIN,
    SWISS,
    Contender,
    LineKind,
    Part,
    Result,
    SeatKind,
    SeatResult,
    Standing,
    Status,
    TableResult,
    UnknownTieBreakError,
    Unplayed,
    criterion,
    format_amount,
    movement,
    progress,
    standings,
    unfinished,
)


def table(number: int, at: int, *places: tuple[str, int | None]) -> TableResult:
    return TableResult(number, at, tuple(SeatResult(key, place) for key, place in places))


def order(number: int, *tables: str) -> list[Result]:
    """Tables given as the keys in order of place, one character each."""
    return [
        table(number, at, *((key, place) for place, key in enumerate(keys, 1)))
        for at, keys in enumerate(tables, 1)
    ]


def ranks(found: tuple[Standing, ...]) -> list[tuple[object, int | None]]:
    return [(standing.key, standing.rank) for standing in found]


EIGHT = [Contender(key, seed) for seed, key in enumerate("abcdefgh", 1)]
TWO_ROUNDS = order(1, "abcd", "efgh") + order(2, "aebf", "cgdh")


def test_place_points_come_first() -> None:
    found = standings(EIGHT, TWO_ROUNDS)
    assert found[0].key == "a"
    assert str(found[0].points) == "2"
    assert [format_amount(standing.points) for standing in found] == [
        "2",
        "1.67",
        "1.33",
        "1",
        "1",
        "0.67",
        "0.33",
        "0",
    ]


def test_wins_come_second_then_the_opponents() -> None:
    found = {standing.key: standing for standing in standings(EIGHT, TWO_ROUNDS)}
    # b: 2nd, 3rd; g: 3rd, 2nd: equal points, no win, and b met the stronger field.
    assert found["b"].points == found["g"].points
    assert found["b"].rank == 4
    assert found["g"].rank == 5
    assert found["g"].decided_by == "OPP"
    assert str(found["b"].value("OPP").amount) == "4/3"


def test_every_value_says_what_it_was_made_of() -> None:
    found = {standing.key: standing for standing in standings(EIGHT, TWO_ROUNDS)}
    assert found["b"].value("PP").parts == (
        Part(1, None, Fraction(2, 3)),
        Part(2, None, Fraction(1, 3)),
    )
    assert found["a"].value("WINS").parts == (
        Part(1, None, Fraction(1)),
        Part(2, None, Fraction(1)),
    )
    opponents = found["b"].value("OPP")
    assert [(part.round, part.key) for part in opponents.parts] == [
        (1, "a"),
        (1, "c"),
        (1, "d"),
        (2, "a"),
        (2, "e"),
        (2, "f"),
    ]
    assert opponents.amount == sum(part.amount or 0 for part in opponents.parts) / Fraction(6)


def test_the_place_in_the_last_round_comes_before_lots() -> None:
    contenders = [Contender("a", lot=Drawn(1, 2)), Contender("b", lot=Drawn(1, 1))]
    results = order(1, "ab") + order(2, "ba")
    found = standings(contenders, results)
    assert ranks(found) == [("b", 1), ("a", 2)]
    assert found[1].decided_by == "LAST"


def test_a_shared_last_place_is_worth_the_mean_of_the_places() -> None:
    contenders = [Contender(key) for key in "abcd"]
    results = [table(1, 1, ("a", 1), ("b", 2), ("c", 2), ("d", 4))]
    found = {standing.key: standing for standing in standings(contenders, results)}
    assert str(found["b"].value("LAST").amount) == "5/2"


def test_lots_part_only_those_who_are_still_tied() -> None:
    contenders = [
        Contender("a", lot=Drawn(2, 2)),
        Contender("b", lot=Drawn(1, 2)),
        Contender("c", lot=Drawn(1, 1)),
        Contender("d", lot=Drawn(2, 1)),
    ]
    results = [table(1, 1, ("a", 1), ("b", 2), ("c", 2), ("d", 4))]
    found = standings(contenders, results)
    assert ranks(found) == [("a", 1), ("c", 2), ("b", 3), ("d", 4)]
    assert found[0].value("LOTS").amount is None
    assert found[1].value("LOTS").amount == 1


def test_lots_drawn_with_others_part_nobody() -> None:
    contenders = [
        Contender("a"),
        Contender("b", lot=Drawn(1, 1)),
        Contender("c", lot=Drawn(2, 2)),
        Contender("d", lot=Drawn(2, 1)),
    ]
    results = [table(1, 1, ("a", 1), ("b", 2), ("c", 2), ("d", 2))]
    assert ranks(standings(contenders, results)) == [("a", 1), ("b", 2), ("c", 2), ("d", 2)]
    results = [table(1, 1, ("a", 1), ("b", 1), ("c", 3), ("d", 3))]
    assert ranks(standings(contenders, results)) == [("a", 1), ("b", 1), ("d", 3), ("c", 4)]


def test_who_is_equal_to_the_end_shares_the_rank_and_it_shows() -> None:
    contenders = [Contender(key) for key in "abcd"]
    results = [table(1, 1, ("a", 1), ("b", 2), ("c", 2), ("d", 4))]
    found = standings(contenders, results)
    assert ranks(found) == [("a", 1), ("b", 2), ("c", 2), ("d", 4)]
    assert [standing.shared for standing in found] == [False, True, True, False]


def test_before_the_first_round_everybody_is_first() -> None:
    found = standings(EIGHT, [])
    assert {standing.rank for standing in found} == {1}
    assert all(standing.shared and standing.played == 0 for standing in found)


def test_standings_after_a_past_round() -> None:
    after_one = standings(EIGHT, TWO_ROUNDS, after_round=1)
    assert after_one == standings(EIGHT, TWO_ROUNDS[:2])
    assert {standing.rank for standing in after_one} == {1, 3, 5, 7}


def test_movement_counts_ranks_gained() -> None:
    now = standings(EIGHT, TWO_ROUNDS)
    before = standings(EIGHT, TWO_ROUNDS, after_round=1)
    moved = movement(now, before)
    assert moved["a"] == 0
    assert moved["e"] == -1
    assert moved["c"] == 2
    late = [*EIGHT, Contender("late", from_round=2)]
    assert movement(standings(late, TWO_ROUNDS), before)["late"] is None


def test_progress_gives_the_rank_after_every_round() -> None:
    found = progress(EIGHT, TWO_ROUNDS)
    assert found["a"] == (1, 1)
    assert found["c"] == (5, 3)


@given(stages())
def test_progress_of_tables_is_the_ranks_after_each_round(field: Field) -> None:
    found = progress(field.contenders, field.results)
    for at, number in enumerate(sorted({one.round for one in field.results})):
        now = standings(field.contenders, field.results, after_round=number)
        assert {row.key: row.rank for row in now} == {key: own[at] for key, own in found.items()}


@pytest.mark.parametrize("codes", [SWISS, ROUND_ROBIN, ("PTS", "WIN", "BWG", "FB", "AOB", "TPN")])
def test_progress_of_pairings_is_the_ranks_after_each_round(codes: tuple[str, ...]) -> None:
    rng, results = Random(1), list[Result]()
    for number in range(1, 5):
        *paired, last = rng.sample(range(1, 16), 15)
        results.append(Unplayed(number, last, LineKind.BYE))
        results += [
            pair_result(number, at, paired[at], paired[at + 7], rng.choice(list(Outcome)))
            for at in range(7)
        ]
    field = [Contender(key, key) for key in range(1, 16)]
    known = standings(field, results, tie_breaks=codes, points=STANDARD)
    found = progress(field, results, tie_breaks=codes, points=STANDARD, made={4: known})
    for number in range(1, 5):
        now = standings(field, results, tie_breaks=codes, points=STANDARD, after_round=number)
        assert {row.key: row.rank for row in now} == {
            k: own[number - 1] for k, own in found.items()
        }


def test_unplayed_rounds_are_not_counted_as_played() -> None:
    contenders = [Contender("a"), Contender("b"), Contender("c"), Contender("d", from_round=2)]
    results: list[Result] = [
        *order(1, "ab"),
        Unplayed(1, "c", LineKind.BYE, Fraction(1, 2)),
        TableResult(
            2,
            1,
            (
                SeatResult("a", 1),
                SeatResult("b", 2),
                SeatResult("c", None, SeatKind.NO_SHOW),
                SeatResult("d", 3),
            ),
        ),
    ]
    found = {standing.key: standing for standing in standings(contenders, results)}
    assert {key: standing.played for key, standing in found.items()} == {
        "a": 2,
        "b": 2,
        "c": 0,
        "d": 1,
    }


def test_each_unplayed_round_shows_its_own_reason() -> None:
    contenders = [
        Contender("a", from_round=2, withdrawn_from=4),
        Contender("b"),
        Contender("c"),
    ]
    results: list[Result] = [
        *order(1, "bc"),
        *order(2, "abc"),
        *order(3, "bc"),
        *order(4, "bc"),
        table(5, 1, ("b", None), ("c", None)),
    ]
    found = {standing.key: standing for standing in standings(contenders, results)}
    assert [line.kind for line in found["a"].lines] == [
        LineKind.NOT_ENTERED,
        LineKind.PLAYED,
        LineKind.ABSENT,
        LineKind.WITHDRAWN,
        LineKind.WITHDRAWN,
    ]
    assert found["b"].lines[4].kind is LineKind.PENDING


def test_a_bye_credits_what_was_announced() -> None:
    contenders = [Contender(key) for key in "abc"]
    results: list[Result] = [
        *order(1, "ab"),
        Unplayed(1, "c", LineKind.BYE, Fraction(1, 2)),
    ]
    assert standings(contenders, results)[1].key == "c"
    assert standings(contenders, results)[1].points == Fraction(1, 2)


def test_a_withdrawn_entry_keeps_its_results_and_its_rank() -> None:
    contenders = [replace(one, withdrawn_from=2 if one.key == "a" else None) for one in EIGHT]
    found = standings(contenders, TWO_ROUNDS[:2])
    assert found[0].key == "a"
    assert found[0].rank == 1
    assert found[0].status is Status.WITHDRAWN


def test_withdrawn_in_round_5_is_not_withdrawn_in_round_2() -> None:
    contenders = [Contender("a", withdrawn_from=5), Contender("b")]
    results = order(1, "ab") + order(2, "ab")
    assert standings(contenders, results, after_round=2)[0].status is Status.PLAYING
    assert standings(contenders, results)[0].status is Status.WITHDRAWN


def test_the_disqualified_have_no_rank_and_the_ranks_below_move_up() -> None:
    contenders = [replace(one, disqualified=one.key == "a") for one in EIGHT]
    found = standings(contenders, TWO_ROUNDS)
    assert found[0].key == "e"
    assert found[0].rank == 1
    assert (found[-1].key, found[-1].rank) == ("a", None)
    assert found[-1].status is Status.DISQUALIFIED
    # The others keep what they scored against the disqualified.
    assert found[0].points == Fraction(5, 3)


def test_rows_that_share_a_rank_stand_in_order_of_seeding() -> None:
    contenders = [Contender("z", 1), Contender("y"), Contender("x", 2)]
    assert [one.key for one in standings(contenders, [])] == ["z", "x", "y"]


def test_tables_without_a_result_are_named() -> None:
    missing = table(2, 3, ("a", None), ("b", 1))
    assert unfinished([*TWO_ROUNDS, missing]) == (missing,)
    assert unfinished([*TWO_ROUNDS, missing], after_round=1) == ()


def test_wrong_input_is_refused() -> None:
    with pytest.raises(DuplicateEntrantError):
        standings([Contender("a"), Contender("a")], [])
    with pytest.raises(UnknownEntrantError):
        standings([Contender("a")], order(1, "ab"))
    with pytest.raises(UnknownTieBreakError):
        standings(EIGHT, [], tie_breaks=["PP", "LUCK"])
    for tie_breaks in ([], ["PP", "PP"]):
        with pytest.raises(InvalidSettingError):
            standings(EIGHT, [], tie_breaks=tie_breaks)


def test_each_tie_break_has_a_title_and_a_description() -> None:
    for code in KYOEN:
        assert criterion(code).code == code
        assert criterion(code).title
        assert criterion(code).description.endswith(".")


def test_the_order_of_tie_breaks_is_the_organisers() -> None:
    found = standings(EIGHT, TWO_ROUNDS, tie_breaks=["WINS", "PP"])
    assert [value.code for value in found[0].values] == ["WINS", "PP"]
    assert {"a", "e", "c"} == {one.key for one in found if one.value("WINS").amount}


@given(stages(), st.data())
def test_standings_do_not_depend_on_the_order_of_rows(field: Field, data: st.DataObject) -> None:
    contenders = data.draw(st.permutations(field.contenders))
    results = [
        replace(result, seats=tuple(data.draw(st.permutations(result.seats))))
        for result in data.draw(st.permutations(field.results))
        if isinstance(result, TableResult)
    ]
    assert standings(contenders, results) == standings(field.contenders, field.results)


@given(stages())
def test_ranks_are_shared_as_in_1_2_2_4(field: Field) -> None:
    found = [one for one in standings(field.contenders, field.results) if one.rank]
    numbers = [one.rank for one in found]
    assert all(rank == numbers.index(rank) + 1 for rank in numbers)
    assert all(one.shared == (numbers.count(one.rank) > 1) for one in found)


@given(stages(plain=True))
def test_all_points_together_are_half_the_seats(field: Field) -> None:
    seats = [len(one.seats) for one in field.results if isinstance(one, TableResult)]
    expected = sum(Fraction(size, 2) if size > 1 else Fraction(1) for size in seats)
    assert sum(one.points for one in standings(field.contenders, field.results)) == expected


@given(stages(), st.data())
def test_a_correction_and_its_reverse_restore_the_same(field: Field, data: st.DataObject) -> None:
    before = standings(field.contenders, field.results)
    index = data.draw(st.integers(0, len(field.results) - 1))
    wrong = field.results[index]
    assert isinstance(wrong, TableResult)
    places = [data.draw(st.integers(1, 5)) for _ in wrong.seats]
    corrected = replace(
        wrong,
        seats=tuple(
            replace(seat, place=place) for seat, place in zip(wrong.seats, places, strict=True)
        ),
    )
    results = [*field.results[:index], *field.results[index + 1 :]]
    standings(field.contenders, [*results, corrected])
    assert standings(field.contenders, [*results, wrong]) == before


@given(stages())
def test_values_are_the_sums_of_their_parts(field: Field) -> None:
    for one in standings(field.contenders, field.results):
        for code in ("PP", "WINS"):
            value = one.value(code)
            assert value.amount == sum(part.amount or 0 for part in value.parts)


@given(stages())
def test_standings_survive_storage_as_json(field: Field) -> None:
    found = standings(field.contenders, field.results)
    stored = json.dumps([one.to_json() for one in found])
    assert tuple(Standing.from_json(one) for one in json.loads(stored)) == found


@given(st.fractions(-1000, 1000))
def test_amounts_are_shown_within_half_a_hundredth(amount: Fraction) -> None:
    assert abs(Fraction(format_amount(amount)) - amount) <= Fraction(1, 200)


@pytest.mark.slow
def test_ten_thousand_entries_in_nine_rounds_are_ranked_in_time() -> None:
    rng = Random(1)
    keys = list(range(10_000))
    results = []
    for number in range(1, 10):
        rng.shuffle(keys)
        for at in range(2_500):
            seats = tuple(
                SeatResult(key, place) for place, key in enumerate(keys[4 * at : 4 * at + 4], 1)
            )
            results.append(TableResult(number, at + 1, seats))
    before = time.process_time()
    found = standings([Contender(key, key) for key in keys], results)
    assert time.process_time() - before < 5
    assert len(found) == 10_000
