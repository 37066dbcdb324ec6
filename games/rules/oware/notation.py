"""Moves of Oware and how they are written.

Each player's pits are a to f from their own left, capitals for the first player: ``C``, ``c``.
Moves may run together, ``CcAe``. A seat that leaves is ``2-``; where it is known who acts,
``-`` is enough.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from games.rules.base import InvalidActionError, Seat
from games.rules.oware.errors import NotAPitError
from games.rules.oware.sowing import Pit

LETTERS = "ABCDEFabcdef"


@dataclass(frozen=True, slots=True)
class Sow:
    pit: Pit


@dataclass(frozen=True, slots=True)
class Leave:
    """The seat goes out of the match."""


Action: TypeAlias = Sow | Leave

_LEAVE = re.compile(r"(?P<who>[12]?)-", re.ASCII)
_RUN = re.compile(r"(?:[A-Za-z]|[12]-)+", re.ASCII)
_ONE = re.compile(r"[A-Za-z]|[12]-", re.ASCII)


def letter(pit: Pit) -> str:
    """
    >>> letter(2), letter(8)
    ('C', 'c')
    """
    return LETTERS[pit]


def letters(pits: "tuple[Pit, ...] | list[Pit]") -> str:
    """For sentences: ``C, E``."""
    return ", ".join(LETTERS[pit] for pit in pits)


def split(text: str) -> list[str]:
    """The moves of a text, run together or with spaces or commas between.

    >>> split("CcAe B, 2-")
    ['C', 'c', 'A', 'e', 'B', '2-']
    """
    found: list[str] = []
    for word in re.split(r"[\s,]+", text):
        found += _ONE.findall(word) if _RUN.fullmatch(word) else [word] if word else []
    return found


def parse_action(text: str, seat: Seat | None) -> tuple[Seat | None, Action]:
    """Read one action by ``seat``. The letter of a pit does not say who acts.

    Raise InvalidActionError, or NotAPitError for another letter.
    """
    text = text.strip()
    if len(text) == 1 and text in LETTERS:
        return seat, Sow(LETTERS.index(text))
    found = _LEAVE.fullmatch(text)
    if found is None:
        if len(text) == 1 and text.isalpha():
            raise NotAPitError(text=text)
        raise InvalidActionError(text=text[:60])
    by = int(found["who"]) - 1 if found["who"] else seat
    if by is None or (seat is not None and by != seat):
        raise InvalidActionError(text=text)
    return by, Leave()


def notate_action(seat: Seat | None, action: Action) -> str:
    match action:
        case Sow(pit):
            return LETTERS[pit]
        case Leave():
            return f"{'' if seat is None else seat + 1}-"
        case never:
            assert_never(never)
