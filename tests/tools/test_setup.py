"""`make run` on machines that lack something says what, in one line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with nothing but the setup script and requirements without a package."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "setup.sh", tmp_path / "tools")
    shutil.copy(ROOT / "requirements-uv.txt", tmp_path)
    (tmp_path / "requirements.txt").write_text("")
    return tmp_path


def python_like(tree: Path, script: str) -> str:
    """A program that stands for a Python; ``$2`` is what it is asked to run with ``-c``."""
    program = tree / "python-like"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


def set_up(tree: Path, python: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "tools/setup.sh", "requirements.txt"],
        cwd=tree,
        env=os.environ | {"PYTHON": python},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_old_python_is_refused(tree: Path) -> None:
    done = set_up(tree, python_like(tree, "exit 1"))
    assert done.returncode == 1
    assert done.stderr.startswith("taikai: needs Python 3.11 or later")
    assert done.stderr.count("\n") == 1


def test_no_python_at_all_is_explained(tree: Path) -> None:
    done = set_up(tree, str(tree / "nowhere"))
    assert done.returncode == 1
    assert done.stderr.startswith("taikai: needs Python 3.11 or later")


def test_a_python_without_venv_is_explained(tree: Path) -> None:
    done = set_up(tree, python_like(tree, 'case "$2" in *ensurepip*) exit 1;; esac'))
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_an_environment_is_made_and_used_again_and_takes_nothing_without_its_hash(
    tree: Path,
) -> None:
    """By pip where uv cannot be had, by uv as soon as it can."""
    python, uv = tree / ".venv" / "bin" / "python", tree / ".venv" / "bin" / "uv"
    wanted = (tree / "requirements-uv.txt").rename(tree / "later.txt")
    assert set_up(tree, sys.executable).returncode == 0
    assert not uv.exists()
    made = python.lstat().st_mtime_ns
    wanted.rename(tree / "requirements-uv.txt")
    assert set_up(tree, str(tree / "nowhere")).returncode == 0
    assert uv.exists()
    (tree / "requirements.txt").write_text("django==5.2\n")
    done = set_up(tree, sys.executable)
    assert python.lstat().st_mtime_ns == made
    assert done.returncode == 1
    assert "could not install requirements.txt" in done.stderr
