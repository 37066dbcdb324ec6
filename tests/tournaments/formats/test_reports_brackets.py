"""What went wrong in other software with brackets, groups and cuts: the right behaviour."""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.formats.knockouts import after, better_wins, names, nobody, won
from tests.tournaments.formats.test_knockout import first_rematch, seeds_in
from tournaments.formats.advancement import (
    CutReason,
    Decision,
    Mode,
    Rule,
    Ties,
    advance,
    difference,
    promote,
)
from tournaments.formats.bracket_changes import (
    NeedsConsentError,
    NoResultNeededError,
    enter,
    reseed,
    would_reset,
)
from tournaments.formats.bracket_state import MatchStatus, state
from tournaments.formats.bracket_values import Bracket, BracketResult, Ending, Origin, Source
from tournaments.formats.errors import InvalidSettingError
from tournaments.formats.groups import draw_groups, knockout_order, merge_groups
from tournaments.formats.knockout import check_graph, double_elimination, single_elimination
from tournaments.formats.knockout_rules import KnockoutRules
from tournaments.formats.pairing_values import Outcome, pair_result
from tournaments.formats.points import Points
from tournaments.formats.tables import Entrant
from tournaments.standings import (
    Contender,
    Result,
    Standing,
    Status,
    Value,
    standings,
)
from tournaments.standings import (
    Mode as Counting,
)


def ranked(*keys: str) -> tuple[Standing, ...]:
    """Points fall by one from rank to rank; "b=c" share one."""
    found = []
    rank = 1
    for tied in keys:
        names_here = tied.split("=")
        points = (Value("PTS", Fraction(100 - rank)),)
        shared = len(names_here) > 1
        found += [Standing(key, rank, shared, Status.PLAYING, 1, points, ()) for key in names_here]
        rank += len(names_here)
    return tuple(found)


def keys(decision: Decision) -> list[object]:
    return [one.key for one in decision.qualifiers]


def test_t28_who_has_no_opponent_in_a_later_round_advances() -> None:
    bracket = single_elimination(8)
    results = {
        "W1-1": nobody("p1", "p8"),
        "W1-2": nobody("p4", "p5"),
        "W1-3": won("p2", "p7"),
        "W1-4": won("p3", "p6"),
        "W2-2": won("p2", "p3"),
    }
    final = after(bracket, results).matches["W3-1"]
    assert (final.status, final.winner) == (MatchStatus.WALKOVER, "p2")


def test_t29_an_opponent_not_known_yet_is_no_bye() -> None:
    now = after(double_elimination(6), {"W1-2": won("p4", "p5")})
    waiting = now.matches["L2-1"]
    assert waiting.status is MatchStatus.WAITING
    assert sorted(slot.known for slot in waiting.slots) == [False, True]
    assert waiting.winner is None


def test_t31_seeds_1_and_2_stand_in_opposite_halves_of_every_field() -> None:
    for entrants in range(3, 257):
        bracket = single_elimination(entrants, third_place=False)
        halves = [side_of(bracket, source) for source in bracket.match(bracket.last).sources]
        assert sorted(len({1, 2} & half) for half in halves) == [1, 1]


def side_of(bracket: Bracket, source: Source) -> set[int]:
    return {source.seed} if source.origin is Origin.SEED else seeds_in(bracket, source.match)


def test_t32_one_rule_crosses_losers_over_for_every_field() -> None:
    for entrants in (6, 8, 10):
        bracket = double_elimination(entrants)
        grid = double_elimination(2**bracket.depth)
        for match in bracket.matches:
            if match.id.startswith("W") and match.loser_to is not None:
                there = grid.match(match.id).loser_to
                # A place without a match is passed on the way.
                while there is not None and not bracket.has(there):
                    there = grid.match(there).winner_to
                assert match.loser_to == there
        assert first_rematch(bracket) >= first_rematch(grid)


def test_t34_the_final_is_played_while_two_have_lost_less_than_twice() -> None:
    for entrants in range(2, 40):
        bracket = double_elimination(entrants)
        results = better_wins(bracket)
        del results["GF"]
        assert after(bracket, results).champion is None
        assert after(bracket, results).ready == ("GF",)
        upset = {**results, "GF": won("p2", "p1")}
        assert after(bracket, upset).champion is None
        assert after(bracket, upset).ready == ("GF2",)


def test_t35_a_corrected_winner_takes_the_place_in_the_next_round() -> None:
    bracket = single_elimination(4)
    first = BracketResult(("p1", "p4"), "p4", scores=(("p1", Fraction(10)), ("p4", Fraction(20))))
    other = BracketResult(("p1", "p4"), "p1", scores=(("p1", Fraction(20)), ("p4", Fraction(10))))
    results = {"W1-1": first}
    assert after(bracket, results).matches["W2-1"].slots[0].key == "p4"
    corrected = enter(bracket, names(bracket), results, "W1-1", other).apply(results)
    assert after(bracket, corrected).matches["W2-1"].slots[0].key == "p1"


def test_t37_new_seeds_leave_results_of_untouched_matches() -> None:
    bracket = single_elimination(8)
    results = {"W1-1": won("p1", "p8"), "W1-4": won("p3", "p6")}
    order = ["p1", "p5", "p3", "p4", "p2", "p6", "p7", "p8"]
    found = reseed(bracket, names(bracket), order, results)
    assert found.kept == results
    now = state(bracket, order, found.kept)
    assert now.matches["W1-3"].keys == ("p5", "p7")
    assert now.entrants == tuple(order)


def test_t38_a_winner_goes_to_one_match_and_never_among_the_losers() -> None:
    for entrants in range(2, 65):
        bracket = single_elimination(entrants)
        uses = [
            source
            for match in bracket.matches
            for source in match.sources
            if source.origin is Origin.WINNER
        ]
        assert len(uses) == len(set(uses))
        third = [match for match in bracket.matches if match.id == "3P"]
        assert all(source.origin is Origin.LOSER for one in third for source in one.sources)


def test_t40_two_put_out_by_mistake_come_back_and_the_walkover_goes() -> None:
    bracket = single_elimination(4)
    people = names(bracket)
    right = {"W1-2": won("p2", "p3")}
    mistake = enter(bracket, people, right, "W1-1", nobody("p1", "p4"))
    wrong = mistake.apply(right)
    assert after(bracket, wrong).finished
    back = mistake.reverse().apply(wrong)
    assert after(bracket, back) == after(bracket, right)
    assert after(bracket, back).ready == ("W1-1",)


def test_t41_after_a_double_forfeit_nobody_advances_and_the_next_one_walks_over() -> None:
    for bracket in (single_elimination(8), double_elimination(8)):
        results = {"W1-1": nobody("p1", "p8"), "W1-2": won("p4", "p5")}
        now = after(bracket, results)
        assert now.matches["W2-1"].status is MatchStatus.WALKOVER
        assert now.matches["W2-1"].winner == "p4"
        with pytest.raises(NoResultNeededError):
            enter(bracket, names(bracket), results, "W2-1", won("p4", "p1"))


def test_t43_a_score_belongs_to_the_player_whichever_side_is_drawn_first() -> None:
    for players in (("p1", "p2"), ("p2", "p1")):
        result = BracketResult(players, "p2", scores=(("p1", Fraction(18)), ("p2", Fraction(25))))
        found = after(single_elimination(2), {"W1-1": result}).matches["W1-1"]
        assert found.winner == "p2"
        assert found.result is not None
        assert [found.result.score(key) for key in found.keys] == [18, 25]


def test_t44_a_winner_fed_to_two_matches_is_found_by_the_check() -> None:
    bracket = single_elimination(8)
    wrong = tuple(
        replace(match, sources=(match.sources[0], Source(Origin.WINNER, match="W1-1")))
        if match.id == "W2-2"
        else match
        for match in bracket.matches
    )
    faults = check_graph(replace(bracket, matches=wrong))
    assert "the winner of W1-1 stands in 2 matches" in faults
    assert "the winner of W1-4 stands in 0 matches" in faults


def test_t46_the_seeds_of_a_knockout_are_the_ranks_of_the_standings() -> None:
    table = ranked("d", "a", "c", "b", "e")
    decision = advance(table, Rule(count=4))
    assert knockout_order(decision.qualifiers) == ("d", "a", "c", "b")


def test_t47_a_decision_stays_as_it_was_taken_when_the_table_moves() -> None:
    decision = advance(ranked("a", "b", "c", "d"), Rule(count=2))
    stored = Decision.from_json(json.loads(json.dumps(decision.to_json())))
    now = advance(ranked("c", "a", "b", "d"), Rule(count=2))
    assert keys(stored) == ["a", "b"]
    assert difference(stored, now).added == ("c",)
    assert difference(stored, now).removed == ("b",)


def test_t49_group_mates_do_not_meet_in_the_first_round() -> None:
    groups = {key: key[0] for key in ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2")}
    tables = {name: ranked(f"{name}1", f"{name}2") for name in "ABCD"}
    merged = merge_groups(tables, compare=["PTS"])
    decision = advance(merged, Rule(Mode.PER_GROUP, per_group=2), groups=groups, seed=5)
    order = knockout_order(decision.qualifiers)
    now = state(single_elimination(8), order, {})
    for name in ("W1-1", "W1-2", "W1-3", "W1-4"):
        first, second = now.matches[name].keys
        assert groups[str(first)] != groups[str(second)]
        assert {str(first)[1], str(second)[1]} == {"1", "2"}


def test_t50_who_is_excluded_is_replaced_and_those_below_move_up() -> None:
    table = ranked("a", "b", "c", "d")
    decision = advance(table, Rule(count=2), unavailable={"a": "excluded"})
    assert keys(decision) == ["b", "c"]
    assert [(one.out, one.into) for one in decision.replacements] == [("a", "c")]
    later = promote(advance(table, Rule(count=2)), "a", "excluded")
    assert keys(later) == ["b", "c"]
    bracket = single_elimination(4)
    now = state(bracket, names(bracket), better_wins(bracket), disqualified={"p2"})
    assert [(place.key, place.rank) for place in now.places] == [
        ("p1", 1), ("p3", 2), ("p4", 3), ("p2", None),
    ]  # fmt: skip


def test_t52_a_tie_on_the_last_place_is_asked_with_all_who_are_tied() -> None:
    table = ranked("a", "b=c=d", "e")
    asked = advance(table, Rule(count=2, ties=Ties.ASK))
    assert keys(asked) == ["a"]
    assert set(asked.questions[0].keys) == {"b", "c", "d"}
    assert not asked.complete
    assert keys(advance(table, Rule(count=2), chosen=["c"])) == ["a", "c"]
    assert set(keys(advance(table, Rule(count=2, ties=Ties.INCLUDE)))) == {"a", "b", "c", "d"}
    left_out = advance(table, Rule(count=2, ties=Ties.EXCLUDE))
    assert keys(left_out) == ["a"]
    assert {cut.key for cut in left_out.cuts if cut.reason is CutReason.TIED_AT_CUT} == {
        "b", "c", "d",
    }  # fmt: skip


def test_t53_standings_of_a_group_know_the_games_of_the_group_only() -> None:
    people = [Contender("a", 1), Contender("b", 2)]
    group: list[Result] = [pair_result(1, 1, "a", "b", Outcome.DRAW)]
    before = standings(people, group, tie_breaks=("PTS", "DE"), points=Points())
    # The knockout is another stage: its results are no argument of the group's standings.
    bracket = single_elimination(2)
    state(bracket, ["a", "b"], {"W1-1": won("b", "a")})
    assert standings(people, group, tie_breaks=("PTS", "DE"), points=Points()) == before
    assert before[0].shared


def test_t55_a_score_error_found_after_the_cut_can_be_kept_replaced_or_replayed() -> None:
    taken = advance(ranked("a", "b", "c", "d", "e"), Rule(count=4))
    corrected = advance(ranked("a", "b", "c", "e", "d"), Rule(count=4))
    found = difference(taken, corrected)
    assert (found.added, found.removed) == (("e",), ("d",))
    bracket = single_elimination(4)
    before, after_it = knockout_order(taken.qualifiers), knockout_order(corrected.qualifiers)
    results = {"W1-1": won("d", "a"), "W1-2": won("b", "c"), "W2-1": won("d", "b")}
    # Keep: nothing changes. Replace: what the newcomer does not touch stays. Replay: all goes.
    assert state(bracket, before, results).champion == "d"
    replaced = reseed(bracket, before, after_it, results)
    assert set(replaced.kept) == {"W1-2"}
    assert set(replaced.dropped) == {"W1-1", "W2-1"}
    assert state(bracket, after_it, replaced.kept).ready == ("W1-1",)
    assert state(bracket, after_it, {}).ready == ("W1-1", "W1-2")


def test_t65_direct_encounter_of_a_double_round_robin_counts_both_games() -> None:
    people = [Contender(key, seed) for seed, key in enumerate("abc", 1)]
    games: Sequence[tuple[int, str, str, Outcome]] = [
        (1, "a", "b", Outcome.FIRST),
        (2, "b", "a", Outcome.FIRST),
        (3, "a", "c", Outcome.FIRST),
        (4, "c", "a", Outcome.DRAW),
        (5, "b", "c", Outcome.FIRST),
        (6, "c", "b", Outcome.DRAW),
    ]
    results = [pair_result(number, 1, one, other, how) for number, one, other, how in games]
    table = standings(
        people,
        results,
        tie_breaks=("PTS", "DE", "WIN"),
        points=Points(),
        mode=Counting.ROUND_ROBIN,
    )
    assert {one.key: one.rank for one in table} == {"a": 1, "b": 1, "c": 3}
    for one in table[:2]:
        assert [part.round for part in one.value("DE").parts] == [1, 2]
        assert sum((part.amount or 0 for part in one.value("DE").parts), Fraction(0)) == 1


def test_t71_no_result_is_taken_where_nobody_sits_opposite() -> None:
    bracket = single_elimination(3)
    assert not bracket.has("W1-1")
    gone = {"W1-2": nobody("p2", "p3")}
    with pytest.raises(NoResultNeededError):
        enter(bracket, names(bracket), gone, "W2-1", won("p1", "p2"))


def test_t74_settings_of_another_format_change_no_places() -> None:
    rules = KnockoutRules.from_json({"kind": "double", "third_place": True})
    assert rules.bracket(8) == double_elimination(8)
    with pytest.raises(InvalidSettingError):
        KnockoutRules.from_json({"kind": "double", "mcmahon_bar": 3})


def test_t89_a_number_of_groups_typed_as_text_is_read_as_a_number() -> None:
    people = [Entrant(f"p{number}", number) for number in range(1, 9)]
    assert draw_groups(people, "2", seed=1) == draw_groups(people, 2, seed=1)
    assert len(draw_groups(people, "２", seed=1).groups) == 2
    with pytest.raises(InvalidSettingError) as caught:
        draw_groups(people, "two", seed=1)
    assert caught.value.params["field"] == "groups"


def test_a_correction_lists_what_it_would_reset_and_asks() -> None:
    bracket = double_elimination(8)
    results = better_wins(bracket)
    loser_now = won("p8", "p1", Ending.PLAYED)
    reset = would_reset(bracket, names(bracket), results, "W1-1", loser_now)
    assert {"W2-1", "L1-1", "W3-1", "GF"} <= set(reset)
    assert "W1-2" not in reset
    with pytest.raises(NeedsConsentError) as caught:
        enter(bracket, names(bracket), results, "W1-1", loser_now)
    assert caught.value.params["matches"] == list(reset)
