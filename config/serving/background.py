"""What runs in threads beside the server: clocks, computer players, tasks and their timetable."""

import logging
import threading
import time
from collections.abc import Callable

from celery import Celery
from celery import beat as celery_beat
from celery.worker import WorkController
from celery.worker import state as worker_state

from games.loops import run_clocks, run_computers
from games.repeating import repeat
from tournaments.demo.sample import keep_going

QUEUES = ("judge", "rejudge", "render", "mail")
WORKER_THREADS = 2
AFTER_FIRST_PAGE = 0.5
SAMPLE_SECONDS = 5.0

log = logging.getLogger(__name__)


class Background:
    """Starts the threads and stops them."""

    def __init__(self, celery: Celery, *, demo: bool = False) -> None:
        self.celery = celery
        self.demo = demo
        self.stop_loops = threading.Event()
        self.threads: list[threading.Thread] = []
        self.timetable = celery_beat.Service(
            celery, max_interval=1, scheduler_cls=celery_beat.Scheduler
        )

    def start(self) -> None:
        worker_state.should_stop = None
        self._run("clocks", lambda: run_clocks(self.stop_loops))
        self._run("computers", lambda: run_computers(self.stop_loops))
        if self.demo:
            self._run("demo", self._keep_going)
        self._run("worker", self._work)
        self._run("beat", self._beat)

    def begin_to_stop(self) -> None:
        """Take no more tasks. A worker needs up to two seconds to notice."""
        worker_state.should_stop = 0  # type: ignore[assignment]
        self.timetable.stop()

    def stop(self, seconds: float) -> None:
        """End the threads; those that take longer than ``seconds`` together are left."""
        self.begin_to_stop()
        self.stop_loops.set()
        until = time.monotonic() + seconds
        for thread in self.threads:
            thread.join(max(until - time.monotonic(), 0))

    def _run(self, name: str, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self.threads.append(thread)
        thread.start()

    def _keep_going(self) -> None:
        repeat(keep_going, every=SAMPLE_SECONDS, stop=self.stop_loops, name="the sample")

    def _work(self) -> None:
        if self.stop_loops.wait(AFTER_FIRST_PAGE):
            return
        WorkController(
            app=self.celery,
            pool_cls="threads",
            concurrency=WORKER_THREADS,
            queues=list(QUEUES),
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            use_eventloop=False,
        ).start()

    def _beat(self) -> None:
        if self.stop_loops.wait(AFTER_FIRST_PAGE):
            return
        try:
            self.timetable.start()
        except Exception:
            log.exception("the timetable of tasks has stopped")
