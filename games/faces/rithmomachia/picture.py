"""A board of Rithmomachia as something to draw. One unit is a square; y runs down from rank 16."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

FILES, RANKS = "abcdefgh", 16
SIZES = {"R": (0.44, 0.4, 0.31), "T": (0.4, 0.34, 0.25), "S": (0.4, 0.4, 0.31)}
"""The size of a number by how many digits it has."""


@dataclass(frozen=True, slots=True)
class Man:
    """A piece to draw: ``side`` even or odd, ``shape`` R, T, S or P."""

    side: str
    shape: str
    value: int
    turned: bool
    parts: tuple[int, ...]

    @property
    def kind(self) -> str:
        return f"{self.shape}{self.value}"

    @property
    def size(self) -> float:
        sizes = SIZES["S" if self.shape == "P" else self.shape]
        return sizes[min(len(str(self.value)), 3) - 1]

    @property
    def text_y(self) -> float:
        """Where the number stands: nearer the base of a triangle."""
        if self.shape != "T":
            return 0.0
        return 0.1 if self.side == "even" else -0.1


@dataclass(frozen=True, slots=True)
class Cell:
    square: str
    x: int
    y: int
    man: Man | None


@dataclass(frozen=True, slots=True)
class Picture:
    rows: tuple[tuple[Cell, ...], ...]
    """From rank 16 down."""
    count: tuple[int, int]
    """How many pieces Even and Odd have on the board."""


def man(piece: Mapping[str, Any]) -> Man:
    return Man(
        "even" if piece["side"] == "E" else "odd",
        piece["shape"],
        piece["value"],
        piece.get("turned", False),
        tuple(piece.get("parts", ())),
    )


def picture_of(view: Mapping[str, Any]) -> Picture:
    men = {square: man(piece) for square, piece in view["pieces"].items()}
    rows = tuple(
        tuple(
            Cell(f"{file}{rank}", x, RANKS - rank, men.get(f"{file}{rank}"))
            for x, file in enumerate(FILES)
        )
        for rank in range(RANKS, 0, -1)
    )
    even = sum(one.side == "even" for one in men.values())
    return Picture(rows, (even, len(men) - even))
