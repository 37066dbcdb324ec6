"""Rules of advancement and the decisions they lead to, as values that can be stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from tournaments.formats.errors import (
    FormatError,
    InvalidSettingError,
    an_object,
    exact_number,
    whole_number,
)
from tournaments.formats.lots import Key

MOST = 100_000
MOST_POINTS = 1_000_000

E = TypeVar("E", bound=Enum)


class InvalidChoiceError(FormatError):
    """More people were chosen at the cut than there are places. ``params``: keys, places."""

    code = "invalid_choice"


class NotQualifiedError(FormatError):
    """``params``: key."""

    code = "not_qualified"


class NoReserveError(FormatError):
    """Nobody is left to come in. ``params``: key."""

    code = "no_reserve"


class Mode(Enum):
    TOP = "top"
    """The best ``count`` overall."""
    PER_GROUP = "per_group"
    """The best ``per_group`` of each table or group and ``best_others`` besides."""
    HAND = "hand"
    """Exactly those in ``by_hand``, seeded in that order."""


class Ties(Enum):
    """What happens to those tied across the cut."""

    INCLUDE = "include"
    """All go on, even beyond the number of places or the cap of their club."""
    EXCLUDE = "exclude"
    """None goes on, even if places stay empty."""
    ASK = "ask"
    """The tie-breaks decide; whom they leave tied a person decides."""
    HAND = "hand"
    """A person decides among all with equal points; the tie-breaks are advice."""


class Tied(Enum):
    """What INCLUDE and EXCLUDE call a tie."""

    RANK = "rank"
    """A rank that is shared after the last tie-break."""
    POINTS = "points"
    """Equal points."""


class Via(Enum):
    """How somebody qualified."""

    RANK = "rank"
    GROUP = "group"
    OTHER = "other"
    CHOSEN = "chosen"
    HAND = "hand"
    REPLACEMENT = "replacement"


class CutReason(Enum):
    BELOW_CUT = "below_cut"
    BELOW_MINIMUM = "below_minimum"
    CLUB_CAP = "club_cap"
    TIED_AT_CUT = "tied_at_cut"
    NOT_CHOSEN = "not_chosen"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class Rule:
    """How a stage chooses who goes on. Raise InvalidSettingError for a senseless one."""

    mode: Mode = Mode.TOP
    count: int = 0
    per_group: int = 0
    best_others: int = 0
    by_hand: tuple[Key, ...] = ()
    ties: Ties = Ties.ASK
    tied: Tied = Tied.RANK
    minimum: Fraction | None = None
    """Points needed to go on at all."""
    club_cap: int | None = None
    """At most so many of one club."""

    def __post_init__(self) -> None:
        needed = {Mode.TOP: "count", Mode.PER_GROUP: "per_group"}.get(self.mode)
        for name in ("count", "per_group", "best_others"):
            whole_number(name, getattr(self, name), int(name == needed), MOST)
        if self.club_cap is not None:
            whole_number("club_cap", self.club_cap, 1, MOST)
        if self.mode is Mode.HAND and len(set(self.by_hand)) < len(self.by_hand):
            raise InvalidSettingError(
                field="by_hand", value=list(self.by_hand), allowed="nobody twice"
            )

    def to_json(self) -> dict[str, Any]:
        return {
            "mode": self.mode.value,
            "count": self.count,
            "per_group": self.per_group,
            "best_others": self.best_others,
            "by_hand": list(self.by_hand),
            "ties": self.ties.value,
            "tied": self.tied.value,
            "minimum": None if self.minimum is None else str(self.minimum),
            "club_cap": self.club_cap,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Rule":
        """Read a stored or a typed rule; what is missing has its default.

        Numbers may be text, "2" or "２", and empty text is a number left out. Raise
        InvalidSettingError, also for an unknown key.
        """
        unknown = set(an_object("admission", data)) - {one.name for one in fields(cls)}
        if unknown:
            name = min(unknown)
            raise InvalidSettingError(field=name, value=data[name], allowed="")
        given = {name: value for name, value in data.items() if value not in ("", None)}
        values: dict[str, Any] = {}
        for name in ("count", "per_group", "best_others", "club_cap"):
            if name in given:
                values[name] = whole_number(name, given[name], 0, MOST)
        if "mode" in given:
            values["mode"] = _choice("mode", given["mode"], Mode)
        if "ties" in given:
            values["ties"] = _choice("ties", given["ties"], Ties)
        if "tied" in given:
            values["tied"] = _choice("tied", given["tied"], Tied)
        if "by_hand" in given:
            values["by_hand"] = _keys(given["by_hand"])
        if "minimum" in given:
            values["minimum"] = exact_number("minimum", given["minimum"], 0, MOST_POINTS)
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Qualifier:
    key: Key
    seed: int
    """In the next stage, from 1."""
    rank: int | None
    """In the standings."""
    group: str | int | None
    via: Via
    replaces: Key | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    key: Key
    reason: CutReason
    detail: str = ""
    """Why unavailable; the minimum; the club."""
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """Some of ``keys`` can go on, ``places`` of them at most; a person must say who."""

    keys: tuple[Key, ...]
    places: int
    group: str | int | None = None


@dataclass(frozen=True, slots=True)
class Replacement:
    """``into`` came in for ``out`` (繰り上げ); None when nobody could, or while it is asked."""

    out: Key
    reason: str
    into: Key | None


@dataclass(frozen=True, slots=True)
class Decision:
    rule: Rule
    qualifiers: tuple[Qualifier, ...] = ()
    """In order of seeds."""
    reserves: tuple[Key, ...] = ()
    """Who comes in next, best first."""
    cuts: tuple[Cut, ...] = ()
    """Everybody else, with the reason."""
    questions: tuple[Question, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    clubs: Mapping[Key, str] = field(default_factory=dict)
    groups: Mapping[Key, str | int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return not self.questions

    def to_json(self) -> dict[str, Any]:
        return {
            "rule": self.rule.to_json(),
            "qualifiers": [
                {
                    "key": one.key,
                    "seed": one.seed,
                    "rank": one.rank,
                    "group": one.group,
                    "via": one.via.value,
                    "replaces": one.replaces,
                }
                for one in self.qualifiers
            ],
            "reserves": list(self.reserves),
            "cuts": [
                {
                    "key": one.key,
                    "reason": one.reason.value,
                    "detail": one.detail,
                    "rank": one.rank,
                }
                for one in self.cuts
            ],
            "questions": [
                {"keys": list(one.keys), "places": one.places, "group": one.group}
                for one in self.questions
            ],
            "replacements": [
                {"out": one.out, "reason": one.reason, "into": one.into}
                for one in self.replacements
            ],
            # Lists of pairs: JSON would turn a number that is a key into text.
            "clubs": [list(pair) for pair in self.clubs.items()],
            "groups": [list(pair) for pair in self.groups.items()],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Decision":
        return cls(
            rule=Rule.from_json(data["rule"]),
            qualifiers=tuple(
                Qualifier(
                    one["key"],
                    one["seed"],
                    one["rank"],
                    one["group"],
                    Via(one["via"]),
                    one["replaces"],
                )
                for one in data["qualifiers"]
            ),
            reserves=tuple(data["reserves"]),
            cuts=tuple(
                Cut(one["key"], CutReason(one["reason"]), one["detail"], one["rank"])
                for one in data["cuts"]
            ),
            questions=tuple(
                Question(tuple(one["keys"]), one["places"], one["group"])
                for one in data["questions"]
            ),
            replacements=tuple(
                Replacement(one["out"], one["reason"], one["into"]) for one in data["replacements"]
            ),
            clubs=dict(data["clubs"]),
            groups=dict(data["groups"]),
        )


@dataclass(frozen=True, slots=True)
class Move:
    key: Key
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How a new decision differs from the stored one."""

    added: tuple[Key, ...] = ()
    removed: tuple[Key, ...] = ()
    moved: tuple[Move, ...] = ()
    """Those who stay, with another seed."""
    asks: tuple[Question, ...] = ()
    """What the new decision would need to ask."""

    @property
    def same(self) -> bool:
        return not (self.added or self.removed or self.moved or self.asks)


def _keys(value: object) -> tuple[Key, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str | int) for one in value):
        raise InvalidSettingError(field="by_hand", value=value, allowed="a list")
    return tuple(value)


def _choice(name: str, value: object, choices: type[E]) -> E:
    try:
        return choices(value)
    except ValueError:
        allowed = ", ".join(str(one.value) for one in choices)
        raise InvalidSettingError(field=name, value=value, allowed=allowed) from None
