"""The servers of the tests start, answer, and are gone afterwards."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from tests.services.__main__ import USAGE
from tests.services.servers import (
    accepts,
    free_port,
    open_to_all,
    postgres_programs,
    services,
    unprivileged_user,
)

pytestmark = pytest.mark.slow
RUN = [sys.executable, "-m", "tests.services"]


def port(url: str) -> int:
    found = urlsplit(url).port
    assert found is not None
    return found


def data_folder(url: str) -> Path:
    with psycopg.connect(url) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row is not None
    return Path(row[0])


def test_both_answer_and_are_gone_afterwards() -> None:
    with services() as started:
        with psycopg.connect(started.database_url) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        assert redis.Redis.from_url(started.redis_url).ping()
    assert not accepts(port(started.database_url))
    assert not accepts(port(started.redis_url))


def test_a_command_runs_with_both_and_its_exit_code_is_kept() -> None:
    script = 'test -n "$DATABASE_URL" && test -n "$REDIS_URL" && exit 7'
    assert subprocess.run([*RUN, "run", "--", "sh", "-c", script], check=False).returncode == 7


def test_a_wrong_command_line_is_explained() -> None:
    answer = subprocess.run([*RUN, "walk"], check=False, capture_output=True, text=True)
    assert (answer.returncode, answer.stderr.strip()) == (2, USAGE)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_the_command_is_ended(number: signal.Signals) -> None:
    script = "echo $DATABASE_URL; echo $REDIS_URL; exec sleep 30"
    command = [*RUN, "run", "--", "sh", "-c", script]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert run.stdout is not None
        url = run.stdout.readline().strip()
        ports = [port(url), port(run.stdout.readline())]
        assert all(map(accepts, ports))
        folder = data_folder(url).parent.parent
        run.send_signal(number)
        run.wait(30)
        if number == signal.SIGKILL:
            os.killpg(run.pid, signal.SIGKILL)  # the command itself, started in this group
    for _ in range(100):
        if not any(map(accepts, ports)):
            break
        time.sleep(0.1)
    assert not any(map(accepts, ports))
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands PostgreSQL to another user")
def test_programs_that_another_user_cannot_reach_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.services.servers.open_to_all", lambda path: False)
    programs = postgres_programs(tmp_path, unprivileged_user())
    assert programs.is_relative_to(tmp_path)
    version = subprocess.run([str(programs / "postgres"), "--version"], check=True)
    assert version.returncode == 0


def test_a_private_folder_is_not_open_to_all(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    assert not open_to_all(tmp_path)
    assert open_to_all(Path("/"))


def test_a_free_port_is_free() -> None:
    assert not accepts(free_port())
