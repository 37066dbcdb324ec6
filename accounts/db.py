"""Write transactions that queue fairly.

SQLite's own busy wait is unfair: with many writers some wait for seconds. In one process
they queue on a lock instead. On PostgreSQL the lock does not exist.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

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
