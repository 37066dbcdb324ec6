"""The settings of a knockout stage, as stored and as typed by an organiser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tournaments.formats.bracket_values import Bracket, BracketMatch, Kind
from tournaments.formats.errors import EvenGamesError, InvalidSettingError, whole_number
from tournaments.formats.knockout import double_elimination, single_elimination

MOST_GAMES = 15


@dataclass(frozen=True, slots=True)
class KnockoutRules:
    """How a knockout is played. Raise InvalidSettingError and EvenGamesError."""

    kind: Kind = Kind.SINGLE
    third_place: bool = True
    """Single elimination only."""
    reset: bool = True
    """Double elimination only: a second grand final if the first is won from the losers'
    side."""
    best_of: tuple[int, ...] = (1,)
    """From the final backwards, the last for everything earlier: (5, 3, 1) is a final of at
    most 5 games, the round before it of 3, and single games before."""

    def __post_init__(self) -> None:
        if not self.best_of:
            raise InvalidSettingError(field="best_of", value=[], allowed="1, 3, 5 …")
        for games in self.best_of:
            whole_number("best_of", games, 1, MOST_GAMES)
        refuse_even(self.best_of)

    def bracket(self, entrants: int) -> Bracket:
        """Raise TooFewEntrantsError, InvalidSettingError."""
        if self.kind is Kind.DOUBLE:
            return double_elimination(entrants, reset=self.reset)
        return single_elimination(entrants, third_place=self.third_place)

    def games(self, match: BracketMatch) -> int:
        """At most so many games are played in a match."""
        return self.best_of[min(match.from_end, len(self.best_of) - 1)]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "third_place": self.third_place,
            "reset": self.reset,
            "best_of": list(self.best_of),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "KnockoutRules":
        """Read stored or typed settings; what is missing has its default.

        ``best_of`` may be a number, a list, or text such as "5, 3, 1". Raise
        InvalidSettingError, also for an unknown key, and EvenGamesError.
        """
        unknown = set(data) - {one.name for one in fields(cls)}
        if unknown:
            name = min(unknown)
            raise InvalidSettingError(field=name, value=data[name], allowed="")
        values: dict[str, Any] = {}
        if data.get("kind") not in ("", None):
            try:
                values["kind"] = Kind(data["kind"])
            except ValueError:
                allowed = ", ".join(one.value for one in Kind)
                raise InvalidSettingError(
                    field="kind", value=data["kind"], allowed=allowed
                ) from None
        for name in ("third_place", "reset"):
            if name in data:
                if not isinstance(data[name], bool):
                    raise InvalidSettingError(field=name, value=data[name], allowed="true, false")
                values[name] = data[name]
        if data.get("best_of") not in ("", None):
            values["best_of"] = _numbers(data["best_of"])
        return cls(**values)


def refuse_even(games: Sequence[int]) -> None:
    """Raise EvenGamesError: after an even number of games nobody need have won.

    >>> refuse_even((5, 3, 1))
    """
    for most in games:
        if most % 2 == 0:
            raise EvenGamesError(field="games", value=most)


def _numbers(value: object) -> tuple[int, ...]:
    found: Sequence[object]
    if isinstance(value, str):
        found = value.replace("、", ",").replace("，", ",").split(",")
    elif isinstance(value, list | tuple):
        found = value
    else:
        found = [value]
    return tuple(whole_number("best_of", one, 1, MOST_GAMES) for one in found)
