"""Short ways to say a position, and an independent player of the rules."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from games.rules.oware.notation import split
from games.rules.oware.position import OwarePosition
from games.rules.oware.rules import OwareRules

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"cannot_feed": "one_more_move"},
    {"repetition": "third"},
    {"repetition": "never"},
    {"grand_slam": "forbidden"},
    {"majority": "play_on"},
    {"ply_limit": 40},
    {
        "cannot_feed": "one_more_move",
        "repetition": "never",
        "grand_slam": "forbidden",
        "majority": "play_on",
        "ply_limit": 150,
    },
]


def begin(**options: Any) -> OwarePosition:
    return OwarePosition.start(OwareRules.from_json(options))


def at(
    south: str, north: str, side: str = "S", first: int | None = None, **options: Any
) -> OwarePosition:
    """A position from both rows, each from its player's left: ``at("0 0 0 0 0 1", …)``.

    The seeds not on the board are in the stores, ``first`` of them in the first player's; by
    default half.
    """
    pits = [*south.split(), *north.split()]
    left = 48 - sum(map(int, pits))
    stores = [left // 2 if first is None else first]
    stores.append(left - stores[0])
    text = "-".join([*pits, *map(str, stores), side])
    return OwarePosition.read(text, OwareRules.from_json(options))


def played(position: OwarePosition, moves: str) -> OwarePosition:
    for text in split(moves):
        position = position.play(*position.parse(text))
    return position


def rows(position: OwarePosition) -> tuple[str, str]:
    """The rows as ``at`` takes them."""
    seeds = list(map(str, position.pits))
    return " ".join(seeds[:6]), " ".join(seeds[6:])


def random_game(random: Random, options: dict[str, Any]) -> list[OwarePosition]:
    """Every position of a game of random legal moves."""
    found = [begin(**options)]
    while found[-1].outcome is None:
        position = found[-1]
        found.append(position.play(*position.parse(random.choice(position.legal_moves()))))
    return found


@st.composite
def games(draw: st.DrawFn) -> list[OwarePosition]:
    """Every position of a game, or of its beginning."""
    random = Random(draw(st.integers(0, 2**32)))
    found = random_game(random, draw(st.sampled_from(OPTION_SETS)))
    return found[: draw(st.integers(1, len(found)))]


@st.composite
def boards(draw: st.DrawFn, most: int = 48) -> tuple[int, ...]:
    """Any seeds in the twelve pits, up to ``most`` in all."""
    left, pits = draw(st.integers(1, most)), [0] * 12
    for _ in range(12):
        pit, seeds = draw(st.integers(0, 11)), draw(st.integers(0, left))
        pits[pit] += seeds
        left -= seeds
    return tuple(pits)


def slow_move(pits: tuple[int, ...], origin: int) -> tuple[list[int], int]:
    """A move seed by seed, as the rules tell it: the pits after it and what it takes."""
    board, hand, pit = list(pits), pits[origin], origin
    board[origin] = 0
    while hand:
        pit = (pit + 1) % 12
        if pit != origin:
            board[pit] += 1
            hand -= 1
    theirs = range(6, 12) if origin < 6 else range(6)
    after, taken = list(board), 0
    while pit in theirs and after[pit] in (2, 3):
        taken += after[pit]
        after[pit] = 0
        pit -= 1
    if taken and not any(after[their] for their in theirs):
        return board, 0
    return after, taken
