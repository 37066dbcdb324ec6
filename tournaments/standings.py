"""Standings: a pure function of the entries, the results and the ordered tie-breaks.

The order of rows decides nothing, and every value can be opened to see what it was made of.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any

from tournaments.formats.errors import (
    DuplicateEntrantError,
    InvalidSettingError,
    UnknownEntrantError,
)
from tournaments.formats.fide import ROUND_ROBIN, SWISS, Edition, Mode
from tournaments.formats.fide_table import add
from tournaments.formats.lots import Drawn, Key
from tournaments.formats.points import Points
from tournaments.formats.scoring import (
    Line,
    LineKind,
    NoShow,
    Result,
    SeatKind,
    SeatResult,
    TableResult,
    Unplayed,
    lines_by_round,
    normalise_places,
    place_points,
)
from tournaments.formats.tie_breaks import (
    KYOEN,
    Criterion,
    Field,
    Part,
    UnknownTieBreakError,
    Value,
    criterion,
    register,
)

__all__ = [
    "KYOEN",
    "ROUND_ROBIN",
    "SWISS",
    "Contender",
    "Criterion",
    "Edition",
    "Field",
    "Line",
    "LineKind",
    "Mode",
    "NoShow",
    "Part",
    "Points",
    "Result",
    "SeatKind",
    "SeatResult",
    "Standing",
    "Status",
    "TableResult",
    "UnknownTieBreakError",
    "Unplayed",
    "Value",
    "criterion",
    "format_amount",
    "gains",
    "movement",
    "normalise_places",
    "place_points",
    "progress",
    "register",
    "standings",
    "unfinished",
]


class Status(Enum):
    PLAYING = "playing"
    WITHDRAWN = "withdrawn"
    """Keeps results and rank."""
    DISQUALIFIED = "disqualified"
    """Has no rank; the opponents keep what they scored."""


@dataclass(frozen=True, slots=True)
class Contender:
    """What standings need to know of an entry."""

    key: Key
    seed: int | None = None
    """Orders the rows that share a place; gives no rank."""
    from_round: int = 1
    withdrawn_from: int | None = None
    """The first round the entry takes no part in."""
    disqualified: bool = False
    lot: Drawn | None = None
    """Counts among those still tied, where it was drawn for all of them."""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings."""

    key: Key
    rank: int | None
    """Shared ranks have the same number and leave out the next ones: 1, 2, 2, 4. None when
    disqualified."""
    shared: bool
    status: Status
    played: int
    """Rounds really played: no byes, walkovers, absences or unfinished tables."""
    values: tuple[Value, ...]
    """In the order of the tie-breaks."""
    lines: tuple[Line, ...]
    """Round by round."""
    decided_by: str | None = None
    """The code of the criterion that sets this rank apart from the one above."""

    @property
    def points(self) -> Fraction:
        """The first criterion."""
        return self.values[0].amount or Fraction(0)

    def value(self, code: str) -> Value:
        return next(value for value in self.values if value.code == code)

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "rank": self.rank,
            "shared": self.shared,
            "status": self.status.value,
            "played": self.played,
            "decided_by": self.decided_by,
            "values": [value.to_json() for value in self.values],
            "lines": [line.to_json() for line in self.lines],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Standing":
        lines = tuple(Line.from_json(line) for line in data["lines"])
        return cls(
            data["key"],
            data["rank"],
            data["shared"],
            Status(data["status"]),
            data["played"],
            tuple(Value.from_json(value) for value in data["values"]),
            lines,
            data["decided_by"],
        )


def standings(
    contenders: Iterable[Contender],
    results: Iterable[Result],
    *,
    tie_breaks: Sequence[str] = KYOEN,
    after_round: int | None = None,
    no_show: NoShow = NoShow.LAST,
    points: Points | None = None,
    edition: Edition = Edition.FIDE_2026,
    mode: Mode = Mode.SWISS,
    explained: bool = True,
) -> tuple[Standing, ...]:
    """Rank everybody after a round, the last one by default.

    Somebody without a result in a round that others have one in gets a line that says why:
    not yet entered, withdrawn or absent. With ``points`` it is a stage of pairings, whose
    FIDE tie-breaks are of ``edition`` and ``mode``. A withdrawal after ``after_round`` is not
    shown. The disqualified come last, without a rank. Not ``explained``, values may come without
    what they are made of, in half the time. Raise UnknownEntrantError, DuplicateEntrantError,
    EntryTwiceInRoundError, InvalidPlaceError, UnknownTieBreakError, and
    InvalidSettingError for tie-breaks that are none or that come twice.
    """
    if not tie_breaks or len(set(tie_breaks)) < len(tie_breaks):
        raise InvalidSettingError(
            field="tie_breaks", value=list(tie_breaks), allowed="at least one, none twice"
        )
    criteria = [criterion(code) for code in tie_breaks]
    known: dict[Key, Contender] = {}
    for contender in contenders:
        if contender.key in known:
            raise DuplicateEntrantError(key=contender.key)
        known[contender.key] = contender
    rounds = lines_by_round(
        (result for result in results if after_round is None or result.round <= after_round),
        no_show,
        points,
    )
    _refuse_unknown(known, rounds)
    order = tuple(tie_breaks)
    return _ranked(known, rounds, criteria, order, after_round, points, edition, mode, explained)


def _refuse_unknown(
    known: Mapping[Key, Contender], rounds: Mapping[int, Mapping[Key, Line]]
) -> None:
    for lines_of_round in rounds.values():
        for key in lines_of_round:
            if key not in known:
                raise UnknownEntrantError(key=key)


def _ranked(
    known: Mapping[Key, Contender],
    rounds: Mapping[int, Mapping[Key, Line]],
    criteria: Sequence[Criterion],
    codes: tuple[str, ...],
    after_round: int | None,
    points: Points | None,
    edition: Edition,
    mode: Mode,
    explained: bool,
) -> tuple[Standing, ...]:
    shown = {key: known[key] for key in sorted(known, key=lambda key: _row_order(known[key]))}
    field = _field(shown, rounds, points, edition, mode, codes, explained)
    statuses = {key: _status(contender, after_round) for key, contender in shown.items()}
    ranked = [key for key in shown if statuses[key] is not Status.DISQUALIFIED]
    unranked = [key for key in shown if statuses[key] is Status.DISQUALIFIED]

    # Refine groups of the tied, criterion by criterion; each carries what split it off.
    groups: list[tuple[list[Key], str | None]] = [(ranked, None)] if ranked else []
    values: dict[Key, list[Value]] = {key: [] for key in shown}
    for current in criteria:
        found = _values(current, field, [group for group, _ in groups], unranked)
        for key, value in found.items():
            values[key].append(value)
        groups = [part for group in groups for part in _split(group, current, found)]

    table = []
    rank = 1
    for keys, decided_by in [*groups, *(([key], None) for key in unranked)]:
        for key in keys:
            status = statuses[key]
            disqualified = status is Status.DISQUALIFIED
            lines = field.lines[key]
            table.append(
                Standing(
                    key,
                    None if disqualified else rank,
                    len(keys) > 1,
                    status,
                    sum(line.played for line in lines),
                    tuple(values[key]),
                    lines,
                    decided_by,
                )
            )
        rank += len(keys)
    return tuple(table)


def unfinished(
    results: Iterable[Result], after_round: int | None = None
) -> tuple[TableResult, ...]:
    """The tables that still miss a result, in order."""
    found = [
        result
        for result in results
        if isinstance(result, TableResult)
        and not result.finished
        and (after_round is None or result.round <= after_round)
    ]
    return tuple(sorted(found, key=lambda result: (result.round, result.table)))


def movement(now: Iterable[Standing], before: Iterable[Standing]) -> dict[Key, int | None]:
    """How many ranks each has gained; None for who had no rank before, or has none now."""
    return gains(now, {standing.key: standing.rank for standing in before})


def gains(
    now: Iterable[Standing], before: Mapping[str, int | None] | Mapping[Key, int | None]
) -> dict[Key, int | None]:
    """As ``movement``, from the ranks before."""
    old: dict[Key, int | None] = dict(before.items())
    moved: dict[Key, int | None] = {}
    for standing in now:
        was = old.get(standing.key)
        moved[standing.key] = None if was is None or standing.rank is None else was - standing.rank
    return moved


def progress(
    contenders: Iterable[Contender],
    results: Iterable[Result],
    *,
    tie_breaks: Sequence[str] = KYOEN,
    no_show: NoShow = NoShow.LAST,
    points: Points | None = None,
    edition: Edition = Edition.FIDE_2026,
    mode: Mode = Mode.SWISS,
    made: Mapping[int, Iterable[Standing]] | None = None,
) -> dict[Key, tuple[int | None, ...]]:
    """The rank of each after every round that has results, for a plot.

    ``made``: standings that are known already, by the number of the round.
    """
    entered = {contender.key: contender for contender in contenders}
    rounds = lines_by_round(results, no_show, points)
    _refuse_unknown(entered, rounds)
    criteria, codes = [criterion(code) for code in tie_breaks], tuple(tie_breaks)
    ranks: dict[Key, list[int | None]] = {key: [] for key in entered}
    for number in rounds:
        table = (made or {}).get(number)
        if table is None:
            until = {one: lines for one, lines in rounds.items() if one <= number}
            table = _ranked(
                entered, until, criteria, codes, number, points, edition, mode, explained=False
            )
        for standing in table:
            ranks[standing.key].append(standing.rank)
    return {key: tuple(found) for key, found in ranks.items()}


def format_amount(amount: Fraction | None, digits: int = 2) -> str:
    """A number as a table shows it: rounded half up, without needless zeros.

    >>> format_amount(Fraction(7, 2)), format_amount(Fraction(5, 3)), format_amount(Fraction(2))
    ('3.5', '1.67', '2')
    >>> format_amount(None)
    ''
    """
    if amount is None:
        return ""
    scaled = (2 * abs(amount) * 10**digits + 1) // 2
    whole, rest = divmod(scaled, 10**digits)
    sign = "-" if amount < 0 and scaled else ""
    decimals = f"{rest:0{digits}d}".rstrip("0") if digits else ""
    return f"{sign}{whole}.{decimals}" if decimals else f"{sign}{whole}"


def _row_order(contender: Contender) -> tuple[bool, int, bool, str, int]:
    key = contender.key
    number, text = (0, key) if isinstance(key, str) else (key, "")
    return contender.seed is None, contender.seed or 0, isinstance(key, str), text, number


def _status(contender: Contender, after_round: int | None) -> Status:
    if contender.disqualified:
        return Status.DISQUALIFIED
    withdrawn = contender.withdrawn_from
    if withdrawn is not None and (after_round is None or withdrawn <= after_round):
        return Status.WITHDRAWN
    return Status.PLAYING


def _field(
    contenders: Mapping[Key, Contender],
    rounds: Mapping[int, Mapping[Key, Line]],
    worth: Points | None,
    edition: Edition,
    mode: Mode,
    codes: tuple[str, ...],
    explained: bool,
) -> Field:
    lines = {}
    points = {}
    for key, contender in contenders.items():
        found = []
        for number, lines_of_round in rounds.items():
            line = lines_of_round.get(key)
            found.append(line or Line(number, _why_unplayed(contender, number)))
        lines[key] = tuple(found)
        points[key] = add(line.points for line in found)
    lots = {key: entry.lot for key, entry in contenders.items() if entry.lot is not None}
    return Field(
        lines,
        points,
        max(rounds, default=0),
        lots,
        worth,
        edition,
        mode,
        {key: entry.rating for key, entry in contenders.items() if entry.rating},
        {key: entry.seed for key, entry in contenders.items() if entry.seed is not None},
        codes,
        explained,
    )


def _why_unplayed(contender: Contender, number: int) -> LineKind:
    if number < contender.from_round:
        return LineKind.NOT_ENTERED
    if contender.withdrawn_from is not None and number >= contender.withdrawn_from:
        return LineKind.WITHDRAWN
    return LineKind.ABSENT


def _values(
    current: Criterion, field: Field, groups: Sequence[Sequence[Key]], unranked: Sequence[Key]
) -> dict[Key, Value]:
    everyone = [*(key for group in groups for key in group), *unranked]
    if not current.within_ties:
        return dict(current.compute(field, everyone))
    found = {key: Value(current.code, None) for key in everyone}
    for group in groups:
        if len(group) > 1:
            found.update(current.compute(field, group))
    return found


def _split(
    group: tuple[list[Key], str | None], current: Criterion, values: Mapping[Key, Value]
) -> list[tuple[list[Key], str | None]]:
    keys, decided_by = group
    if len(keys) == 1:
        return [group]
    amounts = {key: values[key].amount for key in keys}
    unit = lcm(*(amount.denominator for amount in amounts.values() if amount is not None))
    sign = 1 if current.lower_is_better else -1

    def order(key: Key) -> tuple[bool, int]:
        amount = amounts[key]
        if amount is None:
            return True, 0
        return False, sign * amount.numerator * (unit // amount.denominator)

    orders = {key: order(key) for key in keys}
    ordered = sorted(keys, key=orders.__getitem__)
    parts = [list(found) for _, found in groupby(ordered, key=orders.__getitem__)]
    return [(part, current.code if index else decided_by) for index, part in enumerate(parts)]
