"""What holds in every Swiss, whoever wins, sits out or stays away."""

from collections import Counter
from dataclasses import astuple
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.fields import Event
from tournaments.formats.fide_table import Edition, Mode
from tournaments.formats.lots import Key
from tournaments.formats.pairing_values import RoundPairing, check_pairs
from tournaments.formats.points import STANDARD, Points
from tournaments.formats.scoring import TableResult, lines_by_round
from tournaments.formats.swiss import SwissEntry, pair_swiss
from tournaments.standings import ROUND_ROBIN, SWISS, Contender, standings

SEEDS = st.integers(0, 10_000)


def meetings(event: Event) -> Counter[frozenset[Key]]:
    """How often two have really played before each was paired."""
    lines = lines_by_round(event.results, points=STANDARD)
    return Counter(
        frozenset((key, line.opponent))
        for of_round in lines.values()
        for key, line in of_round.items()
        if line.played and line.first and line.opponent is not None
    )


@settings(max_examples=25)
@given(st.integers(2, 17), SEEDS, st.integers(1, 7), st.booleans())
def test_nobody_meets_twice_and_everybody_is_there_once(
    size: int, seed: int, rounds: int, plain: bool
) -> None:
    event = Event(size, seed, plain).play(rounds)
    assert max(meetings(event).values(), default=1) == 1
    for made in event.pairings:
        away = {
            row.key
            for row in event.results
            if not isinstance(row, TableResult) and row.round == made.round
        } - {made.bye}
        byes = [] if made.bye is None else [made.bye]
        expected = [one.key for one in event.entries]
        assert check_pairs(made.pairs, byes, expected, away) == ()


@settings(max_examples=25)
@given(st.integers(3, 9), SEEDS, st.booleans())
def test_nobody_sits_out_twice_while_somebody_has_not(size: int, seed: int, plain: bool) -> None:
    event = Event(size, seed, plain).play(size + 2)
    had: Counter[Key] = Counter()
    for made in event.pairings:
        if made.bye is not None and had[made.bye]:
            # Whoever else was there and had sat out less could only have met an old opponent.
            spared = {key for pair in made.pairs for key in pair.keys if had[key] < had[made.bye]}
            for key in spared:
                assert not possible_without(event, made, key)
        had.update([] if made.bye is None else [made.bye])
        had.update(
            row.seats[0 if row.seats[0].place else 1].key
            for row in event.results
            if isinstance(row, TableResult)
            and row.round == made.round
            and sum(seat.place is None for seat in row.seats) == 1
        )


def possible_without(event: Event, made: RoundPairing, bye: Key) -> bool:
    """Whether the round could have been played without a rematch with ``bye`` sitting out."""
    earlier = [row for row in event.results if row.round < made.round]
    met = meetings(Event(event.size, event.seed, results=earlier))
    left = [key for pair in made.pairs for key in (pair.first, pair.second)]
    left = [key for key in [*left, made.bye] if key is not None and key != bye]
    return matched(left, met)


def matched(left: list[Key], met: Counter[frozenset[Key]]) -> bool:
    if not left:
        return True
    first, *others = left
    return any(
        not met[frozenset((first, other))] and matched([key for key in others if key != other], met)
        for other in others
    )


@settings(max_examples=15)
@given(st.integers(2, 7), SEEDS)
def test_it_stops_only_when_nobody_could_be_paired_without_a_rematch(size: int, seed: int) -> None:
    event = Event(size, seed, plain=True).play(size + 1)
    met = meetings(event)
    everybody: list[Key] = [one.key for one in event.entries]
    if event.stopped is None:
        return
    byes: list[Key | None] = list(everybody) if size % 2 else [None]
    assert not any(matched([key for key in everybody if key != bye], met) for bye in byes)


@settings(max_examples=15)
@given(st.integers(2, 14), SEEDS, st.integers(1, 5))
def test_the_order_of_entries_and_results_does_not_matter(
    size: int, seed: int, rounds: int
) -> None:
    event = Event(size, seed).play(rounds)
    rng = Random(seed)
    results, entries = list(event.results), event.entries
    rng.shuffle(results)
    rng.shuffle(entries)
    contenders = [Contender(one.key, one.number) for one in entries]
    for chain, mode in ((SWISS, Mode.SWISS), (ROUND_ROBIN, Mode.ROUND_ROBIN)):
        one, other = (
            standings(given, rows, tie_breaks=chain, points=STANDARD, mode=mode)
            for given, rows in (
                (contenders, results),
                (sorted(contenders, key=lambda entry: str(entry.key)), event.results),
            )
        )
        assert one == other
    if event.pairings:
        last = event.pairings[-1]
        earlier = [row for row in results if row.round < last.round]
        here = {key for pair in last.pairs for key in pair.keys} | {last.bye}
        present = [one for one in entries if one.key in here]
        again = pair_swiss(present, earlier, number=last.round, rounds=rounds, seed=seed)
        assert again == last


@settings(max_examples=20)
@given(st.integers(2, 12), SEEDS, st.integers(1, 6), st.sampled_from(Edition))
def test_every_value_is_the_sum_of_its_open_parts(
    size: int, seed: int, rounds: int, edition: Edition
) -> None:
    event = Event(size, seed).play(rounds)
    sums = (
        "PTS", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB", "FB/C1", "SB", "SB/C1", "SB/C2",
        "PS", "PS/C1", "WIN", "WON", "BPG", "BWG", "REP", "KS",
    )  # fmt: skip
    for mode in Mode:
        table = standings(
            [Contender(one.key) for one in event.entries],
            event.results,
            tie_breaks=sums,
            points=STANDARD,
            edition=edition,
            mode=mode,
        )
        for row in table:
            for value in row.values:
                kept = [part.amount or 0 for part in value.parts if "cut" not in part.note]
                assert sum(kept) == value.amount, (value.code, mode)


@settings(max_examples=15)
@given(st.integers(2, 12), SEEDS, st.integers(1, 6))
def test_a_correction_and_its_reverse_leave_the_same_standings(
    size: int, seed: int, rounds: int
) -> None:
    event = Event(size, seed).play(rounds)
    contenders = [Contender(one.key, one.number) for one in event.entries]
    before = standings(contenders, event.results, tie_breaks=SWISS, points=STANDARD)
    tables = [row for row in event.results if isinstance(row, TableResult)]
    rest = [row for row in event.results if not isinstance(row, TableResult)]
    turned = [TableResult(one.round, one.table, one.seats[::-1]) for one in tables]
    back = [TableResult(one.round, one.table, one.seats[::-1]) for one in turned]
    standings(contenders, [*turned, *rest], tie_breaks=SWISS, points=STANDARD)
    after = standings(contenders, [*back, *rest], tie_breaks=SWISS, points=STANDARD)
    assert after == before


def test_a_late_entry_is_paired_from_its_first_round_on() -> None:
    event = Event(6, 1, plain=True).play(2)
    late = SwissEntry("late", 7)
    made = pair_swiss([*event.entries, late], event.results, number=3, rounds=5, seed=1)
    assert made.bye == "late" or any("late" in pair.keys for pair in made.pairs)
    assert len(made.pairs) == 3


DOUBLE = Points(*(2 * amount for amount in astuple(STANDARD)))


@settings(max_examples=15)
@given(st.integers(2, 12), SEEDS, st.integers(1, 6), st.sampled_from(Edition))
def test_points_of_two_and_one_only_scale_what_is_made_of_points(
    size: int, seed: int, rounds: int, edition: Edition
) -> None:
    event = Event(size, seed).play(rounds)
    powers = {
        "PTS": 1, "BH": 1, "BH/C1": 1, "BH/M1": 1, "AOB": 1, "FB": 1, "SB": 2, "SB/C1": 2,
        "PS": 1, "PS/C1": 1, "KS": 1, "WIN": 0, "WON": 0, "BPG": 0, "BWG": 0, "REP": 0, "ARO": 0,
        "TPR": 0, "PTP": 0, "DE": 0,
    }  # fmt: skip
    contenders = [Contender(one.key, rating=1500 + one.number) for one in event.entries]
    for mode in Mode:
        # The usual points go through the library, the others are added up here.
        usual, double = (
            standings(
                contenders,
                event.results,
                tie_breaks=tuple(powers),
                points=points,
                edition=edition,
                mode=mode,
            )
            for points in (STANDARD, DOUBLE)
        )
        assert [row.key for row in usual] == [row.key for row in double]
        for one, other in zip(usual, double, strict=True):
            for code, power in powers.items():
                small, large = one.value(code).amount, other.value(code).amount
                assert large == (None if small is None else small * 2**power), (code, mode)
