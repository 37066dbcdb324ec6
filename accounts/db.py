"""Write transactions that queue fairly.

SQLite's own busy wait is unfair: with many writers some wait for seconds. In one process
they queue on a lock instead. On PostgreSQL the lock does not exist.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
T = TypeVar("T")
AT_ONCE = 500
"""Values in one statement: a database takes no more than 999, or a few thousand."""

_queue = threading.RLock()


@contextmanager
def write() -> Iterator[None]:
    """One write transaction; also a decorator (``@write()``). May be nested."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    with _queue, transaction.atomic():
        yield


@contextmanager
def exclusive(*names: str) -> Iterator[None]:
    """Until the transaction ends, no other does anything under these names.

    For what no row stands for yet. SQLite has one writer anyhow.
    """
    if connection.vendor == "postgresql":
        keys = sorted(
            int.from_bytes(sha256(name.encode()).digest()[:8], signed=True) for name in names
        )
        with connection.cursor() as cursor:
            for key in keys:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [key])
    yield


def parts_of(values: Iterable[T]) -> Iterator[list[T]]:
    """Few enough at a time for one statement."""
    left = iter(values)
    while part := list(islice(left, AT_ONCE)):
        yield part


def found_in(found: "QuerySet[M]", field: str, values: Iterable[object]) -> Iterator[M]:
    """The rows whose ``field`` is one of many values; in order within a part of them only."""
    for part in parts_of(values):
        yield from found.filter(**{f"{field}__in": part})
