"""Telling a worker that there is something to judge. Whoever rings never waits or fails.

The database is the queue: a ring that is lost costs a few seconds, until the sweep.
"""

import logging
import threading
import time

from celery import current_app

BREAK_SECONDS = 10.0
"""After a failure nobody tries for this long."""

log = logging.getLogger(__name__)
_lock = threading.Lock()
_broken_until = 0.0


def ring(task: str = "judging.tasks.drain", queue: str = "judge") -> bool:
    """Ask a worker to drain; call it after the commit. Whether it was told."""
    global _broken_until
    if time.monotonic() < _broken_until:
        return False
    if not _lock.acquire(blocking=False):
        return False  # somebody is ringing, and whoever hears it finds this too
    try:
        current_app.send_task(task, queue=queue, retry=False, ignore_result=True, expires=30)
    except Exception as error:  # noqa: BLE001 - every broker fails in its own way
        _broken_until = time.monotonic() + BREAK_SECONDS
        log.warning("the broker is away (%s); the sweep will find what is queued", error)
        return False
    finally:
        _lock.release()
    return True


def mend() -> None:
    """Forget that it was broken."""
    global _broken_until
    _broken_until = 0.0
