"""A worker of the Procfile ends when it is told to, whatever it has in hand."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from celery import Celery

from tests.product.fixtures import redis_number
from tests.product.running import Released, ScaledProduct
from tests.services.servers import Services

pytestmark = pytest.mark.postgres
TASK, QUEUE = "judging.tasks.sweep", "judge"
WAIT = 30.0


class OneWorker(ScaledProduct):
    """A worker with one child; no page is asked for."""

    def start(self) -> None:
        self.run("worker")


@pytest.fixture
def broker(pg_and_redis: Services) -> redis.Redis:
    url = f"{pg_and_redis.redis_url.rpartition('/')[0]}/{redis_number(1)}"
    return redis.Redis.from_url(url)


@pytest.fixture
def worker(
    tmp_path: Path, pg_and_redis: Services, bare_release: Released, broker: redis.Redis
) -> Iterator[OneWorker]:
    broker.flushdb()
    with OneWorker(tmp_path / "var", pg_and_redis, redis_number(1), bare_release) as product:
        yield product


def only_child(app: Celery) -> int:
    """The process that does the tasks of the one worker, when it is ready."""
    deadline = time.monotonic() + WAIT
    while not (told := app.control.inspect(timeout=1).stats()):
        assert time.monotonic() < deadline
    [worker] = told.values()
    [pid] = worker["pool"]["processes"]
    return int(pid)


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_task_not_yet_begun_does_not_hold_up_the_end(
    worker: OneWorker, broker: redis.Redis
) -> None:
    process = worker.processes[0]
    app = Celery(broker=worker.environment["REDIS_URL"])
    child = only_child(app)
    wait_until(lambda: broker.llen(QUEUE) == 0 and broker.hlen("unacked") == 0)
    os.kill(child, signal.SIGSTOP)
    app.send_task(TASK, queue=QUEUE)
    wait_until(lambda: broker.hlen("unacked") > 0)
    time.sleep(0.5)  # From the broker to the child, which nothing outside shows.
    process.tell(signal.SIGTERM)
    wait_until(lambda: "Warm shutdown" in process.output)
    time.sleep(1)  # The worker lets go of what its child has not begun.
    os.kill(child, signal.SIGCONT)
    assert process.wait() == 0
