"""Something that one worker does at a time: a name taken by compare-and-set."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q

from accounts.db import write
from judging.models import Lease


@contextmanager
def held(name: str, holder: UUID, at: datetime, length: timedelta) -> Iterator[bool]:
    """Whether the name is ours for ``length``; whoever died is waited for no longer."""
    mine = take(name, holder, at, length)
    try:
        yield mine
    finally:
        if mine:
            give_back(name, holder)


def take(name: str, holder: UUID, at: datetime, length: timedelta) -> bool:
    with write():
        Lease.objects.bulk_create([Lease(name=name)], ignore_conflicts=True)
        free = Q(until=None) | Q(until__lte=at) | Q(holder=holder)
        taken = Lease.objects.filter(free, name=name).update(holder=holder, until=at + length)
    return taken == 1


def give_back(name: str, holder: UUID) -> None:
    with write():
        Lease.objects.filter(name=name, holder=holder).update(holder=None, until=None)
