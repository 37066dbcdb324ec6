"""The threads beside the server."""

import subprocess
import sys
import threading

import pytest

from config.celery import app
from config.serving import background
from config.serving.background import Background
from tests.product.running import ROOT
from tests.serve.test_refusals import environment

heard = threading.Event()


@app.task(ignore_result=True)
def ring() -> None:
    heard.set()


def test_tasks_are_done_in_this_process_and_it_all_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    looping = {"clocks": threading.Event(), "computers": threading.Event()}
    for name, seen in looping.items():

        def run(stop: threading.Event, seen: threading.Event = seen) -> None:
            seen.set()
            stop.wait()

        monkeypatch.setattr(background, f"run_{name}", run)
    threads = Background(app)
    threads.start()
    ring.delay()
    assert heard.wait(20)
    assert all(seen.is_set() for seen in looping.values())
    threads.stop(10)
    assert not any(thread.is_alive() for thread in threads.threads)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, "manage.py", "live"],
        [sys.executable, "-m", "celery", "--app", "config", "--skip-checks", "worker"],
    ],
)
def test_what_needs_redis_says_so(
    command: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    settings = environment() | {"TAIKAI_VAR": str(tmp_path_factory.mktemp("var"))}
    done = subprocess.run(
        command, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0
    assert [line.startswith("taikai: REDIS_URL: ") for line in done.stderr.splitlines()] == [True]
