"""What a FIDE tie-break is made of, round by round, and what is cut from it (C.07, 8 to 16)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.fide_table import FideTable, Kind, Mode, add
from tournaments.formats.lots import Key
from tournaments.formats.tie_breaks import Part

ZERO = Fraction(0)
DUMMY, CUT, CUT_DUMMY = "dummy", "cut", "cut_dummy"


class Item(NamedTuple):
    """A contribution before cuts."""

    round: int
    key: Key | None
    amount: Fraction
    basis: Fraction
    """The opponent's points."""
    voluntary: bool
    dummy: bool


def buchholz(table: FideTable, key: Key) -> list[Item]:
    """The points of each opponent (8.1)."""
    items = []
    adjusted, own = table.adjusted, table.points[key]
    for turn in table.turns[key]:
        if table.is_game(turn) and turn.opponent is not None:
            amount = adjusted[turn.opponent]
            items.append(Item(turn.round, turn.opponent, amount, amount, False, False))
        else:
            amount = table.dummy(own, turn)
            items.append(Item(turn.round, turn.opponent, amount, amount, turn.voluntary, True))
    return items


def sonneborn_berger(table: FideTable, key: Key) -> list[Item]:
    """The points of each opponent by the score against it (9.1)."""
    items = []
    for item, turn in zip(buchholz(table, key), table.turns[key], strict=True):
        number, other, amount, basis, voluntary, dummy = item
        if not turn.score:
            amount = ZERO
        elif turn.score.numerator != turn.score.denominator:
            amount *= turn.score
        items.append(Item(number, other, amount, basis, voluntary, dummy))
    return items


def progressive(table: FideTable, key: Key) -> list[Item]:
    """The points after each round (7.5)."""
    by_round = {turn.round: turn.score for turn in table.turns[key]}
    items = []
    total = Fraction(0)
    for number in range(1, table.rounds + 1):
        score = by_round.get(number)
        if score:
            total = add((total, score))
        items.append(Item(number, None, total, total, False, False))
    return items


def koya(table: FideTable, key: Key) -> list[Item]:
    """The points against those with at least half of what can be had (9.2)."""
    half = table.worth.win * _games(table) / 2
    return [
        Item(turn.round, turn.opponent, turn.score, half, False, False)
        for turn in table.turns[key]
        if turn.opponent is not None and table.is_game(turn) and table.points[turn.opponent] >= half
    ]


def _games(table: FideTable) -> int:
    if table.mode is Mode.SWISS:
        return table.rounds
    return max((len(turns) for turns in table.turns.values()), default=0)


def cut(items: list[Item], lowest: int, highest: int = 0) -> frozenset[int]:
    """Which of them fall away: the lowest, of one's own doing first (16.5), then the highest.

    When there are too few for a median nothing does; a cut leaves at least one.
    """
    if highest and len(items) < 2 * highest + 1:
        return frozenset()
    left = list(range(len(items)))
    for _ in range(min(lowest, max(0, len(items) - 1))):
        own = [index for index in left if items[index].voluntary]
        left.remove(min(own or left, key=lambda index: items[index].amount))
    for _ in range(highest):
        left.remove(max(left, key=lambda index: items[index].amount))
    return frozenset(range(len(items))) - frozenset(left)


def cut_products(items: list[Item], lowest: int) -> frozenset[int]:
    """Which products fall away: that of the weakest opponent, or one of one's own doing if that
    is no less (14.1.1, 16.5)."""
    left = list(range(len(items)))
    for _ in range(min(lowest, max(0, len(items) - 1))):
        weakest = min(left, key=lambda index: (items[index].basis, items[index].amount))
        own = [index for index in left if items[index].voluntary]
        victim = min(own, key=lambda index: items[index].amount, default=weakest)
        left.remove(victim if items[victim].amount >= items[weakest].amount else weakest)
    return frozenset(range(len(items))) - frozenset(left)


def as_parts(items: Iterable[Item]) -> tuple[Part, ...]:
    return tuple(
        Part(item.round, item.key, item.amount, DUMMY if item.dummy else "") for item in items
    )


def without(parts: tuple[Part, ...], gone: frozenset[int]) -> tuple[Part, ...]:
    """The parts with those left out marked."""
    if not gone:
        return parts
    marked = list(parts)
    for index in gone:
        note = CUT_DUMMY if parts[index].note else CUT
        marked[index] = parts[index]._replace(note=note)
    return tuple(marked)


def total(items: list[Item], gone: frozenset[int] = frozenset()) -> Fraction:
    return add(item.amount for index, item in enumerate(items) if index not in gone)


def counted(table: FideTable, key: Key, what: str) -> list[Item]:
    """Rounds that count one each: won at all, won in play, with the second move … (7)."""
    one = Fraction(1)
    items = []
    for turn in table.turns[key]:
        in_play = turn.kind is Kind.PLAYED or (
            table.mode is Mode.ROUND_ROBIN and turn.kind is Kind.FORFEIT_WIN
        )
        fits = {
            "WIN": turn.score == table.worth.win,
            "WON": in_play and turn.won,
            "BPG": in_play and turn.first is False,
            "BWG": in_play and turn.first is False and turn.won,
            "REP": not turn.voluntary or (table.mode is Mode.ROUND_ROBIN and table.is_game(turn)),
        }
        if fits[what]:
            items.append(Item(turn.round, turn.opponent, one, one, False, False))
    return items
