"""The values of a round of pairings: two to a table, the first of them moves first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, assert_never

from tournaments.formats.lots import Key
from tournaments.formats.scoring import SeatKind, SeatResult, TableResult


class Outcome(Enum):
    """How a pairing ended."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    FIRST_FORFEITS = "first_forfeits"
    SECOND_FORFEITS = "second_forfeits"
    BOTH_FORFEIT = "both_forfeit"


@dataclass(frozen=True, slots=True)
class Pair:
    first: Key
    """Moves first: the part of White."""
    second: Key

    @property
    def keys(self) -> frozenset[Key]:
        return frozenset((self.first, self.second))


class PairWarning(Enum):
    """What an organiser should know about a pairing before publishing it."""

    REMATCH = "rematch"
    FORBIDDEN = "forbidden_pair"
    SAME_CLUB = "same_club"
    FIRST_AGAIN = "first_again"
    """Moves first for the third time running, or three times more often than second."""
    SECOND_AGAIN = "second_again"
    SECOND_BYE = "second_bye"
    """Has had the bye, or a win without playing, already."""
    FORCED_BYE = "forced_bye"
    """Byes given by hand left an odd number, so that somebody else has to sit out as well."""
    SCORE_GAP = "score_gap"
    """At least two points apart."""


@dataclass(frozen=True, slots=True)
class PairNote:
    kind: PairWarning
    keys: tuple[Key, ...]
    count: int = 1
    """How often the two have met, how often one has sat out or moved first running; the gap in
    whole points."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind.value, "keys": list(self.keys), "count": self.count}


@dataclass(frozen=True, slots=True)
class RoundPairing:
    round: int
    pairs: tuple[Pair, ...]
    """In order of tables."""
    bye: Key | None
    """Whom the pairing left over."""
    byes_by_hand: tuple[Key, ...]
    notes: tuple[PairNote, ...]
    system: str
    """The rules it was made by, with their edition."""
    seed: int | str

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "system": self.system,
            "seed": self.seed,
            "pairs": [[pair.first, pair.second] for pair in self.pairs],
            "bye": self.bye,
            "byes_by_hand": list(self.byes_by_hand),
            "notes": [note.to_json() for note in self.notes],
        }


class PairFaultKind(Enum):
    """Why a round of pairings cannot be played."""

    MISSING = "missing"
    TWICE = "twice"
    UNKNOWN = "unknown"
    WITH_ITSELF = "with_itself"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class PairFault:
    kind: PairFaultKind
    keys: tuple[Key, ...]


def check_pairs(
    pairs: Iterable[Pair], byes: Iterable[Key], expected: Iterable[Key], absent: Iterable[Key] = ()
) -> tuple[PairFault, ...]:
    """What is wrong with a round: nothing when everybody expected plays or sits out once."""
    pairs = tuple(pairs)
    seen = Counter(key for pair in pairs for key in {pair.first, pair.second})
    seen.update(byes)
    away, wanted = set(absent), set(expected)
    faults = [
        PairFault(PairFaultKind.WITH_ITSELF, (pair.first,))
        for pair in pairs
        if pair.first == pair.second
    ]
    for key, times in seen.items():
        if times > 1:
            faults.append(PairFault(PairFaultKind.TWICE, (key,)))
        if key in away:
            faults.append(PairFault(PairFaultKind.ABSENT, (key,)))
        elif key not in wanted:
            faults.append(PairFault(PairFaultKind.UNKNOWN, (key,)))
    missing = sorted(wanted - away - seen.keys(), key=str)
    faults += [PairFault(PairFaultKind.MISSING, (key,)) for key in missing]
    return tuple(faults)


def pair_result(
    number: int, table: int, first: Key, second: Key, outcome: Outcome | None = None
) -> TableResult:
    """The table of two of a round, with its result when there is one."""
    places: Sequence[int | None] = (None, None)
    kinds = (SeatKind.PLAYED, SeatKind.PLAYED)
    match outcome:
        case None:
            pass
        case Outcome.FIRST:
            places = (1, 2)
        case Outcome.SECOND:
            places = (2, 1)
        case Outcome.DRAW:
            places = (1, 1)
        case Outcome.FIRST_FORFEITS:
            places, kinds = (None, 1), (SeatKind.NO_SHOW, SeatKind.PLAYED)
        case Outcome.SECOND_FORFEITS:
            places, kinds = (1, None), (SeatKind.PLAYED, SeatKind.NO_SHOW)
        case Outcome.BOTH_FORFEIT:
            kinds = (SeatKind.NO_SHOW, SeatKind.NO_SHOW)
        case _:
            assert_never(outcome)
    return TableResult(
        number,
        table,
        (SeatResult(first, places[0], kinds[0]), SeatResult(second, places[1], kinds[1])),
    )


def outcome_of(result: TableResult) -> Outcome | None:
    """How a table of two ended; None while open, and when both lost by ruling.

    >>> outcome_of(pair_result(1, 1, "a", "b", Outcome.SECOND_FORFEITS)).value
    'second_forfeits'
    """
    first, second = result.seats
    gone, removed = SeatKind.NO_SHOW, SeatKind.REMOVED
    absent = (first.kind is gone, second.kind is gone)
    if any(absent):
        if all(absent) or removed in (first.kind, second.kind):
            return Outcome.BOTH_FORFEIT
        return Outcome.FIRST_FORFEITS if absent[0] else Outcome.SECOND_FORFEITS
    if removed in (first.kind, second.kind):
        if first.kind is second.kind:
            return None
        return Outcome.SECOND if first.kind is removed else Outcome.FIRST
    if first.place is None or second.place is None:
        return None
    if first.place == second.place:
        return Outcome.DRAW
    return Outcome.FIRST if first.place < second.place else Outcome.SECOND
