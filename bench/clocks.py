"""How late a flag is recorded when 10,000 clocks run, on SQLite and on PostgreSQL."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.services.servers import services

ROOT = Path(__file__).resolve().parent.parent


def run(environment: Mapping[str, str]) -> None:
    """The measurement in a process of its own, with a ``var/`` that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="taikai-bench-") as folder:
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "TAIKAI_VAR": folder}
        base = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
        subprocess.run(
            [sys.executable, "-m", "bench._clocks"],
            cwd=ROOT,
            env=base | settings | {"LOG_LEVEL": "ERROR"} | dict(environment),
            stdin=subprocess.DEVNULL,
            check=True,
        )


def main() -> None:
    print("   SQLite", flush=True)
    run({})
    print("   PostgreSQL", flush=True)
    with services() as started:
        more = {"SECRET_KEY": "only-for-measuring-" + "0" * 32, "ALLOWED_HOSTS": "localhost"}
        run(started.environment | more)
