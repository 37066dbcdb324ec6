from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.clock import TimeControl, Timing
from tests.tournaments.formats.knockouts import better_wins, names
from tournaments.formats import dry_run
from tournaments.formats.bracket_values import Kind
from tournaments.formats.knockout_rules import KnockoutRules
from tournaments.formats.pace import Length, Pace, game_length
from tournaments.formats.pairing_values import pair_result
from tournaments.formats.round_robin import rounds_for
from tournaments.formats.swiss import SwissEntry
from tournaments.formats.tables import Entrant

MINUTE = timedelta(minutes=1)
PACE = Pace(Length(20 * MINUTE, 30 * MINUTE), pause=10 * MINUTE)


def test_a_run_can_be_replayed_from_its_seed() -> None:
    rules = KnockoutRules(best_of=(3,))
    runs = [
        dry_run.knockout(list("abcdef"), {}, PACE, rules=rules, seed=seed) for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]


@given(st.integers(2, 24), st.sampled_from(list(Kind)), st.booleans())
def test_a_knockout_has_the_matches_of_its_graph(entrants: int, kind: Kind, reset: bool) -> None:
    rules = KnockoutRules(kind, reset=reset)
    keys = [f"p{number}" for number in range(entrants)]
    run = dry_run.knockout(keys, {}, PACE, rules=rules, seed=entrants)
    bracket = rules.bracket(entrants)
    assert len(bracket.matches) - run.matches in ({0, 1} if bracket.reset else {0})
    assert [one.number for one in run.rounds] == sorted({one.number for one in run.rounds})
    assert run.games == run.matches


def test_only_what_is_left_is_played() -> None:
    rules = KnockoutRules()
    results = better_wins(rules.bracket(8))
    for name in ("W3-1", "3P"):
        del results[name]
    run = dry_run.knockout(names(rules.bracket(8)), results, PACE, rules=rules, seed=1)
    assert (run.matches, len(run.rounds)) == (2, 1)


def test_a_best_of_five_has_three_to_five_games() -> None:
    rules = KnockoutRules(best_of=(5,))
    for seed in range(20):
        run = dry_run.knockout(["a", "b"], {}, PACE, rules=rules, seed=seed)
        assert 3 <= run.games <= 5
        assert run.longest == 5 * 30 * MINUTE


def test_rounds_of_a_round_robin_after_those_played() -> None:
    run = dry_run.round_robin(rounds_for("abcde"), PACE, seed=1, played=2)
    assert [(one.number, one.matches, one.sitting_out) for one in run.rounds] == [
        (3, 2, 1), (4, 2, 1), (5, 2, 1),
    ]  # fmt: skip
    assert run.longest == 3 * 30 * MINUTE + 2 * 10 * MINUTE
    assert 3 * 10 * MINUTE <= run.duration - 2 * 10 * MINUTE <= 3 * 30 * MINUTE


def test_a_swiss_is_really_paired_and_open_games_end_somehow() -> None:
    entries = [SwissEntry(key, number) for number, key in enumerate("abcdefg", 1)]
    pairs = [("a", "d"), ("b", "e"), ("c", "f")]
    running = [
        pair_result(1, table, first, second, None) for table, (first, second) in enumerate(pairs, 1)
    ]
    run = dry_run.swiss(entries, running, PACE, rounds=4, seed=3)
    assert [one.number for one in run.rounds] == [2, 3, 4]
    assert {one.sitting_out for one in run.rounds} == {1}
    assert run.problem is None


def test_a_large_swiss_is_counted_and_not_paired() -> None:
    entries = [SwissEntry(number, number) for number in range(1, 1002)]
    run = dry_run.swiss(entries, [], PACE, rounds=9, seed=3)
    assert {(one.matches, one.sitting_out) for one in run.rounds} == {(500, 1)}
    assert len(run.rounds) == 9


def test_a_swiss_that_cannot_be_paired_to_its_end_says_so() -> None:
    entries = [SwissEntry(key, number) for number, key in enumerate("abcd", 1)]
    run = dry_run.swiss(entries, [], PACE, rounds=5, seed=1)
    assert len(run.rounds) == 3
    assert run.problem is not None
    assert run.problem.code == "no_legal_pairing"


def test_tables_of_23_take_six_boards() -> None:
    people = [Entrant(f"p{number}") for number in range(23)]
    run = dry_run.tables(people, PACE, rounds=3, seed=1)
    assert [one.matches for one in run.rounds] == [6, 6, 6]
    assert dry_run.tables(people[:1], PACE, rounds=3, seed=1).problem is not None


def test_few_boards_make_a_round_longer() -> None:
    pace = Pace(PACE.game, boards=2)
    wide, narrow = (
        dry_run.round_robin(rounds_for("abcdefgh"), one, seed=1).longest for one in (PACE, pace)
    )
    assert wide == 7 * 30 * MINUTE + 6 * 10 * MINUTE
    assert narrow == 7 * 60 * MINUTE


def test_runs_come_from_the_shortest_to_the_longest() -> None:
    rules = KnockoutRules()
    runs = dry_run.repeat(
        lambda seed: dry_run.knockout(list("abcdefgh"), {}, PACE, rules=rules, seed=seed), 9
    )
    durations = [run.duration for run in runs]
    assert durations == sorted(durations)
    assert len(set(durations)) > 1


def test_the_length_of_a_game_follows_the_clock() -> None:
    second = timedelta(seconds=1)
    controls = {
        TimeControl(Timing.PER_MOVE, step=60 * second): 20 * MINUTE,
        TimeControl(Timing.SUDDEN_DEATH, 15 * MINUTE): 30 * MINUTE,
        TimeControl(Timing.INCREMENT, 5 * MINUTE, 3 * second): 11 * MINUTE,
        TimeControl(Timing.DELAY, 5 * MINUTE, 3 * second): 11 * MINUTE,
        TimeControl(Timing.BYO_YOMI, 5 * MINUTE, 30 * second, 3): 22 * MINUTE,
    }
    for control, longest in controls.items():
        assert game_length(control, 20).longest == longest
    assert game_length(TimeControl(), 20) == Length(10 * MINUTE, None)
    assert dry_run.round_robin(rounds_for("ab"), Pace(Length(MINUTE, None)), seed=1).longest is None
