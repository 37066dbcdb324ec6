"""The database is brought up to date whole, or can be once more."""

import os
import subprocess
import sys
from pathlib import Path

from tests.product.running import ROOT

KILLED = """
import os
from django.core.management import call_command
from django.db.migrations.recorder import MigrationRecorder

record = MigrationRecorder.record_applied

def killed(self, app, name):
    if app == "games":
        os._exit(9)
    record(self, app, name)

MigrationRecorder.record_applied = killed
call_command("migrate", verbosity=0)
"""


def manage(var: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", *words]
    environment = os.environ | {"TAIKAI_VAR": str(var), "DATABASE_URL": "", "REDIS_URL": ""}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_killed_before_a_migration_is_recorded_it_is_made_again(tmp_path: Path) -> None:
    assert manage(tmp_path, "shell", "--no-imports", "-c", KILLED).returncode == 9
    again = manage(tmp_path, "migrate", "-v0")
    assert (again.returncode, again.stderr) == (0, "")
    assert "[ ]" not in manage(tmp_path, "showmigrations").stdout
