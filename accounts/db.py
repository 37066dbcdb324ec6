"""Write transactions that queue fairly.

SQLite's own busy wait is unfair: with many writers some wait for seconds. In one process
they queue on a lock instead. On PostgreSQL the lock does not exist.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.db import connection, transaction

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
