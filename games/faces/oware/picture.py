"""An Oware board as something to draw: seeds in, numbers of an SVG out.

One unit is the width of a pit's column; y runs down. The player at the bottom has the own pits
from the left, so the other's run from the right.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Any

from games.rules.oware.notation import LETTERS
from games.rules.oware.sowing import ROW

WIDTH, HEIGHT = 6.6, 5.2
EDGE = 0.8
"""The x of the first pit."""
PIT_Y = (3.5, 1.7)
"""The row of the player at the bottom, and of the other."""
NUMBER_Y = (4.17, 1.03)
LETTER_Y = (2.91, 2.29)
STORE_Y = (4.76, 0.44)
STORE_X = 1.15
GOLDEN = pi * (3 - sqrt(5))
SPREAD, ROOM = 0.107, 0.345
"""The distance between seeds while there is room, and how far from the middle one may lie."""


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float

    @property
    def transform(self) -> str:
        return f"translate({self.x:.3f} {self.y:.3f})"


@dataclass(frozen=True, slots=True)
class Pit:
    letter: str
    seat: int
    """From 1."""
    x: float
    y: float
    number_y: float
    letter_y: float
    seeds: int
    dots: tuple[Dot, ...]

    @property
    def transform(self) -> str:
        return f"translate({self.x:.3f} {self.y:.3f})"


@dataclass(frozen=True, slots=True)
class Store:
    seat: int
    y: float
    seeds: int
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """``rows`` from the top; within a row the pits as they lie, from the left."""

    rows: tuple[tuple[Pit, ...], ...]
    stores: tuple[Store, ...]
    bottom: int
    last: Mapping[str, Any] | None

    @property
    def view_box(self) -> str:
        return f"0 0 {WIDTH} {HEIGHT}"

    @property
    def ratio(self) -> str:
        return f"{WIDTH / HEIGHT:.3f}"


def picture_of(view: Mapping[str, Any], bottom: int = 1) -> Picture:
    """``bottom``: the seat, from 1, whose row is below."""
    pits, stores = view["pits"], view["stores"]
    rows = []
    for seat in (3 - bottom, bottom):
        found = [_pit(seat, place, pits[ROW * (seat - 1) + place], bottom) for place in range(ROW)]
        rows.append(tuple(sorted(found, key=lambda pit: pit.x)))
    return Picture(
        tuple(rows),
        tuple(_store(seat, stores[seat - 1], bottom) for seat in (3 - bottom, bottom)),
        bottom,
        view.get("last_move"),
    )


def _pit(seat: int, place: int, seeds: int, bottom: int) -> Pit:
    up = seat != bottom
    x = EDGE + (ROW - 1 - place if up else place)
    y = PIT_Y[up]
    dots = tuple(Dot(x + dx, y + dy) for dx, dy in heap(seeds))
    letter = LETTERS[ROW * (seat - 1) + place]
    return Pit(letter, seat, x, y, NUMBER_Y[up], LETTER_Y[up], seeds, dots)


def heap(seeds: int) -> list[tuple[float, float]]:
    """Where seeds lie in a pit, from its middle: as the seeds of a sunflower do."""
    if seeds == 1:
        return [(0.0, 0.0)]
    apart = min(SPREAD, ROOM / sqrt(max(seeds, 1)))
    found = []
    for seed in range(seeds):
        away, turn = apart * sqrt(seed + 0.6), seed * GOLDEN + seeds
        found.append((away * cos(turn), away * sin(turn)))
    return found


def _store(seat: int, seeds: int, bottom: int) -> Store:
    y = STORE_Y[seat != bottom]
    dots = tuple(Dot(x, y + dy) for x, dy in (in_store(seed) for seed in range(seeds)))
    return Store(seat, y, seeds, dots)


def in_store(seed: int) -> tuple[float, float]:
    """Two by two from the left; a little more room after each twelve, and so after 24."""
    pair, low = divmod(seed, 2)
    return STORE_X + 0.2 * pair + 0.09 * (pair // 6), 0.105 if low else -0.105
