"""Many positions of Oware at once, for playing games by the million.

Boards are ``(n, 12) uint8`` as the player to move sees them: the own pits from the left, then
the opponent's. The grand slam is void, the other default rules are the caller's matter.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.rules.oware.sowing import ADDED, LAST, ROW

Boards: TypeAlias = NDArray[np.uint8]

_WIDTH = len(ADDED[0])
_ADDED = np.array(ADDED[:ROW], dtype=np.int8).view(np.uint8).reshape(-1, 12)
"""Row ``pit * 49 + seeds``: what sowing adds, modulo 256."""
_LAST = np.array(LAST[:ROW], dtype=np.intp).reshape(-1)
_REACH = np.arange(ROW, 0, -1, dtype=np.uint8)
"""How many seeds of each own pit reach the other side."""
_BITS = 1 << np.arange(ROW, dtype=np.uint8)


def _runs() -> NDArray[np.uint8]:
    """Entry ``last * 64 + fit``: the opponent's pits taken, as bits, when the last seed falls
    in ``last`` and the pits of the bits ``fit`` hold 2 or 3."""
    found = np.zeros((12, 64), dtype=np.uint8)
    for last in range(ROW, 12):
        for fit in range(64):
            pit = last - ROW
            while pit >= 0 and fit >> pit & 1:
                found[last, fit] |= 1 << pit
                pit -= 1
    return found.reshape(-1)


_RUNS = _runs()
_TAKEN = (np.arange(64)[:, None] >> np.arange(ROW) & 1).astype(np.bool_)
"""The opponent's pits of each set of bits."""


def legal(boards: Boards) -> NDArray[np.bool_]:
    """``(n, 6)``: which own pits may be sown. A row without one means that the game is over:
    the player has no seed, or must feed and cannot."""
    own = boards[:, :ROW]
    found = own > 0
    hungry = np.flatnonzero(~boards[:, ROW:].any(axis=1))
    if len(hungry):
        found[hungry] = own[hungry] >= _REACH
    return found


def apply(boards: Boards, pits: NDArray[np.intp]) -> tuple[Boards, NDArray[np.uint8]]:
    """Sow ``pits``, one of each board. Return the boards as the opponent sees them, and what
    each move takes. That a pit holds a seed is not checked.
    """
    which = np.arange(len(boards))
    kind = pits * _WIDTH + boards[which, pits]
    sown = boards + _ADDED[kind]
    theirs = sown[:, ROW:]
    fit = ((theirs & 0xFE) == 2) @ _BITS
    bits = _RUNS[_LAST[kind] * 64 + fit]
    captured = np.zeros(len(boards), dtype=np.uint8)
    takes = np.flatnonzero(bits)
    if len(takes):
        row = theirs[takes]
        seeds = row * _TAKEN[bits[takes]]
        slam = (row == seeds).all(axis=1)
        seeds[slam] = 0
        theirs[takes] = row - seeds
        captured[takes] = seeds.sum(axis=1)
    return np.concatenate((theirs, sown[:, :ROW]), axis=1), captured


def choose(allowed: NDArray[np.bool_], random: np.random.Generator) -> NDArray[np.intp]:
    """``(n,)``: for each board one of its allowed pits, each as likely; any when none is."""
    codes = allowed @ _BITS
    return _PICKS[codes, random.integers(0, 60, len(codes))]


def _picks() -> NDArray[np.intp]:
    """Entry ``(bits, k)``: the k-th of the pits of the bits, round and round; 60 is a multiple
    of each number of pits."""
    pits = [[pit for pit in range(ROW) if bits >> pit & 1] or [0] for bits in range(64)]
    return np.array([[own[k % len(own)] for k in range(60)] for own in pits], dtype=np.intp)


_PICKS = _picks()
