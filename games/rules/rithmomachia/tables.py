"""Where the pieces go under the options of a match (Rithmomachia 2): made once, then looked up."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from games.rules.rithmomachia.geometry import (
    SQUARES,
    Directions,
    March,
    Mask,
    Square,
    along,
    flights,
    marches,
    mask,
)
from games.rules.rithmomachia.pieces import Piece, Shape

Way: TypeAlias = tuple[int, int, Square, Mask]
"""Of a march: which shape and which direction, where it leads and what must be empty."""
Reach: TypeAlias = tuple[tuple[Mask, tuple[Way, ...]], ...]


class Tables:
    """Where the pieces go under a rule set, looked up by piece and square."""

    __slots__ = (
        "_flights",
        "_flying",
        "_marches",
        "_reach",
        "_square_pyramids",
        "_ways",
        "directions",
    )

    def __init__(
        self, directions: Mapping[Shape, Directions], *, square_pyramids: bool, flying: bool
    ) -> None:
        self.directions = directions
        self._square_pyramids = square_pyramids
        self._flying = flying
        self._marches: dict[Piece, tuple[tuple[March, ...], ...]] = {}
        self._flights: dict[Piece, tuple[tuple[Square, ...], ...]] = {}
        self._reach: dict[Piece, Reach] = {}
        self._ways: dict[tuple[Shape, ...], Reach] = {}

    def shapes(self, piece: Piece) -> tuple[Shape, ...]:
        """The shapes a piece moves as."""
        if piece.shape is Shape.PYRAMID and self._square_pyramids:
            return (Shape.SQUARE,)
        return piece.shapes

    def marches(self, piece: Piece) -> tuple[tuple[March, ...], ...]:
        """By square, the destinations of a piece's marches and what must be empty between."""
        found = self._marches.get(piece)
        if found is None:
            shapes = self.shapes(piece)
            tables = [marches(self.directions[shape], shape.distance) for shape in shapes]
            found = tuple(sum(rows, ()) for rows in zip(*tables, strict=True))
            self._marches[piece] = found
        return found

    def reach(self, piece: Piece) -> Reach:
        """By square, where the marches lead, as a mask and one by one."""
        found = self._reach.get(piece)
        if found is None:
            shapes = self.shapes(piece)
            if shapes not in self._ways:
                self._ways[shapes] = tuple(self._from(one, shapes) for one in range(SQUARES))
            found = self._reach[piece] = self._ways[shapes]
        return found

    def _from(self, origin: Square, shapes: tuple[Shape, ...]) -> tuple[Mask, tuple[Way, ...]]:
        ways = tuple(
            (number, turn, line[far - 1], mask(line[: far - 1]))
            for number, (shape, directions) in enumerate(self.directions.items())
            if shape in shapes
            for far in (shape.distance,)
            for turn, line in enumerate(along(origin, step) for step in directions.steps)
            if len(line) >= far
        )
        return mask(way[2] for way in ways), ways

    def flights(self, piece: Piece) -> tuple[tuple[Square, ...], ...]:
        """By square, where a piece may leap."""
        found = self._flights.get(piece)
        if found is None:
            shapes = self.shapes(piece)
            long = ((Shape.TRIANGLE, 2), (Shape.SQUARE, 3)) if self._flying else ()
            tables = [flights(far) for shape, far in long if shape in shapes]
            found = tuple(sum((table[square] for table in tables), ()) for square in range(SQUARES))
            self._flights[piece] = found
        return found


@lru_cache(maxsize=16)
def tables_of(
    rounds: Directions,
    triangles: Directions,
    squares: Directions,
    *,
    square_pyramids: bool,
    flying: bool,
) -> Tables:
    """The same for all matches with these options: they take long to make."""
    directions = {Shape.ROUND: rounds, Shape.TRIANGLE: triangles, Shape.SQUARE: squares}
    return Tables(directions, square_pyramids=square_pyramids, flying=flying)
