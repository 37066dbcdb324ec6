"""The two text forms of a position: one line, or the ranks from 16 to 1.

``placements taken-by-Even taken-by-Odd turn quiet times result``, like
``Ea1S289,Eb2P91,Ob16S121 R9,T30 - E 12 1 -``. A placement is the side that plays the piece, its
square and the piece; broken pyramids list what they hold (``P55/25/16/9/4/1``); a turned piece
ends in ``'``, and so does a side's own piece that it took back into its hand. ``quiet`` counts
plies since the last capture, ``times`` how often the position has come. ``result`` is ``-``, or
the reason and the winner's seat from 1 (0: drawn), with ``-`` behind it when the other seat
left.

``diagram`` draws the ranks as they lie before Even, Odd's pieces in small letters, and
``write_ranks`` puts what follows the placements below. Both are read back; rank numbers, file
letters and what follows may be left out.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.base import InvalidActionError, Seat
from games.rules.rithmomachia.geometry import FILES, RANKS, SQUARE_NAME, Square, name, square
from games.rules.rithmomachia.pieces import PIECE_TEXT, SIDES, Piece, in_hand, read

if TYPE_CHECKING:
    from games.rules.rithmomachia.position import RithmoPosition

FILE_LETTERS = "abcdefgh"
NOTHING_BELOW = "- - E 0 1 -"
_PLACED = rf"[EO]{SQUARE_NAME}{PIECE_TEXT}"
_REST = (
    rf"(?P<even>-|{PIECE_TEXT}(?:,{PIECE_TEXT})*) (?P<odd>-|{PIECE_TEXT}(?:,{PIECE_TEXT})*)"
    r" (?P<turn>[EO]) (?P<quiet>\d{1,5}) (?P<times>[1-9]\d{0,3})"
    r" (?:-|(?P<reason>[a-z_]{1,40}):(?P<winner>[012])(?P<left>-?))"
)
_LINE = re.compile(rf"(?P<board>-|{_PLACED}(?:,{_PLACED})*) {_REST}", re.ASCII)
_BELOW = re.compile(_REST, re.ASCII)
_PART = re.compile(rf"([EO])({SQUARE_NAME})({PIECE_TEXT})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game is over: why, who won (None: drawn), and whether the other seat left."""

    reason: str
    winner: Seat | None = None
    left: bool = False


def write(position: "RithmoPosition") -> str:
    placed = sorted(
        (where, SIDES[piece.side], str(piece))
        for men in position.men
        for where, piece in men.items()
    )
    board = ",".join(f"{side}{name(where)}{piece}" for where, side, piece in placed)
    return f"{board or '-'} {_rest(position)}"


def _rest(position: "RithmoPosition") -> str:
    """What follows the placements."""
    hands = [",".join(map(in_hand, hand)) or "-" for hand in position.hands]
    over = position.over
    result = "-"
    if over is not None:
        winner = 0 if over.winner is None else over.winner + 1
        result = f"{over.reason}:{winner}{'-' if over.left else ''}"
    return " ".join(
        (
            *hands,
            SIDES[position.turn],
            str(position.quiet),
            str(position.times),
            result,
        )
    )


@dataclass(frozen=True, slots=True)
class Fields:
    men: tuple[dict[Square, Piece], dict[Square, Piece]]
    hands: tuple[tuple[Piece, ...], tuple[Piece, ...]]
    turn: Seat
    quiet: int
    times: int
    over: Result | None


def parse_fields(text: str) -> Fields:
    """Raise InvalidActionError when the text has another form."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(lines) > 1:
        return _parse_ranks(lines, InvalidActionError(text=text.strip()[:60]))
    invalid = InvalidActionError(text=text[:60])
    found = _LINE.fullmatch(text.strip())
    if found is None:
        raise invalid
    return _fields(_PART.findall(found["board"]), found, invalid)


def _parse_ranks(lines: list[str], invalid: InvalidActionError) -> Fields:
    ranks, below = lines[:RANKS], lines[RANKS:]
    if below and below[0].split() == list(FILE_LETTERS):
        below = below[1:]
    rest = _BELOW.fullmatch(below[0] if below else NOTHING_BELOW)
    if len(ranks) != RANKS or len(below) > 1 or rest is None:
        raise invalid
    placed = []
    for rank, line in zip(range(RANKS, 0, -1), ranks, strict=True):
        cells = line.split()
        if len(cells) == FILES + 1 and cells[0] == str(rank):
            cells = cells[1:]
        if len(cells) != FILES:
            raise invalid
        for file, what in zip(FILE_LETTERS, cells, strict=True):
            if what != ".":
                side = SIDES[what == what.lower()]
                placed.append((side, f"{file}{rank}", what.upper()))
    return _fields(placed, rest, invalid)


def _fields(
    placed: Iterable[tuple[str, str, str]], found: re.Match[str], invalid: InvalidActionError
) -> Fields:
    """``placed``: side, square and piece of each placement; ``found``: what follows them."""
    men: tuple[dict[Square, Piece], dict[Square, Piece]] = ({}, {})
    for side, where, what in placed:
        seat, at = SIDES.index(side), square(where)
        piece = read(what, seat)
        if piece is None or at is None or at in men[0] or at in men[1]:
            raise invalid
        men[seat][at] = piece
    even, odd = (_hand(found[name], seat) for seat, name in enumerate(("even", "odd")))
    if even is None or odd is None:
        raise invalid
    over = None
    if found["reason"]:
        winner = int(found["winner"])
        if found["left"] and not winner:
            raise invalid
        over = Result(found["reason"], winner - 1 if winner else None, bool(found["left"]))
    turn, quiet, times = SIDES.index(found["turn"]), int(found["quiet"]), int(found["times"])
    return Fields(men, (even, odd), turn, quiet, times, over)


def _hand(text: str, seat: Seat) -> tuple[Piece, ...] | None:
    if text == "-":
        return ()
    found = [read(what, 1 - seat) for what in text.split(",")]
    pieces = tuple(piece.turned(seat) for piece in found if piece is not None)
    return pieces if len(pieces) == len(found) else None


def diagram(position: "RithmoPosition") -> str:
    """The board as it lies before Even, Odd's pieces in small letters."""
    even, odd = position.men
    texts = {at: str(piece) for at, piece in even.items()}
    texts |= {at: str(piece).lower() for at, piece in odd.items()}
    width = max(4, *map(len, texts.values())) if texts else 4
    lines = []
    for rank in reversed(range(RANKS)):
        cells = [texts.get(file + FILES * rank, ".") for file in range(FILES)]
        lines.append(f"{rank + 1:>2} " + " ".join(f"{cell:<{width}}" for cell in cells).rstrip())
    files = " ".join(f"{file:<{width}}" for file in FILE_LETTERS).rstrip()
    return "\n".join((*lines, f"   {files}"))


def write_ranks(position: "RithmoPosition") -> str:
    """The drawn board and, below it, what follows the placements."""
    return f"{diagram(position)}\n{_rest(position)}"
