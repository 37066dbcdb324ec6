"""A test for each sentence on turns, feeding and endings, and for every option."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.rules.base import (
    ClockEffect,
    InvalidRulesError,
    MatchOverError,
    NotYourTurnError,
    SeatInError,
    SeatOutError,
)
from games.rules.oware.errors import (
    EmptyPitError,
    GrandSlamForbiddenError,
    MustFeedError,
    NotYourPitError,
)
from games.rules.oware.explain import Nothing
from games.rules.oware.notation import LETTERS, Sow
from games.rules.oware.position import OwarePosition
from games.rules.oware.rules import End
from tests.games.rules.oware.helpers import (
    OPTION_SETS,
    at,
    begin,
    games,
    played,
    random_game,
)

DATA = Path(__file__).parents[3] / "data" / "oware"
GAMES = [json.loads(line) for line in (DATA / "games.jsonl").read_text().splitlines()]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM"


def ended(position: OwarePosition) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    assert position.outcome is not None
    return position.outcome.reason, position.outcome.places, position.outcome.scores


# Turns


def test_players_move_in_turn_and_a_move_passes_the_clock() -> None:
    position = begin()
    assert (position.to_move, position.clock_effect) == (0, ClockEffect.NONE)
    position = played(position, "C")
    assert (position.to_move, position.clock_effect, position.plies) == (1, ClockEffect.PASS, 1)


def test_two_play() -> None:
    with pytest.raises(InvalidRulesError):
        OwarePosition.start(begin().rules, 3)


def test_only_the_player_on_turn_moves() -> None:
    with pytest.raises(NotYourTurnError):
        begin().play(1, Sow(6))


def test_a_pit_of_the_other_player_is_refused() -> None:
    with pytest.raises(NotYourPitError) as caught:
        begin().play(0, Sow(6))
    assert caught.value.message == "Pit a is not yours. Choose one of A, B, C, D, E, F."


def test_an_empty_pit_is_refused_with_those_that_can_be_sown() -> None:
    position = at("0 3 0 0 4 0", "4 4 4 0 0 0")
    with pytest.raises(EmptyPitError) as caught:
        position.play(0, Sow(0))
    assert caught.value.message == "Pit A is empty. You can sow B, E."


# Feeding


def test_a_player_whose_opponent_has_no_seed_must_feed() -> None:
    position = at("1 5 0 0 0 2", "0 0 0 0 0 0")
    assert position.must_feed
    assert position.legal_moves() == ["B", "F"]
    with pytest.raises(MustFeedError) as caught:
        position.play(0, Sow(0))
    assert caught.value.params == {"pit": "A", "pits": "B, F"}
    assert position.explain(1).feeds


def test_a_pit_feeds_when_its_seeds_reach_the_other_row() -> None:
    position = at("6 4 3 3 2 1", "0 0 0 0 0 0")
    assert position.legal_moves() == ["A", "D", "E", "F"]


def test_no_move_need_feed_an_opponent_who_has_seeds() -> None:
    assert at("1 5 0 0 0 2", "0 0 0 0 0 1").legal_moves() == ["A", "B", "F"]


# Endings


def test_the_game_ends_at_once_at_25_seeds_and_nothing_is_shared_out() -> None:
    position = played(at("1 0 0 0 0 1", "1 9 0 0 0 0", first=23), "F")
    assert ended(position) == ("majority", (1, 2), (25, 13))
    assert sum(position.pits) == 10


def test_the_opponent_of_a_player_without_a_seed_takes_all_that_is_left() -> None:
    position = at("0 0 0 0 0 0", "5 0 0 0 0 1", "S", first=20)
    assert ended(position) == ("no_seeds", (2, 1), (20, 28))


def test_24_all_is_a_draw() -> None:
    position = at("0 0 0 0 0 0", "5 0 0 0 0 1", "S", first=24)
    assert ended(position) == ("no_seeds", (1, 1), (24, 24))


def test_a_player_who_must_feed_and_cannot_takes_all_at_once() -> None:
    position = played(at("2 0 0 0 0 0", "0 0 0 0 0 1", "N", first=22), "f")
    assert ended(position) == ("cannot_feed", (1, 2), (25, 23))
    assert position.last_move is not None
    assert (position.last_move.end, position.last_move.shares) == (End.CANNOT_FEED, (3, 0))


def test_or_plays_one_more_move_with_the_same_score() -> None:
    before = at("2 0 0 0 0 0", "0 0 0 0 0 1", "N", first=22, cannot_feed="one_more_move")
    position = played(before, "f")
    assert (position.outcome, position.legal_moves()) == (None, ["A"])
    assert ended(played(position, "A")) == ("no_seeds", (1, 2), (25, 23))


def test_or_plays_on_at_25_seeds() -> None:
    position = played(at("1 0 0 0 0 1", "1 9 0 0 0 0", first=23, majority="play_on"), "F")
    assert (position.outcome, position.stores) == (None, (25, 13))


def lone(**options: Any) -> OwarePosition:
    """A single seed on each side, going round."""
    return at("0 0 0 0 0 1", "0 0 0 0 0 1", first=23, **options)


def walk(position: OwarePosition, most: int = 100) -> OwarePosition:
    """The only move, again and again."""
    for _ in range(most):
        if position.outcome is not None:
            break
        position = played(position, position.legal_moves()[0])
    return position


def test_the_game_ends_when_a_position_comes_again_and_each_takes_the_own_row() -> None:
    position = walk(lone())
    assert ended(position) == ("repetition", (1, 1), (24, 24))
    assert position.last_move is not None
    assert position.last_move.shares == (1, 1)


def test_or_when_it_comes_for_the_third_time() -> None:
    second, third = walk(lone()), walk(lone(repetition="third"))
    assert third.plies == 2 * second.plies
    assert ended(third) == ("repetition", (1, 1), (24, 24))


def test_or_never() -> None:
    assert walk(lone(repetition="never")).outcome is None


def test_the_same_pits_with_the_other_side_to_move_are_another_position() -> None:
    board, other = begin().pits, (0,) * 12
    assert begin()._with(since=(board, board)).occurred == 1
    assert begin()._with(since=(board, other, board)).occurred == 2


def test_after_a_capture_nothing_has_occurred_before() -> None:
    position = at("0 0 0 0 1 1", "1 0 0 0 0 1")
    assert len(played(position, "E").since) == 2
    assert len(played(position, "F").since) == 1


def test_a_very_long_game_ends_as_by_repetition() -> None:
    position = begin(ply_limit=10)
    while position.outcome is None:
        position = played(position, position.legal_moves()[0])
    assert position.plies == 10
    reason, _, scores = ended(position)
    assert (reason, sum(scores), sum(position.pits)) == ("ply_limit", 48, 0)


def test_a_game_over_takes_no_move() -> None:
    with pytest.raises(MatchOverError):
        played(played(at("1 0 0 0 0 1", "1 9 0 0 0 0", first=23), "F"), "b")


# Grand slam forbidden


def test_a_grand_slam_may_be_forbidden() -> None:
    position = at("4 0 0 0 0 2", "1 1 0 0 0 0", grand_slam="forbidden")
    assert position.legal_moves() == ["A"]
    with pytest.raises(GrandSlamForbiddenError) as caught:
        position.play(0, Sow(5))
    assert caught.value.params == {"pit": "F", "pits": "A"}


def test_a_forbidden_grand_slam_is_played_and_takes_nothing_when_there_is_no_other_move() -> None:
    position = at("0 0 0 0 0 2", "1 1 0 0 0 0", grand_slam="forbidden")
    assert position.legal_moves() == ["F"]
    assert position.explain(5).nothing is Nothing.GRAND_SLAM


# Leaving


def test_the_other_player_wins_when_one_leaves() -> None:
    position = played(begin(), "Cc").leave(0, "resigned")
    assert ended(position) == ("resigned", (2, 1), (0, 0))
    assert (position.to_move, position.alive) == (None, (1,))
    with pytest.raises(MatchOverError):
        position.leave(1)


def test_a_player_put_back_goes_on_where_the_game_stood() -> None:
    before = played(begin(), "Cc")
    position = before.leave(1, "time").rejoin(1)
    assert position == before
    with pytest.raises(SeatInError):
        position.rejoin(1)


def test_there_is_no_third_seat() -> None:
    with pytest.raises(SeatOutError):
        begin().leave(2)


def test_both_share_first_place_when_an_arbiter_ends_the_game() -> None:
    position = at("1 0 0 0 0 1", "1 9 0 0 0 0", first=20).end()
    assert ended(position) == ("ended_by_arbiter", (1, 1), (20, 16))
    with pytest.raises(MatchOverError):
        position.rejoin(0)


# Whole games


@pytest.mark.parametrize("case", GAMES, ids=lambda case: f"game-{case['id']}")
def test_a_recorded_game_replays_move_by_move(case: dict[str, Any]) -> None:
    position = begin(cannot_feed="one_more_move", repetition="never")
    first_repetition = None
    for ply, text in enumerate(case["moves"]):
        before, position = position, played(position, text)
        seeds = [DIGITS.index(digit) for digit in case["after"][14 * ply : 14 * ply + 14]]
        assert [*position.pits, *position.stores] == seeds
        last = position.last_move
        assert last is not None
        gained = [new - old for new, old in zip(position.stores, before.stores, strict=True)]
        assert gained[last.seat] == last.captured + last.shares[last.seat]
        if first_repetition is None and position.outcome is None and position.occurred > 1:
            first_repetition = ply + 1
    reason = {"majority": "majority", "no_move": "no_seeds"}[case["reason"]]
    assert ended(position)[::2] == (reason, tuple(case["score"]))
    assert first_repetition == case["first_repetition"]


@pytest.mark.parametrize("case", GAMES, ids=lambda case: f"game-{case['id']}")
def test_a_recorded_game_ends_under_the_default_rules_where_they_say(case: dict[str, Any]) -> None:
    repetition, moves = case["first_repetition"], case["moves"]
    if repetition is not None:
        position = played(begin(), moves[:repetition])
        assert ended(position)[0] == "repetition"
    else:
        position = played(begin(), moves[:-1] if case["could_not_feed"] else moves)
        assert ended(position)[2] == tuple(case["score"])


@given(games())
@settings(max_examples=40)
def test_there_are_always_48_seeds_and_every_legal_move_can_be_played(
    positions: list[OwarePosition],
) -> None:
    for position in positions[-5:]:
        assert sum(position.pits) + sum(position.stores) == 48
        assert (position.outcome is None) == bool(position.legal_moves())
        for text in position.legal_moves():
            after = played(position, text)
            assert sum(after.pits) + sum(after.stores) == 48
            explained = position.explain(LETTERS.index(text))
            assert explained == after.last_move


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_random_games_end_within_the_rules(options: dict[str, Any]) -> None:
    check_random_games(options, 12)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_hundreds_of_random_games_end_within_the_rules(options: dict[str, Any]) -> None:
    check_random_games(options, 200)


@pytest.mark.long
@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_a_thousand_random_games_end_within_the_rules(options: dict[str, Any]) -> None:
    check_random_games(options, 1000)


def check_random_games(options: dict[str, Any], count: int) -> None:
    random = Random(count)
    for _ in range(count):
        last = random_game(random, options)[-1]
        outcome = last.outcome
        assert outcome is not None
        first, second = outcome.scores
        assert outcome.places == (1 + (second > first), 1 + (first > second))
        assert last.plies <= last.rules.ply_limit
        assert (outcome.reason == "majority") == bool(sum(last.pits))
        assert sum(last.pits) + first + second == 48
