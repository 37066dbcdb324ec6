"""From the places at a table to place points (rules of Kyōen tables).

The p-th of k at a table scores (k − p)/(k − 1); those who share places share their points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from tournaments.formats.errors import FormatError
from tournaments.formats.lots import Key


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
    """Lost the result at this table by ruling: last, without points; the others move up."""


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
    """Everybody else at the table was missing or removed: a full point, not a played round."""
    REMOVED = "removed"
    NO_SHOW = "no_show"
    PENDING = "pending"
    """Seated at a table that has no result yet."""
    BYE = "bye"
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
    points: Fraction = Fraction(0)


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

    @property
    def played(self) -> bool:
        return self.kind in {LineKind.PLAYED, LineKind.REMOVED}


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


def lines_by_round(
    results: Iterable[Result], no_show: NoShow = NoShow.LAST
) -> dict[int, dict[Key, Line]]:
    """Every entry's line in every round that occurs in ``results``, rounds in order.

    Seats of tables without a result are PENDING. Raise EntryTwiceInRoundError,
    InvalidPlaceError.
    """
    rounds: dict[int, dict[Key, Line]] = {}
    for result in results:
        found: Mapping[Key, Line]
        if isinstance(result, Unplayed):
            found = {result.key: Line(result.round, result.kind, result.points)}
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
            if result.finished:
                found = score_table(result, no_show)
            else:
                pending = Line(
                    result.round, LineKind.PENDING, table=result.table, size=len(result.seats)
                )
                found = dict.fromkeys(keys, pending)
        known = rounds.setdefault(result.round, {})
        if again := known.keys() & found.keys():
            raise EntryTwiceInRoundError(round=result.round, key=min(again, key=str))
        known.update(found)
    return dict(sorted(rounds.items()))
