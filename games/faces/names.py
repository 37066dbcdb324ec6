"""Players as they stand in a sentence."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from django.utils.functional import lazy
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

COMPUTER = "Computer {n}"
"""How a computer player's name is stored, whoever made the match."""
_COMPUTER = re.compile(r"Computer (\d{1,2})")


class Sitting(Protocol):
    name: str
    computer: str


def shown_name(name: str, computer: str) -> str:
    """A name in the language that is active; only computer players' names differ."""
    found = _COMPUTER.fullmatch(name) if computer else None
    return _("Computer %(n)s") % {"n": found[1]} if found else name


def names_of(seats: Iterable[Sitting]) -> list[str]:
    """The names by seat, each in the language that is active when it is used."""
    later: Any = lazy(shown_name, str)
    return [later(seat.name, seat.computer) if seat.computer else seat.name for seat in seats]


def called(name: str) -> str:
    return pgettext("in a sentence", "%(name)s") % {"name": name}


def name_of(seat: int | None, names: Sequence[str]) -> str:
    """``seat`` from 0; None: an arbiter."""
    return _("The arbiter") if seat is None else called(names[seat])


def listed(names: Sequence[str]) -> str:
    """``A, B``."""
    return ("、" if get_language() == "ja" else ", ").join(called(name) for name in names)
