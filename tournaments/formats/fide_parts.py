"""What a FIDE tie-break is made of, round by round, and what is cut from it (C.07, 8 to 16)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.fide_table import FideTable, Kind, Mode, add
from tournaments.formats.lots import Key
from tournaments.formats.tie_breaks import Part

ZERO, ONE = Fraction(0), Fraction(1)
DUMMY, CUT, CUT_DUMMY = "dummy", "cut", "cut_dummy"


class Made(NamedTuple):
    """The contributions to one value, before cuts."""

    parts: tuple[Part, ...]
    own: Sequence[int] = ()
    """Which come from rounds missed by one's own doing: the first to be cut."""
    opponents: Sequence[Part] = ()
    """Of products: the opponents' points."""

    def amount(self, index: int) -> Fraction:
        return self.parts[index].amount or ZERO

    def total(self, gone: frozenset[int] = frozenset()) -> Fraction:
        return add(
            part.amount or ZERO for index, part in enumerate(self.parts) if index not in gone
        )

    def without(self, gone: frozenset[int]) -> tuple[Part, ...]:
        """The parts, those left out marked as such."""
        if not gone:
            return self.parts
        marked = list(self.parts)
        for index in gone:
            note = CUT_DUMMY if marked[index].note else CUT
            marked[index] = marked[index]._replace(note=note)
        return tuple(marked)


def buchholz(table: FideTable, key: Key) -> Made:
    """The points of each opponent (8.1)."""
    parts, own = [], []
    adjusted, points = table.adjusted, table.points[key]
    for turn in table.turns[key]:
        other = turn.opponent
        if other is not None and table.is_game(turn):
            parts.append(Part(turn.round, other, adjusted[other]))
            continue
        if turn.voluntary:
            own.append(len(parts))
        parts.append(Part(turn.round, other, table.dummy(points, turn), DUMMY))
    return Made(tuple(parts), own)


def sonneborn_berger(table: FideTable, key: Key) -> Made:
    """The points of each opponent by the score against it (9.1)."""
    opponents, own, _ = buchholz(table, key)
    parts = []
    for part, turn in zip(opponents, table.turns[key], strict=True):
        score = turn.score
        if not score:
            parts.append(Part(part.round, part.key, ZERO, part.note))
        elif score.numerator == score.denominator or part.amount is None:
            parts.append(part)
        else:
            parts.append(Part(part.round, part.key, part.amount * score, part.note))
    return Made(tuple(parts), own, opponents)


def progressive(table: FideTable, key: Key) -> Made:
    """The points after each round (7.5)."""
    by_round = {turn.round: turn.score for turn in table.turns[key]}
    parts = []
    total = ZERO
    for number in range(1, table.rounds + 1):
        if score := by_round.get(number):
            total = add((total, score))
        parts.append(Part(number, None, total))
    return Made(tuple(parts))


def koya(table: FideTable, key: Key) -> Made:
    """The points against those with at least half of what can be had (9.2)."""
    half = table.worth.win * table.games / 2
    return Made(
        tuple(
            Part(turn.round, turn.opponent, turn.score)
            for turn in table.turns[key]
            if turn.opponent is not None
            and table.is_game(turn)
            and table.points[turn.opponent] >= half
        )
    )


def counted(table: FideTable, key: Key, what: str) -> Made:
    """Rounds that count one each: won at all, won in play, with the second move … (7)."""
    robin = table.mode is Mode.ROUND_ROBIN
    parts = []
    for turn in table.turns[key]:
        in_play = turn.kind is Kind.PLAYED or (robin and turn.kind is Kind.FORFEIT_WIN)
        match what:
            case "WIN":
                fits = turn.score == table.worth.win
            case "WON":
                fits = in_play and turn.won
            case "BPG":
                fits = in_play and turn.first is False
            case "BWG":
                fits = in_play and turn.first is False and turn.won
            case _:
                fits = not turn.voluntary or (robin and table.is_game(turn))
        if fits:
            parts.append(Part(turn.round, turn.opponent, ONE))
    return Made(tuple(parts))


def cut(made: Made, lowest: int, highest: int = 0) -> frozenset[int]:
    """Which of them fall away: the lowest, of one's own doing first (16.5), then the highest.

    When there are too few for a median nothing does; a cut leaves at least one.
    """
    count = len(made.parts)
    if highest and count < 2 * highest + 1:
        return frozenset()
    left = list(range(count))
    for _ in range(min(lowest, max(0, count - 1))):
        own = [index for index in left if index in made.own]
        left.remove(min(own or left, key=made.amount))
    for _ in range(highest):
        left.remove(max(left, key=made.amount))
    return frozenset(range(count)).difference(left)


def cut_products(made: Made, lowest: int) -> frozenset[int]:
    """Which products fall away: that of the weakest opponent, or one of one's own doing if that
    is no less (14.1.1, 16.5)."""
    count = len(made.parts)
    left = list(range(count))
    for _ in range(min(lowest, max(0, count - 1))):
        weakest = min(
            left, key=lambda index: (made.opponents[index].amount or ZERO, made.amount(index))
        )
        own = [index for index in left if index in made.own]
        victim = min(own, key=made.amount, default=weakest)
        left.remove(victim if made.amount(victim) >= made.amount(weakest) else weakest)
    return frozenset(range(count)).difference(left)
