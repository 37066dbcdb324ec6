"""Actions of Kyōen and how they are written.

A stone is its point, ``g8``. A claim is the claimant's seat from 1, or ``A`` for an arbiter,
``!`` and three or four points: ``2!b7c2g2``. A seat that leaves is ``2-``. Capitals may be
used in points. Where it is known who acts, the seat may be left out: ``!b7c2g2``, ``-``.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from games.rules.base import InvalidActionError, Seat
from games.rules.kyoen.curves import Curve, curve_through
from games.rules.kyoen.errors import OffBoardError
from games.rules.kyoen.geometry import Board, Point, split_names


@dataclass(frozen=True, slots=True)
class Stone:
    point: Point


@dataclass(frozen=True, slots=True)
class Claim:
    """The points as named, not checked."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Leave:
    """The seat goes out of the match."""


Action: TypeAlias = Stone | Claim | Leave


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A claim that was taken. ``claimant`` is None for an arbiter."""

    claimant: Seat | None
    points: tuple[Point, Point, Point, Point]
    """As named; an implied last stone comes last."""
    right: bool
    against: Seat
    stone: Point
    board: Board

    @property
    def curve(self) -> Curve | None:
        """The circle or line of the four, when the claim was right."""
        p, q, r, _ = self.points
        return curve_through(self.board, p, q, r) if self.right else None


_ACTION = re.compile(
    r"(?P<stone>[a-s][1-9][0-9]?)"
    r"|(?P<who>[1-9a]?)(?:!(?P<claim>(?:[a-s][1-9][0-9]?)*)|(?P<leave>-))",
    re.ASCII | re.IGNORECASE,
)


def parse_action(
    board: Board, seats: int, text: str, seat: Seat | None
) -> tuple[Seat | None, Action]:
    """Read one action by ``seat``. A text that names another seat is refused.

    Without ``seat`` the answer is the seat that the text names: None for an arbiter and for
    a stone. Raise InvalidActionError, or OffBoardError for a point of a larger board.
    """
    invalid = InvalidActionError(text=text[:60])
    found = _ACTION.fullmatch(text.strip())
    if found is None:
        raise invalid
    if found["stone"]:
        return seat, Stone(_point(board, found["stone"]))
    who = found["who"]
    if not who and seat is None:
        raise invalid
    by = seat
    if who:
        by = None if who in "aA" else int(who) - 1
        if (by is not None and by >= seats) or (seat is not None and by != seat):
            raise invalid
    if found["leave"]:
        if by is None:
            raise invalid
        return by, Leave()
    names = split_names(found["claim"])
    assert names is not None
    return by, Claim(tuple(_point(board, name) for name in names))


def _point(board: Board, name: str) -> Point:
    point = board.point(name)
    if point is None:
        raise OffBoardError(point=name.lower())
    return point


def notate_action(board: Board, seat: Seat | None, action: Action) -> str:
    who = "A" if seat is None else str(seat + 1)
    match action:
        case Stone(point):
            return board.name(point)
        case Claim(points):
            return f"{who}!{''.join(board.name(point) for point in points)}"
        case Leave():
            return f"{who}-"
        case never:
            assert_never(never)
