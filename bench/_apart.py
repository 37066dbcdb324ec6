"""A measurement in a process of its own, with a ``var/`` that is thrown away."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run_apart(module: str, environment: Mapping[str, str]) -> None:
    with tempfile.TemporaryDirectory(prefix="taikai-bench-") as folder:
        settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "TAIKAI_VAR": folder}
        base = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
        subprocess.run(
            [sys.executable, "-m", module],
            cwd=ROOT,
            env=base | settings | {"LOG_LEVEL": "ERROR"} | dict(environment),
            stdin=subprocess.DEVNULL,
            check=True,
        )
