"""What an organiser chose for a tournament and for each stage, validated once."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Self, TypeVar

from tournaments.formats.advancement_values import Rule
from tournaments.formats.errors import InvalidSettingError, whole_number
from tournaments.formats.table_values import Avoid, Method

E = TypeVar("E", bound=Enum)

MOST_ROUNDS = 30


class SeatOrder(Enum):
    """Who sits first at the tables of a stage people advance to."""

    DRAWN = "drawn"
    BY_STANDING = "by_standing"
    """The best before sits first."""


def _member(kind: type[E], field: str, value: object) -> E:
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(str(member.value) for member in kind)
        raise InvalidSettingError(field=field, value=value, allowed=allowed) from None


def _boolean(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidSettingError(field=field, value=value, allowed="true, false")
    return value


def _known(kind: type[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(kind)}
    for name in data:
        if name not in names:
            raise InvalidSettingError(field=name, value="", allowed=", ".join(sorted(names)))
    return dict(data)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """Raises InvalidSettingError for a value that is not allowed.

    >>> TournamentSettings.from_json({"largest": "6"}).largest
    6
    """

    smallest: int = 3
    preferred: int = 4
    largest: int = 5
    clubs: Avoid = Avoid.SOFT
    seat_checked_in: bool = True
    """Only those who checked in are seated."""
    self_check_in: bool = True
    """Players may check themselves in."""
    late_until: int = MOST_ROUNDS
    """The last round (counted over all stages) a late entry may begin with."""

    def __post_init__(self) -> None:
        if not 2 <= self.smallest <= self.preferred <= self.largest <= 8:
            raise InvalidSettingError(
                field="preferred",
                value=f"{self.smallest}, {self.preferred}, {self.largest}",
                allowed="2 ≤ smallest ≤ preferred ≤ largest ≤ 8",
            )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        given = _known(cls, data)
        for name in ("smallest", "preferred", "largest"):
            if name in given:
                given[name] = whole_number(name, given[name], 2, 8)
        if "late_until" in given:
            given["late_until"] = whole_number("late_until", given["late_until"], 0, MOST_ROUNDS)
        if "clubs" in given:
            given["clubs"] = _member(Avoid, "clubs", given["clubs"])
        for name in ("seat_checked_in", "self_check_in"):
            if name in given:
                given[name] = _boolean(name, given[name])
        return cls(**given)

    def to_json(self) -> dict[str, Any]:
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class StageConfig:
    """How one stage is drawn and who comes into it. Raises InvalidSettingError."""

    first: Method = Method.DRAWN
    """How its first round is drawn."""
    later: Method = Method.BY_SCORE
    admission: Rule | None = None
    """Who of the stage before goes on to this one; None: everybody, in the first stage."""
    seat_order: SeatOrder = SeatOrder.DRAWN

    def __post_init__(self) -> None:
        for name in ("first", "later"):
            if getattr(self, name) is Method.BY_HAND:
                raise InvalidSettingError(
                    field=name, value=Method.BY_HAND.value, allowed="drawn, snaked, by_score"
                )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        given = _known(cls, data)
        kinds: dict[str, type[Enum]] = {
            "first": Method,
            "later": Method,
            "seat_order": SeatOrder,
        }
        for name, kind in kinds.items():
            if name in given:
                given[name] = _member(kind, name, given[name])
        if given.get("admission") is not None:
            given["admission"] = Rule.from_json(given["admission"])
        return cls(**given)

    def to_json(self) -> dict[str, Any]:
        found = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        found["admission"] = None if self.admission is None else self.admission.to_json()
        return found
