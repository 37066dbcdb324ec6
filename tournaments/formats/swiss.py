"""Swiss pairing: the FIDE Dutch system, and what to do where it has no answer.

First mover plays the part of White. Byes rotate: nobody sits out twice while somebody who may
sit out has not; then the lowest of those who did so least. Nobody meets twice unless the
organiser says yes; the rule against the same seat three times running gives way before that.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.formats.errors import (
    DuplicateEntrantError,
    InvalidSettingError,
    TooFewEntrantsError,
    UnknownEntrantError,
)
from tournaments.formats.lots import ByKey, Key, by_number, lot
from tournaments.formats.pairing_values import (
    Outcome,
    Pair,
    PairNote,
    PairWarning,
    RoundPairing,
    pair_result,
)
from tournaments.formats.points import STANDARD, Points
from tournaments.formats.scoring import LineKind, Result, TableResult, Unplayed
from tournaments.formats.swiss_errors import (
    MissingResultsError,
    NoLegalPairingError,
    Relax,
)
from tournaments.formats.swiss_field import Field
from tournaments.formats.swiss_history import Dutch, histories
from tournaments.formats.swiss_review import club_rule, notes_on
from tournaments.formats.table_values import Avoid

SYSTEM_NAMES = {
    Dutch.UNTIL_2026: "FIDE Dutch, edition in force until 31 January 2026",
    Dutch.FROM_2026: "FIDE Dutch, edition in force since 1 February 2026",
}


@dataclass(frozen=True, slots=True)
class SwissEntry:
    key: Key
    number: int
    """Pairing number, from 1 the strongest."""
    club: str = ""
    acceleration: tuple[Fraction, ...] = ()
    """Points added for the pairing only, by round."""


def pairing_numbers(
    entries: Iterable[tuple[Key, int | None]],
    seed: int | str,
    taken: ByKey[int] | None = None,
) -> dict[Key, int]:
    """Pairing numbers by seeding number, those without one by lot behind them.

    Who is in ``taken`` keeps the number; late entries follow.

    >>> pairing_numbers([("a", None), ("b", 2), ("c", 1)], seed=1, taken={"b": 1})
    {'b': 1, 'c': 2, 'a': 3}
    """
    found: dict[Key, int] = dict(taken or {})
    new = [entry for entry in entries if entry[0] not in found]
    ordered = by_number(new, number=lambda entry: entry[1], key=lambda entry: entry[0], seed=seed)
    after = max(found.values(), default=0)
    return found | {key: after + place for place, (key, _) in enumerate(ordered, 1)}


def pair_swiss(
    entries: Iterable[SwissEntry],
    results: Iterable[Result],
    *,
    number: int,
    rounds: int,
    seed: int | str,
    points: Points = STANDARD,
    absent: Iterable[Key] = (),
    byes_by_hand: Iterable[Key] = (),
    forbidden: Iterable[Collection[Key]] = (),
    clubs: Avoid = Avoid.SOFT,
    first_moves: bool | None = None,
    allow: Collection[Relax] = (),
    pending: Outcome | None = None,
    edition: Dutch = Dutch.UNTIL_2026,
) -> RoundPairing:
    """Pair round ``number`` of ``rounds`` from the results of the rounds before it.

    ``absent`` and ``byes_by_hand`` are not paired; who has a bye by hand scores it.
    ``clubs`` SOFT keeps club mates apart where that costs no more than a point of difference for
    each pair kept apart. ``first_moves``: whether the highest number moves first in its first
    game; by lot when None. ``pending``: what a game without a result counts as for this pairing.

    Equal input gives equal output. Raise MissingResultsError, NoLegalPairingError,
    TooFewEntrantsError, DuplicateEntrantError, UnknownEntrantError, InvalidSettingError.
    """
    # Loading the engine takes a while, and no page but a draw needs it.
    from tournaments.formats.swiss_wishes import Wishes

    known = _known(entries)
    by_hand = tuple(dict.fromkeys(byes_by_hand))
    if unknown := [key for key in by_hand if key not in known]:
        raise UnknownEntrantError(key=unknown[0])
    away = {*absent, *by_hand}
    present = {key: entry for key, entry in known.items() if key not in away}
    if len(present) < 2:
        raise TooFewEntrantsError(entrants=len(present), needed=2)
    past = _settled(results, number, pending)
    top_first = first_moves if first_moves is not None else lot(seed, "first")[0] < 128
    field = Field(
        number,
        number == rounds and number > 1,
        max(points.win, points.pairing_bye, points.full_bye, points.walkover),
        {key: entry.number for key, entry in present.items()},
        histories(
            known,
            past,
            number=number,
            points=points,
            acceleration={key: entry.acceleration for key, entry in known.items()},
            edition=edition,
        ),
        top_first,
        edition,
    )
    wishes = Wishes(
        field,
        {key: entry.club for key, entry in present.items()},
        frozenset(map(frozenset, forbidden)),
        clubs,
        frozenset(allow),
    )
    made = wishes.strict() or wishes.relaxed()
    if made is None:
        raise NoLegalPairingError(round=number, remedies=wishes.remedies())
    pairs = tuple(Pair(first, second) for first, second in made if second is not None)
    bye = next((first for first, second in made if second is None), None)
    wishes.check(pairs, bye)
    notes = wishes.notes(pairs, [] if bye is None else [bye])
    if by_hand and bye is not None:
        notes = (*notes, PairNote(PairWarning.FORCED_BYE, (*by_hand, bye)))
    return RoundPairing(number, pairs, bye, by_hand, notes, f"fide-dutch-{edition.value}", seed)


def review_pairs(
    pairs: Iterable[Pair],
    byes: Sequence[Key],
    entries: Iterable[SwissEntry],
    results: Iterable[Result],
    *,
    number: int,
    forbidden: Iterable[Collection[Key]] = (),
    clubs: Avoid = Avoid.SOFT,
    points: Points = STANDARD,
    edition: Dutch = Dutch.UNTIL_2026,
) -> tuple[PairNote, ...]:
    """What to know about a round changed by hand; ``check_pairs`` says whether it can be."""
    known = _known(entries)
    pairs = tuple(pairs)
    named = {*known, *byes, *(key for pair in pairs for key in (pair.first, pair.second))}
    past = [row for row in results if row.round < number]
    found = histories(named, past, number=number, points=points, acceleration={}, edition=edition)
    return notes_on(
        pairs,
        byes,
        found,
        forbidden=frozenset(map(frozenset, forbidden)),
        same_club=club_rule({key: entry.club for key, entry in known.items()}, clubs),
        gap=2 * points.win,
    )


def sit_out(number: int, absent: ByKey[LineKind], pairing: RoundPairing) -> tuple[Unplayed, ...]:
    """The rows of those without a game: the bye, byes by hand, and the absent by their kind."""
    byes = [*pairing.byes_by_hand, *([] if pairing.bye is None else [pairing.bye])]
    kinds: dict[Key, LineKind] = dict(absent) | dict.fromkeys(byes, LineKind.BYE)
    return tuple(Unplayed(number, key, kind) for key, kind in kinds.items())


def _known(entries: Iterable[SwissEntry]) -> dict[Key, SwissEntry]:
    known: dict[Key, SwissEntry] = {}
    numbers: set[int] = set()
    for entry in entries:
        if entry.key in known:
            raise DuplicateEntrantError(key=entry.key)
        if entry.number < 1 or entry.number in numbers:
            raise InvalidSettingError(field="number", value=entry.number, allowed="1.., none twice")
        known[entry.key] = entry
        numbers.add(entry.number)
    return dict(sorted(known.items(), key=lambda item: item[1].number))


def _settled(results: Iterable[Result], number: int, pending: Outcome | None) -> list[Result]:
    past: list[Result] = []
    open_games = []
    for row in results:
        if row.round >= number:
            continue
        if isinstance(row, TableResult) and not row.finished:
            first, second = (seat.key for seat in row.seats)
            open_games.append((row.round, row.table, first, second))
            row = pair_result(row.round, row.table, first, second, pending)
        past.append(row)
    if open_games and pending is None:
        raise MissingResultsError(tables=sorted(open_games, key=lambda game: game[:2]))
    return past
