"""Computer players. Pure: randomness comes in, what to do and after how long comes out.

Ask once after each step, and again only after another step; act when the delay has passed
and nothing else has happened.
"""

from dataclasses import dataclass
from enum import Enum
from random import Random

from games.rules.base import Seat
from games.rules.kyoen.analysis import kyoens_by_last_stone, safe
from games.rules.kyoen.geometry import Point, points_of
from games.rules.kyoen.notation import Action, Claim, Stone
from games.rules.kyoen.position import KyoenPosition


class Level(Enum):
    CAREFUL = "careful"
    """Plays a safe point when there is one and sees every kyōen."""
    CARELESS = "careless"
    """Overlooks kyōens as a person does: the more stones, the more often."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player does, and the seconds it takes to see it."""

    action: Action
    delay: float


def choose(position: KyoenPosition, seat: Seat, level: Level, random: Random) -> Choice | None:
    """What the seat does here: a claim, a stone, or nothing (None).

    A player on turn who sees a kyōen claims it instead of placing.
    """
    if position.outcome is not None:
        return None
    if position.may_claim(seat) and (claim := _claim(position, level, random)):
        return Choice(claim, _pace(3.0 + 0.25 * len(position.stones), random))
    if position.to_move != seat:
        return None
    point = _stone(position, level, random)
    return Choice(Stone(point), _pace(2.5 + 0.35 * len(position.stones), random))


def _claim(position: KyoenPosition, level: Level, random: Random) -> Claim | None:
    found = kyoens_by_last_stone(position)
    if not found or (level is Level.CARELESS and random.random() < _overlooked(position)):
        return None
    return Claim(random.choice(found))


def _stone(position: KyoenPosition, level: Level, random: Random) -> Point:
    point = random_safe_move(position, random)
    careless = level is Level.CARELESS and random.random() < _overlooked(position) / 2
    if point is None or careless:
        return random.choice(list(points_of(position.board.full & ~position.mask)))
    return point


def random_safe_move(position: KyoenPosition, random: Random) -> Point | None:
    """A point where a stone makes no kyōen, each as likely; None when there is none."""
    points = list(points_of(safe(position)))
    return random.choice(points) if points else None


def _overlooked(position: KyoenPosition) -> float:
    """How often a careless player overlooks a kyōen: 1 in 10 at four stones, at most 3 in 5."""
    return min(0.6, 0.1 + 0.04 * max(0, len(position.stones) - 4))


def _pace(seconds: float, random: Random) -> float:
    """About ``seconds``, 1 to 25, as unevenly as a person thinks."""
    return min(25.0, max(1.0, random.lognormvariate(0.0, 0.4) * seconds))
