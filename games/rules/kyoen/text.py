"""The one-line text form of a position: seven fields, a space between.

    square:9x9 b7c2g2 1 3-2 3 0,1*,0/1 -

1. the board: ``square:9x9`` (columns × rows), ``triangular:9`` (a triangle of that side)
2. the stones in order of placing, or ``-``
3. the seat to move from 1, or ``-`` when the match is over
4. how many seats; after ``-`` those that are out, in order of going out
5. the seat that placed the last stone, ``x`` after it when the stone was claimed and is
   gone; ``-`` before the first stone
6. wrong claims by seat, ``*`` at those that may not claim until the next stone, and after
   ``/`` the wrong claims in this turn that gave the time anew; ``-`` when there is none
7. why an arbiter ended the match, or ``-``

Of the options only the board is written.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.rules.base import InvalidActionError
from games.rules.kyoen.geometry import Lattice, Shape, split_names

if TYPE_CHECKING:
    from games.rules.kyoen.position import KyoenPosition

_LINE = re.compile(
    r"(?P<lattice>[a-z]+):(?P<columns>\d{1,2})(?:x(?P<rows>\d{1,2}))?"
    r" (?P<stones>-|[a-s1-9][a-s0-9]*)"
    r" (?:-|[1-8])"
    r" (?P<seats>[2-8])(?:-(?P<out>[1-8]+))?"
    r" (?P<mover>-|[1-8](?P<gone>x?))"
    r" (?P<wrong>-|\d{1,4}\*?(?:,\d{1,4}\*?)*(?:/(?P<resets>\d{1,4}))?)"
    r" (?P<ended>-|[a-z_]+)",
    re.ASCII,
)


def write(position: "KyoenPosition") -> str:
    board = position.board
    size = f"{board.columns}"
    if board.shape is Shape.GRID:
        size += f"x{board.rows}"
    to_move = position.to_move
    out = "".join(str(seat + 1) for seat in position.out)
    last = "-" if position.mover is None else str(position.mover + 1)
    wrong = "-"
    if any(position.wrong) or position.silenced or position.resets:
        wrong = ",".join(
            f"{count}{'*' if seat in position.silenced else ''}"
            for seat, count in enumerate(position.wrong)
        )
        wrong += f"/{position.resets}" if position.resets else ""
    return " ".join(
        (
            f"{board.lattice.value}:{size}",
            "".join(board.name(point) for point in position.stones) or "-",
            "-" if to_move is None else str(to_move + 1),
            f"{position.seats}-{out}" if out else str(position.seats),
            last + ("x" if position.claimed else ""),
            wrong,
            position.ended or "-",
        )
    )


@dataclass(frozen=True, slots=True)
class Fields:
    """What a line says: ``board`` for the rules, ``values`` for the position."""

    board: dict[str, Any]
    stones: tuple[str, ...]
    values: dict[str, Any]


def parse_fields(text: str) -> Fields:
    """Raise InvalidActionError when the line has another form."""
    invalid = InvalidActionError(text=text[:60])
    found = _LINE.fullmatch(text.strip())
    if found is None or found["lattice"] not in {lattice.value for lattice in Lattice}:
        raise invalid
    stones = "" if found["stones"] == "-" else found["stones"]
    names = split_names(stones)
    seats = int(found["seats"])
    out = tuple(int(seat) - 1 for seat in found["out"] or "")
    mover = None if found["mover"] == "-" else int(found["mover"][0]) - 1
    counts = found["wrong"].split("/")[0].split(",") if found["wrong"] != "-" else ["0"] * seats
    ended = None if found["ended"] == "-" else found["ended"]
    if (
        names is None
        or len(set(names)) != len(names)
        or len(counts) != seats
        or len(set(out)) != len(out)
        or len(out) >= seats
        or max((*out, mover or 0)) >= seats
        or (mover is None and names)
        or (mover is not None and not names and not found["gone"])
    ):
        raise invalid
    return Fields(
        board={
            "lattice": Lattice(found["lattice"]),
            "shape": Shape.GRID if found["rows"] else Shape.TRIANGLE,
            "columns": int(found["columns"]),
            "rows": int(found["rows"] or found["columns"]),
        },
        stones=tuple(names),
        values={
            "seats": seats,
            "out": out,
            "mover": mover,
            "claimed": bool(found["gone"]),
            "wrong": tuple(int(count.rstrip("*")) for count in counts),
            "silenced": frozenset(at for at, count in enumerate(counts) if "*" in count),
            "resets": int(found["resets"] or 0),
            "ended": ended,
        },
    )
