"""Answers that name points of a board."""

import re
from collections.abc import Sequence

from games.rules.kyoen.geometry import Board, split_names
from judging.answers.errors import (
    NotFourError,
    NotOnePointError,
    NotPointsError,
    OffBoardError,
    RepeatedPointError,
)
from judging.answers.normal import one_line

Names = tuple[str, ...]

_BETWEEN = re.compile(r"[\s,、・]+")
_SETS = re.compile(r"[;\n\r]+")
NOTHING = frozenset({"{}", "∅"})


def names(text: str, board: Board | None) -> list[str]:
    """The points in the order in which they are named, repeats kept.

    >>> names("G8, b7c2", None)
    ['g8', 'b7', 'c2']
    """
    inner = text[1:-1] if text[:1] + text[-1:] in ("()", "{}", "[]") else text
    found = split_names(_BETWEEN.sub("", inner.lower()))
    if not found:
        raise NotPointsError(one_line(text))
    if board is not None:
        for name in found:
            if board.point(name) is None:
                raise OffBoardError(one_line(text), point=name)
    return list(found)


def in_order(found: Sequence[str]) -> Names:
    """By column, then row."""
    return tuple(sorted(found, key=lambda name: (name[0], int(name[1:]))))


def distinct(text: str, found: Sequence[str]) -> None:
    """Raise RepeatedPointError."""
    seen: set[str] = set()
    for name in found:
        if name in seen:
            raise RepeatedPointError(one_line(text), point=name)
        seen.add(name)


def four_points(text: str, board: Board | None) -> Names:
    """
    >>> four_points("g8 b7 c2 g2", None)
    ('b7', 'c2', 'g2', 'g8')
    """
    found = names(text, board)
    if len(found) != 4:
        raise NotFourError(one_line(text), count=len(found))
    distinct(text, found)
    return in_order(found)


def sets_of_four(text: str, board: Board | None) -> tuple[Names, ...]:
    """Each set once, in order.

    >>> sets_of_four("a1b1c1d1; a1a2a3a4; b1a1d1c1", None)
    (('a1', 'a2', 'a3', 'a4'), ('a1', 'b1', 'c1', 'd1'))
    """
    if text in NOTHING:
        return ()
    pieces = [piece.strip() for piece in _SETS.split(text)]
    found = {four_points(piece, board) for piece in pieces if piece}
    if not found:
        raise NotPointsError(one_line(text))
    return tuple(sorted(found))


def one_point(text: str, board: Board | None) -> str:
    found = names(text, board)
    if len(found) != 1:
        raise NotOnePointError(one_line(text), count=len(found))
    return found[0]


def some_points(text: str, board: Board | None) -> Names:
    if text in NOTHING:
        return ()
    found = names(text, board)
    distinct(text, found)
    return in_order(found)
