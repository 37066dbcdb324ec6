"""What an entry brings into the next round of a Swiss: points, opponents, colours, floats."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import groupby

from tournaments.formats.lots import Key
from tournaments.formats.points import Points
from tournaments.formats.scoring import Line, LineKind, Result, lines_by_round


class Dutch(Enum):
    """Edition of the FIDE Dutch system (C.04.3)."""

    UNTIL_2026 = "until-2026"
    """In force until 31 January 2026."""
    FROM_2026 = "from-2026"
    """In force since. A round lost without playing floats nobody down, a full-point bye counts
    like one from the pairing, and the bye spares who has played least."""


@dataclass(slots=True)
class History:
    """The rounds before this one, of one entry."""

    points: Fraction = Fraction(0)
    met: Counter[Key] = field(default_factory=Counter)
    """Opponents really played, and how often."""
    firsts: list[bool] = field(default_factory=list)
    """Of each game played, whether the entry moved first."""
    byes: int = 0
    """Byes from the pairing and wins without playing: each bars from the next bye."""
    lines: dict[int, Line] = field(default_factory=dict)
    before: list[Fraction] = field(default_factory=list)
    """Points before round 1, 2, … and this one, with acceleration."""

    @property
    def balance(self) -> int:
        """Games moved first in less the others (colour difference, A.6)."""
        return 2 * sum(self.firsts) - len(self.firsts)

    @property
    def twice_running(self) -> bool:
        return len(self.firsts) > 1 and self.firsts[-1] == self.firsts[-2]

    @property
    def due_first(self) -> bool | None:
        """Whether the entry should move first; None when it has not played."""
        if not self.firsts:
            return None
        return self.balance < 0 if self.balance else not self.firsts[-1]

    @property
    def absolute(self) -> bool:
        """The due seat must not be refused (A.6.a)."""
        return abs(self.balance) > 1 or self.twice_running

    def running(self) -> int:
        """How many of the latest games had the same seat."""
        last = [len(list(same)) for _, same in groupby(reversed(self.firsts))]
        return last[0] if last else 0


def histories(
    keys: Iterable[Key],
    results: Iterable[Result],
    *,
    number: int,
    points: Points,
    acceleration: Mapping[Key, tuple[Fraction, ...]],
    edition: Dutch,
) -> dict[Key, History]:
    """The history of everybody named in ``keys`` or ``results`` before round ``number``."""
    rounds = lines_by_round((row for row in results if row.round < number), points=points)
    everybody = {*keys, *(key for lines in rounds.values() for key in lines)}
    found = {key: History() for key in everybody}
    for past in range(1, number):
        for key, history in found.items():
            history.before.append(history.points + _extra(acceleration, key, past))
        for key, line in rounds.get(past, {}).items():
            history = found[key]
            history.lines[past] = line
            history.points += line.points
            history.byes += _bars_bye(line, points, edition)
            if line.played and line.opponent is not None and line.first is not None:
                history.met[line.opponent] += 1
                history.firsts.append(line.first)
    for key, history in found.items():
        history.before.append(history.points + _extra(acceleration, key, number))
    return found


def floated(found: Mapping[Key, History], key: Key, number: int, edition: Dutch) -> int:
    """Whether ``key`` floated down (−1), up (1) or not in a past round (A.4)."""
    if number < 1:
        return 0
    line = found[key].lines.get(number)
    if line is None or not line.played or line.opponent is None:
        scored = line is not None and line.points > 0
        return -1 if scored or edition is Dutch.UNTIL_2026 else 0
    own, other = found[key].before[number - 1], found[line.opponent].before[number - 1]
    return (own < other) - (own > other)


def _bars_bye(line: Line, points: Points, edition: Dutch) -> bool:
    if line.kind in {LineKind.BYE, LineKind.WALKOVER}:
        return True
    return edition is Dutch.FROM_2026 and not line.played and line.points >= points.win


def _extra(acceleration: Mapping[Key, tuple[Fraction, ...]], key: Key, number: int) -> Fraction:
    given = acceleration.get(key, ())
    return given[number - 1] if number <= len(given) else Fraction(0)
