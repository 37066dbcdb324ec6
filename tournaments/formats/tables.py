"""Draws of Kyōen tables: how many at each table, who with whom, who sits where.

A draw is a function of the entrants' numbers, scores and past tables, the options and a
stored seed of random numbers. The order in which entrants are given, their names and the
database decide nothing.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

from tournaments.formats.errors import (
    DuplicateEntrantError,
    InvalidSettingError,
    NoFreeSeatError,
    NoTableSizesError,
    TooFewEntrantsError,
    UnknownEntrantError,
)
from tournaments.formats.lots import Key, by_number, shuffled
from tournaments.formats.seating import improve, seat_order
from tournaments.formats.table_costs import (
    HARD,
    UNIT,
    Past,
    Wishes,
    fresh,
    in_turn,
    pair_costs,
    snake,
    snake_laps,
)
from tournaments.formats.table_values import (
    Avoid,
    Cost,
    Draw,
    DrawFault,
    DrawnTable,
    Entrant,
    Fault,
    Method,
    Note,
    PastTable,
    TableNote,
    Weights,
)

__all__ = [
    "Avoid",
    "Cost",
    "Draw",
    "DrawFault",
    "DrawnTable",
    "Entrant",
    "Fault",
    "Method",
    "Note",
    "PastTable",
    "TableNote",
    "Weights",
    "check_draw",
    "draw_tables",
    "place_late",
    "review_tables",
    "table_sizes",
]

DEFAULT_WEIGHTS = Weights()


def table_sizes(
    n: int, *, smallest: int = 3, preferred: int = 4, largest: int = 5
) -> tuple[int, ...]:
    """Seat ``n`` entrants so that Σ (size − preferred)² is least, larger tables first.

    Of equally good ways the one with fewer tables is taken. Fewer entrants than the
    smallest table share one table, if they are at least two, so nobody has a bye.

    >>> table_sizes(23), table_sizes(9), table_sizes(6), table_sizes(2)
    ((4, 4, 4, 4, 4, 3), (5, 4), (3, 3), (2,))

    Raise TooFewEntrantsError below two, InvalidSettingError unless
    2 ≤ smallest ≤ preferred ≤ largest ≤ 8, NoTableSizesError where no sizes fit (7 in
    tables of exactly 4).
    """
    limits = f"2 ≤ {smallest} ≤ {preferred} ≤ {largest} ≤ 8"
    for name, value, low, high in (
        ("smallest", smallest, 2, 8),
        ("largest", largest, smallest, 8),
        ("preferred", preferred, smallest, largest),
    ):
        if not low <= value <= high:
            raise InvalidSettingError(field=name, value=value, allowed=limits)
    if n < 2:
        raise TooFewEntrantsError(entrants=n, needed=2)
    if n < smallest:
        return (n,)
    counts = range(-(-n // largest), n // smallest + 1)
    if not counts:
        raise NoTableSizesError(
            entrants=n,
            smallest=smallest,
            largest=largest,
            nearest=[largest * (n // largest), smallest * (n // largest + 1)],
        )
    # For a number of tables the evenest sizes are best, the cost being convex.
    ways = []
    for tables in counts:
        size, more = divmod(n, tables)
        sizes = (size + 1,) * more + (size,) * (tables - more)
        ways.append((sum((size - preferred) ** 2 for size in sizes), tables, sizes))
    return min(ways)[2]


def draw_tables(
    entrants: Iterable[Entrant],
    *,
    seed: int | str,
    method: Method = Method.DRAWN,
    history: Iterable[PastTable] = (),
    forbidden: Iterable[Collection[Key]] = (),
    clubs: Avoid = Avoid.SOFT,
    forbidden_as: Avoid = Avoid.HARD,
    smallest: int = 3,
    preferred: int = 4,
    largest: int = 5,
    weights: Weights = DEFAULT_WEIGHTS,
) -> Draw:
    """Seat everybody, each exactly once.

    ``history`` holds every table of the earlier rounds; ``forbidden`` pairs, or larger
    groups of whom no two should meet. Raise as ``table_sizes`` does, and
    DuplicateEntrantError.
    """
    rng = Random(seed)
    ordered = by_number(
        entrants, number=lambda entrant: entrant.seed, key=lambda entrant: entrant.key, seed=seed
    )
    _refuse_duplicates(ordered)
    sizes = table_sizes(len(ordered), smallest=smallest, preferred=preferred, largest=largest)
    past = Past.of(history)
    wishes = Wishes.of(forbidden, clubs, forbidden_as)
    match method:
        case Method.SNAKED:
            placed, start = ordered, snake(sizes)
            pots: list[int] | None = [lap for _, lap in snake_laps(sizes)]
        case Method.BY_SCORE:
            placed = sorted(shuffled(ordered, rng), key=lambda entrant: -entrant.score)
            pots, start = None, in_turn(sizes)
        case Method.DRAWN:
            placed = shuffled(ordered, rng)
            pots, start = None, in_turn(sizes)
        case Method.BY_HAND:
            raise InvalidSettingError(
                field="method", value=method.value, allowed="drawn, snaked, by_score"
            )
    matrix = pair_costs(placed, past, wishes, weights, pots, by_score=method is Method.BY_SCORE)
    may_open = fresh([past.seat(entrant.key).firsts for entrant in placed], len(sizes))
    penalty = 0 if may_open.all() else weights.first * UNIT
    groups = improve(matrix, start, may_open, penalty, rng)
    if method is Method.BY_SCORE:
        # The search may have carried leaders to a later table.
        groups.sort(key=lambda group: -Fraction(sum(placed[i].score for i in group), len(group)))
    tables = []
    for group in groups:
        members = [placed[index].key for index in shuffled(group, rng)]
        order = seat_order([past.seat(key) for key in members])
        tables.append(tuple(members[index] for index in order))
    return _described(tables, placed, past, wishes, method, seed)


def review_tables(
    tables: Iterable[Sequence[Key]],
    entrants: Iterable[Entrant],
    *,
    history: Iterable[PastTable] = (),
    forbidden: Iterable[Collection[Key]] = (),
    clubs: Avoid = Avoid.SOFT,
    forbidden_as: Avoid = Avoid.HARD,
) -> Draw:
    """The notes and the cost of tables made or changed by hand.

    Raise UnknownEntrantError; whether everybody is seated is ``check_draw``'s business.
    """
    known = list(entrants)
    _refuse_duplicates(known)
    keys = {entrant.key for entrant in known}
    made = [tuple(table) for table in tables]
    for table in made:
        for key in table:
            if key not in keys:
                raise UnknownEntrantError(key=key)
    wishes = Wishes.of(forbidden, clubs, forbidden_as)
    return _described(made, known, Past.of(history), wishes, Method.BY_HAND, None)


def place_late(
    late: Entrant,
    tables: Sequence[Sequence[Key]],
    entrants: Iterable[Entrant],
    *,
    history: Iterable[PastTable] = (),
    forbidden: Iterable[Collection[Key]] = (),
    clubs: Avoid = Avoid.SOFT,
    forbidden_as: Avoid = Avoid.HARD,
    largest: int = 5,
    weights: Weights = DEFAULT_WEIGHTS,
) -> int:
    """The index of the table where a late entry does least harm; it takes the last seat.

    A smaller table goes first, then the one where it costs less, then the later one.
    ``entrants`` are those seated already. Raise NoFreeSeatError when all tables are full.
    """
    everyone = [*entrants, late]
    _refuse_duplicates(everyone)
    wishes = Wishes.of(forbidden, clubs, forbidden_as)
    matrix = pair_costs(everyone, Past.of(history), wishes, weights, None, by_score=True)
    index_of = {entrant.key: index for index, entrant in enumerate(everyone)}
    for key in (key for table in tables for key in table):
        if key not in index_of:
            raise UnknownEntrantError(key=key)
    hard = HARD * UNIT
    options = []
    for number, table in enumerate(tables):
        if len(table) < largest:
            price = sum(int(matrix[-1, index_of[key]]) for key in table)
            options.append((price >= hard, len(table), price, -number))
    if not options:
        raise NoFreeSeatError(largest=largest)
    return -min(options)[3]


def check_draw(
    tables: Iterable[Sequence[Key]],
    expected: Iterable[Key],
    *,
    smallest: int = 3,
    largest: int = 5,
) -> tuple[DrawFault, ...]:
    """Each expected entrant exactly once and every table of a legal size; empty if so.

    A single table of two is legal when only two are expected.
    """
    wanted = set(expected)
    faults = []
    seated: Counter[Key] = Counter()
    lowest = min(smallest, max(2, len(wanted)))
    for number, table in enumerate(tables, 1):
        seated.update(table)
        if len(table) < lowest:
            faults.append(DrawFault(Fault.TOO_SMALL, tuple(table), number))
        elif len(table) > largest:
            faults.append(DrawFault(Fault.TOO_LARGE, tuple(table), number))
    for kind, keys in (
        (Fault.TWICE, (key for key, times in seated.items() if times > 1)),
        (Fault.UNKNOWN, (key for key in seated if key not in wanted)),
        (Fault.MISSING, (key for key in wanted if key not in seated)),
    ):
        found = tuple(sorted(keys, key=lambda key: (isinstance(key, str), key)))
        if found:
            faults.append(DrawFault(kind, found))
    return tuple(faults)


def _refuse_duplicates(entrants: Iterable[Entrant]) -> None:
    for key, times in Counter(entrant.key for entrant in entrants).items():
        if times > 1:
            raise DuplicateEntrantError(key=key)


def _described(
    tables: Sequence[tuple[Key, ...]],
    entrants: Iterable[Entrant],
    past: Past,
    wishes: Wishes,
    method: Method,
    seed: int | str | None,
) -> Draw:
    known = {entrant.key: entrant for entrant in entrants}
    drawn = []
    counts: Counter[Note] = Counter()
    meetings = 0
    spread = Fraction(0)
    for number, seats in enumerate(tables, 1):
        notes = []
        for a, b in combinations(seats, 2):
            pair = frozenset((a, b))
            spread += (known[a].score - known[b].score) ** 2
            if pair in wishes.forbidden:
                notes.append(TableNote(Note.FORBIDDEN, (a, b)))
            if times := past.meetings.get(pair, 0):
                meetings += 2 * times
                notes.append(TableNote(Note.REMATCH, (a, b), times))
            if known[a].club and known[a].club == known[b].club:
                notes.append(TableNote(Note.SAME_CLUB, (a, b)))
        if seats and (firsts := past.seat(seats[0]).firsts):
            notes.append(TableNote(Note.FIRST_AGAIN, (seats[0],), firsts))
        counts.update(note.kind for note in notes)
        kinds = list(Note)
        notes.sort(key=lambda note: kinds.index(note.kind))
        drawn.append(DrawnTable(number, seats, tuple(notes)))
    cost = Cost(
        forbidden=counts[Note.FORBIDDEN],
        rematches=counts[Note.REMATCH],
        meetings=meetings,
        same_club=counts[Note.SAME_CLUB],
        first_again=counts[Note.FIRST_AGAIN],
        spread=spread,
    )
    return Draw(tuple(drawn), method, seed, cost)
