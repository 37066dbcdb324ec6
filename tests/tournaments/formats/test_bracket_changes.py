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
    won,
)
from tournaments.formats.bracket_changes import (
    MatchNotReadyError,
    NeedsConsentError,
    NoResultNeededError,
    NotInMatchError,
    NoWinnerError,
    dependants,
    enter,
    reseed,
    would_reset,
)
from tournaments.formats.bracket_values import Bracket, BracketResult, Ending, UnknownMatchError
from tournaments.formats.knockout import double_elimination, single_elimination

EIGHT = single_elimination(8)
PEOPLE = names(EIGHT)


def test_a_result_is_entered_where_both_players_are_known() -> None:
    change = enter(EIGHT, PEOPLE, {}, "W1-1", won("p8", "p1"))
    assert change.apply({}) == {"W1-1": won("p8", "p1")}
    assert change.reset == ()


def test_a_match_that_waits_says_what_for() -> None:
    with pytest.raises(MatchNotReadyError) as caught:
        enter(EIGHT, PEOPLE, {"W1-1": won("p1", "p8")}, "W2-1", won("p1", "p4"))
    assert caught.value.params == {"match": "W2-1", "waits_for": ["W1-2"]}


def test_a_result_of_somebody_else_is_refused() -> None:
    with pytest.raises(NotInMatchError) as caught:
        enter(EIGHT, PEOPLE, {}, "W1-1", won("p2", "p1"))
    assert caught.value.params == {"match": "W1-1", "key": "p2", "players": ["p1", "p8"]}
    with pytest.raises(NotInMatchError):
        enter(EIGHT, PEOPLE, {}, "W1-1", BracketResult(("p1", "p1"), "p1"))


def test_somebody_must_go_on_unless_both_forfeit() -> None:
    with pytest.raises(NoWinnerError):
        enter(EIGHT, PEOPLE, {}, "W1-1", BracketResult(("p1", "p8"), None))
    with pytest.raises(NoWinnerError):
        enter(EIGHT, PEOPLE, {}, "W1-1", BracketResult(("p1", "p8"), "p1", Ending.DOUBLE_FORFEIT))


def test_a_walkover_takes_no_result() -> None:
    results = {"W1-1": nobody("p1", "p8"), "W1-2": won("p4", "p5")}
    with pytest.raises(NoResultNeededError):
        enter(EIGHT, PEOPLE, results, "W2-1", won("p4", "p1"))
    with pytest.raises(NoResultNeededError):
        enter(EIGHT, PEOPLE, {}, "W1-1", won("p1", "p8"), out=["p8"])


def test_an_unknown_match_is_refused() -> None:
    with pytest.raises(UnknownMatchError):
        enter(EIGHT, PEOPLE, {}, "W1-9", None)
    with pytest.raises(UnknownMatchError):
        dependants(EIGHT, {}, "L1-1")


def test_what_rests_on_a_result_is_reset_by_consent_only() -> None:
    results = better_wins(EIGHT)
    corrected = won("p8", "p1")
    assert dependants(EIGHT, results, "W1-1") == ("W2-1", "3P", "W3-1")
    with pytest.raises(NeedsConsentError) as caught:
        enter(EIGHT, PEOPLE, results, "W1-1", corrected, consent=["W2-1"])
    assert caught.value.params == {"match": "W1-1", "matches": ["W2-1", "3P", "W3-1"]}
    change = enter(
        EIGHT, PEOPLE, results, "W1-1", corrected, consent=caught.value.params["matches"]
    )
    now = after(EIGHT, change.apply(results))
    assert now.matches["W2-1"].keys == ("p8", "p4")
    assert not now.stale


def test_a_correction_that_sends_the_same_on_resets_nothing() -> None:
    results = better_wins(EIGHT)
    forfeited = won("p1", "p8", Ending.FORFEIT)
    assert would_reset(EIGHT, PEOPLE, results, "W1-1", forfeited) == ()
    change = enter(EIGHT, PEOPLE, results, "W1-1", forfeited)
    assert after(EIGHT, change.apply(results)).champion == "p1"


def test_a_loser_who_changes_resets_the_losers_side_too() -> None:
    bracket = double_elimination(4)
    results = better_wins(bracket)
    reset = would_reset(bracket, names(bracket), results, "W1-1", won("p4", "p1"))
    assert reset == ("W2-1", "L1-1", "L2-1", "GF")


def test_a_result_of_somebody_who_has_left_since_can_still_be_corrected() -> None:
    results = {"W1-1": won("p1", "p8")}
    change = enter(EIGHT, PEOPLE, results, "W1-1", won("p8", "p1"), out=["p8"])
    assert change.apply(results)["W1-1"].winner == "p8"


@given(brackets(), st.integers(0, 10**6), st.data())
def test_a_correction_and_its_reverse_restore_the_same_state(
    bracket: Bracket, seed: int, data: st.DataObject
) -> None:
    people = names(bracket)
    results = play(
        bracket, seed, double_forfeits=0.1, matches=data.draw(st.integers(1, 2 * bracket.size))
    )
    before = after(bracket, results)
    match_id = data.draw(st.sampled_from(sorted(results)))
    first, second = results[match_id].players
    other = data.draw(
        st.sampled_from([None, won(first, second), won(second, first), nobody(first, second)])
    )
    reset = would_reset(bracket, people, results, match_id, other)
    assert set(reset) <= set(dependants(bracket, results, match_id))
    change = enter(bracket, people, results, match_id, other, consent=reset)
    corrected = change.apply(results)
    assert not after(bracket, corrected).stale
    restored = change.reverse().apply(corrected)
    assert restored == results
    assert after(bracket, restored) == before


def test_another_order_of_seeds_keeps_the_results_it_does_not_touch() -> None:
    results = {"W1-1": won("p1", "p8"), "W1-2": won("p4", "p5"), "W1-3": won("p7", "p2")}
    moved = ["p1", "p2", "p3", "p5", "p4", "p7", "p6", "p8"]
    found = reseed(EIGHT, PEOPLE, moved, results)
    assert set(found.kept) == {"W1-1", "W1-2"}
    assert set(found.dropped) == {"W1-3"}
