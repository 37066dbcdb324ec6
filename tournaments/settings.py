"""What an organiser chose for a tournament and for each stage, validated once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Self, TypeVar

from games.policy import Policy
from games.rules.base import InvalidRulesError
from tournaments.formats.advancement_values import Rule
from tournaments.formats.errors import InvalidSettingError, an_object, whole_number
from tournaments.formats.fide_table import Edition
from tournaments.formats.points import STANDARD, Points
from tournaments.formats.round_robin import Withdrawal
from tournaments.formats.swiss_history import Dutch
from tournaments.formats.table_values import Avoid, Method
from tournaments.standings import criterion

E = TypeVar("E", bound=Enum)

MOST_ROUNDS = 99
MOST_GROUPS = 64
MOST_TIE_BREAKS = 12
MOST_GAMES = 15


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
    for name in an_object("settings", data):
        if name not in names:
            raise InvalidSettingError(field=name, value="", allowed=", ".join(sorted(names)))
    return dict(data)


def _policy(value: object) -> Policy:
    try:
        return Policy.from_json(an_object("policy", value))
    except InvalidRulesError as error:
        raise InvalidSettingError(**error.params) from None


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
    policy: Policy = field(default_factory=Policy)
    """How its matches are run."""

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
        if "policy" in given:
            given["policy"] = _policy(given["policy"])
        return cls(**given)

    def to_json(self) -> dict[str, Any]:
        found = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return found | {"policy": self.policy.to_json()}


@dataclass(frozen=True, slots=True)
class StageConfig:
    """How one stage is drawn, counted and entered. Raises InvalidSettingError and
    UnknownTieBreakError.

    A format reads what concerns it and ignores the rest.
    """

    first: Method = Method.DRAWN
    """How its first round is drawn (tables), or its bracket or groups are seeded."""
    later: Method = Method.BY_SCORE
    admission: Rule | None = None
    """Who of the stage before goes on to this one; None: everybody, in the first stage."""
    seat_order: SeatOrder = SeatOrder.DRAWN
    points: Points = STANDARD
    tie_breaks: tuple[str, ...] = ()
    """In order; empty: those of the format."""
    edition: str = ""
    """Of FIDE's tie-break rules; empty: the newest. Stored when the stage is made."""
    dutch: Dutch = Dutch.UNTIL_2026
    """Edition of FIDE's rules that a Swiss is paired by."""
    games: tuple[int, ...] = (1,)
    """Games of a pairing: the best of so many. A knockout reads them from the final backwards:
    (5, 3, 1) is a final of at most five, semi-finals of three, single games before."""
    third_place: bool = False
    """A knockout plays for the third place."""
    reset: bool = True
    """A double elimination plays a second grand final when the first is lost by the unbeaten."""
    groups: int = 1
    """A round robin in so many groups."""
    cycles: int = 1
    """A round robin of so many cycles: 2 meet twice, with changed first move."""
    withdrawal: Withdrawal = Withdrawal.HALF
    """What becomes of the results of somebody who leaves a round robin."""
    apart: bool = True
    """Those of the same club, and those of the same group before, meet as late as possible."""

    def __post_init__(self) -> None:
        for name in ("first", "later"):
            if getattr(self, name) is Method.BY_HAND:
                raise InvalidSettingError(
                    field=name, value=Method.BY_HAND.value, allowed="drawn, snaked, by_score"
                )
        if not self.games:
            raise InvalidSettingError(field="games", value="", allowed="1, 3, 5 …")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        given = _known(cls, data)
        kinds: dict[str, type[Enum]] = {
            "first": Method,
            "later": Method,
            "seat_order": SeatOrder,
            "dutch": Dutch,
        }
        for name, kind in kinds.items():
            if name in given:
                given[name] = _member(kind, name, given[name])
        for name, low, high in (("groups", 1, MOST_GROUPS), ("cycles", 1, 2)):
            if name in given:
                given[name] = whole_number(name, given[name], low, high)
        for name in ("third_place", "reset", "apart"):
            if name in given:
                given[name] = _boolean(name, given[name])
        if given.get("admission") is not None:
            given["admission"] = Rule.from_json(given["admission"])
        if "games" in given:
            given["games"] = _numbers("games", given["games"])
        if "withdrawal" in given:
            given["withdrawal"] = _member(Withdrawal, "withdrawal", given["withdrawal"])
        if given.get("edition", "") != "":
            given["edition"] = _member(Edition, "edition", given["edition"]).value
        if "points" in given:
            given["points"] = Points.from_json(given["points"])
        if "tie_breaks" in given:
            given["tie_breaks"] = _codes("tie_breaks", given["tie_breaks"])
        return cls(**given)

    def to_json(self) -> dict[str, Any]:
        found = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        found["admission"] = None if self.admission is None else self.admission.to_json()
        found["points"] = self.points.to_json()
        found["tie_breaks"] = list(self.tie_breaks)
        found["games"] = list(self.games)
        return found


def _numbers(field: str, value: object) -> tuple[int, ...]:
    """A number, a list of them, or text such as "5, 3, 1"."""
    found = value if isinstance(value, list | tuple) else str(value).replace("、", ",").split(",")
    return tuple(whole_number(field, one, 1, MOST_GAMES) for one in found)


def _codes(field: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise InvalidSettingError(field=field, value=value, allowed="BH, SB, …")
    if len(set(value)) < len(value) or len(value) > MOST_TIE_BREAKS:
        raise InvalidSettingError(field=field, value=", ".join(value), allowed="none twice")
    for code in value:
        criterion(code)
    return tuple(value)
