"""What a move does and why, for the record, the page and the reader of the rules."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from games.rules.base import Seat
from games.rules.oware.notation import letter
from games.rules.oware.rules import End
from games.rules.oware.sowing import ROW, Pit, Pits, chain, is_slam, must_feed, path, row, sow


class Nothing(Enum):
    """Why a move takes nothing."""

    OWN_ROW = "own_row"
    """The last seed falls on the mover's own side."""
    COUNT = "count"
    """The last pit then holds neither 2 nor 3 seeds."""
    GRAND_SLAM = "grand_slam"
    """It would leave the opponent without a seed."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One move, step by step."""

    seat: Seat
    pit: Pit
    seeds: int
    path: tuple[Pit, ...]
    """The pit of each seed, in order; the origin is passed over."""
    last_holds: int
    """How many seeds the last pit holds when all are sown."""
    taken: tuple[tuple[Pit, int], ...]
    """The pits taken and their seeds, the last pit first."""
    nothing: Nothing | None
    """Why nothing is taken; None when something is."""
    spared: tuple[Pit, ...]
    """What a grand slam would have taken."""
    feeds: bool
    """The move had to feed the other side, and does."""
    end: End | None = None
    """How the game is over with it."""
    shares: tuple[int, int] = (0, 0)
    """What each player takes from the board besides, because it is over."""

    @property
    def last(self) -> Pit:
        return self.path[-1]

    @property
    def captured(self) -> int:
        return sum(seeds for _, seeds in self.taken)

    def to_json(self) -> dict[str, Any]:
        """Pits by letter; ``shares`` by seat."""
        return {
            "pit": letter(self.pit),
            "seeds": self.seeds,
            "path": "".join(letter(pit) for pit in self.path),
            "last": letter(self.last),
            "last_holds": self.last_holds,
            "taken": [[letter(pit), seeds] for pit, seeds in self.taken],
            "captured": self.captured,
            "nothing": None if self.nothing is None else self.nothing.value,
            "spared": "".join(letter(pit) for pit in self.spared),
            "feeds": self.feeds,
            "end": None if self.end is None else self.end.value,
            "shares": list(self.shares),
        }


def sowing(pits: Pits, pit: Pit) -> Explanation:
    """What sowing ``pit``, which holds a seed, does to these pits; not whether it is legal.

    >>> found = sowing((0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 3), 5)
    >>> found.taken, found.nothing
    (((7, 2), (6, 2)), None)
    """
    seat, seeds = pit // ROW, pits[pit]
    sown, last = sow(pits, pit)
    found = chain(sown, last, seat)
    slam = is_slam(sown, found, seat)
    taken = () if slam else tuple((at, sown[at]) for at in found)
    nothing = None
    if slam:
        nothing = Nothing.GRAND_SLAM
    elif not taken:
        nothing = Nothing.OWN_ROW if last // ROW == seat else Nothing.COUNT
    return Explanation(
        seat=seat,
        pit=pit,
        seeds=seeds,
        path=path(pit, seeds),
        last_holds=sown[last],
        taken=taken,
        nothing=nothing,
        spared=found if slam else (),
        feeds=must_feed(pits, seat) and any(row(sown, 1 - seat)),
    )
