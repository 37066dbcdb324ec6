"""A test for each sentence of the rules of play, and for what the text leaves open."""

import json
from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import (
    GameError,
    InvalidActionError,
    MatchOverError,
    NotYourTurnError,
    SeatInError,
    SeatOutError,
)
from games.rules.kyoen.computer import random_safe_move
from games.rules.kyoen.errors import (
    AlreadyClaimedError,
    EmptyPointError,
    NothingToClaimError,
    OffBoardError,
    OwnStoneError,
    PointTakenError,
    RepeatedPointError,
    TooFewPointsError,
    TooManyPointsError,
)
from games.rules.kyoen.geometry import Board
from games.rules.kyoen.notation import Claim, Stone
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.rules import OPTIONS, KyoenRules
from tests.games.rules.kyoen.helpers import begin, on_one_curve, played

SQUARE = "a1 c1 a3 c3"
"""The last of these stones makes a kyōen."""


def places(position: KyoenPosition) -> tuple[int, ...]:
    assert position.outcome is not None
    return position.outcome.places


# Placing


def test_seats_place_in_turn() -> None:
    position = begin(3)
    order = []
    for text in ["a1", "b5", "c2", "g8"]:
        order.append(position.to_move)
        position = played(position, text)
    assert order == [0, 1, 2, 0]
    assert [position.board.name(point) for point in position.stones] == ["a1", "b5", "c2", "g8"]


def test_a_stone_that_makes_a_kyoen_is_legal() -> None:
    position = played(begin(), SQUARE)
    assert position.outcome is None
    assert position.last_stone == position.board.point("c3")
    assert position.owner == 1


def test_every_empty_point_may_be_played_and_no_other() -> None:
    position = played(begin(size=3), "a1 c1 a3 c3")
    assert position.legal_moves() == ["b3", "a2", "b2", "c2", "b1"]


def test_a_taken_point_is_refused() -> None:
    with pytest.raises(PointTakenError) as caught:
        played(begin(), "a1 a1")
    assert caught.value.params == {"point": "a1"}


def test_a_point_off_the_board_is_refused() -> None:
    with pytest.raises(OffBoardError):
        played(begin(size=6), "g7")
    with pytest.raises(OffBoardError):
        begin().play(0, Stone(81))
    with pytest.raises(OffBoardError):
        begin().play(0, Stone(-1))


def test_another_seat_than_the_one_on_turn_may_not_place() -> None:
    position = begin(3)
    for seat in (1, 2, None):
        with pytest.raises(NotYourTurnError):
            position.play(seat, Stone(0))


def test_there_is_no_pass() -> None:
    for text in ("pass", "", "-", "0"):
        with pytest.raises(InvalidActionError):
            begin().parse(text)


# Claiming


@pytest.mark.parametrize("claimant", [1, 3])
def test_any_other_player_still_in_may_claim(claimant: int) -> None:
    position = played(begin(3), f"{SQUARE} {claimant + (claimant == 1)}!a1c1a3c3")
    assert position.last_claim is not None
    assert position.last_claim.right


def test_a_right_claim_takes_the_last_stone_off_and_its_player_out() -> None:
    position = played(begin(3), f"{SQUARE} 2!a1c1a3c3")
    assert [position.board.name(point) for point in position.stones] == ["a1", "c1", "a3"]
    assert position.alive == (1, 2)
    assert position.out == (0,)
    assert position.reasons == ("claimed",)


def test_after_a_right_claim_the_player_after_the_one_who_is_out_goes_on() -> None:
    position = played(begin(4), f"{SQUARE} 2!a1c1a3c3")
    assert position.to_move == 0
    assert position.out == (3,)
    assert played(begin(3), f"{SQUARE} 3!a1c1a3c3").to_move == 1


def test_the_point_of_a_stone_taken_off_is_free_again() -> None:
    position = played(begin(3), f"{SQUARE} 2!a1c1a3c3 c3")
    assert position.owner == 1


def test_the_player_on_turn_may_claim_instead_of_placing() -> None:
    position = played(begin(3), f"{SQUARE} 2!a1c1a3c3")
    assert position.to_move == 1


def test_a_right_claim_keeps_its_circle() -> None:
    claim = played(begin(3), f"{SQUARE} 2!a1c1a3c3").last_claim
    assert claim is not None
    assert claim.curve is not None
    assert claim.curve.words == "circle, centre (1, 1), radius √2"
    assert (claim.claimant, claim.against) == (1, 0)


def test_four_stones_on_a_line_are_a_kyoen() -> None:
    claim = played(begin(3), "a1 b1 d1 h1 2!a1b1d1h1").last_claim
    assert claim is not None
    assert claim.curve is not None
    assert claim.curve.is_line


def test_three_points_imply_the_last_stone() -> None:
    by_three = played(begin(3), f"{SQUARE} 2!a1c1a3")
    by_four = played(begin(3), f"{SQUARE} 2!a1c1a3c3")
    assert by_three == by_four
    assert by_three.last_claim == by_four.last_claim


def test_a_wrong_claim_changes_nothing_but_is_recorded() -> None:
    before = played(begin(3), "a1 c1 a3 g8")
    after = played(before, "2!a1c1a3g8")
    assert after.stones == before.stones
    assert after.alive == before.alive
    assert after.to_move == before.to_move
    assert after.claimable
    assert after.wrong == (0, 1, 0)
    assert after.last_claim is not None
    assert not after.last_claim.right
    assert after.last_claim.curve is None


def test_a_kyoen_without_the_last_stone_is_a_wrong_claim() -> None:
    position = played(begin(3), f"{SQUARE} g8 1!a1c1a3c3")
    assert position.last_claim is not None
    assert not position.last_claim.right
    assert position.alive == (0, 1, 2)


def test_a_kyoen_nobody_claimed_stays_on_the_board() -> None:
    position = played(begin(3), f"{SQUARE} g8")
    assert len(position.stones) == 5
    assert position.alive == (0, 1, 2)


def test_an_old_kyoen_does_not_make_a_later_stone_wrong() -> None:
    position = played(begin(3), f"{SQUARE} g8 3!a1c1a3g8")
    assert position.last_claim is not None
    assert not position.last_claim.right


def test_any_four_of_five_on_a_circle_with_the_last_stone_are_right() -> None:
    position = played(begin(4), "a2 b1 d1 e4 b5")
    *others, last = position.stones
    for three in combinations(others, 3):
        claim = position.play(1, Claim((*three, last))).last_claim
        assert claim is not None
        assert claim.right


# Claims that are refused: nothing changes


@pytest.mark.parametrize(
    ("moves", "claim", "error"),
    [
        ("", "1!a1a2a3a4", NothingToClaimError),
        (SQUARE, "1!a1c1a3c3", OwnStoneError),
        (SQUARE, "2!a1c1a1c3", RepeatedPointError),
        (SQUARE, "2!a1c1a1", RepeatedPointError),
        (SQUARE, "2!a1c1a4c3", EmptyPointError),
        (SQUARE, "2!", TooFewPointsError),
        (SQUARE, "2!c3", TooFewPointsError),
        (SQUARE, "2!a1c1", TooFewPointsError),
        (SQUARE, "2!a1c1c3", TooFewPointsError),
        (f"{SQUARE} e6", "3!a1c1a3c3e6", TooManyPointsError),
        (SQUARE, "2!a1c1a3c10", OffBoardError),
        (SQUARE, "A!a1c1a3c3", GameError),
        (f"{SQUARE} 2!a1c1a3", "3!a1c1a3", AlreadyClaimedError),
        (f"{SQUARE} 2!a1c1a3 e6", "1!a1c1a3", SeatOutError),
        ("a1 c1 a3 3-", "3!a1c1a3", SeatOutError),
        ("a1 c1 a3 d4 1-", "2!a1c1a3", NothingToClaimError),
        ("a1 c1 2- 3-", "1!a1c1", MatchOverError),
    ],
)
def test_a_claim_that_cannot_be_is_refused(moves: str, claim: str, error: type[GameError]) -> None:
    position = played(begin(3), moves)
    before = str(position)
    with pytest.raises(error):
        played(position, claim)
    assert str(position) == before


def test_a_claim_of_a_point_off_the_board_made_in_code_is_refused() -> None:
    with pytest.raises(OffBoardError):
        played(begin(3), SQUARE).play(1, Claim((81, 0, 1, 2)))


# Leaving, coming back, ending


def test_a_player_who_leaves_passes_the_turn_on_and_no_stone_is_taken() -> None:
    position = played(begin(3), "a1").leave(1, "time")
    assert position.to_move == 2
    assert len(position.stones) == 1
    assert position.reasons == ("time",)


def test_the_claimable_stone_stays_claimable_when_the_player_on_turn_leaves() -> None:
    position = played(begin(4), SQUARE).leave(0, "time")
    assert position.claimable
    assert played(position, "2!a1c1a3c3").out == (0, 3)


def test_nothing_is_claimable_when_the_owner_of_the_last_stone_has_left() -> None:
    position = played(begin(3), SQUARE).leave(0)
    assert not position.claimable
    assert len(position.stones) == 4


def test_a_seat_that_has_left_does_nothing_more() -> None:
    position = played(begin(3), "a1 2-")
    with pytest.raises(SeatOutError):
        position.leave(1)
    with pytest.raises(SeatOutError):
        position.play(1, Stone(5))
    with pytest.raises(SeatOutError):
        position.leave(3)


def test_a_seat_put_back_has_the_turn_that_it_lost() -> None:
    position = played(begin(3), "a1").leave(1, "time").rejoin(1)
    assert position == played(begin(3), "a1")
    assert position.to_move == 1


def test_a_seat_put_back_after_others_have_played_waits_for_its_turn() -> None:
    position = played(begin(3), "a1 2- b5 c3").rejoin(1)
    assert position.to_move == 1
    assert played(begin(3), "a1 2- b5").rejoin(1).to_move == 0


def test_a_seat_put_back_reopens_a_match_that_was_over() -> None:
    over = played(begin(2), "a1 2-")
    assert over.outcome is not None
    again = over.rejoin(1)
    assert again.outcome is None
    assert again.to_move == 1


def test_a_seat_that_is_in_cannot_be_put_back() -> None:
    with pytest.raises(SeatInError):
        begin().rejoin(0)


def test_an_ended_match_takes_nothing_more() -> None:
    position = begin().end()
    acts: list[Callable[[], KyoenPosition]] = [
        lambda: position.leave(0),
        lambda: position.rejoin(0),
        lambda: position.end(),
        lambda: position.play(0, Stone(0)),
    ]
    for act in acts:
        with pytest.raises(MatchOverError):
            act()
    assert position.to_move is None
    assert position.legal_moves() == ()


# Outcomes


def test_the_last_player_in_wins_and_others_follow_in_reverse_order_of_going_out() -> None:
    position = played(begin(4), f"{SQUARE} 1!a1c1a3c3 2- 3-")
    assert position.outcome is not None
    assert position.outcome.reason == "last_player_in"
    assert places(position) == (1, 3, 2, 4)


def test_those_still_in_share_the_first_place_when_the_board_is_full() -> None:
    names = begin(size=3).board.names
    position = played(begin(3, size=3), f"{names[0]} 2- {' '.join(names[1:])}")
    assert position.outcome is not None
    assert position.outcome.reason == "board_full"
    assert places(position) == (1, 3, 1)
    assert position.to_move is None


def test_those_still_in_share_the_first_place_when_an_arbiter_ends_the_match() -> None:
    position = played(begin(4), "a1 3-").end()
    assert position.outcome is not None
    assert position.outcome.reason == "ended_by_arbiter"
    assert places(position) == (1, 1, 4, 1)


# Whatever is played


def random_step(position: KyoenPosition, random: Random) -> KyoenPosition:
    """One action that is tried: mostly stones, often claims of the last stone, some leaving."""
    pick = random.random()
    seat = random.randrange(position.seats)
    if pick < 0.45 or len(position.stones) < 4:
        point = random_safe_move(position, random) if random.random() < 0.5 else None
        names = position.legal_moves()
        chosen = random.choice(names) if point is None else position.board.name(point)
        return position.play(position.to_move, position.parse(chosen)[1])
    if pick < 0.9:
        points = random.sample(position.stones[:-1], 3)
        claimant = random.choice([seat, seat, None])
        return position.play(claimant, Claim((*points, position.stones[-1])))
    return (
        position.leave(seat)
        if pick < 0.96 or not position.out
        else position.rejoin(random.choice(position.out))
    )


@st.composite
def games(draw: st.DrawFn) -> list[KyoenPosition]:
    """Every position of a random match."""
    options: dict[str, Any] = {
        name: draw(st.sampled_from(OPTIONS[name]))
        for name in ("out_may_claim", "arbiters_may_claim", "wrong_claim", "clock_reset")
    }
    options |= {"lattice": draw(st.sampled_from(OPTIONS["lattice"])), "wrong_claim_limit": 2}
    options |= {
        "size": draw(st.integers(3, 5)),
        "resets_per_turn": draw(st.sampled_from((None, 1))),
    }
    random = Random(draw(st.integers(0, 2**32)))
    path = [begin(draw(st.integers(2, 8)), **options)]
    for _ in range(draw(st.integers(0, 60))):
        if path[-1].outcome is not None:
            break
        try:
            path.append(random_step(path[-1], random))
        except GameError:
            continue
    return path


@given(games())
def test_places_are_a_ranking_with_shared_places(path: list[KyoenPosition]) -> None:
    for position in path:
        position = position if position.outcome else position.end()
        found = places(position)
        assert found == tuple(1 + sum(other < place for other in found) for place in found)
        assert all(found[seat] == 1 for seat in position.alive)
        assert len(found) == position.seats


@given(games())
def test_every_position_is_consistent(path: list[KyoenPosition]) -> None:
    for position in path:
        assert len(set(position.stones)) == len(position.stones)
        assert sorted((*position.alive, *position.out)) == list(range(position.seats))
        assert len(position.reasons) == len(position.out)
        assert (position.to_move is None) is (position.outcome is not None)
        assert position.to_move is None or position.to_move in position.alive
        assert not (position.claimable and position.owner not in position.alive)


@given(games())
def test_a_claim_is_right_exactly_when_the_geometry_says_so(path: list[KyoenPosition]) -> None:
    for position in path:
        claim = position.last_claim
        if claim is None:
            continue
        board = position.board
        expected = claim.stone in claim.points and on_one_curve(
            board.lattice, [board.coordinates[point] for point in claim.points]
        )
        assert claim.right is expected
        assert (claim.stone in position.stones) is not expected


@given(games())
def test_the_text_form_reads_back(path: list[KyoenPosition]) -> None:
    for position in path:
        text = str(position)
        assert "\n" not in text
        again = KyoenPosition.read(text, position.rules)
        assert again == position
        assert (again.to_move, again.outcome) == (position.to_move, position.outcome)
        board = position.rules.board
        bare = KyoenPosition.read(text)
        assert str(bare) == text
        assert bare.rules == KyoenRules(board.lattice, board.shape, board.columns, board.rows)


@given(games())
def test_a_match_replayed_from_its_notation_is_the_match_played_step_by_step(
    path: list[KyoenPosition],
) -> None:
    position = path[0]
    for before, after in pairwise(path):
        if set(after.out) < set(before.out):
            (seat,) = set(before.out) - set(after.out)
            position = position.rejoin(seat)
        else:
            position = played(position, step_text(before, after))
        assert position == after
        assert position.clock_effect == after.clock_effect
        assert position.last_claim == after.last_claim


def step_text(before: KyoenPosition, after: KyoenPosition) -> str:
    if claim := after.last_claim:
        return before.notate(claim.claimant, Claim(claim.points))
    if len(after.stones) > len(before.stones):
        return before.notate(before.to_move, Stone(after.stones[-1]))
    return f"{after.out[-1] + 1}-"


@given(games())
def test_the_view_is_json_and_gives_nothing_away(path: list[KyoenPosition]) -> None:
    for position in path:
        view = json.loads(json.dumps(position.view()))
        assert set(view) == {
            "lattice", "shape", "columns", "rows", "stones", "last", "owner", "claimable",
            "to_move", "seats", "out", "last_claim", "outcome",
        }  # fmt: skip
        if view["last_claim"] is not None:
            assert (view["last_claim"]["curve"] is not None) is view["last_claim"]["right"]


def test_the_view_of_a_stone_does_not_tell_whether_it_made_a_kyoen() -> None:
    made, not_made = played(begin(), SQUARE).view(), played(begin(), "a1 c1 a3 g8").view()
    for view in (made, not_made):
        del view["stones"], view["last"]
    assert made == not_made


def test_a_position_does_not_change_when_it_is_played_on() -> None:
    position = played(begin(), "a1 c1")
    before = str(position)
    played(position, "a3 c3 1!a1c1a3c3")
    assert str(position) == before


def test_the_board_is_that_of_the_rules() -> None:
    assert begin().board == Board()
