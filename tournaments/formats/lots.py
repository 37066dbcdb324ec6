"""Drawing lots so that a draw can be replayed from its stored seed.

Only ``Random.random()`` is promised to give the same numbers in every Python, so nothing
else of the generator is used.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

Key: TypeAlias = str | int
"""What names an entry: its id. Never its name."""

T = TypeVar("T")

ByKey: TypeAlias = Mapping[Any, T]
"""Something for each key. Mappings are invariant in their keys, so that a mapping of str
would not be one of Key."""


class Drawn(NamedTuple):
    """What lots, or a playoff, gave an entry."""

    draw: int
    """Which draw it was: places in different ones say nothing about each other."""
    place: int
    """From 1, the best."""


def drawn_together(keys: Iterable[Key], drawn: ByKey[Drawn]) -> dict[Key, int] | None:
    """The places of ``keys`` where one draw was for all of them.

    >>> drawn_together("ab", {"a": Drawn(1, 2), "b": Drawn(1, 1), "c": Drawn(2, 1)})
    {'a': 2, 'b': 1}
    >>> drawn_together("ac", {"a": Drawn(1, 2), "c": Drawn(2, 1)})
    >>> drawn_together("ad", {"a": Drawn(1, 2)})
    """
    found = {key: drawn.get(key) for key in keys}
    if len({one and one.draw for one in found.values()}) > 1:
        return None
    return {key: one.place for key, one in found.items() if one} or None


def below(limit: int, rng: Random) -> int:
    """A number from 0 to ``limit`` − 1."""
    return int(rng.random() * limit)


def shuffled(items: Sequence[T], rng: Random) -> list[T]:
    """A random order (Fisher and Yates).

    >>> shuffled(range(6), Random(1))
    [1, 2, 5, 3, 4, 0]
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, rng)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def lot(seed: int | str, key: Key) -> bytes:
    """A number that belongs to ``key`` in this draw and that no id or name can better."""
    return sha256(f"{seed}\x1f{type(key).__name__}\x1f{key}".encode()).digest()


def by_number(
    items: Iterable[T],
    *,
    number: Callable[[T], int | None],
    key: Callable[[T], Key],
    seed: int | str,
) -> list[T]:
    """Order by seeding number; those without one come last, and equals by their lots.

    With distinct numbers the order owes nothing to the keys.
    """

    def rank(item: T) -> tuple[bool, int, bytes]:
        found = number(item)
        return found is None, found or 0, lot(seed, key(item))

    return sorted(items, key=rank)
