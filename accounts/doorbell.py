"""Telling a worker that there is something to do. Whoever rings never waits or fails.

The database is the queue: a ring that is lost costs a few seconds, until the sweep. A thread of
each process rings, so that a broker that hangs (5 s) or is refused again and again (2 s) holds
nobody up, and a hundred wishes of one moment ring once or twice.
"""

import logging
import os
import threading
import time

from celery import current_app

BREAK_SECONDS = 10.0
"""After a failure nobody tries for this long."""

GAP_SECONDS = 0.04
"""Between two rings: a ring costs a worker more than most wishes, and one does for all of them."""

log = logging.getLogger(__name__)


class Bell:
    """What is to be rung, and the thread that does it."""

    def __init__(self) -> None:
        self._forked()

    def _forked(self) -> None:
        """A process of its own begins with nothing of its parent's."""
        self.pid = os.getpid()
        self.news = threading.Condition()
        self.asked: dict[str, str] = {}
        self.broken_until = 0.0
        self.thread: threading.Thread | None = None

    def ring(self, task: str, queue: str) -> None:
        if self.pid != os.getpid():
            self._forked()
        with self.news:
            self.asked[task] = queue
            if self.thread is None:
                self.thread = threading.Thread(target=self._run, name="doorbell", daemon=True)
                self.thread.start()
            self.news.notify()

    def _run(self) -> None:
        while True:
            with self.news:
                while not self.asked:
                    self.news.wait()
                wait = self.broken_until - time.monotonic()
                if wait <= 0:
                    asked, self.asked = self.asked, {}
            if wait > 0:
                time.sleep(wait)
                continue
            for task, queue in asked.items():
                self.send(task, queue)
            time.sleep(GAP_SECONDS)

    def send(self, task: str, queue: str) -> bool:
        """Ring now; whether it was heard of."""
        if time.monotonic() < self.broken_until:
            return False
        try:
            current_app.send_task(task, queue=queue, retry=False, ignore_result=True, expires=30)
        except Exception as error:  # noqa: BLE001 - every broker fails in its own way
            self.broken_until = time.monotonic() + BREAK_SECONDS
            log.warning("the broker is away (%s); the sweep will find what is queued", error)
            return False
        return True


BELL = Bell()


def ring(task: str, queue: str) -> None:
    """Have a worker do ``task``; call it after the commit. Returns at once."""
    BELL.ring(task, queue)
