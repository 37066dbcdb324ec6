"""Who stands where in a knockout: a pure function of the graph, the entrants and the results."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from tournaments.formats.bracket_values import (
    Bracket,
    BracketMatch,
    BracketResult,
    Ending,
    Origin,
    Results,
    Side,
    Source,
)
from tournaments.formats.errors import DuplicateEntrantError, InvalidSettingError
from tournaments.formats.lots import Key


class MatchStatus(Enum):
    WAITING = "waiting"
    """Somebody is still to come out of an earlier match."""
    READY = "ready"
    DECIDED = "decided"
    WALKOVER = "walkover"
    """The opponent does not exist any more; no result is taken."""
    EMPTY = "empty"
    """Nobody comes here."""
    NOT_NEEDED = "not_needed"
    """The second grand final after the first was won from the winners' side."""


DONE = frozenset(
    {MatchStatus.DECIDED, MatchStatus.WALKOVER, MatchStatus.EMPTY, MatchStatus.NOT_NEEDED}
)


@dataclass(frozen=True, slots=True)
class Slot:
    """One side of a match."""

    key: Key | None
    known: bool
    """Known and without a key: nobody comes."""


OPEN = Slot(None, known=False)


@dataclass(frozen=True, slots=True)
class MatchState:
    match: BracketMatch
    status: MatchStatus
    slots: tuple[Slot, Slot]
    winner: Key | None = None
    loser: Key | None = None
    """Who goes where losers go; nobody after a double forfeit or a disqualification."""
    result: BracketResult | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        """Those who are known to sit here."""
        return tuple(slot.key for slot in self.slots if slot.key is not None)

    @property
    def done(self) -> bool:
        return self.status in DONE


class PlaceStatus(Enum):
    IN = "in"
    PLACED = "placed"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entrant came: ``rank`` to ``last`` are shared; None while still in."""

    key: Key
    rank: int | None
    last: int | None
    status: PlaceStatus
    out_in: str | None = None
    """The match that put them out."""


@dataclass(frozen=True, slots=True)
class BracketState:
    bracket: Bracket
    entrants: tuple[Key, ...]
    """In order of seeds."""
    matches: Mapping[str, MatchState]
    stale: tuple[str, ...]
    """Matches with a result of people who do not sit there; it is ignored."""
    champion: Key | None
    places: tuple[Place, ...]
    """Best first; those still in first of all, in order of seeds."""

    @property
    def ready(self) -> tuple[str, ...]:
        """The matches that can be played now, in order of play."""
        return tuple(
            name for name, state in self.matches.items() if state.status is MatchStatus.READY
        )

    @property
    def finished(self) -> bool:
        return all(state.done for state in self.matches.values())


def state(
    bracket: Bracket,
    entrants: Sequence[Key],
    results: Results,
    *,
    out: Sequence[Key] = (),
    disqualified: Collection[Key] = (),
) -> BracketState:
    """Follow the results through the graph.

    ``entrants`` come in order of seeds. Those in ``out`` play no further match, their
    opponents walk over; what they have played, and what they were given before, stays: of
    two who are out the later in ``out`` goes on, to be walked over in turn. The
    ``disqualified`` are out too and have no place, so that those behind them move up. Raise
    DuplicateEntrantError, and InvalidSettingError if there are not as many entrants as seeds.
    """
    seeded = tuple(entrants)
    if len(set(seeded)) < len(seeded):
        raise DuplicateEntrantError(key=next(key for key in seeded if seeded.count(key) > 1))
    if len(seeded) != bracket.size:
        raise InvalidSettingError(
            field="entrants", value=len(seeded), allowed=f"{bracket.size}..{bracket.size}"
        )
    barred = [key for key in seeded if key in disqualified and key not in out]
    left = {key: number for number, key in enumerate([*out, *barred])}
    matches: dict[str, MatchState] = {}
    stale = [name for name in results if not bracket.has(name)]
    for match in bracket.matches:
        first, second = match.sources
        slots = (_slot(first, seeded, matches), _slot(second, seeded, matches))
        result = results.get(match.id)
        fits = result is not None and _fits(result, slots)
        if match.side is Side.FINAL and match.round == 2 and _settled(matches["GF"]):
            matches[match.id] = MatchState(match, MatchStatus.NOT_NEEDED, slots)
            fits = False
        else:
            matches[match.id] = _decide(match, slots, result if fits else None, left)
        if result is not None and not fits:
            stale.append(match.id)
    places, champion = _places(bracket, seeded, matches, frozenset(disqualified))
    return BracketState(bracket, seeded, matches, tuple(stale), champion, places)


def _slot(source: Source, entrants: Sequence[Key], matches: Mapping[str, MatchState]) -> Slot:
    if source.origin is Origin.SEED:
        return Slot(entrants[source.seed - 1], known=True)
    before = matches[source.match]
    if not before.done:
        return OPEN
    return Slot(before.winner if source.origin is Origin.WINNER else before.loser, known=True)


def _fits(result: BracketResult, slots: tuple[Slot, Slot]) -> bool:
    sitting = {slot.key for slot in slots}
    return None not in sitting and sitting == set(result.players)


def _settled(final: MatchState) -> bool:
    """Whether the first grand final was the last: not won from the losers' side."""
    return final.done and (final.winner is None or final.winner == final.slots[0].key)


def _decide(
    match: BracketMatch,
    slots: tuple[Slot, Slot],
    result: BracketResult | None,
    left: Mapping[Key, int],
) -> MatchState:
    if result is not None:
        loser = None if result.ending is Ending.DISQUALIFIED else result.loser
        return MatchState(match, MatchStatus.DECIDED, slots, result.winner, loser, result)
    if not all(slot.known for slot in slots):
        return MatchState(match, MatchStatus.WAITING, slots)
    keys = [slot.key for slot in slots if slot.key is not None]
    if not keys:
        return MatchState(match, MatchStatus.EMPTY, slots)
    if len(keys) == 2 and not any(key in left for key in keys):
        return MatchState(match, MatchStatus.READY, slots)
    winner = max(keys, key=lambda key: left.get(key, len(left)))
    loser = next((key for key in keys if key != winner), None)
    return MatchState(match, MatchStatus.WALKOVER, slots, winner, loser)


def _places(
    bracket: Bracket,
    entrants: Sequence[Key],
    matches: Mapping[str, MatchState],
    disqualified: frozenset[Key],
) -> tuple[tuple[Place, ...], Key | None]:
    found: dict[Key, Place] = {}

    def place(key: Key, rank: int, last: int, match_id: str) -> None:
        found[key] = Place(key, rank, last, PlaceStatus.PLACED, match_id)

    for name, one in matches.items():
        if not one.done or one.status is MatchStatus.NOT_NEEDED:
            continue
        match = one.match
        followed = name == "GF" and bracket.reset and not _settled(one)
        ends = match.winner_to is None or (name == "GF" and not followed)
        if ends and one.winner is not None:
            rank = 3 if match.side is Side.THIRD else 1
            place(one.winner, rank, rank, name)
        leaves = ends or match.loser_to is None
        for key in one.keys:
            if key != one.winner and (leaves or key != one.loser):
                place(key, *_places_of_loser(bracket, match), name)
    ahead = [found[key].rank or 0 for key in disqualified if key in found]
    rows = []
    for seed, key in enumerate(entrants):
        known = found.get(key)
        if key in disqualified:
            row = Place(key, None, None, PlaceStatus.DISQUALIFIED, known.out_in if known else None)
            rows.append((2, 0, seed, row))
        elif known is None or known.rank is None or known.last is None:
            rows.append((0, 0, seed, Place(key, None, None, PlaceStatus.IN)))
        else:
            rank = known.rank - sum(1 for other in ahead if other < known.rank)
            last = known.last - sum(1 for other in ahead if other <= known.rank)
            rows.append((1, rank, seed, replace(known, rank=rank, last=max(rank, last))))
    rows.sort(key=lambda row: row[:3])
    places = tuple(row for _, _, _, row in rows)
    return places, next((one.key for one in places if one.rank == 1), None)


def _places_of_loser(bracket: Bracket, match: BracketMatch) -> tuple[int, int]:
    """Those of the match, or of the one its loser would have gone to."""
    while match.places is None:
        match = bracket.match(match.loser_to or bracket.last)
    return match.places
