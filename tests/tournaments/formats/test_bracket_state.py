from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.knockouts import (
    after,
    better_wins,
    brackets,
    names,
    nobody,
    play,
    ranks,
    won,
)
from tournaments.formats.bracket_state import MatchStatus, PlaceStatus, state
from tournaments.formats.bracket_values import Bracket, BracketResult, Ending, Kind
from tournaments.formats.errors import DuplicateEntrantError, InvalidSettingError
from tournaments.formats.knockout import double_elimination, single_elimination
from tournaments.formats.lots import Key


def test_a_place_is_open_until_its_player_is_known() -> None:
    now = after(single_elimination(4), {"W1-1": won("p1", "p4")})
    assert now.matches["W2-1"].status is MatchStatus.WAITING
    assert [slot.known for slot in now.matches["W2-1"].slots] == [True, False]
    assert now.ready == ("W1-2",)


def test_a_bye_stands_in_the_second_round_and_is_no_match() -> None:
    now = after(single_elimination(3), {})
    assert [slot.key for slot in now.matches["W2-1"].slots] == ["p1", None]
    assert set(now.matches) == {"W1-2", "W2-1"}


def test_a_double_forfeit_sends_nobody_on_and_the_next_opponent_walks_over() -> None:
    bracket = single_elimination(4)
    now = after(bracket, {"W1-1": nobody("p1", "p4"), "W1-2": won("p2", "p3")})
    assert now.matches["W2-1"].status is MatchStatus.WALKOVER
    assert now.matches["3P"].status is MatchStatus.WALKOVER
    assert now.finished
    assert now.champion == "p2"
    assert ranks(now) == {"p2": (1, 1), "p3": (3, 3), "p1": (4, 4), "p4": (4, 4)}


def test_a_double_forfeit_in_the_final_leaves_the_first_place_free() -> None:
    now = after(single_elimination(2), {"W1-1": nobody("p1", "p2")})
    assert now.finished
    assert now.champion is None
    assert ranks(now) == {"p1": (2, 2), "p2": (2, 2)}


def test_a_walkover_is_passed_on_through_empty_matches() -> None:
    bracket = single_elimination(8, third_place=False)
    results = {"W1-1": nobody("p1", "p8"), "W1-2": nobody("p4", "p5"), "W1-3": won("p2", "p7")}
    now = after(bracket, results)
    assert now.matches["W2-1"].status is MatchStatus.EMPTY
    assert now.matches["W3-1"].status is MatchStatus.WAITING
    now = after(bracket, {**results, "W1-4": won("p3", "p6"), "W2-2": won("p3", "p2")})
    assert now.matches["W3-1"].status is MatchStatus.WALKOVER
    assert now.champion == "p3"


def test_the_second_grand_final_is_played_only_if_the_first_is_won_from_the_losers_side() -> None:
    bracket = double_elimination(4)
    calm = after(bracket, better_wins(bracket))
    assert calm.matches["GF2"].status is MatchStatus.NOT_NEEDED
    assert calm.finished
    results = better_wins(bracket, {"GF": "p2"})
    del results["GF2"]
    waiting = after(bracket, results)
    assert waiting.ready == ("GF2",)
    assert waiting.champion is None
    final = after(bracket, {**results, "GF2": won("p1", "p2")})
    assert final.champion == "p1"
    assert ranks(final)["p2"] == (2, 2)


def test_without_reset_one_grand_final_decides() -> None:
    bracket = double_elimination(4, reset=False)
    now = after(bracket, better_wins(bracket, {"GF": "p2"}))
    assert now.finished
    assert (now.champion, ranks(now)["p1"]) == ("p2", (2, 2))


def test_the_disqualified_do_not_fall_into_the_losers_side() -> None:
    bracket = double_elimination(4)
    results = {
        "W1-1": won("p1", "p4", Ending.DISQUALIFIED),
        "W1-2": won("p2", "p3"),
        "W2-1": won("p1", "p2"),
    }
    now = after(bracket, results)
    assert now.matches["L1-1"].status is MatchStatus.WALKOVER
    assert now.matches["L1-1"].winner == "p3"
    assert now.ready == ("L2-1",)
    assert ranks(now)["p4"] == (4, 4)


def test_who_withdraws_loses_what_is_left_and_keeps_what_was_played() -> None:
    bracket = single_elimination(8)
    results = {"W1-1": won("p1", "p8")}
    now = state(bracket, names(bracket), results, out=["p1", "p2"])
    assert now.matches["W1-1"].winner == "p1"
    assert now.matches["W1-3"].status is MatchStatus.WALKOVER
    assert now.matches["W1-3"].winner == "p7"
    # The opponent is not known yet, so nobody is given the match.
    assert now.matches["W2-1"].status is MatchStatus.WAITING
    now = state(bracket, names(bracket), {**results, "W1-2": won("p4", "p5")}, out=["p1"])
    assert now.matches["W2-1"].winner == "p4"


def test_of_two_who_have_left_the_later_was_given_the_match() -> None:
    bracket = single_elimination(4, third_place=False)
    results = {"W1-2": won("p2", "p3")}
    now = state(bracket, names(bracket), results, out=["p4", "p1"])
    assert now.matches["W1-1"].winner == "p1"
    assert now.champion == "p2"


def test_those_behind_the_disqualified_move_up() -> None:
    bracket = single_elimination(8, third_place=False)
    results = better_wins(bracket)
    now = state(bracket, names(bracket), results, disqualified={"p1"})
    assert now.champion == "p2"
    assert ranks(now) == {
        "p2": (1, 1), "p3": (2, 3), "p4": (2, 3),
        "p5": (4, 7), "p6": (4, 7), "p7": (4, 7), "p8": (4, 7), "p1": (None, None),
    }  # fmt: skip
    assert now.places[-1].status is PlaceStatus.DISQUALIFIED


def test_results_of_others_are_ignored_and_named() -> None:
    now = after(
        single_elimination(4),
        {"W1-1": won("p1", "p4"), "W2-1": won("p4", "p2"), "W9-1": won("p1", "p2")},
    )
    assert set(now.stale) == {"W2-1", "W9-1"}
    assert now.matches["W2-1"].status is MatchStatus.WAITING


def test_a_result_belongs_to_people_and_not_to_seats() -> None:
    result = BracketResult(("p4", "p1"), "p4", scores=(("p4", Fraction(25)), ("p1", Fraction(23))))
    now = after(single_elimination(4), {"W1-1": result})
    assert now.matches["W1-1"].keys == ("p1", "p4")
    assert now.matches["W1-1"].winner == "p4"
    assert result.score("p1") == 23
    assert BracketResult.from_json(result.to_json()) == result


def test_a_field_of_another_size_is_refused() -> None:
    with pytest.raises(InvalidSettingError):
        state(single_elimination(4), ["a", "b", "c"], {})
    with pytest.raises(DuplicateEntrantError):
        state(single_elimination(3), ["a", "b", "b"], {})


@given(brackets(), st.integers(0, 10**6))
def test_every_knockout_ends_with_one_winner(bracket: Bracket, seed: int) -> None:
    now = after(bracket, play(bracket, seed))
    assert now.finished
    assert now.champion is not None
    first = [place.key for place in now.places if place.rank == 1]
    assert first == [now.champion]
    assert all(place.status is PlaceStatus.PLACED for place in now.places)


@given(brackets(), st.integers(0, 10**6))
def test_every_knockout_comes_to_its_end_under_double_forfeits(bracket: Bracket, seed: int) -> None:
    results = play(bracket, seed, double_forfeits=0.3)
    now = after(bracket, results)
    assert now.finished
    assert not now.stale
    first = [place.key for place in now.places if place.rank == 1]
    assert len(first) <= 1
    assert all(place.status is PlaceStatus.PLACED for place in now.places)
    final = now.matches[bracket.last]
    void = {MatchStatus.EMPTY, MatchStatus.DECIDED}
    assert first or final.status in void or now.matches["GF2"].status in void


@given(brackets(), st.integers(0, 10**6), st.data())
def test_every_knockout_comes_to_its_end_when_people_leave(
    bracket: Bracket, seed: int, data: st.DataObject
) -> None:
    people = st.lists(st.sampled_from(names(bracket)), unique=True)
    leaving, barred = data.draw(people), data.draw(people)
    results: dict[str, BracketResult] = {}
    out: list[Key] = []
    for turn in range(4 * bracket.size):
        now = state(bracket, names(bracket), results, out=out)
        assert not now.stale
        if not now.ready:
            break
        first, second = now.matches[now.ready[seed % len(now.ready)]].keys
        assert not {first, second} & set(out)
        results[now.ready[seed % len(now.ready)]] = won(first, second)
        if turn % 2 and leaving:
            out.append(leaving.pop())
    assert now.finished
    assert now.champion is not None
    strict = state(bracket, names(bracket), results, out=out, disqualified=barred)
    assert not strict.stale
    placed = [place.rank for place in strict.places if place.rank is not None]
    assert placed == sorted(placed)
    assert {place.key for place in strict.places if place.rank is None} == set(barred)


@given(brackets(), st.integers(0, 10**6))
def test_nobody_leaves_a_double_elimination_with_reset_after_one_loss(
    bracket: Bracket, seed: int
) -> None:
    if bracket.kind is Kind.SINGLE or not bracket.reset:
        return
    results = {
        name: won(result.players[0], result.players[1])
        for name, result in play(bracket, seed).items()
    }
    while (now := after(bracket, results)).ready:
        results[now.ready[0]] = won(
            now.matches[now.ready[0]].keys[0], now.matches[now.ready[0]].keys[1]
        )
    for key in names(bracket):
        lost = sum(one.loser == key for one in now.matches.values() if one.result)
        assert lost == 2 or key == now.champion
