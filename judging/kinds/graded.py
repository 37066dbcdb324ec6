"""What a grader says of an answer, and what a check says of a problem."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, Self

from games.rules.base import JSON, GameError, gettext_noop
from judging.answers import errors
from judging.answers.errors import AnswerError


class Reason(Enum):
    """Why an answer is worth what it is. A malformed one has the code of its AnswerError."""

    RIGHT = "right"
    PARTLY = "partly_right"
    WRONG = "wrong"
    NOT_A_STONE = "not_a_stone"
    NOT_ON_CIRCLE = "not_on_one_circle"
    NOT_ON_LINE = "not_on_one_line"
    """Three of the four are in line, the fourth is beside it."""
    NOT_EMPTY = "not_empty"
    NOT_SAFE = "not_safe"


_REASONS = {
    Reason.RIGHT: gettext_noop("Right."),
    Reason.PARTLY: gettext_noop("Partly right: {found} right, {wrong} wrong."),
    Reason.WRONG: gettext_noop("Not right."),
    Reason.NOT_A_STONE: gettext_noop("There is no stone on {point}."),
    Reason.NOT_ON_CIRCLE: gettext_noop(
        "The four are not on one circle: the circle through {a}, {b} and {c} misses {d}."
    ),
    Reason.NOT_ON_LINE: gettext_noop(
        "The four are not on one circle or line: the line through {a}, {b} and {c} misses {d}."
    ),
    Reason.NOT_EMPTY: gettext_noop("There is a stone on {point}."),
    Reason.NOT_SAFE: gettext_noop("A stone on {point} makes a kyōen with {a}, {b} and {c}."),
}


def _malformed() -> dict[str, str]:
    kinds = [each for each in vars(errors).values() if isinstance(each, type)]
    return {kind.code: kind.words for kind in kinds if issubclass(kind, AnswerError)}


WORDS: Mapping[str, str] = {reason.value: words for reason, words in _REASONS.items()} | (
    _malformed()
)
"""English by code, to be translated and then filled with ``params``."""


@dataclass(frozen=True, slots=True)
class Graded:
    """``share`` of the problem's points, 0 to 1. ``details`` is for drawing.

    Of a board: ``points`` (names) or, when all were asked for, ``sets``: each with ``points``,
    ``right``, ``reason`` and ``params``. ``registry.drawn`` adds the curves.
    """

    share: Fraction
    right: bool
    reason: str
    params: Mapping[str, Any] = field(default_factory=dict)
    canonical: str = ""
    malformed: bool = False
    """Could not be read: costs no attempt."""
    details: JSON = field(default_factory=dict)

    @property
    def words(self) -> str:
        return WORDS.get(self.reason, AnswerError.words)

    @property
    def message(self) -> str:
        """In English."""
        return self.words.format(**self.params)

    def to_json(self) -> JSON:
        return {
            "share": str(self.share),
            "right": self.right,
            "reason": self.reason,
            "params": dict(self.params),
            "canonical": self.canonical,
            "malformed": self.malformed,
            "details": self.details,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(**{**data, "share": Fraction(data["share"])})


def right(canonical: str, details: JSON | None = None) -> Graded:
    return Graded(Fraction(1), True, Reason.RIGHT.value, {}, canonical, details=details or {})


def wrong(
    canonical: str,
    reason: Reason = Reason.WRONG,
    params: Mapping[str, Any] | None = None,
    details: JSON | None = None,
) -> Graded:
    return Graded(Fraction(0), False, reason.value, params or {}, canonical, details=details or {})


def unreadable(error: AnswerError) -> Graded:
    return Graded(Fraction(0), False, error.code, dict(error.params), malformed=True)


def counted(
    canonical: str, hits: int, misses: int, of: int, *, each: Fraction, penalty: Fraction,
    details: JSON | None = None,
) -> Graded:  # fmt: skip
    """``hits`` of ``of`` found, ``misses`` named that are none; never below zero."""
    if hits == of and not misses:
        return right(canonical, details)
    whole = of * each
    earned = hits * each - misses * penalty
    share = max(Fraction(0), earned / whole) if whole else Fraction(0)
    reason = Reason.PARTLY if hits else Reason.WRONG
    params = {"found": hits, "wrong": misses}
    return Graded(share, False, reason.value, params, canonical, details=details or {})


@dataclass(frozen=True, slots=True)
class Fault:
    """Something about a problem as it is written."""

    code: str
    words: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """In English."""
        return self.words.format(**self.params)


@dataclass(frozen=True, slots=True)
class Checked:
    """A problem with ``faults`` cannot be published; ``warnings`` are for the author to weigh.

    ``facts`` of a board: ``stones``, ``sets`` (how many kyōens), ``curves`` (each with its
    ``stones``, ``sets`` and ``curve``) and ``safe`` (points).
    """

    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    facts: JSON = field(default_factory=dict)
    solution: str = ""

    @property
    def ok(self) -> bool:
        return not self.faults


@dataclass(frozen=True, slots=True)
class Solution:
    """``text`` is the canonical answer, one of several where several are right."""

    text: str
    details: JSON = field(default_factory=dict)


class ProblemError(GameError):
    """A problem whose content or key is broken; ``fault`` says how."""

    code = "broken_problem"
    words = gettext_noop("This problem cannot be graded.")

    def __init__(self, fault: Fault) -> None:
        super().__init__(**fault.params)
        self.fault = fault
        self.words = fault.words  # type: ignore[misc]
