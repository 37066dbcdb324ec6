"""A test for each option of a match, and for what each step does to the clock."""

import pytest

from games.rules.base import ClockEffect, SeatOutError
from games.rules.kyoen.errors import (
    ArbiterMayNotClaimError,
    ClaimRightLostError,
    OwnStoneError,
    TooFewPointsError,
)
from games.rules.kyoen.rules import TimeUsedUp
from tests.games.rules.kyoen.helpers import begin, played

SQUARE = "a1 c1 a3 c3"
PLAIN = "a1 c1 a3 g8"
RIGHT, WRONG = "2!a1c1a3c3", "2!a1c1a3g8"

# Who may claim


def test_players_who_are_out_may_not_claim_by_default() -> None:
    with pytest.raises(SeatOutError):
        played(begin(3), "1- a1 c1 a3 c3 1!a1c1a3c3")


def test_players_who_are_out_may_claim_when_the_match_says_so() -> None:
    position = played(begin(3, out_may_claim=True), "1- a1 c1 a3 c3 1!a1c1a3c3")
    assert position.out == (0, 2)
    assert position.last_claim is not None
    assert position.last_claim.claimant == 0


def test_arbiters_may_not_claim_by_default() -> None:
    with pytest.raises(ArbiterMayNotClaimError):
        played(begin(3), f"{SQUARE} A!a1c1a3c3")


def test_an_arbiter_may_claim_in_nobodys_name_when_the_match_says_so() -> None:
    position = played(begin(3, arbiters_may_claim=True), f"{SQUARE} A!a1c1a3c3")
    assert position.out == (0,)
    assert position.last_claim is not None
    assert position.last_claim.claimant is None


def test_a_wrong_claim_costs_an_arbiter_nothing() -> None:
    position = played(begin(3, arbiters_may_claim=True, wrong_claim="out"), f"{PLAIN} A!a1c1a3g8")
    assert position.alive == (0, 1, 2)
    assert position.wrong == (0, 0, 0)


def test_nobody_may_claim_the_own_stone() -> None:
    with pytest.raises(OwnStoneError):
        played(begin(3, out_may_claim=True), f"{SQUARE} 1!a1c1a3c3")


def test_the_page_can_ask_who_may_claim() -> None:
    position = played(begin(3), SQUARE)
    assert [position.may_claim(seat) for seat in (0, 1, 2, None)] == [False, True, True, False]
    assert [seat["may_claim"] for seat in position.view()["seats"]] == [False, True, True]


# What a wrong claim costs


def test_a_wrong_claim_has_no_effect_by_default() -> None:
    position = played(begin(3), f"{PLAIN} {WRONG} {WRONG} {WRONG} 2!a1c1a3")
    assert position.alive == (0, 1, 2)
    assert position.wrong == (0, 4, 0)


def test_a_wrong_claim_can_put_the_claimant_out() -> None:
    position = played(begin(3, wrong_claim="out"), f"{PLAIN} 3!a1c1a3g8")
    assert position.out == (2,)
    assert position.reasons == ("wrong_claim",)
    assert position.to_move == 1
    assert position.claimable


def test_a_claimant_on_turn_who_goes_out_passes_the_turn_on() -> None:
    position = played(begin(3, wrong_claim="out"), f"{PLAIN} {WRONG}")
    assert position.to_move == 2
    assert position.clock_effect is ClockEffect.PASS


def test_the_last_claimant_who_goes_out_ends_the_match() -> None:
    position = played(begin(2, wrong_claim="out"), f"{PLAIN} 1!a1c1a3g8")
    assert position.outcome is not None
    assert position.outcome.places == (2, 1)


def test_a_wrong_claim_can_cost_the_right_to_claim_for_the_rest_of_the_turn() -> None:
    position = played(begin(3, wrong_claim="silenced"), f"{PLAIN} 2!a1c1a3g8")
    assert position.silenced == {1}
    assert not position.may_claim(1)
    with pytest.raises(ClaimRightLostError):
        played(position, "2!a1c1a3g8")
    assert position.may_claim(2)


def test_the_right_to_claim_comes_back_with_the_next_stone() -> None:
    position = played(begin(3, wrong_claim="silenced"), f"{PLAIN} 3!a1c1a3g8 c3")
    assert position.may_claim(2)
    assert played(position, "3!a1c1a3c3").out == (1,)


def test_k_wrong_claims_can_put_the_claimant_out() -> None:
    rules = {"wrong_claim": "limit", "wrong_claim_limit": 2}
    position = played(begin(3, **rules), f"{PLAIN} {WRONG}")
    assert position.alive == (0, 1, 2)
    position = played(position, "e5 3!a1c1g8e5")
    assert position.alive == (0, 1, 2)
    assert position.wrong == (0, 1, 1)
    assert played(position, "b9 2!a1c1g8b9").out == (1,)


# How a claim is named


def test_three_points_are_too_few_when_the_match_asks_for_four() -> None:
    position = played(begin(3, claim_by="four"), SQUARE)
    with pytest.raises(TooFewPointsError):
        played(position, "2!a1c1a3")
    assert played(position, RIGHT).out == (0,)


# The clock


def test_a_stone_passes_the_turn() -> None:
    assert played(begin(3), "a1").clock_effect is ClockEffect.PASS


@pytest.mark.parametrize(
    ("reset", "right", "wrong"),
    [
        ("any", ClockEffect.RESTART, ClockEffect.RESTART),
        ("right", ClockEffect.RESTART, ClockEffect.NONE),
        ("never", ClockEffect.NONE, ClockEffect.NONE),
    ],
)
def test_a_claim_gives_the_player_then_thinking_the_time_anew(
    reset: str, right: ClockEffect, wrong: ClockEffect
) -> None:
    before = begin(3, clock_reset=reset)
    assert played(before, f"{SQUARE} {RIGHT}").clock_effect is right
    assert played(before, f"{PLAIN} {WRONG}").clock_effect is wrong


def test_after_a_right_claim_the_player_then_thinking_is_the_one_next_to_place() -> None:
    position = played(begin(4), f"{SQUARE} 3!a1c1a3c3")
    assert position.clock_effect is ClockEffect.RESTART
    assert position.to_move == 0


def test_wrong_claims_give_the_time_anew_as_often_as_the_match_says() -> None:
    position = played(begin(4, resets_per_turn=2), PLAIN)
    effects = []
    for claimant in (1, 2, 3, 1):
        position = played(position, f"{claimant}!a1c1a3g8")
        effects.append(position.clock_effect)
    restart, none = ClockEffect.RESTART, ClockEffect.NONE
    assert effects == [restart, restart, none, none]


def test_the_next_stone_opens_the_count_of_resets_again() -> None:
    position = played(begin(4, resets_per_turn=1), f"{PLAIN} 1!a1c1a3g8 2!a1c1a3g8")
    assert position.clock_effect is ClockEffect.NONE
    assert played(position, "e5 2!a1c1a3e5").clock_effect is ClockEffect.RESTART


def test_a_player_who_leaves_on_turn_opens_the_count_of_resets_again() -> None:
    position = played(begin(4, resets_per_turn=1), f"{PLAIN} 2!a1c1a3g8 1-")
    assert position.clock_effect is ClockEffect.PASS
    assert played(position, "3!a1c1a3g8").clock_effect is ClockEffect.RESTART


def test_a_right_claim_gives_the_time_anew_when_the_wrong_ones_are_used_up() -> None:
    position = played(begin(4, resets_per_turn=0), f"{SQUARE} 2!a1c1c3a3")
    assert position.last_claim is not None
    assert position.last_claim.right
    assert position.clock_effect is ClockEffect.RESTART


def test_a_seat_that_leaves_touches_the_clock_only_on_its_turn() -> None:
    position = played(begin(3), "a1")
    assert position.leave(1).clock_effect is ClockEffect.PASS
    assert position.leave(2).clock_effect is ClockEffect.NONE


def test_a_seat_put_back_on_its_turn_starts_it() -> None:
    position = played(begin(3), "a1")
    assert position.leave(1).rejoin(1).clock_effect is ClockEffect.PASS
    assert position.leave(2).rejoin(2).clock_effect is ClockEffect.NONE


def test_the_match_reads_what_follows_when_the_time_is_used_up() -> None:
    assert begin().rules.time_used_up is TimeUsedUp.ELIMINATE
    assert begin(time_used_up="arbiter").rules.time_used_up is TimeUsedUp.ARBITER


# The board


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({"lattice": "triangular", "size": 5}, "b3 b4 c2 d2 3!b3b4c2d2"),
        ({"lattice": "rectangular", "size": 5}, "a1 b1 a2 b2 3!a1b1a2b2"),
        ({"lattice": "triangular", "shape": "triangle", "size": 5}, "a1 b1 c1 d1 3!a1b1c1d1"),
        ({"columns": 3, "rows": 12}, "a1 a5 a9 a12 3!a1a5a9a12"),
        ({"size": 19}, "a1 s1 a19 s19 3!a1s1a19s19"),
    ],
)
def test_a_claim_can_be_right_on_every_kind_of_board(
    options: dict[str, object], moves: str
) -> None:
    claim = played(begin(4, **options), moves).last_claim
    assert claim is not None
    assert claim.right


def test_a_square_that_is_a_kyoen_on_the_square_lattice_is_none_on_the_rhombus() -> None:
    claim = played(begin(3, lattice="triangular"), "a1 b1 a2 b2 3!a1b1a2b2").last_claim
    assert claim is not None
    assert not claim.right


@pytest.mark.parametrize("seats", range(2, 9))
def test_two_to_eight_may_play(seats: int) -> None:
    position = played(begin(seats), SQUARE)
    assert position.to_move == 4 % seats
