"""What each way to end a round is worth in a stage of pairings; part of its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from tournaments.formats.errors import InvalidSettingError, an_object, exact_number

HALF = Fraction(1, 2)
MOST = 1000


@dataclass(frozen=True, slots=True)
class Points:
    win: Fraction = Fraction(1)
    draw: Fraction = HALF
    loss: Fraction = Fraction(0)
    walkover: Fraction = Fraction(1)
    """The opponent did not come."""
    no_show: Fraction = Fraction(0)
    """Did not come to a game."""
    pairing_bye: Fraction = Fraction(1)
    """Left over by the pairing."""
    full_bye: Fraction = Fraction(1)
    half_bye: Fraction = HALF
    zero_bye: Fraction = Fraction(0)
    """The three above are asked for beforehand."""
    absent: Fraction = Fraction(0)
    """Entered, but not in the pairing and nothing agreed."""

    @property
    def standard(self) -> bool:
        """Games count 1, ½ and 0, as FIDE's tie-breaks suppose."""
        return self.win == 1 and self.draw == HALF and self.loss == 0

    def to_json(self) -> dict[str, str]:
        return {field.name: str(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Points":
        """Read numbers or text such as ``1/2`` and ``0.5``; what is left out stays as usual.

        Raise InvalidSettingError for anything else, and unless win > draw ≥ loss ≥ 0.
        """
        known = {field.name for field in fields(cls)}
        read = {
            name: exact_number(name, value, 0, MOST)
            for name, value in an_object("points", data).items()
            if name in known
        }
        points = cls(**read)
        if not points.win > points.draw >= points.loss:
            raise InvalidSettingError(
                field="win", value=str(points.win), allowed="win > draw ≥ loss ≥ 0"
            )
        return points


STANDARD = Points()
