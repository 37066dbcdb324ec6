"""What is wrong at the start is told in one line, and nothing starts."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config.serving.checks import alone
from tests.product.running import CLEARED, ROOT, EmbeddedProduct
from tests.services.servers import free_port

pytestmark = pytest.mark.slow
SCALED = {
    "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "ALLOWED_HOSTS": "127.0.0.1",
    "SECRET_KEY": "s" * 50,
}


def environment() -> dict[str, str]:
    """Ours, without what the tests have set for themselves."""
    return {k: v for k, v in os.environ.items() if k not in CLEARED}


def refusal(var: Path, *arguments: str, **settings: str) -> str:
    """The one line that ``serve`` says before it ends."""
    command = [sys.executable, "manage.py", "serve", "--var", str(var), *arguments]
    if "--port" not in arguments:
        command += ["--port", str(free_port())]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment() | settings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode not in (0, None), done.stdout
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("taikai: ")
    return lines[0]


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        line = refusal(tmp_path, "--port", str(port))
        assert line.startswith(f"taikai: PORT: {port} is in use")


def test_a_port_that_is_none(tmp_path: Path) -> None:
    assert refusal(tmp_path, "--port", "eighty").startswith("taikai: PORT: 'eighty' is not a port")


def test_a_host_that_is_not_this_computer(tmp_path: Path) -> None:
    line = refusal(tmp_path, "--host", "192.0.2.77")
    assert line.startswith("taikai: HOST: ")
    assert "192.0.2.77" in line


def test_a_second_server_on_the_same_folder(var: Path) -> None:
    with EmbeddedProduct(var) as product:
        pid = product.processes[0].process.pid
        line = refusal(var)
        assert line == (f"taikai: TAIKAI_VAR: {var} is in use by another server (process {pid})")
    alone(var).close()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    line = refusal(tmp_path / "file" / "var")
    assert line.startswith("taikai: TAIKAI_VAR: cannot make the folder")


def test_a_database_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "taikai.sqlite3").write_text("not a database at all " * 100)
    line = refusal(tmp_path)
    assert line.startswith("taikai: DATABASE_URL: the database ")
    assert "cannot be used" in line


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("DATABASE_URL", SCALED | {"DATABASE_URL": "nonsense"}),
        ("DATABASE_URL", SCALED | {"DATABASE_URL": "mysql://a@b/c"}),
        ("DATABASE_URL", SCALED),
        ("DATABASE_URL", {"REDIS_URL": "redis://127.0.0.1:1/0"}),
        ("REDIS_URL", {"DATABASE_URL": "postgresql://a@127.0.0.1:1/c"}),
        ("REDIS_URL", {"REDIS_URL": "http://127.0.0.1:1/0"}),
        ("ALLOWED_HOSTS", SCALED | {"ALLOWED_HOSTS": ""}),
        ("SECRET_KEY", SCALED | {"SECRET_KEY": ""}),
        ("SECRET_KEY", {"SECRET_KEY": "short"}),
        ("DEBUG", {"DEBUG": "perhaps"}),
        ("LOG_LEVEL", {"LOG_LEVEL": "loud"}),
        ("TIME_ZONE", {"TIME_ZONE": "Mars/Olympus"}),
    ],
)
def test_a_setting_that_makes_no_sense(tmp_path: Path, name: str, settings: dict[str, str]) -> None:
    assert refusal(tmp_path, **settings).startswith(f"taikai: {name}: ")
