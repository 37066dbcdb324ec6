"""The one-line text form of a position.

    4-4-4-4-4-4-4-4-4-4-4-4-0-0-S

The seeds of the twelve pits, the two stores, the side to move: S is the first player, N the
second. Where pits and stores do not tell that the game is over, or why, a word follows:
``… repetition``, ``… ended_by_arbiter``, or ``… 1-resigned`` for a seat that left.

Neither the options nor what was before is written: a position read back has not occurred
before and no move of it is counted.
"""

import re
from dataclasses import dataclass

from games.rules.base import Seat
from games.rules.oware.errors import NotAPositionError, WrongSeedsError
from games.rules.oware.sowing import SEEDS, Pits

_LINE = re.compile(
    r"(?P<seeds>(?:(?:0|[1-9][0-9]?)-){14})(?P<side>[SN])"
    r"(?: (?:(?P<gone>[12])-)?(?P<word>[a-z_]+))?",
    re.ASCII,
)
SIDES = "SN"


@dataclass(frozen=True, slots=True)
class Fields:
    """What a line says; ``word`` is empty without one."""

    pits: Pits
    stores: tuple[int, int]
    turn: Seat
    gone: Seat | None
    word: str


def write(pits: Pits, stores: tuple[int, int], turn: Seat, gone: Seat | None, word: str) -> str:
    seeds = "-".join(map(str, (*pits, *stores)))
    leaver = "" if gone is None else f"{gone + 1}-"
    return f"{seeds}-{SIDES[turn]}" + (f" {leaver}{word}" if word else "")


def parse_fields(text: str) -> Fields:
    """Raise NotAPositionError for another form, WrongSeedsError when seeds are not 48."""
    found = _LINE.fullmatch(text.strip())
    if found is None:
        raise NotAPositionError(text=text[:60])
    numbers = tuple(map(int, found["seeds"].split("-")[:-1]))
    if sum(numbers) != SEEDS:
        raise WrongSeedsError(seeds=sum(numbers))
    return Fields(
        pits=numbers[:12],
        stores=(numbers[12], numbers[13]),
        turn=SIDES.index(found["side"]),
        gone=None if found["gone"] is None else int(found["gone"]) - 1,
        word=found["word"] or "",
    )
