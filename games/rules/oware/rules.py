"""The options of a match of Oware: validated once, frozen, stored as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Self

from games.rules.base import InvalidRulesError


class CannotFeed(Enum):
    """What follows when the player to move has to feed the other side and cannot."""

    ENDS = "ends"
    """The game is over at once; that player takes every seed left."""
    ONE_MORE_MOVE = "one_more_move"
    """That player plays one more move; the other then has no seed and the game ends."""


class Repetition(Enum):
    """When the game ends because a position has come again, with no capture between.

    A position is the seeds in the pits and the side to move.
    """

    SECOND = "second"
    THIRD = "third"
    NEVER = "never"


class GrandSlam(Enum):
    """What becomes of a capture that would leave the opponent without a seed."""

    VOID = "void"
    """The move stands and takes nothing."""
    FORBIDDEN = "forbidden"
    """The move may not be played, unless there is no other; then it takes nothing."""


class Majority(Enum):
    """What follows when a store holds 25 seeds."""

    ENDS = "ends"
    PLAY_ON = "play_on"


class TimeUsedUp(Enum):
    """What follows when the time of the player to move is used up. The match layer does it."""

    LOSES = "loses"
    ARBITER = "arbiter"


class End(Enum):
    """Why the rules ended a game."""

    MAJORITY = "majority"
    """A store holds 25 seeds. What is left on the board is not shared out."""
    NO_SEEDS = "no_seeds"
    """The player to move has no seed; the other took all that was left."""
    CANNOT_FEED = "cannot_feed"
    """The player to move had to feed the other side, could not, and took all that was left."""
    REPETITION = "repetition"
    """A position came again; each player took the seeds of their own row."""
    PLY_LIMIT = "ply_limit"
    """As many moves as the match allows; each player took the seeds of their own row."""


FEWEST_PLIES, MOST_PLIES = 10, 10_000


@dataclass(frozen=True, slots=True)
class OwareRules:
    """
    >>> OwareRules.from_json({"grand_slam": "forbidden"}).to_json()["grand_slam"]
    'forbidden'
    """

    cannot_feed: CannotFeed = CannotFeed.ENDS
    repetition: Repetition = Repetition.SECOND
    ply_limit: int = 1000
    """Moves of both players together, 10 to 10,000; then each takes the seeds of their row."""
    grand_slam: GrandSlam = GrandSlam.VOID
    majority: Majority = Majority.ENDS
    time_used_up: TimeUsedUp = TimeUsedUp.LOSES

    def __post_init__(self) -> None:
        for name, allowed in _ENUMS.items():
            if not isinstance(getattr(self, name), allowed):
                raise _invalid(name, getattr(self, name))
        plies: object = self.ply_limit
        if isinstance(plies, bool) or not isinstance(plies, int):
            raise _invalid("ply_limit", plies)
        if not FEWEST_PLIES <= plies <= MOST_PLIES:
            raise _invalid("ply_limit", plies)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What is left out has its default."""
        if not isinstance(data, Mapping):
            raise InvalidRulesError(field="rules", value=_short(data), allowed="an object")
        given = dict(data)
        names = [option.name for option in fields(cls)]
        for name, value in given.items():
            if name not in names:
                raise InvalidRulesError(
                    field=_short(name),
                    value=_short(value),
                    allowed=f"the options are {', '.join(names)}",
                )
            if name in _ENUMS:
                try:
                    given[name] = _ENUMS[name](value)
                except ValueError as error:
                    raise _invalid(name, value) from error
        return cls(**given)

    def to_json(self) -> dict[str, Any]:
        """Inverse of ``from_json``, every option written."""
        found = {option.name: getattr(self, option.name) for option in fields(self)}
        return {
            name: value.value if isinstance(value, Enum) else value for name, value in found.items()
        }


_ENUMS: dict[str, type[Enum]] = {
    "cannot_feed": CannotFeed,
    "repetition": Repetition,
    "grand_slam": GrandSlam,
    "majority": Majority,
    "time_used_up": TimeUsedUp,
}

OPTIONS: dict[str, tuple[Any, ...]] = {
    **{name: tuple(member.value for member in allowed) for name, allowed in _ENUMS.items()},
    "ply_limit": tuple(range(FEWEST_PLIES, MOST_PLIES + 1)),
}
"""What each option may be, as JSON values."""


def _invalid(name: str, value: object) -> InvalidRulesError:
    if name in _ENUMS:
        allowed = " or ".join(str(member.value) for member in _ENUMS[name])
    else:
        allowed = f"{FEWEST_PLIES} to {MOST_PLIES}"
    return InvalidRulesError(field=name, value=_short(value), allowed=allowed)


def _short(value: object) -> object:
    return value if len(repr(value)) <= 60 else f"{repr(value)[:60]}…"
