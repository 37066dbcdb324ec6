"""Problems of Kyōen-hantei as public collections write them (Kyōen 1.4).

A stage is one row-major string, top row first: ``0`` empty, ``1`` a stone, ``2`` a stone
chosen as answer. A square board has size² characters, a triangle side(side + 1)/2.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isqrt

from games.rules.kyoen.curves import is_kyoen
from games.rules.kyoen.geometry import (
    MAX_SIZE,
    MIN_SIZE,
    Board,
    Coordinates,
    Lattice,
    Mask,
    Point,
    Shape,
    same_configuration,
)
from games.rules.kyoen.rules import make_board


class StageError(ValueError):
    """A string that is no stage. The text says why, in one line."""


@dataclass(frozen=True, slots=True)
class Stage:
    board: Board
    stones: tuple[Point, ...]
    """All of them, in order of points."""
    chosen: tuple[Point, ...] = ()
    """Those written as ``2``."""

    def __str__(self) -> str:
        return "".join(
            "2" if point in self.chosen else "1" if point in self.stones else "0"
            for point in range(len(self.board))
        )

    @property
    def mask(self) -> Mask:
        return self.board.mask(self.stones)

    @property
    def answer_is_right(self) -> bool | None:
        """Whether the chosen stones are a kyōen; None when none is chosen."""
        if not self.chosen:
            return None
        return len(self.chosen) == 4 and is_kyoen(self.board, *self.chosen)

    @property
    def canonical(self) -> tuple[Coordinates, ...]:
        """Equal for two problems iff a symmetry of the lattice maps one to the other.

        >>> one, other = read_stage("100010000"), read_stage("0000" "0100" "0010" "0000")
        >>> one.canonical == other.canonical
        True
        """
        return same_configuration(
            self.board.lattice, (self.board.coordinates[point] for point in self.stones)
        )


def read_stage(
    text: str,
    lattice: Lattice = Lattice.SQUARE,
    shape: Shape = Shape.GRID,
    size: int | None = None,
) -> Stage:
    """Read a stage; the size follows from the length, and must be ``size`` if that is given.

    Raise StageError for another character or length. A 6×6 stage that was filled up to 81
    characters is refused when ``size`` is 6, and cannot be told from a 9×9 stage otherwise.
    """
    text = text.strip()
    if odd := sorted(set(text) - set("012")):
        raise StageError(f"A board is written in 0, 1 and 2; {odd[0]!r} is none of them.")
    if size is not None:
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise StageError(f"The size is {MIN_SIZE} to {MAX_SIZE}, not {size}.")
        if len(text) != stage_length(size, shape):
            raise StageError(
                f"A board of size {size} has {stage_length(size, shape)} characters; "
                f"this has {len(text)}."
            )
    found = size or size_of(len(text), shape)
    if found is None:
        raise StageError(
            f"{len(text)} characters are no {'triangle' if shape is Shape.TRIANGLE else 'square'}"
            f" board of size {MIN_SIZE} to {MAX_SIZE}."
        )
    return Stage(
        make_board(lattice, found, found, shape),
        tuple(point for point, mark in enumerate(text) if mark != "0"),
        tuple(point for point, mark in enumerate(text) if mark == "2"),
    )


def stage_length(size: int, shape: Shape) -> int:
    return size * (size + 1) // 2 if shape is Shape.TRIANGLE else size * size


def size_of(length: int, shape: Shape) -> int | None:
    """The size of a board with that many points, or None.

    >>> size_of(81, Shape.GRID), size_of(80, Shape.GRID), size_of(10, Shape.TRIANGLE)
    (9, None, 4)
    """
    size = isqrt(length) if shape is Shape.GRID else (isqrt(8 * length + 1) - 1) // 2
    fits = MIN_SIZE <= size <= MAX_SIZE and stage_length(size, shape) == length
    return size if fits else None


def symmetry_class(board: Board, points: Iterable[Point]) -> set[Mask]:
    """The images of a set of points under the symmetries of its board, itself included.

    >>> sorted(symmetry_class(Board.of_size(3), [0]))
    [1, 4, 64, 256]
    """
    given = list(points)
    return {board.mask(images[point] for point in given) for images in board.symmetries}


def canonical_on_board(board: Board, points: Iterable[Point]) -> Mask:
    """One of each symmetry class: the smallest as a number."""
    return min(symmetry_class(board, points))
