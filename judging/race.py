"""Races: one problem for all at the same moment, the first right answers score.

Answers have the order in which they arrived at the server, so no two are equally fast.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import groupby


@dataclass(frozen=True, slots=True)
class RaceTerms:
    points: tuple[Fraction, ...] = (Fraction(3), Fraction(2), Fraction(1))
    """For the first right answer, the second, …"""
    penalty: Fraction = Fraction(0)
    """Off for each wrong answer."""
    one_try: bool = True
    """Only the first answer of each contestant counts."""


@dataclass(frozen=True, slots=True)
class Buzz:
    contestant: str
    sequence: int
    """Unique in the order of arrival."""
    at: datetime
    right: bool | None
    """None: not judged yet."""


@dataclass(frozen=True, slots=True)
class Scored:
    contestant: str
    sequence: int
    place: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class RaceRound:
    scored: tuple[Scored, ...]
    """By place; only as far as nothing that came earlier can change it."""
    wrong: Mapping[str, int] = field(default_factory=dict)
    pending: tuple[str, ...] = ()
    settled: bool = True
    """Nothing that is still to be judged can change the places."""
    over: bool = False
    """Every scoring place is taken."""
    penalty: Fraction = Fraction(0)

    def points_of(self, contestant: str) -> Fraction:
        gained = sum((one.points for one in self.scored if one.contestant == contestant),
                     Fraction(0))  # fmt: skip
        return gained - self.penalty * self.wrong.get(contestant, 0)


def race_round(terms: RaceTerms, buzzes: Iterable[Buzz]) -> RaceRound:
    scored: list[Scored] = []
    wrong: dict[str, int] = {}
    pending: list[str] = []
    done: set[str] = set()
    for buzz in sorted(buzzes, key=lambda one: one.sequence):
        if buzz.contestant in done:
            continue
        if buzz.right is None:
            pending.append(buzz.contestant)
            continue
        if terms.one_try or buzz.right:
            done.add(buzz.contestant)
        if not buzz.right:
            wrong[buzz.contestant] = wrong.get(buzz.contestant, 0) + 1
        elif not pending and len(scored) < len(terms.points):
            place = len(scored)
            scored.append(Scored(buzz.contestant, buzz.sequence, place + 1, terms.points[place]))
    full = len(scored) == len(terms.points)
    return RaceRound(
        tuple(scored), wrong, tuple(pending), settled=full or not pending, over=full,
        penalty=terms.penalty,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class RaceRow:
    contestant: str
    points: Fraction
    wins: int
    rank: int
    shared: bool


def race_table(rounds: Sequence[RaceRound], contestants: Iterable[str]) -> tuple[RaceRow, ...]:
    """By points, then by first places; shared ranks leave out the next (1, 2, 2, 4)."""
    totals = {one: (Fraction(0), 0) for one in contestants}
    for round_ in rounds:
        for who in {one.contestant for one in round_.scored} | set(round_.wrong):
            points, wins = totals.get(who, (Fraction(0), 0))
            first = bool(round_.scored) and round_.scored[0].contestant == who
            totals[who] = points + round_.points_of(who), wins + first
    ordered = sorted(totals, key=lambda one: (-totals[one][0], -totals[one][1], one))
    rows: list[RaceRow] = []
    for value, group in groupby(ordered, key=lambda one: totals[one]):
        alike = list(group)
        rank = len(rows) + 1
        rows += [RaceRow(one, *value, rank, len(alike) > 1) for one in alike]
    return tuple(rows)
