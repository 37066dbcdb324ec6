"""Everybody against everybody by Berger tables (FIDE C.05 Annex 1).

Numbers are pairing numbers from 1. An odd field plays the table of one more; whoever meets
the missing number has the bye.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.formats.errors import (
    DuplicateEntrantError,
    FormatError,
    InvalidSettingError,
    TooFewEntrantsError,
)
from tournaments.formats.lots import Key

LARGEST = 40
"""Entrants of a round robin or of one of its groups."""


class TooLateError(FormatError):
    """A late entry after more than the first round. ``params``: rounds_played."""

    code = "too_late"


@dataclass(frozen=True, slots=True)
class Game:
    first: int
    """Moves first."""
    second: int


@dataclass(frozen=True, slots=True)
class RobinRound:
    number: int
    games: tuple[Game, ...]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class KeyGame:
    first: Key
    second: Key


@dataclass(frozen=True, slots=True)
class KeyRound:
    number: int
    games: tuple[KeyGame, ...]
    bye: Key | None = None


@dataclass(frozen=True, slots=True)
class LateEntry:
    order: tuple[Key, ...]
    """The pairing numbers from now on."""
    makeup: tuple[KeyGame, ...]
    """Games of the first round that the newcomer still has to play."""
    rounds: tuple[KeyRound, ...]
    """All of them, the first as it was played."""


class Withdrawal(Enum):
    """What becomes of the games of somebody who leaves."""

    HALF = "half"
    """With half of the games played or more they stay and the rest is lost by forfeit; with
    fewer none counts (FIDE C.05 Annex 1)."""
    KEEP = "keep"
    DROP = "drop"


def berger(entrants: int, *, double: bool = False) -> tuple[RobinRound, ...]:
    """The rounds for so many.

    A double round robin plays the table again with the movers exchanged; the last two rounds
    of the first cycle are exchanged, so that nobody moves first, or second, three times
    running (FIDE C.05 Annex 1). Raise TooFewEntrantsError below 2, InvalidSettingError above
    40.

    >>> for one in berger(4): print(*(f"{game.first}-{game.second}" for game in one.games))
    1-4 2-3
    4-3 1-2
    2-4 3-1
    """
    if entrants < 2:
        raise TooFewEntrantsError(entrants=entrants, needed=2)
    if entrants > LARGEST:
        raise InvalidSettingError(field="entrants", value=entrants, allowed=f"2..{LARGEST}")
    size = entrants + entrants % 2
    cycle = [_games(size, number) for number in range(1, size)]
    if double:
        again = [[Game(game.second, game.first) for game in games] for games in cycle]
        if len(cycle) > 1:
            cycle[-2:] = cycle[:-3:-1]
        cycle += again
    return tuple(_round(number, games, entrants) for number, games in enumerate(cycle, 1))


def rounds_for(order: Sequence[Key], *, double: bool = False) -> tuple[KeyRound, ...]:
    """The rounds of those in ``order`` of their pairing numbers. Raise as ``berger`` does,
    and DuplicateEntrantError."""
    if len(set(order)) < len(order):
        raise DuplicateEntrantError(key=next(key for key in order if order.count(key) > 1))
    return tuple(
        KeyRound(
            one.number,
            tuple(KeyGame(order[game.first - 1], order[game.second - 1]) for game in one.games),
            None if one.bye is None else order[one.bye - 1],
        )
        for one in berger(len(order), double=double)
    )


def late_entry(
    order: Sequence[Key], newcomer: Key, *, rounds_played: int, double: bool = False
) -> LateEntry:
    """Let somebody in before the second round; the first stays as it was, movers included.

    In an odd field the newcomer takes the missing number and owes a game to whoever had the
    bye. In an even one the field is renumbered for the table of two more, in which the
    newcomer has the bye of the first round. Before the first round the newcomer gets the last
    number. Raise TooLateError from the second round on, DuplicateEntrantError.
    """
    if newcomer in order:
        raise DuplicateEntrantError(key=newcomer)
    if rounds_played > 1:
        raise TooLateError(rounds_played=rounds_played)
    longer = (*order, newcomer)
    if not rounds_played:
        return LateEntry(longer, (), rounds_for(longer, double=double))
    before = rounds_for(order, double=double)[0]
    if before.bye is not None:
        rounds = rounds_for(longer, double=double)
        played = [game for game in rounds[0].games if newcomer not in (game.first, game.second)]
        makeup = [game for game in rounds[0].games if newcomer in (game.first, game.second)]
        first = KeyRound(1, tuple(played), before.bye)
        return LateEntry(longer, tuple(makeup), (first, *rounds[1:]))
    # In the first round number k meets the one k places from the end and moves first.
    above = [newcomer, *(game.first for game in before.games)]
    below = [game.second for game in before.games]
    renumbered = (*above, *reversed(below))
    return LateEntry(renumbered, (), rounds_for(renumbered, double=double))


def keeps(rule: Withdrawal, played: int, total: int) -> bool:
    """Whether the results of somebody who leaves after ``played`` of ``total`` games count.

    >>> keeps(Withdrawal.HALF, 3, 6), keeps(Withdrawal.HALF, 3, 7)
    (True, False)
    """
    if rule is Withdrawal.HALF:
        return 2 * played >= total
    return rule is Withdrawal.KEEP


def mover_balance(rounds: Iterable[KeyRound]) -> dict[Key, int]:
    """How many more games each moves first in than second."""
    balance: Counter[Key] = Counter()
    for one in rounds:
        for game in one.games:
            balance[game.first] += 1
            balance[game.second] -= 1
    return dict(balance)


def _games(size: int, number: int) -> list[Game]:
    """One round for an even field: the last number meets ``pivot``, the others stand round it."""
    ring = size - 1
    pivot = (number - 1) * (size // 2) % ring
    last = Game(pivot + 1, size) if number % 2 else Game(size, pivot + 1)
    return [
        last,
        *(
            Game((pivot + step) % ring + 1, (pivot - step) % ring + 1)
            for step in range(1, size // 2)
        ),
    ]


def _round(number: int, games: Sequence[Game], entrants: int) -> RobinRound:
    bye = None
    played = []
    for game in games:
        if entrants < game.first:
            bye = game.second
        elif entrants < game.second:
            bye = game.first
        else:
            played.append(game)
    return RobinRound(number, tuple(played), bye)
