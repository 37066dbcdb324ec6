"""What takes long to make and is only copied: made once in a run of the suite, for all workers."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.product.running import CLEARED, ROOT, ProductError, Released, procfile, scaled_out
from tests.services.servers import Services, administer, copy_database

FILE = "taikai.sqlite3"
MIGRATE = [sys.executable, "manage.py", "migrate", "-v0", "--skip-checks"]
NO_REDIS = "redis://127.0.0.1:1/0"


def made_once(folder: Path, make: Callable[[Path], None]) -> Path:
    """``folder``, made by whichever process asks first; the others wait for it."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            making = folder.with_suffix(".making")
            making.mkdir(exist_ok=True)
            make(making)
            making.rename(folder)
    return folder


def run(command: list[str], folder: Path, **settings: str) -> None:
    """A command of the product with its state in ``folder``. Raises ProductError."""
    kept = {name: value for name, value in os.environ.items() if name not in CLEARED}
    kept["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=kept | {"TAIKAI_VAR": str(folder)} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ProductError(f"{command} ended with {done.returncode}:\n{done.stderr}")


def migrated_file(shared: Path) -> Path:
    """A database of the embedded product with every table and no row."""
    return made_once(shared / "migrated", lambda folder: run(MIGRATE, folder)) / FILE


def migrated_database(shared: Path, server: str) -> str:
    """The name of such a database of the PostgreSQL at ``server``."""
    name = f"taikai_{shared.name}"

    def make(folder: Path) -> None:
        administer(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        administer(server, f'CREATE DATABASE "{name}"')
        run(MIGRATE, folder, **scaled_out(f"{server}/{name}", NO_REDIS))

    made_once(shared / f"migrated-{port(server)}", make)
    return name


def released(shared: Path, services: Services) -> Released:
    """What the release of a deployment leaves, by the command of the Procfile."""
    server = services.server
    template = migrated_database(shared, server)
    name = f"{template}_released"

    def make(folder: Path) -> None:
        copy_database(server, template, name)
        command = ["sh", "-c", procfile()["release"]]
        run(command, folder, **scaled_out(f"{server}/{name}", services.redis_url))

    return Released(made_once(shared / f"released-{port(server)}", make), name)


def port(server: str) -> str:
    return server.rpartition(":")[2]
