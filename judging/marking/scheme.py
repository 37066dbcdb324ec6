"""Mark schemes: lettered parts with points and steps, and how far two markers may be apart."""

import re
from dataclasses import dataclass
from fractions import Fraction

from games.rules.base import JSON, GameError, gettext_noop
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
    words = gettext_noop("Part {letter} cannot be worth {points} in steps of {step}.")


class WrongSumError(SchemeError):
    code = "wrong_sum"
    words = gettext_noop("The points of the parts add up to {sum}; the problem has {points}.")


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
