"""One marker's sheet: points by part, read, added up, and compared with another's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.rules.base import GameError, gettext_noop
from judging.answers.errors import AnswerError, shorten
from judging.answers.kinds import Kind
from judging.answers.reading import read_answer
from judging.marking.scheme import Letter, Scheme, shown


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
