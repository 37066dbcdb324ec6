"""Rounds of marking a script: two markers, agreement or a decision, and who sees what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from judging.marking.marks import (
    FrozenRoundError,
    Mark,
    agreed_points,
    differences,
    total,
    unmarked,
)
from judging.marking.scheme import Letter, Scheme


class OpenedBy(Enum):
    FIRST = "first"
    SCHEME = "scheme"
    """A part was added."""
    APPEAL = "appeal"


@dataclass(frozen=True, slots=True)
class Round:
    """One marking of a script. ``marks``: of the markers it is dealt to."""

    number: int
    marks: tuple[Mark, ...] = ()
    adjudication: Mark | None = None
    opened_by: OpenedBy = OpenedBy.FIRST

    @property
    def both_in(self) -> bool:
        return bool(self.marks) and all(mark.complete for mark in self.marks)


class State(Enum):
    BLANK = "blank"
    """Nothing was handed in: zero points, no marker."""
    NEEDS_MARKERS = "needs_markers"
    MARKING = "marking"
    DISAGREEMENT = "disagreement"
    """Waits for an adjudicator."""
    AGREED = "agreed"
    ADJUDICATED = "adjudicated"
    FLAGGED = "flagged"
    """Finished under a scheme that has another part since."""


FINISHED = frozenset({State.BLANK, State.AGREED, State.ADJUDICATED})


@dataclass(frozen=True, slots=True)
class ScriptState:
    """``points`` are of the last finished round: an appeal that is open changes nothing."""

    state: State
    points: Fraction | None
    needed: int = 0
    """Markers that are missing."""
    differences: Mapping[Letter, Fraction] = field(default_factory=dict)
    round: int = 0

    @property
    def complete(self) -> bool:
        return self.state in FINISHED


def round_result(scheme: Scheme, round_: Round) -> tuple[State, Fraction | None]:
    """The state of one round, and its points when it is finished."""
    if round_.adjudication is not None and round_.adjudication.complete:
        return State.ADJUDICATED, total(scheme, round_.adjudication)
    if len(round_.marks) < scheme.markers:
        return State.NEEDS_MARKERS, None
    if not round_.both_in:
        return State.MARKING, None
    agreed = agreed_points(scheme, round_.marks)
    return (State.DISAGREEMENT, None) if agreed is None else (State.AGREED, agreed)


def script_state(scheme: Scheme, rounds: Sequence[Round], *, blank: bool = False) -> ScriptState:
    """``rounds`` in order; none before the script is dealt."""
    if blank and len(rounds) == 0:
        return ScriptState(State.BLANK, Fraction(0))
    if not rounds:
        return ScriptState(State.NEEDS_MARKERS, None, scheme.markers)
    points: Fraction | None = Fraction(0) if blank else None
    for round_ in rounds:
        state, found = round_result(scheme, round_)
        points = points if found is None else found
    last = rounds[-1]
    apart = differences(scheme, *last.marks[:2]) if last.both_in and len(last.marks) > 1 else {}
    if state in FINISHED:
        decisive = (last.adjudication,) if state is State.ADJUDICATED else last.marks
        if any(mark is not None and unmarked(scheme, mark) for mark in decisive):
            state = State.FLAGGED
    needed = max(0, scheme.markers - len(last.marks)) if state is State.NEEDS_MARKERS else 0
    return ScriptState(state, points, needed, apart, last.number)


def check_open(scheme: Scheme, rounds: Sequence[Round], number: int) -> None:
    """Raise FrozenRoundError: marks of a finished round, or of an earlier one, stay."""
    last = rounds[-1] if rounds else None
    if last is None or last.number != number or round_result(scheme, last)[0] in FINISHED:
        raise FrozenRoundError


def visible_marks(round_: Round, viewer: str, *, adjudicates: bool = False) -> tuple[Mark, ...]:
    """The marks of this round that ``viewer`` may see: their own, and all when all are in."""
    if round_.both_in and (adjudicates or any(mark.marker == viewer for mark in round_.marks)):
        return round_.marks
    return tuple(mark for mark in round_.marks if mark.marker == viewer)
