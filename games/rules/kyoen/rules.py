"""The options of a match of Kyōen: validated once, frozen, stored as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import lru_cache
from typing import Any, Self

from games.rules.base import InvalidRulesError
from games.rules.kyoen.geometry import MAX_SIZE, Board, BoardError, Lattice, Shape

MIN_PLAY_SIZE = 3
"""A board of 2 is for counting only."""

MIN_SEATS, MAX_SEATS = 2, 8


class WrongClaim(Enum):
    """What a wrong claim costs the claimant."""

    NOTHING = "nothing"
    OUT = "out"
    SILENCED = "silenced"
    """No more claims until the next stone is placed."""
    LIMIT = "limit"
    """Out after ``wrong_claim_limit`` wrong claims in the match."""


class ClockReset(Enum):
    """The claims after which the player then thinking has the full time again."""

    ANY = "any"
    RIGHT = "right"
    NEVER = "never"


class TimeUsedUp(Enum):
    """What follows when the time of the seat on turn is used up. The match layer does it."""

    ELIMINATE = "eliminate"
    ARBITER = "arbiter"


class ClaimBy(Enum):
    """How many points a claim names."""

    THREE_OR_FOUR = "three_or_four"
    """Three imply the last stone: the same claim as with it."""
    FOUR = "four"


@dataclass(frozen=True, slots=True)
class KyoenRules:
    """
    >>> KyoenRules.from_json({"size": 6, "wrong_claim": "out"}).to_json()["rows"]
    6
    """

    lattice: Lattice = Lattice.SQUARE
    shape: Shape = Shape.GRID
    columns: int = 9
    rows: int = 9
    out_may_claim: bool = False
    """Players who are out may claim."""
    arbiters_may_claim: bool = False
    """Arbiters may claim, in nobody's name."""
    claim_by: ClaimBy = ClaimBy.THREE_OR_FOUR
    wrong_claim: WrongClaim = WrongClaim.NOTHING
    wrong_claim_limit: int = 3
    """1 to 99. Counts only with ``wrong_claim`` = limit."""
    clock_reset: ClockReset = ClockReset.ANY
    resets_per_turn: int | None = None
    """How many wrong claims in one turn give the time anew, 0 to 99; None: all of them."""
    time_used_up: TimeUsedUp = TimeUsedUp.ELIMINATE
    board: Board = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, allowed in _ENUMS.items():
            if not isinstance(getattr(self, name), allowed):
                raise _invalid(name, getattr(self, name))
        for name in ("out_may_claim", "arbiters_may_claim"):
            if not isinstance(getattr(self, name), bool):
                raise _invalid(name, getattr(self, name))
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if name == "resets_per_turn" and value is None:
                continue
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise _invalid(name, value)
        try:
            board = make_board(self.lattice, self.columns, self.rows, self.shape)
        except BoardError as error:
            raise InvalidRulesError(
                field=error.field, value=error.value, allowed=error.allowed
            ) from error
        object.__setattr__(self, "board", board)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """``size`` stands for ``columns`` and ``rows``. What is left out has its default."""
        if not isinstance(data, Mapping):
            raise InvalidRulesError(field="rules", value=data, allowed="an object")
        given = dict(data)
        if "size" in given:
            size = given.pop("size")
            for name in ("columns", "rows"):
                if given.setdefault(name, size) != size:
                    raise InvalidRulesError(
                        field="size", value=_short(size), allowed="the same as columns and rows"
                    )
        names = [option.name for option in fields(cls) if option.init]
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
        found = {option.name: getattr(self, option.name) for option in fields(self) if option.init}
        return {
            name: value.value if isinstance(value, Enum) else value for name, value in found.items()
        }


_ENUMS: dict[str, type[Enum]] = {
    "lattice": Lattice,
    "shape": Shape,
    "claim_by": ClaimBy,
    "wrong_claim": WrongClaim,
    "clock_reset": ClockReset,
    "time_used_up": TimeUsedUp,
}
_RANGES = {
    "columns": (MIN_PLAY_SIZE, MAX_SIZE),
    "rows": (MIN_PLAY_SIZE, MAX_SIZE),
    "wrong_claim_limit": (1, 99),
    "resets_per_turn": (0, 99),
}

OPTIONS: dict[str, tuple[Any, ...]] = {
    **{name: tuple(member.value for member in allowed) for name, allowed in _ENUMS.items()},
    **{name: tuple(range(low, high + 1)) for name, (low, high) in _RANGES.items()},
    "resets_per_turn": (None, *range(100)),
    "out_may_claim": (False, True),
    "arbiters_may_claim": (False, True),
}
"""What each option may be, as JSON values."""


def _invalid(name: str, value: object) -> InvalidRulesError:
    if name in _RANGES:
        low, high = _RANGES[name]
        allowed = f"{low} to {high}" + (" or null" if name == "resets_per_turn" else "")
    elif name in _ENUMS:
        allowed = " or ".join(str(member.value) for member in _ENUMS[name])
    else:
        allowed = "true or false"
    return InvalidRulesError(field=name, value=_short(value), allowed=allowed)


def _short(value: object) -> object:
    return value if len(repr(value)) <= 60 else f"{repr(value)[:60]}…"


@lru_cache(maxsize=64)
def make_board(lattice: Lattice, columns: int, rows: int, shape: Shape) -> Board:
    """The one board of that form, so that what it caches is shared."""
    return Board(lattice, columns, rows, shape)
