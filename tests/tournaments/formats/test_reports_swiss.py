"""What went wrong elsewhere with byes, late entries, rematches and tie-breaks."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.tournaments.formats.fields import Event
from tournaments.formats.fide_table import Mode
from tournaments.formats.lots import Key
from tournaments.formats.pairing_values import (
    Outcome,
    Pair,
    PairFaultKind,
    PairWarning,
    check_pairs,
    outcome_of,
    pair_result,
)
from tournaments.formats.points import STANDARD, Points
from tournaments.formats.scoring import LineKind, Result, SeatKind, Unplayed
from tournaments.formats.swiss import SwissEntry, pair_swiss, review_pairs, sit_out
from tournaments.formats.swiss_errors import (
    MissingResultsError,
    NoLegalPairingError,
    Relax,
    Remedy,
)
from tournaments.formats.table_values import Avoid
from tournaments.interchange.trf import make_trf, read_trf, write_trf
from tournaments.interchange.trf_pairing import pair_next
from tournaments.interchange.trf_values import TrfPlayer
from tournaments.standings import ROUND_ROBIN, SWISS, Contender, standings

HALF = Fraction(1, 2)


def entries(count: int) -> list[SwissEntry]:
    return [SwissEntry(number, number) for number in range(1, count + 1)]


def points_of(results: list[Result], count: int) -> dict[Key, Fraction]:
    table = standings([Contender(one.key) for one in entries(count)], results,
                      tie_breaks=SWISS, points=STANDARD)  # fmt: skip
    return {row.key: row.points for row in table}


def test_nobody_gets_a_second_bye_while_somebody_has_had_none() -> None:
    event = Event(7, 3, plain=True).play(5)
    byes = [made.bye for made in event.pairings]
    assert len(event.pairings) == 5
    assert len(set(byes)) == 5


def test_eleven_rounds_of_an_odd_field_spread_the_byes() -> None:
    event = Event(13, 5, plain=True).play(11)
    byes = Counter(made.bye for made in event.pairings)
    assert sum(byes.values()) == 11
    assert set(byes.values()) == {1}


def test_the_bye_goes_to_the_lowest_score_that_may_have_it() -> None:
    results: list[Result] = [
        pair_result(1, 1, 1, 3, Outcome.FIRST),
        pair_result(1, 2, 2, 4, Outcome.FIRST),
        Unplayed(1, 5, LineKind.BYE),
    ]
    made = pair_swiss(entries(5), results, number=2, rounds=5, seed=1)
    # 5 has had it; 3 and 4 have lost.
    assert made.bye == 4


def test_more_rounds_than_players_rotate_the_byes_evenly() -> None:
    results: list[Result] = []
    byes: Counter[Key] = Counter()
    for number in range(1, 10):
        made = pair_swiss(
            entries(3), results, number=number, rounds=9, seed=1, allow={Relax.REMATCH}
        )
        assert made.bye is not None
        byes[made.bye] += 1
        assert max(byes.values()) - min(byes[key] for key in (1, 2, 3)) <= 1
        again = [note for note in made.notes if note.kind is PairWarning.SECOND_BYE]
        assert bool(again) == (number > 3)
        results += [pair_result(number, 1, *pair_of(made.pairs[0]), Outcome.FIRST)]
        results += sit_out(number, {}, made)
    assert byes == {1: 3, 2: 3, 3: 3}


def pair_of(pair: Pair) -> tuple[Key, Key]:
    return pair.first, pair.second


def test_a_bye_of_the_pairing_is_exported_so_that_nobody_is_picked_again() -> None:
    results: list[Result] = [
        pair_result(1, 1, 1, 2, Outcome.FIRST),
        Unplayed(1, 3, LineKind.BYE),
    ]
    made = make_trf([TrfPlayer(number, f"P{number}") for number in (1, 2, 3)], results, rounds=3)
    text = write_trf(made)
    assert "0000 - U" in text
    assert pair_next(read_trf(text)).bye == 2


def test_a_bye_given_by_hand_stays_and_no_second_one_is_given() -> None:
    made = pair_swiss(entries(17), [], number=1, rounds=5, seed=1, byes_by_hand=[17])
    assert made.bye is None
    assert made.byes_by_hand == (17,)
    assert len(made.pairs) == 8
    assert [note.kind for note in made.notes] == []
    rows = sit_out(1, {}, made)
    assert rows == (Unplayed(1, 17, LineKind.BYE),)
    assert points_of(list(rows), 17)[17] == 1


def test_two_byes_by_hand_in_an_odd_field_warn_that_a_third_is_forced() -> None:
    made = pair_swiss(entries(9), [], number=1, rounds=5, seed=1, byes_by_hand=[8, 9])
    assert made.bye == 7
    (note,) = made.notes
    assert (note.kind, note.keys) == (PairWarning.FORCED_BYE, (8, 9, 7))
    # Dropping one of them forces none.
    made = pair_swiss(entries(9), [], number=1, rounds=5, seed=1, byes_by_hand=[9])
    assert (made.bye, made.notes) == (None, ())


def test_those_with_byes_in_round_one_do_not_meet_each_other_again_and_again() -> None:
    early = {7: LineKind.HALF_BYE, 8: LineKind.HALF_BYE}
    results: list[Result] = []
    together = 0
    for number in range(1, 5):
        away = early if number == 1 else {}
        made = pair_swiss(entries(8), results, number=number, rounds=4, seed=1, absent=away)
        together += Pair(7, 8) in made.pairs or Pair(8, 7) in made.pairs
        results += [
            pair_result(number, table, pair.first, pair.second, Outcome.DRAW)
            for table, pair in enumerate(made.pairs, 1)
        ]
        results += sit_out(number, away, made)
    assert together <= 1


def test_of_three_the_one_with_the_bye_has_won_at_once() -> None:
    made = pair_swiss(entries(3), [], number=1, rounds=3, seed=1)
    open_game = pair_result(1, 1, made.pairs[0].first, made.pairs[0].second)
    found = points_of([open_game, *sit_out(1, {}, made)], 3)
    assert found == {made.bye: 1} | dict.fromkeys(made.pairs[0].keys, 0)


def test_staying_away_and_coming_back_gains_nothing() -> None:
    results: list[Result] = [
        pair_result(1, 1, 1, 2, Outcome.DRAW),
        Unplayed(1, 3, LineKind.ABSENT),
    ]
    assert points_of(results, 3)[3] == 0
    # Unless the organisers have announced so.
    table = standings([Contender(3)], [results[1]], tie_breaks=("PTS",), points=Points(absent=HALF))
    assert table[0].points == HALF


def test_each_round_without_a_game_says_why() -> None:
    results: list[Result] = [
        pair_result(1, 1, "a", "b", Outcome.FIRST),
        pair_result(2, 1, "b", "a", Outcome.FIRST),
        Unplayed(2, "late", LineKind.ABSENT),
        pair_result(3, 1, "a", "b", Outcome.FIRST),
        Unplayed(3, "late", LineKind.BYE),
    ]
    table = standings(
        [Contender("a"), Contender("b"), Contender("late", from_round=2)],
        results,
        tie_breaks=SWISS,
        points=STANDARD,
    )
    (late,) = (row for row in table if row.key == "late")
    assert [line.kind for line in late.lines] == [
        LineKind.NOT_ENTERED,
        LineKind.ABSENT,
        LineKind.BYE,
    ]


def test_who_asked_to_sit_out_is_not_paired() -> None:
    made = pair_swiss(entries(6), [], number=1, rounds=3, seed=1, absent=[2])
    assert all(2 not in pair.keys for pair in made.pairs)
    assert made.bye not in (2, None)


def test_nobody_is_paired_with_himself_or_twice() -> None:
    faults = check_pairs([Pair(1, 1), Pair(2, 3), Pair(3, 4)], [5], range(1, 8), absent=[5])
    assert {(fault.kind, fault.keys) for fault in faults} == {
        (PairFaultKind.WITH_ITSELF, (1,)),
        (PairFaultKind.TWICE, (3,)),
        (PairFaultKind.ABSENT, (5,)),
        (PairFaultKind.MISSING, (6,)),
        (PairFaultKind.MISSING, (7,)),
    }


def test_who_left_after_a_result_keeps_it_and_is_not_paired() -> None:
    results: list[Result] = [
        pair_result(1, 1, 1, 3, Outcome.SECOND),
        pair_result(1, 2, 2, 4, Outcome.FIRST),
    ]
    made = pair_swiss(entries(4)[:2] + entries(4)[3:], results, number=2, rounds=3, seed=1)
    assert {key for pair in made.pairs for key in pair.keys} | {made.bye} == {1, 2, 4}
    assert points_of(results, 4)[3] == 1


def test_the_next_round_waits_for_results_and_names_the_missing_ones() -> None:
    results: list[Result] = [
        pair_result(1, 1, 1, 3),
        pair_result(1, 2, 2, 4, Outcome.FIRST),
    ]
    with pytest.raises(MissingResultsError) as caught:
        pair_swiss(entries(4), results, number=2, rounds=3, seed=1)
    assert caught.value.params == {"tables": [(1, 1, 1, 3)]}
    made = pair_swiss(entries(4), results, number=2, rounds=3, seed=1, pending=Outcome.DRAW)
    # With a draw for the open game, 1 and 3 come behind 2.
    assert made.pairs[0].keys in ({1, 2}, {2, 3})


def test_the_points_of_each_bye_are_settings() -> None:
    announced = Points(pairing_bye=HALF, half_bye=Fraction(1, 4), full_bye=Fraction(3, 4))
    kinds = (LineKind.BYE, LineKind.HALF_BYE, LineKind.FULL_BYE, LineKind.ZERO_BYE)
    results = [Unplayed(1, kind.value, kind) for kind in kinds]
    table = standings(
        [Contender(kind.value) for kind in kinds], results, tie_breaks=("PTS",), points=announced
    )
    assert {row.key: row.points for row in table} == {
        "bye": HALF,
        "half_bye": Fraction(1, 4),
        "full_bye": Fraction(3, 4),
        "zero_bye": 0,
    }
    assert Points.from_json(announced.to_json()) == announced


def test_score_groups_are_respected() -> None:
    event = Event(16, 2, plain=True).play(3)
    made = event.pairings[2]
    table = standings(
        [Contender(one.key) for one in event.entries],
        event.results,
        tie_breaks=("PTS",),
        points=STANDARD,
        after_round=2,
    )
    before = {row.key: row.points for row in table}
    assert max(abs(before[pair.first] - before[pair.second]) for pair in made.pairs) <= HALF


def test_in_a_double_round_robin_one_win_each_falls_through_to_the_next_criterion() -> None:
    results = [
        pair_result(1, 1, "a", "b", Outcome.FIRST),
        pair_result(2, 1, "b", "a", Outcome.FIRST),
        pair_result(3, 1, "a", "c", Outcome.DRAW),
        pair_result(4, 1, "c", "a", Outcome.SECOND),
        pair_result(5, 1, "b", "c", Outcome.FIRST),
        pair_result(6, 1, "c", "b", Outcome.DRAW),
    ]
    table = standings(
        [Contender(key) for key in "abc"],
        results,
        tie_breaks=ROUND_ROBIN,
        points=STANDARD,
        mode=Mode.ROUND_ROBIN,
    )
    first, second = table[:2]
    assert (first.points, second.points) == (Fraction(5, 2), Fraction(5, 2))
    assert first.value("DE").amount is None
    assert [str(part.amount) for part in first.value("DE").parts] == ["1", "0"]
    assert (first.rank, second.rank, first.shared) == (1, 1, True)


def test_unplayed_games_are_not_counted_as_played() -> None:
    results: list[Result] = [
        pair_result(1, 1, "a", "b", Outcome.SECOND_FORFEITS),
        Unplayed(2, "a", LineKind.BYE),
        pair_result(3, 1, "b", "a", Outcome.DRAW),
    ]
    table = standings(
        [Contender("a"), Contender("b")], results, tie_breaks=("PTS", "WIN", "WON"), points=STANDARD
    )
    row = table[0]
    assert (row.key, row.played, row.points) == ("a", 1, Fraction(5, 2))
    assert (row.value("WIN").amount, row.value("WON").amount) == (Fraction(2), Fraction(0))


def test_a_second_metric_does_not_change_the_first() -> None:
    event = Event(8, 4).play(4)
    contenders = [Contender(one.key) for one in event.entries]
    alone, together = (
        {
            row.key: row.value("WIN").amount
            for row in standings(contenders, event.results, tie_breaks=chain, points=STANDARD)
        }
        for chain in (("PTS", "WIN"), ("PTS", "WIN", "BH", "SB", "WON", "DE"))
    )
    assert alone == together


def test_a_round_after_nothing_but_draws_is_paired() -> None:
    results: list[Result] = []
    for number in range(1, 8):
        made = pair_swiss(entries(8), results, number=number, rounds=7, seed=1)
        results += [
            pair_result(number, table, pair.first, pair.second, Outcome.DRAW)
            for table, pair in enumerate(made.pairs, 1)
        ]
    assert len(results) == 28


def test_when_nobody_is_left_to_meet_it_says_what_can_be_done() -> None:
    played: list[Result] = [
        pair_result(1, 1, 1, 2, Outcome.FIRST),
        pair_result(1, 2, 3, 4, Outcome.FIRST),
        pair_result(2, 1, 3, 1, Outcome.FIRST),
        pair_result(2, 2, 4, 2, Outcome.FIRST),
        pair_result(3, 1, 1, 4, Outcome.FIRST),
        pair_result(3, 2, 2, 3, Outcome.FIRST),
    ]
    with pytest.raises(NoLegalPairingError) as caught:
        pair_swiss(entries(4), played, number=4, rounds=5, seed=1)
    assert caught.value.params["remedies"] == [
        Remedy.ALLOW_REMATCH,
        Remedy.FEWER_ROUNDS,
        Remedy.BY_HAND,
    ]
    made = pair_swiss(entries(4), played, number=4, rounds=5, seed=1, allow={Relax.REMATCH})
    assert [note.kind for note in made.notes].count(PairWarning.REMATCH) == 2


def test_a_forbidden_pair_is_kept_apart_until_the_organiser_lets_it_meet() -> None:
    family = [(1, 3), (1, 4)]
    made = pair_swiss(entries(4), [], number=1, rounds=3, seed=1, forbidden=family)
    assert Pair(1, 2).keys in {pair.keys for pair in made.pairs}
    played = [
        pair_result(1, table, pair.first, pair.second, Outcome.DRAW)
        for table, pair in enumerate(made.pairs, 1)
    ]
    with pytest.raises(NoLegalPairingError) as caught:
        pair_swiss(entries(4), played, number=2, rounds=3, seed=1, forbidden=family)
    assert set(caught.value.params["remedies"]) == set(Remedy) - {Remedy.ALLOW_SAME_CLUB}
    made = pair_swiss(
        entries(4), played, number=2, rounds=3, seed=1, forbidden=family, allow={Relax.FORBIDDEN}
    )
    assert [note.kind for note in made.notes] == [PairWarning.FORBIDDEN]


def test_club_mates_are_kept_apart_where_it_costs_little() -> None:
    clubs = ["A", "B", "C", "D", "A", "B", "C", "D"]
    field = [SwissEntry(number, number, club) for number, club in enumerate(clubs, 1)]
    plain = pair_swiss(field, [], number=1, rounds=3, seed=1, clubs=Avoid.NEVER)
    apart = pair_swiss(field, [], number=1, rounds=3, seed=1, clubs=Avoid.SOFT)
    assert {pair.keys for pair in plain.pairs} == {
        frozenset(pair) for pair in ((1, 5), (2, 6), (3, 7), (4, 8))
    }
    assert not {pair.keys for pair in plain.pairs} & {pair.keys for pair in apart.pairs}
    assert apart.notes == ()


def test_a_club_alone_in_the_hall_is_paired_all_the_same_unless_it_must_not_be() -> None:
    field = [SwissEntry(number, number, "A") for number in (1, 2, 3, 4)]
    made = pair_swiss(field, [], number=1, rounds=3, seed=1)
    assert {note.kind for note in made.notes} == {PairWarning.SAME_CLUB}
    with pytest.raises(NoLegalPairingError) as caught:
        pair_swiss(field, [], number=1, rounds=3, seed=1, clubs=Avoid.HARD)
    assert caught.value.params["remedies"] == [Remedy.ALLOW_SAME_CLUB, Remedy.BY_HAND]


def test_a_pairing_by_hand_is_told_of_rematches_seats_and_gaps() -> None:
    results = [
        pair_result(1, 1, 1, 2, Outcome.FIRST),
        pair_result(1, 2, 3, 4, Outcome.FIRST),
        pair_result(2, 1, 1, 3, Outcome.FIRST),
        pair_result(2, 2, 4, 2, Outcome.FIRST),
    ]
    notes = review_pairs([Pair(1, 2), Pair(3, 4)], [], entries(4), results, number=3)
    assert [(note.kind, note.keys) for note in notes] == [
        (PairWarning.REMATCH, (1, 2)),
        (PairWarning.FIRST_AGAIN, (1,)),
        (PairWarning.SECOND_AGAIN, (2,)),
        (PairWarning.SCORE_GAP, (1, 2)),
        (PairWarning.REMATCH, (3, 4)),
    ]


def test_who_begins_in_round_one_is_drawn_by_lot_and_can_be_drawn_again() -> None:
    drawn = {
        seed: pair_swiss(entries(4), [], number=1, rounds=3, seed=seed).pairs[0].first
        for seed in range(20)
    }
    assert set(drawn.values()) == {1, 3}
    again = {
        seed: pair_swiss(entries(4), [], number=1, rounds=3, seed=seed).pairs[0].first
        for seed in range(20)
    }
    assert again == drawn


@pytest.mark.parametrize("outcome", [*Outcome, None])
def test_a_result_is_tied_to_the_players_and_reads_back(outcome: Outcome | None) -> None:
    assert outcome_of(pair_result(1, 1, "a", "b", outcome)) is outcome


def test_losing_by_ruling_is_a_loss_that_was_played() -> None:
    first, second = pair_result(1, 1, "a", "b", Outcome.FIRST).seats
    ruled = type(first)("a", None, SeatKind.REMOVED)
    table = pair_result(1, 1, "a", "b", Outcome.FIRST)
    table = type(table)(1, 1, (ruled, second))
    rows = standings(
        [Contender("a"), Contender("b")], [table], tie_breaks=("PTS", "WON"), points=STANDARD
    )
    assert {row.key: row.points for row in rows} == {"b": 1, "a": 0}
    assert [row.played for row in rows] == [1, 1]
    assert rows[0].value("WON").amount == 1
