"""``manage.py answer``."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[3]


def test_it_prints_the_canonical_form(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("answer", "rational", "-3/6")
    call_command("answer", "integer", "--", "−3")
    call_command("answer", "multiple-choice", "c a")
    assert capsys.readouterr().out == "-1/2\n-3\na, c\n"


def test_it_prints_the_code_of_the_error_and_exits_with_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as caught:
        call_command("answer", "integer", "--3")
    assert caught.value.code == 1
    shown = capsys.readouterr()
    assert shown.out == "not_a_number\n"
    assert "--3" in shown.err


def test_it_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("（１，２）\n"))
    call_command("answer", "tuple", "-")
    assert capsys.readouterr().out == "(1, 2)\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("9" * 1_000_000))
    with pytest.raises(SystemExit):
        call_command("answer", "integer", "-")
    assert capsys.readouterr().out == "too_long\n"


@pytest.mark.parametrize("kind", ["proof", "nonsense", ""])
def test_another_kind_is_refused(kind: str) -> None:
    with pytest.raises(CommandError, match="There is no kind"):
        call_command("answer", kind, "1")


@pytest.mark.slow
def test_as_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "answer", "integer", "-"],
        cwd=ROOT, input=b"12\x00\xff", capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.decode().strip()) == (1, "hidden_character")
