"""`make dev` asks the system for what the tests need, and waits for no network twice."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
USED = ("sh", "dirname", "find", "sed", "touch")
Run = Callable[[], subprocess.CompletedProcess[str]]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The script alone, on a machine that lacks nothing but a browser."""
    for name in ("tools", ".venv", "bin", ".fonts"):
        (tmp_path / name).mkdir()
    (tmp_path / ".fonts" / "NotoSansCJK.otf").touch()
    shutil.copy(ROOT / "tools" / "system.sh", tmp_path / "tools")
    for name in USED:
        found = shutil.which(name)
        assert found is not None
        (tmp_path / "bin" / name).symlink_to(found)
    program(tmp_path, "id", "echo 0")
    program(tmp_path, "redis-server")
    return tmp_path


@pytest.fixture
def run(machine: Path) -> Run:
    return lambda: subprocess.run(
        ["sh", "tools/system.sh"],
        cwd=machine,
        env={"PATH": str(machine / "bin"), "HOME": str(machine)},
        capture_output=True,
        text=True,
        check=False,
    )


def program(machine: Path, name: str, script: str = "") -> None:
    path = machine / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def offer(machine: Path, package: str) -> None:
    """An `apt-get` that has one package."""
    answer = f'case "$*" in update*|*" {package}") ;; *) exit 100;; esac'
    program(machine, "apt-get", f'echo "$*" >>"{machine}/log"\n{answer}')


def wanted(machine: Path) -> list[str]:
    """What `apt-get` was asked to install."""
    log = machine / "log"
    lines = log.read_text().splitlines() if log.exists() else []
    return [line.split()[-1] for line in lines if line.startswith("install")]


def test_the_build_without_windows_is_installed_alone(machine: Path, run: Run) -> None:
    offer(machine, "chromium-headless-shell")
    assert run().returncode == 0
    assert wanted(machine) == ["chromium-headless-shell"]


def test_where_there_is_no_such_build_it_is_the_whole_browser(machine: Path, run: Run) -> None:
    offer(machine, "chromium")
    assert run().returncode == 0
    assert wanted(machine) == ["chromium-headless-shell", "chromium"]


def test_a_system_with_a_browser_is_asked_once(machine: Path, run: Run) -> None:
    offer(machine, "nothing")
    program(machine, "chromium")
    assert [run().returncode, run().returncode] == [0, 0]
    assert wanted(machine) == ["chromium-headless-shell"]


def test_what_cannot_be_installed_is_named(machine: Path, run: Run) -> None:
    offer(machine, "nothing")
    done = run()
    assert done.returncode == 1
    assert done.stderr == "taikai: could not install chromium\n"


def test_a_system_without_apt_is_told_what_to_install(machine: Path, run: Run) -> None:
    done = run()
    assert done.returncode == 1
    assert done.stderr == "taikai: the tests need chromium; please install them\n"
