"""How long matches and rounds take, from the time control."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import assert_never

from games.clock import TimeControl, Timing

UNTIMED = timedelta(seconds=30)
"""A move without a clock."""


@dataclass(frozen=True, slots=True)
class Length:
    """Of one game."""

    typical: timedelta
    longest: timedelta | None
    """None without a clock."""


@dataclass(frozen=True, slots=True)
class Pace:
    """What the estimate of a round rests on."""

    game: Length
    pause: timedelta = timedelta()
    """Between two rounds."""
    boards: int | None = None
    """So many can be played at once; None for as many as needed."""


def game_length(control: TimeControl, moves: int, players: int = 2) -> Length:
    """``moves`` are those of all players together in a usual game.

    Half of the time for thinking is usually used; the longest game uses all of it.

    >>> minutes = timedelta(minutes=1)
    >>> length = game_length(TimeControl(Timing.SUDDEN_DEATH, 15 * minutes), 60)
    >>> str(length.typical), str(length.longest)
    ('0:15:00', '0:30:00')
    """
    main = players * control.main
    match control.timing:
        case Timing.NONE:
            return Length(moves * UNTIMED, None)
        case Timing.PER_MOVE:
            longest = moves * control.step
        case Timing.SUDDEN_DEATH:
            longest = main
        case Timing.INCREMENT | Timing.DELAY:
            longest = main + moves * control.step
        case Timing.BYO_YOMI:
            longest = main + moves * control.step + players * (control.periods - 1) * control.step
        case _:
            assert_never(control.timing)
    return Length(longest / 2, longest)


def random_length(length: Length, rng: Random) -> timedelta:
    """About the typical one: from a half of it to half as much again, never over the longest."""
    found = length.typical * (0.5 + rng.random())
    return found if length.longest is None else min(found, length.longest)


def span(lengths: Sequence[timedelta], boards: int | None) -> timedelta:
    """How long a round takes if each board that is free gets the next match.

    >>> [str(span([timedelta(minutes=m) for m in (30, 20, 20)], boards)) for boards in (None, 2, 1)]
    ['0:30:00', '0:40:00', '1:10:00']
    """
    free = [timedelta()] * min(boards or len(lengths), len(lengths))
    for length in lengths:
        first = min(range(len(free)), key=lambda board: free[board])
        free[first] += length
    return max(free, default=timedelta())
