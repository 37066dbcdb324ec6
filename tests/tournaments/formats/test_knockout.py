from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.formats.knockouts import after, better_wins, ranks
from tournaments.formats.bracket_values import (
    Bracket,
    Kind,
    Origin,
    Side,
    Source,
    TitleKind,
    title,
)
from tournaments.formats.errors import EvenGamesError, InvalidSettingError, TooFewEntrantsError
from tournaments.formats.knockout import (
    check_graph,
    cross_over,
    double_elimination,
    seed_order,
    single_elimination,
)
from tournaments.formats.knockout_rules import KnockoutRules

EVERY_SIZE = range(2, 257)


def seeds_in(bracket: Bracket, match_id: str) -> set[int]:
    """The seeds that may come to a match of the winners' side."""
    found: set[int] = set()
    for source in bracket.match(match_id).sources:
        if source.origin is Origin.SEED:
            found.add(source.seed)
        else:
            found |= seeds_in(bracket, source.match)
    return found


def test_single_elimination_of_every_size_feeds_and_uses_each_slot_once() -> None:
    # 255 graphs: about a second.
    for entrants in EVERY_SIZE:
        assert check_graph(single_elimination(entrants)) == ()
        if entrants <= 40:
            assert check_graph(single_elimination(entrants, third_place=False)) == ()


def test_double_elimination_of_every_size_feeds_and_uses_each_slot_once() -> None:
    # 255 graphs: about two seconds.
    for entrants in EVERY_SIZE:
        assert check_graph(double_elimination(entrants, reset=entrants % 2 == 0)) == ()


@pytest.mark.parametrize("bracket", [single_elimination(6), double_elimination(6)])
def test_the_check_sees_a_winner_fed_to_two_matches_and_another_to_none(bracket: Bracket) -> None:
    matches = list(bracket.matches)
    first = next(one for one in matches if Source(Origin.WINNER, match="W1-4") in one.sources)
    wrong = replace(first, sources=(first.sources[0], Source(Origin.WINNER, match="W1-2")))
    broken = replace(bracket, matches=tuple(wrong if one is first else one for one in matches))
    faults = check_graph(broken)
    assert "the winner of W1-2 stands in 2 matches" in faults
    assert "the winner of W1-4 stands in 0 matches" in faults


def test_the_check_sees_a_winner_written_into_the_losers_side() -> None:
    bracket = double_elimination(8)
    matches = tuple(
        replace(one, sources=(one.sources[0], Source(Origin.WINNER, match="W2-1")))
        if one.id == "L2-1"
        else one
        for one in bracket.matches
    )
    assert "the winner of W2-1 stands in 2 matches" in check_graph(
        replace(bracket, matches=matches)
    )


def test_byes_go_to_the_top_seeds_and_only_in_the_first_round() -> None:
    for entrants in (*range(2, 70), 127, 128, 129, 255, 256):
        bracket = single_elimination(entrants)
        byes = sorted(bye.source.seed for bye in bracket.byes)
        assert byes == list(range(1, 2**bracket.depth - entrants + 1))
        assert {bye.round for bye in bracket.byes} <= {1}


def test_seeds_1_and_2_meet_in_the_final_only_and_1_to_4_in_the_semi_finals() -> None:
    for entrants in (*range(2, 40), 63, 64, 65, 129, 255, 256):
        bracket = single_elimination(entrants)
        halves = [
            {source.seed} if source.origin is Origin.SEED else seeds_in(bracket, source.match)
            for source in bracket.match(bracket.last).sources
        ]
        assert not any({1, 2} <= half for half in halves)
        for half in halves:
            assert len(half & {1, 2, 3, 4}) == min(2, entrants // 2) or entrants < 4


def test_a_field_of_a_power_of_two_pairs_the_best_with_the_worst() -> None:
    assert seed_order(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


def test_losers_of_two_rounds_in_a_row_come_from_different_halves() -> None:
    for round_number in range(2, 7):
        matches = 2 ** (8 - round_number)
        for number in range(1, matches + 1):
            here = cross_over(round_number, matches, number) > matches // 2
            before = cross_over(round_number - 1, 2 * matches, 2 * number) > matches
            assert here != before


@pytest.mark.parametrize(("entrants", "earliest"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_nobody_meets_an_opponent_again_before_late_in_the_losers_side(
    entrants: int, earliest: int
) -> None:
    """Of the ways to cross halves, quarters and so on, none does better for 8, 16 and 32."""
    assert first_rematch(double_elimination(entrants)) == earliest


@pytest.mark.parametrize("entrants", [6, 7, 9, 10, 11, 12, 13, 20, 24, 40])
def test_byes_bring_no_rematch_forward(entrants: int) -> None:
    bracket = double_elimination(entrants)
    assert first_rematch(bracket) >= first_rematch(double_elimination(2**bracket.depth))


def first_rematch(bracket: Bracket) -> int:
    """The earliest round of the losers' side where somebody may meet whom they have beaten.

    The beaten one drops out of a match, the other out of a later one; they can meet where
    their ways through the losers' side come together.
    """
    earliest = 10**9
    for match in bracket.matches:
        if match.side is Side.WINNERS:
            beaten = way(bracket, match.loser_to)
            later = way(bracket, match.winner_to)
            for name in later:
                if bracket.match(name).side is Side.WINNERS:
                    together = set(beaten) & set(way(bracket, bracket.match(name).loser_to))
                    rounds = [bracket.match(one).round for one in together if one[0] == "L"]
                    earliest = min([earliest, *rounds])
    return earliest


def way(bracket: Bracket, name: str | None) -> list[str]:
    """The matches of who goes on winning."""
    found = []
    while name is not None:
        found.append(name)
        name = bracket.match(name).winner_to
    return found


def test_places_are_shared_by_those_who_leave_in_the_same_round() -> None:
    bracket = single_elimination(11, third_place=False)
    now = after(bracket, better_wins(bracket))
    assert [ranks(now)[f"p{seed}"] for seed in range(1, 12)] == [
        (1, 1), (2, 2), (3, 4), (3, 4), (5, 8), (5, 8), (5, 8), (5, 8), (9, 11), (9, 11), (9, 11)
    ]  # fmt: skip


def test_a_double_elimination_gives_every_place() -> None:
    bracket = double_elimination(7)
    now = after(bracket, better_wins(bracket))
    assert now.finished
    assert now.champion == "p1"
    assert [ranks(now)[f"p{seed}"][0] for seed in range(1, 8)] == [1, 2, 3, 4, 5, 5, 7]


def test_the_match_for_third_place_needs_two_losing_semi_finalists() -> None:
    assert single_elimination(4).has("3P")
    assert not single_elimination(3).has("3P")
    assert not single_elimination(2).third_place
    three = single_elimination(3)
    assert ranks(after(three, better_wins(three)))["p3"] == (3, 3)


def test_pairs_of_a_step_rest_on_earlier_steps_only() -> None:
    bracket = double_elimination(13)
    played: set[str] = set()
    for step in range(1, bracket.steps + 1):
        here = bracket.of_step(step)
        assert here
        for match in here:
            assert {source.match for source in match.sources if source.match} <= played
        played |= {match.id for match in here}


@pytest.mark.parametrize("build", [single_elimination, double_elimination])
def test_a_field_is_2_to_256(build: type[Bracket]) -> None:
    with pytest.raises(TooFewEntrantsError):
        build(1)  # type: ignore[call-arg, arg-type]
    with pytest.raises(InvalidSettingError):
        build(257)  # type: ignore[call-arg, arg-type]


def test_rounds_are_called_what_players_call_them() -> None:
    single, double = single_elimination(16), double_elimination(8)
    named = {match.id: title(single, match) for match in single.matches}
    assert named["W4-1"].kind is TitleKind.FINAL
    assert named["3P"].kind is TitleKind.THIRD
    assert named["W2-3"].kind is TitleKind.QUARTER_FINAL
    assert (named["W1-8"].kind, named["W1-8"].number) == (TitleKind.ROUND, 1)
    assert title(double, double.match("W3-1")).kind is TitleKind.WINNERS_FINAL
    assert title(double, double.match("L4-1")).kind is TitleKind.LOSERS_FINAL
    assert title(double, double.match("GF2")).kind is TitleKind.RESET


def test_best_of_counts_from_the_final_backwards() -> None:
    rules = KnockoutRules(best_of=(5, 3, 1))
    bracket = rules.bracket(16)
    games = {match.id: rules.games(match) for match in bracket.matches}
    assert (games["W4-1"], games["W3-2"], games["W2-1"], games["W1-1"]) == (5, 3, 1, 1)
    double = replace(rules, kind=Kind.DOUBLE)
    games = {match.id: double.games(match) for match in double.bracket(8).matches}
    assert (games["GF"], games["W3-1"], games["L4-1"], games["L3-1"], games["L2-1"]) == (
        5, 3, 3, 3, 1,
    )  # fmt: skip


def test_rules_survive_being_stored_and_may_be_typed() -> None:
    rules = KnockoutRules(Kind.DOUBLE, reset=False, best_of=(5, 3))
    assert KnockoutRules.from_json(rules.to_json()) == rules
    assert KnockoutRules.from_json({"best_of": "５、3, 1"}).best_of == (5, 3, 1)
    with pytest.raises(EvenGamesError):
        KnockoutRules.from_json({"best_of": "3, 2"})
    for wrong in ({"best_of": "0"}, {"best_of": "x"}, {"kind": "swiss"}, {"legs": 2}, {"reset": 1}):
        with pytest.raises(InvalidSettingError):
            KnockoutRules.from_json(wrong)


def test_who_have_met_once_are_kept_apart_by_the_halves_of_each_round() -> None:
    bracket = double_elimination(8)
    lost_in = {match.id: match.loser_to for match in bracket.matches if match.round == 2}
    assert (lost_in["W2-1"], lost_in["W2-2"]) == ("L2-2", "L2-1")
    for first, second in combinations(("W1-1", "W1-2"), 2):
        assert bracket.match(first).loser_to == bracket.match(second).loser_to == "L1-1"
