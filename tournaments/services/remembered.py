"""What is dear to compute and stays the same until something is told to the tournament's pages."""

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from tournaments.models import Tournament

T = TypeVar("T")
SECONDS = 300


def remembered(tournament: Tournament, name: str, compute: Callable[[], T]) -> T:
    """``compute()``, or what it gave when the tournament last stood as it stands now.

    ``tournament`` must be fresh: its ``live_seq`` says how it stands. Results that are None
    are computed each time.
    """
    key = f"tournament:{tournament.pk}:{tournament.live_seq}:{name}"
    found: T | None = cache.get(key)
    if found is None:
        found = compute()
        cache.set(key, found, SECONDS)
    return found
