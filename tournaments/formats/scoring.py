"""From the places at a table to points.

Kyōen tables: the p-th of k scores (k − p)/(k − 1); those who share places share their points.
Pairings: a pairing is a table of two, whose first seat moves first. A stage of pairings has
Points, which say what a win, a draw, a loss and each unplayed round are worth.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, TypeAlias

from tournaments.formats.errors import FormatError
from tournaments.formats.lots import Key
from tournaments.formats.points import Points


class EntryTwiceInRoundError(FormatError):
    """Somebody has two results in one round. ``params``: round, key."""

    code = "entry_twice_in_round"


class InvalidPlaceError(FormatError):
    """A place below 1. ``params``: round, table, place."""

    code = "invalid_place"


class SeatKind(Enum):
    PLAYED = "played"
    NO_SHOW = "no_show"
    """Never came to the table."""
    REMOVED = "removed"
    """Lost the result at this table by ruling: last, without points; the others move up.
    In a pairing a loss, played all the same."""


class NoShow(Enum):
    """What somebody who never came does to a table."""

    LAST = "last"
    """Counts as last of the table, with 0 points; the table keeps its size."""
    UNCOUNTED = "uncounted"
    """Scores 0 points, and the table counts as one smaller."""


class LineKind(Enum):
    """What a round was to an entry."""

    PLAYED = "played"
    WALKOVER = "walkover"
    """Everybody else at the table was missing or removed: a full point, not a played round.
    In a pairing a win by forfeit."""
    REMOVED = "removed"
    NO_SHOW = "no_show"
    PENDING = "pending"
    """Seated at a table that has no result yet."""
    BYE = "bye"
    """Left over by the pairing."""
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    """Asked for beforehand, like the two above."""
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    NOT_ENTERED = "not_entered"
    """The round was before the entry came in."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    key: Key
    place: int | None = None
    """From 1; shared places have the same number. None while unknown."""
    kind: SeatKind = SeatKind.PLAYED
    score: Fraction | None = None
    """Of a pairing: seeds, pieces or games of a series, beside the place."""
    count: Fraction | None = None
    """Of a series: the seeds or pieces of all its games."""


@dataclass(frozen=True, slots=True)
class TableResult:
    round: int
    table: int
    seats: tuple[SeatResult, ...]

    @property
    def finished(self) -> bool:
        """Every seat has its place, or needs none."""
        return all(
            seat.place is not None or seat.kind is not SeatKind.PLAYED for seat in self.seats
        )


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A round that an entry sat out, with what it is credited for it."""

    round: int
    key: Key
    kind: LineKind = LineKind.ABSENT
    points: Fraction | None = None
    """None: what the stage's Points say; nothing without them."""


Result: TypeAlias = TableResult | Unplayed


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one entry."""

    round: int
    kind: LineKind
    points: Fraction = Fraction(0)
    table: int | None = None
    place: int | None = None
    shared: int = 1
    """How many share the place."""
    size: int = 0
    """How many the table counts."""
    met: tuple[Key, ...] = ()
    """Whom the entry really played."""
    first: bool | None = None
    """Of a pairing: moved first, or would have."""
    opponent: Key | None = None
    """Of a pairing: whether they played or not."""
    score: Fraction | None = None
    """Of a pairing: own score less the opponent's; of a series its seeds, where all are known."""

    @property
    def played(self) -> bool:
        return self.kind is LineKind.PLAYED or self.kind is LineKind.REMOVED

    def to_json(self) -> dict[str, Any]:
        """What only pairings have is left out where it is not known."""
        said = {
            "round": self.round,
            "kind": self.kind.value,
            "points": str(self.points),
            "table": self.table,
            "place": self.place,
            "shared": self.shared,
            "size": self.size,
            "met": list(self.met),
        }
        if self.first is not None:
            said |= {"first": self.first, "opponent": self.opponent}
        if self.score is not None:
            said["score"] = str(self.score)
        return said

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Line":
        score = data.get("score")
        return cls(
            data["round"],
            LineKind(data["kind"]),
            Fraction(data["points"]),
            data["table"],
            data["place"],
            data["shared"],
            data["size"],
            tuple(data["met"]),
            data.get("first"),
            data.get("opponent"),
            None if score is None else Fraction(score),
        )


def normalise_places(places: Sequence[int]) -> tuple[int, ...]:
    """Number places so that each shared place leaves out the next ones.

    >>> normalise_places([1, 2, 2, 3]), normalise_places([7, 3, 3])
    ((1, 2, 2, 4), (3, 1, 1))
    """
    ordered = sorted(places)
    return tuple(ordered.index(place) + 1 for place in places)


def place_points(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Place points in the order of ``places``; only their order counts.

    >>> [str(points) for points in place_points([1, 2, 3, 4])]
    ['1', '2/3', '1/3', '0']
    >>> [str(points) for points in place_points([1, 2, 2, 4])]
    ['1', '1/2', '1/2', '0']

    Alone at a table means a full point.
    """
    size = len(places)
    if size == 1:
        return (Fraction(1),)
    found: list[Fraction] = []
    for place in normalise_places(places):
        shared = places.count(places[len(found)])
        # The mean of (k − p)/(k − 1) over the shared places p, p + 1, …
        found.append(Fraction(2 * (size - place) - shared + 1, 2 * (size - 1)))
    return tuple(found)


def score_table(result: TableResult, no_show: NoShow = NoShow.LAST) -> dict[Key, Line]:
    """The lines of everybody at one finished table."""
    number, table = result.round, result.table
    placed = [seat for seat in result.seats if seat.kind is SeatKind.PLAYED]
    removed = [seat for seat in result.seats if seat.kind is SeatKind.REMOVED]
    missing = [seat for seat in result.seats if seat.kind is SeatKind.NO_SHOW]
    size = len(result.seats) - (len(missing) if no_show is NoShow.UNCOUNTED else 0)
    given = [seat.place or 0 for seat in placed]
    places = normalise_places(given)
    # Those behind take the last places of the table, with nothing.
    points = place_points([*places, *range(len(placed) + 1, size + 1)])
    present = sorted((seat.key for seat in (*placed, *removed)), key=str)
    kind = LineKind.PLAYED if len(placed) > 1 or removed else LineKind.WALKOVER
    lines: dict[Key, Line] = {}
    for seat, place, score in zip(placed, places, points, strict=False):
        met = tuple(key for key in present if key != seat.key)
        shared = places.count(place)
        lines[seat.key] = Line(number, kind, score, table, place, shared, size, met)
    last = len(placed) + 1
    for seat in removed:
        met = tuple(key for key in present if key != seat.key)
        lines[seat.key] = Line(
            number, LineKind.REMOVED, Fraction(0), table, last, len(removed), size, met
        )
    for seat in missing:
        lines[seat.key] = Line(number, LineKind.NO_SHOW, table=table, size=size)
    return lines


def score_pair(result: TableResult, points: Points) -> dict[Key, Line]:
    """The lines of the two of a finished pairing."""
    first, second = result.seats
    return {
        first.key: _pair_line(result, first, second, points, moves_first=True),
        second.key: _pair_line(result, second, first, points, moves_first=False),
    }


def _pair_line(
    result: TableResult, own: SeatResult, other: SeatResult, points: Points, *, moves_first: bool
) -> Line:
    difference = None
    if own.count is not None and other.count is not None:
        difference = own.count - other.count
    elif own.score is not None and other.score is not None:
        difference = own.score - other.score

    def line(kind: LineKind, amount: Fraction, place: int | None, shared: int = 1) -> Line:
        met = (other.key,) if kind is LineKind.PLAYED or kind is LineKind.REMOVED else ()
        return Line(
            result.round,
            kind,
            amount,
            result.table,
            place,
            shared,
            2,
            met,
            moves_first,
            other.key,
            difference,
        )

    gone = SeatKind.NO_SHOW
    if own.kind is gone or (other.kind is gone and own.kind is SeatKind.REMOVED):
        return line(LineKind.NO_SHOW, points.no_show, None)
    if other.kind is gone:
        return line(LineKind.WALKOVER, points.walkover, 1)
    if own.kind is SeatKind.REMOVED:
        return line(LineKind.REMOVED, points.loss, 2)
    if other.kind is SeatKind.REMOVED or (own.place or 0) < (other.place or 0):
        return line(LineKind.PLAYED, points.win, 1)
    if own.place == other.place:
        return line(LineKind.PLAYED, points.draw, 1, 2)
    return line(LineKind.PLAYED, points.loss, 2)


def unplayed_points(kind: LineKind, points: Points | None) -> Fraction:
    """What a round without a game is worth."""
    if points is None:
        return Fraction(0)
    worth = {
        LineKind.BYE: points.pairing_bye,
        LineKind.FULL_BYE: points.full_bye,
        LineKind.HALF_BYE: points.half_bye,
        LineKind.ZERO_BYE: points.zero_bye,
    }
    return worth.get(kind, points.absent)


def lines_by_round(
    results: Iterable[Result], no_show: NoShow = NoShow.LAST, points: Points | None = None
) -> dict[int, dict[Key, Line]]:
    """Every entry's line in every round that occurs in ``results``, rounds in order.

    With ``points`` tables of two are pairings. Seats of tables without a result are PENDING.
    Raise EntryTwiceInRoundError, InvalidPlaceError.
    """
    rounds: dict[int, dict[Key, Line]] = {}
    for result in results:
        found: Mapping[Key, Line]
        if isinstance(result, Unplayed):
            amount = result.points
            if amount is None:
                amount = unplayed_points(result.kind, points)
            found = {result.key: Line(result.round, result.kind, amount)}
        else:
            for seat in result.seats:
                if seat.place is not None and seat.place < 1:
                    raise InvalidPlaceError(
                        round=result.round, table=result.table, place=seat.place
                    )
            keys = [seat.key for seat in result.seats]
            if len(set(keys)) < len(keys):
                twice = next(key for key in keys if keys.count(key) > 1)
                raise EntryTwiceInRoundError(round=result.round, key=twice)
            found = _table_lines(result, no_show, points)
        known = rounds.setdefault(result.round, {})
        if again := known.keys() & found.keys():
            raise EntryTwiceInRoundError(round=result.round, key=min(again, key=str))
        known.update(found)
    return dict(sorted(rounds.items()))


def _table_lines(result: TableResult, no_show: NoShow, points: Points | None) -> Mapping[Key, Line]:
    pair = points is not None and len(result.seats) == 2
    if result.finished:
        return score_pair(result, points) if points and pair else score_table(result, no_show)
    pending = Line(result.round, LineKind.PENDING, table=result.table, size=len(result.seats))
    if not pair:
        return dict.fromkeys((seat.key for seat in result.seats), pending)
    first, second = result.seats
    return {
        first.key: replace(pending, first=True, opponent=second.key),
        second.key: replace(pending, first=False, opponent=first.key),
    }
