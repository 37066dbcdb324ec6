"""Actions of Rithmomachia and how they are written.

A move is ``c2-c4``, a capture by moving in ``d5xd7``, of one component only ``d5xd7/36`` (the
capturer then stays), a drop ``T90@c1``. What falls after the move follows with ``+``:
``e6-e5+d5``, components ``d3-d4+b2/36/16``. What falls before it comes first: ``+c4:e6-e5``.
Captures that leave no choice may be left out when an action is typed; the record has them all.
A seat that leaves is ``2-``, or ``-`` where it is known who acts.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from games.rules.base import InvalidActionError, Seat
from games.rules.rithmomachia.geometry import SQUARE_NAME, Square, name, square
from games.rules.rithmomachia.pieces import PIECE_TEXT


@dataclass(frozen=True, slots=True)
class Target:
    """What falls on a square: all that stands there, or components of a pyramid."""

    square: Square
    parts: tuple[int, ...] = ()

    def __str__(self) -> str:
        return name(self.square) + "".join(f"/{part}" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Move:
    origin: Square
    to: Square


@dataclass(frozen=True, slots=True)
class Take:
    """A capture that is the move. With ``part`` only that component falls."""

    origin: Square
    to: Square
    part: int | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """A piece that was taken and turned comes onto the board. ``piece`` is its text."""

    piece: str
    to: Square


Core: TypeAlias = Move | Take | Drop


@dataclass(frozen=True, slots=True)
class Turn:
    core: Core
    after: tuple[Target, ...] = ()
    before: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class Leave:
    """The seat goes out of the match."""


Action: TypeAlias = Turn | Leave

_TARGET = rf"{SQUARE_NAME}(?:/[1-9]\d?)*"
_TURN = re.compile(
    rf"(?:(?P<before>(?:\+{_TARGET})+):)?"
    rf"(?:(?P<origin>{SQUARE_NAME})(?P<how>[-x])(?P<to>{SQUARE_NAME})(?:/(?P<part>[1-9]\d?))?"
    rf"|(?P<piece>{PIECE_TEXT})@(?P<drop>{SQUARE_NAME}))"
    rf"(?P<after>(?:\+{_TARGET})*)",
    re.ASCII,
)
_LEAVE = re.compile(r"(?P<who>[12]?)-", re.ASCII)


def parse_action(text: str, seat: Seat | None) -> tuple[Seat | None, Action]:
    """Read one action by ``seat``; the seat of a turn is not in its text.

    Raise InvalidActionError.
    """
    text = text.strip()
    found = _TURN.fullmatch(text)
    if found is None:
        return _leave(text, seat)
    if found["piece"]:
        core: Core = Drop(found["piece"], _square(found["drop"]))
    elif found["how"] == "x" or found["part"]:
        part = int(found["part"]) if found["part"] else None
        core = Take(_square(found["origin"]), _square(found["to"]), part)
    else:
        core = Move(_square(found["origin"]), _square(found["to"]))
    return seat, Turn(core, _targets(found["after"]), _targets(found["before"] or ""))


def _leave(text: str, seat: Seat | None) -> tuple[Seat, Leave]:
    found = _LEAVE.fullmatch(text)
    by = int(found["who"]) - 1 if found and found["who"] else seat
    if found is None or by is None or (seat is not None and by != seat):
        raise InvalidActionError(text=text[:60])
    return by, Leave()


def _square(text: str) -> Square:
    found = square(text)
    assert found is not None
    return found


def _targets(text: str) -> tuple[Target, ...]:
    found = []
    for one in text.split("+")[1:]:
        where, *parts = one.split("/")
        found.append(Target(_square(where), tuple(map(int, parts))))
    return tuple(found)


def notate_core(core: Core) -> str:
    match core:
        case Move(origin, to):
            return f"{name(origin)}-{name(to)}"
        case Take(origin, to, part):
            return f"{name(origin)}x{name(to)}" + (f"/{part}" if part else "")
        case Drop(piece, to):
            return f"{piece}@{name(to)}"
        case never:
            assert_never(never)


def notate_action(seat: Seat | None, action: Action) -> str:
    """
    >>> notate_action(0, Turn(Move(44, 36), (Target(35), Target(9, (36, 16)))))
    'e6-e5+d5+b2/36/16'
    """
    match action:
        case Turn():
            before = "".join(f"+{target}" for target in action.before)
            after = "".join(f"+{target}" for target in action.after)
            return (f"{before}:" if before else "") + notate_core(action.core) + after
        case Leave():
            return "-" if seat is None else f"{seat + 1}-"
        case never:
            assert_never(never)
