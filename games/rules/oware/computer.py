"""Computer players of Oware. Pure: chance and the call to stop come in, a pit comes out.

Alpha-beta with iterative deepening. Repetition and the limit of moves are seen one move ahead
only; what lies deeper is judged as if the game went on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import TypeAlias

from games.rules.oware.notation import Sow
from games.rules.oware.position import OwarePosition
from games.rules.oware.rules import GrandSlam, Majority
from games.rules.oware.sowing import ROW, SEEDS, Pit, Pits, move, must_feed, options, reaches

Stop: TypeAlias = Callable[[], bool]
"""Whether the time to think is over. Asked every few hundred positions."""


class Level(Enum):
    BEGINNER = "beginner"
    """Sees captures, often overlooks them and never the answer."""
    STEADY = "steady"
    """Looks four moves ahead."""
    STRONG = "strong"
    """Looks as far ahead as the time allows, up to 14 moves."""


DEPTH = {Level.BEGINNER: 1, Level.STEADY: 4, Level.STRONG: 14}
OVERLOOKS = 0.4
"""How often a beginner plays any move."""

WON = 10_000
_SEED = 16
"""A seed in the store. One in the own row, which may yet be lost, is worth one."""
_ASK = 256


@dataclass(frozen=True, slots=True)
class Found:
    """The best move found and what it is worth to the player, 16 a seed; ``depth`` moves deep."""

    pit: Pit
    value: int
    depth: int


class _Stopped(Exception):
    pass


def choose(position: OwarePosition, level: Level, random: Random, stop: Stop) -> Pit | None:
    """What the player on turn sows; None when the game is over."""
    pits = position.pits_to_sow
    if not pits:
        return None
    if len(pits) == 1:
        return pits[0]
    if level is Level.BEGINNER and random.random() < OVERLOOKS:
        return random.choice(pits)
    return best(position, DEPTH[level], random, stop).pit


def best(position: OwarePosition, depth: int, random: Random, stop: Stop) -> Found:
    """The best move to ``depth`` moves ahead, or less deep when time is up before.

    At least one move ahead is always seen. Moves worth the same are as likely. The game must
    not be over.
    """
    order = list(position.pits_to_sow)
    random.shuffle(order)
    search = _Search(position, stop)
    found = Found(order[0], -2 * WON, 0)
    for deep in range(1, depth + 1):
        try:
            values = search.root(order, deep)
        except _Stopped:
            break
        order.sort(key=lambda pit: -values[pit])
        found = Found(order[0], values[order[0]], deep)
        if abs(found.value) >= WON:
            break
    return found


class _Search:
    def __init__(self, position: OwarePosition, stop: Stop) -> None:
        rules = position.rules
        self.position = position
        self.stop = stop
        self.forbidden = rules.grand_slam is GrandSlam.FORBIDDEN
        self.majority = rules.majority is Majority.ENDS
        self.asked = 0
        self.first = True
        self.known: dict[tuple[Pits, int, int], tuple[int, int, int, Pit]] = {}
        """Depth, bound (-1 at most, 0 exact, 1 at least), value and best pit of a position."""

    def root(self, order: list[Pit], depth: int) -> dict[Pit, int]:
        """What each move is worth; those that are not the best are only bounded from above."""
        position, values, alpha = self.position, {}, -2 * WON
        self.first = depth == 1
        seat = position.turn
        for pit in order:
            after = position.play(seat, Sow(pit))
            mine, theirs = after.stores[seat], after.stores[1 - seat]
            if after.outcome is not None:
                value = _final(mine, theirs)
            else:
                value = -self.value(after.pits, 1 - seat, theirs, mine, depth - 1, -2 * WON, -alpha)
            values[pit] = value
            alpha = max(alpha, value)
        return values

    def value(
        self, pits: Pits, seat: int, mine: int, theirs: int, depth: int, alpha: int, beta: int
    ) -> int:
        """What the position is worth to ``seat``, whose turn it is (fail-soft)."""
        if self.majority and (mine * 2 > SEEDS or theirs * 2 > SEEDS):
            return _final(mine, theirs)
        if not any(pits[ROW * seat : ROW * seat + ROW]):
            return _final(mine, theirs + sum(pits))
        found = options(pits, seat, slam_forbidden=self.forbidden)
        if must_feed(pits, seat) and not reaches(pits, found[0]):
            return _final(mine + sum(pits), theirs)
        if depth == 0:
            own = sum(pits[ROW * seat : ROW * seat + ROW])
            return _SEED * (mine - theirs) + 2 * own - sum(pits)
        key = (pits, seat, mine)
        known = self.known.get(key)
        if known is not None:
            deep, bound, value, first = known
            if deep >= depth and (bound == 0 or (value >= beta if bound > 0 else value <= alpha)):
                return value
            if first in found:
                found.remove(first)
                found.insert(0, first)
        self.asked += 1
        if not self.first and self.asked % _ASK == 0 and self.stop():
            raise _Stopped
        return self._search(found, key, theirs, depth, alpha, beta, known is None)

    def _search(
        self,
        found: list[Pit],
        key: tuple[Pits, int, int],
        theirs: int,
        depth: int,
        alpha: int,
        beta: int,
        unordered: bool,
    ) -> int:
        pits, seat, mine = key
        moves = [(pit, *move(pits, pit)) for pit in found]
        if unordered:
            moves.sort(key=lambda each: -each[2])
        top, chosen, low = -3 * WON, found[0], alpha
        for pit, after, captured in moves:
            value = -self.value(after, 1 - seat, theirs, mine + captured, depth - 1, -beta, -low)
            if value > top:
                top, chosen = value, pit
                low = max(low, value)
                if value >= beta:
                    break
        bound = 1 if top >= beta else -1 if top <= alpha else 0
        self.known[key] = depth, bound, top, chosen
        return top


def _final(mine: int, theirs: int) -> int:
    """A game over is won or lost; by how much comes second."""
    difference = mine - theirs
    return difference + (WON if difference > 0 else -WON if difference < 0 else 0)
