"""Work done again and again in one thread until it is told to stop."""

import logging
import signal
import threading
import time
from collections.abc import Callable
from datetime import datetime
from types import FrameType

from django.db import close_old_connections, connection
from django.utils import timezone

AFTER_FAILURE = 1.0

log = logging.getLogger(__name__)


def repeat(
    work: Callable[[datetime], object],
    *,
    every: float | Callable[[], float],
    stop: threading.Event,
    name: str,
) -> None:
    """Call ``work(now)`` each ``every`` seconds until ``stop`` is set.

    ``every`` may be asked after each call. A failure is logged and does not end it: the next call
    has a new database connection.
    """
    due = time.monotonic()
    failing = False
    while not stop.is_set():
        try:
            work(timezone.now())
            pause = every() if callable(every) else every
            failing = False
        except Exception:
            if not failing:
                log.exception("%s failed; trying again", name)
            failing = True
            pause = AFTER_FAILURE
            connection.close()
        due = max(due + pause, time.monotonic())
        stop.wait(max(due - time.monotonic(), 0.001))
    connection.close()


def until_told() -> threading.Event:
    """An event that SIGTERM and Ctrl-C set."""
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    close_old_connections()
    return stop
