"""From totals to ranks: each criterion optional, in the organiser's order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction
from itertools import groupby
from typing import Any

from games.rules.base import GameError, gettext_noop
from tournaments import standings as tables
from tournaments.formats.lots import Key
from tournaments.standings import Standing, Status, Value


class Criterion(Enum):
    TOTAL = "total"
    """Points, more first."""
    HANTEI = "hantei"
    """Hantei problems solved, more first."""
    WRONG = "wrong"
    """Wrong attempts, fewer first."""
    LAST_RIGHT = "last_right"
    """The last right answer that counts, earlier first; nobody without one is before."""


DEFAULT = tuple(Criterion)


class Excluded(Enum):
    """Why somebody is out before ranking."""

    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    STAFF = "staff"
    PRACTICE = "practice"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Contestant:
    key: Key
    total: Fraction
    hantei: int = 0
    wrong: int = 0
    last_right: datetime | None = None
    excluded: Excluded | None = None
    seed: int | None = None
    """Orders those who share a rank; gives none."""


@dataclass(frozen=True, slots=True)
class Ranked:
    contestant: Contestant
    rank: int | None
    """1, 2, 2, 4; None for the excluded, who come last."""
    shared: bool = False
    decided_by: Criterion | None = None
    """The first criterion that sets this rank apart from the one above."""


class CriteriaError(GameError):
    """``value`` is no criterion, or is there twice."""

    code = "invalid_criteria"
    words = gettext_noop("“{value}” cannot be a criterion of the ranking here.")


def read_criteria(names: Iterable[Any]) -> tuple[Criterion, ...]:
    """
    >>> [one.value for one in read_criteria(["hantei", "total"])]
    ['hantei', 'total']
    """
    found: list[Criterion] = []
    known = {one.value: one for one in Criterion}
    for name in names:
        one = known.get(name) if isinstance(name, str) else None
        if one is None or one in found:
            raise CriteriaError(value=str(name)[:40])
        found.append(one)
    if not found:
        raise CriteriaError(value="")
    return tuple(found)


def _mark(one: Contestant, criterion: Criterion) -> tuple[Any, ...]:
    match criterion:
        case Criterion.TOTAL:
            return (-one.total,)
        case Criterion.HANTEI:
            return (-one.hantei,)
        case Criterion.WRONG:
            return (one.wrong,)
        case Criterion.LAST_RIGHT:
            return (1,) if one.last_right is None else (0, one.last_right)


def rank(
    contestants: Iterable[Contestant], criteria: Sequence[Criterion] = DEFAULT
) -> tuple[Ranked, ...]:
    """The order in which they are given decides nothing."""
    marks = {}
    inside, outside = [], []
    for one in contestants:
        if one.excluded is None:
            inside.append(one)
            marks[one.key] = [_mark(one, criterion) for criterion in criteria]
        else:
            outside.append(one)
    inside.sort(key=lambda one: (marks[one.key], *_quiet(one)))
    found: list[Ranked] = []
    above: list[tuple[Any, ...]] | None = None
    for values, group in groupby(inside, key=lambda one: marks[one.key]):
        alike = list(group)
        decided = None
        if above is not None:
            decided = next(
                c for c, value, other in zip(criteria, values, above, strict=True) if value != other
            )
        place, shared = len(found) + 1, len(alike) > 1
        found += [Ranked(one, place, shared, decided) for one in alike]
        above = values
    outside.sort(key=lambda one: (list(Excluded).index(one.excluded or Excluded.STAFF),
                                  *_quiet(one)))  # fmt: skip
    return (*found, *(Ranked(one, None) for one in outside))


def _quiet(one: Contestant) -> tuple[Any, ...]:
    """The order of rows that share a rank: it says nothing."""
    return (one.seed is None, one.seed or 0, str(one.key))


CODES = {
    Criterion.TOTAL: "MARKS",
    Criterion.HANTEI: "HANTEI",
    Criterion.WRONG: "WRONG",
    Criterion.LAST_RIGHT: "LASTRIGHT",
}
_STATUS = {
    Excluded.WITHDRAWN: Status.WITHDRAWN,
    Excluded.DISQUALIFIED: Status.DISQUALIFIED,
}


def as_standings(
    ranked: Iterable[Ranked],
    criteria: Sequence[Criterion] = DEFAULT,
    *,
    since: datetime | None = None,
) -> tuple[Standing, ...]:
    """As tournaments keep and advance from. Staff, practice and the absent are left out.

    The last right answer is told in minutes after ``since``.
    """
    found = []
    for one in ranked:
        who = one.contestant
        if who.excluded is not None and who.excluded not in _STATUS:
            continue
        status = Status.PLAYING if who.excluded is None else _STATUS[who.excluded]
        out = who.excluded is Excluded.DISQUALIFIED
        found.append(
            Standing(
                key=who.key,
                rank=one.rank,
                shared=one.shared,
                status=status,
                played=1,
                values=tuple(
                    Value(CODES[criterion], None if out else _amount(who, criterion, since))
                    for criterion in criteria
                ),
                lines=(),
                decided_by=CODES[one.decided_by] if one.decided_by else None,
            )
        )
    return tuple(found)


def _amount(one: Contestant, criterion: Criterion, since: datetime | None) -> Fraction | None:
    match criterion:
        case Criterion.TOTAL:
            return one.total
        case Criterion.HANTEI:
            return Fraction(one.hantei)
        case Criterion.WRONG:
            return Fraction(one.wrong)
        case Criterion.LAST_RIGHT:
            if one.last_right is None or since is None:
                return None
            return Fraction((one.last_right - since).total_seconds()) / 60


def _given(code: str) -> Any:
    """These values come with the standings and are never computed from rounds."""
    return lambda field, keys: {key: Value(code, None) for key in keys}


for _code, _title, _description, _lower in (
    ("MARKS", gettext_noop("Points"), gettext_noop("The points of all problems."), False),
    (
        "HANTEI",
        gettext_noop("Hantei"),
        gettext_noop("Hantei problems solved."),
        False,
    ),
    ("WRONG", gettext_noop("Wrong"), gettext_noop("Wrong attempts; fewer is better."), True),
    (
        "LASTRIGHT",
        gettext_noop("Last right"),
        gettext_noop("When the last right answer came, in minutes; earlier is better."),
        True,
    ),
):
    tables.register(tables.Criterion(_code, _title, _description, _given(_code), _lower))
