"""How a match is run besides its rules and its clock: being ready, staying, illegal moves.

Pure. Stored as JSON; what is left out has its default.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from enum import Enum
from typing import Any, Self

from games.rules.base import JSON, InvalidRulesError

LONGEST_MS = 24 * 3600 * 1000


class NoShow(Enum):
    """What follows when a player is not ready at the limit."""

    ARBITER = "arbiter"
    """Arbiters are told; they decide."""
    FORFEIT = "forfeit"
    """Who is not there has lost, by itself."""


class Abandoned(Enum):
    """What follows when a player has been away, or has done nothing, for the limit."""

    ARBITER = "arbiter"
    """It is recorded, and the match goes on: arbiters decide."""
    FORFEIT = "forfeit"
    """The player has lost, by itself."""


@dataclass(frozen=True, slots=True)
class Policy:
    """
    >>> Policy.from_json({"illegal_limit": 2}).illegal_limit
    2
    """

    ready_check: bool = False
    """The clock starts when every player has said to be ready."""
    no_show_ms: int = 0
    """How long after the match was called a player may come; 0: no limit."""
    no_show: NoShow = NoShow.FORFEIT
    away_ms: int = 0
    """How long the player on turn may have the page closed; 0: no limit. Not over the board."""
    idle_ms: int = 0
    """How long the player on turn may take for a move, page open or not; 0: no limit."""
    abandoned: Abandoned = Abandoned.ARBITER
    illegal_ms: int = 0
    """The time that the others get for each illegal move."""
    illegal_limit: int = 0
    """The illegal move with which a seat loses; 0: none does."""
    draw_offers: bool = True
    """Players may agree on a draw, where the game knows one."""

    def __post_init__(self) -> None:
        for name in ("ready_check", "draw_offers"):
            if not isinstance(getattr(self, name), bool):
                raise _invalid(name, getattr(self, name), "true or false")
        for name, most in (
            ("no_show_ms", LONGEST_MS),
            ("away_ms", LONGEST_MS),
            ("idle_ms", LONGEST_MS),
            ("illegal_ms", LONGEST_MS),
            ("illegal_limit", 99),
        ):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
                raise _invalid(name, value, f"0 to {most}")

    @property
    def no_show_after(self) -> timedelta | None:
        return timedelta(milliseconds=self.no_show_ms) if self.no_show_ms else None

    @property
    def may_be_abandoned(self) -> bool:
        return bool(self.away_ms or self.idle_ms)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Raise InvalidRulesError for an unknown key or a value out of range."""
        names = [option.name for option in fields(cls)]
        given = dict(data)
        for name in given:
            if name not in names:
                raise _invalid(str(name)[:60], "", ", ".join(names))
        kinds: tuple[tuple[str, type[Enum]], ...] = (("no_show", NoShow), ("abandoned", Abandoned))
        for name, kind in kinds:
            if name not in given:
                continue
            try:
                given[name] = kind(given[name])
            except ValueError:
                allowed = " or ".join(one.value for one in kind)
                raise _invalid(name, str(given[name])[:60], allowed) from None
        return cls(**given)

    def to_json(self) -> JSON:
        """Inverse of ``from_json``: what is not the default."""
        found: JSON = {}
        for option in fields(self):
            value = getattr(self, option.name)
            if value != option.default:
                found[option.name] = value.value if isinstance(value, Enum) else value
        return found


def _invalid(field: str, value: object, allowed: str) -> InvalidRulesError:
    return InvalidRulesError(field=field, value=value, allowed=allowed)
