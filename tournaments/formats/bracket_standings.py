"""The standings of a knockout: where the bracket has put everybody."""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from tournaments.formats.bracket_state import BracketState, PlaceStatus
from tournaments.formats.lots import Key
from tournaments.formats.points import STANDARD, Points
from tournaments.formats.scoring import Line, LineKind, Result, lines_by_round
from tournaments.formats.tie_breaks import Value
from tournaments.standings import Standing, Status

WON = {LineKind.PLAYED, LineKind.WALKOVER}


def bracket_standings(
    now: BracketState,
    results: Iterable[Result],
    *,
    points: Points = STANDARD,
    out: Collection[Key] = (),
    disqualified: Collection[Key] = (),
) -> tuple[Standing, ...]:
    """By place; those still in share the first ranks in order of seeds.

    ``results``: of the tables and byes that ``now`` follows from.
    """
    lines = lines_by_round(results, points=points)
    still_in = sum(place.status is PlaceStatus.IN for place in now.places)
    rows = []
    for place in now.places:
        own = tuple(found[place.key] for found in lines.values() if place.key in found)
        rank, last = place.rank, place.last
        if place.status is PlaceStatus.IN:
            rank, last = 1, still_in
        rows.append(
            Standing(
                place.key,
                rank,
                rank is not None and last is not None and last > rank,
                _status(place.key, out, disqualified),
                sum(line.played for line in own),
                (Value("WINS", _wins(own)),),
                own,
            )
        )
    return tuple(rows)


def _status(key: Key, out: Collection[Key], disqualified: Collection[Key]) -> Status:
    if key in disqualified:
        return Status.DISQUALIFIED
    return Status.WITHDRAWN if key in out else Status.PLAYING


def _wins(lines: Sequence[Line]) -> Fraction:
    return Fraction(sum(line.kind in WON and line.place == 1 for line in lines))
