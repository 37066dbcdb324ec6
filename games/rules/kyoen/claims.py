"""Who may claim what, and what a wrong claim costs (Kyōen 1.2, 1.6)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from games.rules.base import GameError, MatchOverError, Seat, SeatOutError
from games.rules.kyoen.errors import (
    AlreadyClaimedError,
    ArbiterMayNotClaimError,
    ClaimRightLostError,
    EmptyPointError,
    NothingToClaimError,
    OffBoardError,
    OwnStoneError,
    RepeatedPointError,
    TooFewPointsError,
    TooManyPointsError,
)
from games.rules.kyoen.geometry import Board, Point
from games.rules.kyoen.rules import ClaimBy, WrongClaim

if TYPE_CHECKING:
    from games.rules.kyoen.position import KyoenPosition


def claim_of(position: "KyoenPosition", seat: Seat | None) -> tuple[Seat, Point]:
    """The owner and the stone that a claim by ``seat``, or an arbiter (None), would be about.

    Raise an IllegalActionError that says why there is none.
    """
    rules = position.rules
    if position.outcome is not None:
        raise MatchOverError()
    if seat is None and not rules.arbiters_may_claim:
        raise ArbiterMayNotClaimError()
    if seat in position.out and not rules.out_may_claim:
        raise SeatOutError(seat=seat)
    if position.claimed:
        raise AlreadyClaimedError()
    owner, stone = position.owner, position.last_stone
    if owner is None or stone is None or owner in position.out:
        raise NothingToClaimError()
    if seat == owner:
        raise OwnStoneError()
    if seat in position.silenced:
        raise ClaimRightLostError()
    return owner, stone


def four_of(
    position: "KyoenPosition", named: tuple[Point, ...], stone: Point
) -> tuple[Point, Point, Point, Point]:
    """The four points a claim is about, each with a stone.

    Three are enough where the rules let ``stone``, the last one, go without saying.
    """
    board = position.board
    for at, point in enumerate(named):
        if point in named[:at]:
            raise RepeatedPointError(point=board.name(point))
        if point not in position.stones:
            raise _no_stone(board, point)
    if len(named) == 3 and stone not in named and position.rules.claim_by is not ClaimBy.FOUR:
        named = (*named, stone)
    if len(named) < 4:
        raise TooFewPointsError(points=len(named))
    if len(named) > 4:
        raise TooManyPointsError(points=len(named))
    p, q, r, s = named
    return p, q, r, s


def _no_stone(board: Board, point: Point) -> GameError:
    if not 0 <= point < len(board):
        return OffBoardError(point=point)
    return EmptyPointError(point=board.name(point))


@dataclass(frozen=True, slots=True)
class Cost:
    """What a wrong claim leaves behind: the counts, the silenced seats, and whether it is out."""

    wrong: tuple[int, ...]
    silenced: frozenset[Seat]
    goes: bool = False


def cost_of(position: "KyoenPosition", seat: Seat | None) -> Cost:
    """A wrong claim by ``seat``; an arbiter's costs nothing."""
    silenced = position.silenced
    if seat is None:
        return Cost(position.wrong, silenced)
    wrong = tuple(count + (at == seat) for at, count in enumerate(position.wrong))
    match position.rules.wrong_claim:
        case WrongClaim.NOTHING:
            return Cost(wrong, silenced)
        case WrongClaim.OUT:
            return Cost(wrong, silenced, goes=True)
        case WrongClaim.SILENCED:
            return Cost(wrong, silenced | {seat})
        case WrongClaim.LIMIT:
            return Cost(wrong, silenced, goes=wrong[seat] >= position.rules.wrong_claim_limit)
        case never:
            assert_never(never)
