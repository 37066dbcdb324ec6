"""Criteria that order a standing, by code, each value with what it was made of.

Another format adds its own with ``register``: see Criterion.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from tournaments.formats.errors import FormatError
from tournaments.formats.fide_table import Edition, Mode
from tournaments.formats.lots import Drawn, Key, drawn_together
from tournaments.formats.points import Points
from tournaments.formats.scoring import Line, LineKind


class UnknownTieBreakError(FormatError):
    """``params``: code, known."""

    code = "unknown_tie_break"


class Part(NamedTuple):
    """A contribution to a value: a round, an opponent, or an opponent in a round."""

    round: int | None
    key: Key | None
    amount: Fraction | None
    note: str = ""
    """``dummy``: of an opponent put in for a round without a game; ``cut``: left out;
    ``cut_dummy``: both."""

    def to_json(self) -> list[Any]:
        said: list[Any] = [self.round, self.key, None if self.amount is None else str(self.amount)]
        return [*said, self.note] if self.note else said


@dataclass(frozen=True, slots=True)
class Value:
    code: str
    amount: Fraction | None
    """None: the criterion says nothing about this entry, which then comes last in a tie."""
    parts: tuple[Part, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "amount": None if self.amount is None else str(self.amount),
            "parts": [part.to_json() for part in self.parts],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Value":
        def number(text: str | None) -> Fraction | None:
            return None if text is None else Fraction(text)

        parts = tuple(Part(part[0], part[1], number(part[2]), *part[3:]) for part in data["parts"])
        return cls(data["code"], number(data["amount"]), parts)


@dataclass(frozen=True, slots=True)
class Field:
    """All that a criterion may look at."""

    lines: Mapping[Key, tuple[Line, ...]]
    """In order of rounds."""
    points: Mapping[Key, Fraction]
    """Place points in all."""
    last_round: int
    lots: Mapping[Key, Drawn]
    worth: Points | None = None
    """Of a stage of pairings."""
    edition: Edition = Edition.FIDE_2026
    mode: Mode = Mode.SWISS
    ratings: Mapping[Key, int] = field(default_factory=dict)
    numbers: Mapping[Key, int] = field(default_factory=dict)
    """Seeding or pairing numbers."""
    codes: tuple[str, ...] = ()
    """Of all criteria that will be asked for."""
    explained: bool = True
    """Whether anybody asks what the values are made of."""
    cache: dict[str, Any] = field(default_factory=dict, compare=False)
    """What several criteria are made from."""


Compute: TypeAlias = Callable[[Field, Sequence[Key]], Mapping[Key, Value]]


@dataclass(frozen=True, slots=True)
class Criterion:
    code: str
    title: str
    """English, to be translated."""
    description: str
    compute: Compute
    """The values of the entries asked for."""
    lower_is_better: bool = False
    within_ties: bool = False
    """The value depends on who is still tied: it is asked for one tied group at a time."""


_criteria: dict[str, Criterion] = {}


def register(criterion: Criterion) -> Criterion:
    assert criterion.code not in _criteria, criterion.code
    _criteria[criterion.code] = criterion
    return criterion


def criterion(code: str) -> Criterion:
    """Raise UnknownTieBreakError."""
    try:
        return _criteria[code]
    except KeyError:
        raise UnknownTieBreakError(code=code, known=sorted(_criteria)) from None


def _place_points(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    return {
        key: Value(
            "PP",
            field.points[key],
            tuple(Part(line.round, None, line.points) for line in field.lines[key]),
        )
        for key in keys
    }


def _wins(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    found = {}
    one = Fraction(1)
    for key in keys:
        parts = tuple(
            Part(line.round, None, one)
            for line in field.lines[key]
            if line.kind is LineKind.PLAYED and line.place == 1 and line.shared == 1
        )
        found[key] = Value("WINS", Fraction(len(parts)), parts)
    return found


def _opponents(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    # Sums in whole units: fractions are ten times slower.
    unit = lcm(*(points.denominator for points in field.points.values()))
    whole = {
        key: points.numerator * (unit // points.denominator) for key, points in field.points.items()
    }
    found = {}
    for key in keys:
        parts = tuple(
            Part(line.round, other, field.points[other])
            for line in field.lines[key]
            for other in line.met
        )
        total = sum(whole[other] for line in field.lines[key] for other in line.met)
        mean = Fraction(total, unit * len(parts)) if parts else Fraction(0)
        found[key] = Value("OPP", mean, parts)
    return found


def _last_place(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    found = {}
    for key in keys:
        line = next((line for line in field.lines[key] if line.round == field.last_round), None)
        if line is None or line.place is None:
            found[key] = Value("LAST", None)
            continue
        # A shared place is as good as the mean of the places it takes.
        mean = line.place + Fraction(line.shared - 1, 2)
        found[key] = Value("LAST", mean, (Part(line.round, None, mean),))
    return found


def _lots(field: Field, keys: Sequence[Key]) -> dict[Key, Value]:
    """Those drawn earlier, with others, do not part who is tied now."""
    places = drawn_together(keys, field.lots)
    return {key: Value("LOTS", Fraction(places[key]) if places else None) for key in keys}


register(
    Criterion(
        "PP",
        "Place points",
        "The place points of all rounds: (k − p)/(k − 1) for place p of k, shared places averaged.",
        _place_points,
    )
)
register(
    Criterion(
        "WINS",
        "Wins",
        "Tables won outright; a shared first place and a table nobody else came to are not "
        "counted.",
        _wins,
    )
)
register(
    Criterion(
        "OPP",
        "Opponents",
        "The mean place points of the opponents met, each as often as met.",
        _opponents,
    )
)
register(
    Criterion(
        "LAST",
        "Last round",
        "The place in the last round; a shared place is the mean of the places it takes.",
        _last_place,
        lower_is_better=True,
    )
)
register(
    Criterion(
        "LOTS",
        "Playoff or lots",
        "The place in a playoff, or in lots drawn, among those still tied.",
        _lots,
        lower_is_better=True,
        within_ties=True,
    )
)

LOTS = "LOTS"
KYOEN: tuple[str, ...] = ("PP", "WINS", "OPP", "LAST", LOTS)
"""The order for Kyōen tables."""
