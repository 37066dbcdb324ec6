"""Marking proofs: schemes of lettered parts, two markers, agreement, adjudication, rounds."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from games.rules.base import JSON, GameError, gettext_noop
from judging.answers.errors import AnswerError, shorten
from judging.answers.kinds import Kind
from judging.answers.reading import read_answer

Letter = str

_LETTER = re.compile(r"[A-Za-z][A-Za-z0-9]{0,2}")
MAX_PARTS = 40
MOST = Fraction(1000)


@dataclass(frozen=True, slots=True)
class Part:
    letter: Letter
    points: Fraction
    title: str = ""
    step: Fraction = Fraction(1)
    """Marks are multiples of it."""


@dataclass(frozen=True, slots=True)
class Scheme:
    parts: tuple[Part, ...]
    tolerance: Fraction = Fraction(0)
    """How far two totals may be apart and still agree."""
    part_tolerance: Fraction | None = None
    """The same for each part; None: parts may differ."""
    markers: int = 2

    @property
    def points(self) -> Fraction:
        return sum((part.points for part in self.parts), Fraction(0))

    @property
    def letters(self) -> tuple[Letter, ...]:
        return tuple(part.letter for part in self.parts)

    def part(self, letter: Letter) -> Part | None:
        return next((part for part in self.parts if part.letter == letter), None)

    def to_json(self) -> JSON:
        near = self.part_tolerance
        return {
            "parts": [
                {"letter": one.letter, "points": str(one.points), "title": one.title,
                 "step": str(one.step)}
                for one in self.parts
            ],
            "tolerance": str(self.tolerance),
            "part_tolerance": None if near is None else str(near),
            "markers": self.markers,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: JSON) -> "Scheme":
        """Inverse of ``to_json``; checks nothing."""
        near = data.get("part_tolerance")
        return cls(
            tuple(
                Part(one["letter"], Fraction(one["points"]), one["title"], Fraction(one["step"]))
                for one in data["parts"]
            ),
            Fraction(data.get("tolerance", "0")),
            None if near is None else Fraction(near),
            data.get("markers", 2),
        )


class SchemeError(GameError):
    code = "invalid_scheme"
    words = gettext_noop("This mark scheme cannot be.")


class NoPartsError(SchemeError):
    code = "no_parts"
    words = gettext_noop("A mark scheme has 1 to {most} parts.")


class BadLetterError(SchemeError):
    code = "bad_letter"
    words = gettext_noop("“{letter}” cannot be a part: a letter, and at most two characters more.")


class LetterTwiceError(SchemeError):
    code = "letter_twice"
    words = gettext_noop("There are two parts {letter}.")


class BadPartPointsError(SchemeError):
    code = "bad_part_points"
    words = gettext_noop("Part {letter} cannot have {points} points in steps of {step}.")


class WrongSumError(SchemeError):
    code = "wrong_sum"
    words = gettext_noop("The parts add up to {sum} points; the problem has {points}.")


def check_scheme(scheme: Scheme, points: Fraction | None = None) -> None:
    """Raise SchemeError; ``points``: what the problem is worth."""
    if not 1 <= len(scheme.parts) <= MAX_PARTS:
        raise NoPartsError(most=MAX_PARTS)
    seen: set[str] = set()
    for part in scheme.parts:
        if not _LETTER.fullmatch(part.letter):
            raise BadLetterError(letter=part.letter[:10])
        if part.letter in seen:
            raise LetterTwiceError(letter=part.letter)
        seen.add(part.letter)
        fits = part.step > 0 and 0 < part.points <= MOST and part.points % part.step == 0
        if not fits:
            raise BadPartPointsError(
                letter=part.letter, points=shown(part.points), step=shown(part.step)
            )
    if points is not None and scheme.points != points:
        raise WrongSumError(sum=shown(scheme.points), points=shown(points))


def shown(points: Fraction) -> str:
    """
    >>> shown(Fraction(5, 2)), shown(Fraction(7))
    ('2.5', '7')
    """
    return read_answer(Kind.DECIMAL, str(points)).canonical


@dataclass(frozen=True, slots=True)
class SchemeChange:
    added: tuple[Letter, ...]
    removed: tuple[Letter, ...]
    changed: tuple[Letter, ...]
    """With other points or another step."""

    @property
    def flags(self) -> bool:
        """Whether scripts marked already have to be looked at again."""
        return bool(self.added or self.removed or self.changed)


def scheme_changed(old: Scheme, new: Scheme) -> SchemeChange:
    before = {part.letter: (part.points, part.step) for part in old.parts}
    after = {part.letter: (part.points, part.step) for part in new.parts}
    return SchemeChange(
        tuple(letter for letter in after if letter not in before),
        tuple(letter for letter in before if letter not in after),
        tuple(one for one in after if one in before and after[one] != before[one]),
    )


@dataclass(frozen=True, slots=True)
class Mark:
    """One marker's sheet. A part that is not in ``points`` is not marked yet."""

    marker: str
    points: Mapping[Letter, Fraction] = field(default_factory=dict)
    complete: bool = False


class MarkError(GameError):
    code = "not_a_mark"
    words = gettext_noop("“{value}” is not a number of points.")


class UnknownPartError(MarkError):
    code = "unknown_part"
    words = gettext_noop("There is no part {letter}.")


class TooManyPointsError(MarkError):
    code = "too_many_points"
    words = gettext_noop("Part {letter} has 0 to {most} points.")


class NotAStepError(MarkError):
    code = "not_a_step"
    words = gettext_noop("Points of part {letter} go in steps of {step}.")


class UnmarkedError(MarkError):
    """``letters``: of the parts without points."""

    code = "unmarked"
    words = gettext_noop("Not complete yet: no points for {letters}.")


class FrozenRoundError(MarkError):
    code = "frozen_round"
    words = gettext_noop("This round of marking is finished; its marks stay as they are.")


def read_points(scheme: Scheme, letter: Letter, text: str) -> Fraction:
    """Points as typed. Raise MarkError."""
    part = scheme.part(letter)
    if part is None:
        raise UnknownPartError(letter=shorten(letter))
    try:
        found = read_answer(Kind.RATIONAL, text).value
    except AnswerError as error:
        raise MarkError(value=shorten(text.strip())) from error
    if not 0 <= found <= part.points:
        raise TooManyPointsError(letter=letter, most=shown(part.points))
    if found % part.step:
        raise NotAStepError(letter=letter, step=shown(part.step))
    return Fraction(found)


def total(scheme: Scheme, mark: Mark) -> Fraction:
    """Of the parts marked so far."""
    return sum((mark.points.get(letter, Fraction(0)) for letter in scheme.letters), Fraction(0))


def unmarked(scheme: Scheme, mark: Mark) -> tuple[Letter, ...]:
    return tuple(letter for letter in scheme.letters if letter not in mark.points)


def check_complete(scheme: Scheme, mark: Mark) -> None:
    """Raise UnmarkedError."""
    if missing := unmarked(scheme, mark):
        raise UnmarkedError(letters=", ".join(missing))


def differences(scheme: Scheme, one: Mark, other: Mark) -> dict[Letter, Fraction]:
    """By part, where the two are apart."""
    found = {
        letter: abs(one.points.get(letter, Fraction(0)) - other.points.get(letter, Fraction(0)))
        for letter in scheme.letters
    }
    return {letter: apart for letter, apart in found.items() if apart}


def agreed_points(scheme: Scheme, marks: Sequence[Mark]) -> Fraction | None:
    """The mean of the totals when all are within the tolerance, else None."""
    totals = [total(scheme, mark) for mark in marks]
    if max(totals) - min(totals) > scheme.tolerance:
        return None
    if scheme.part_tolerance is not None:
        for one in marks:
            for other in marks:
                apart = differences(scheme, one, other)
                if max(apart.values(), default=Fraction(0)) > scheme.part_tolerance:
                    return None
    return sum(totals, Fraction(0)) / len(totals)


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


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two markers agree over many scripts."""

    count: int
    same: int
    """Scripts with the same total."""
    within: int
    """Scripts within the tolerance."""
    mean_difference: float
    """First minus second: a bias of one of them."""
    mean_apart: float
    correlation: float | None
    """None when one of them gave the same to all."""
    kappa: float | None
    """Cohen's, with quadratic weights."""


def agreement(
    pairs: Iterable[tuple[Fraction, Fraction]], tolerance: Fraction = Fraction(0)
) -> Agreement:
    """``pairs``: the totals of both for each script.

    >>> found = agreement([(Fraction(7), Fraction(7)), (Fraction(3), Fraction(4))])
    >>> found.same, found.mean_difference, found.correlation
    (1, -0.5, 1.0)
    """
    both = list(pairs)
    count = len(both)
    if not count:
        return Agreement(0, 0, 0, 0.0, 0.0, None, None)
    apart = [one - other for one, other in both]
    mean_1 = sum((one for one, _ in both), Fraction(0)) / count
    mean_2 = sum((other for _, other in both), Fraction(0)) / count
    var_1 = sum(((one - mean_1) ** 2 for one, _ in both), Fraction(0)) / count
    var_2 = sum(((other - mean_2) ** 2 for _, other in both), Fraction(0)) / count
    together = sum(((a - mean_1) * (b - mean_2) for a, b in both), Fraction(0)) / count
    # By chance: the mean of (a - b)² over every a of the one with every b of the other.
    chance = var_1 + var_2 + (mean_1 - mean_2) ** 2
    squares = sum((one * one for one in apart), Fraction(0)) / count
    return Agreement(
        count=count,
        same=sum(one == 0 for one in apart),
        within=sum(abs(one) <= tolerance for one in apart),
        mean_difference=float(sum(apart, Fraction(0)) / count),
        mean_apart=float(sum((abs(one) for one in apart), Fraction(0)) / count),
        correlation=float(together) / float(var_1 * var_2) ** 0.5 if var_1 and var_2 else None,
        kappa=float(1 - squares / chance) if chance else None,
    )
