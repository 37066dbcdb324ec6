"""`make bench` runs what is asked for."""

from types import SimpleNamespace

import pytest

from bench import __main__ as bench


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two measurements, ``good`` and ``bad``; the list fills with those that ran."""
    ran: list[str] = []

    def bad() -> None:
        raise ValueError("too slow")

    modules = {
        "bench.good": SimpleNamespace(main=lambda: ran.append("good")),
        "bench.bad": SimpleNamespace(main=bad),
    }
    monkeypatch.setattr(bench, "measurements", lambda: ["bad", "good"])
    monkeypatch.setattr(bench, "import_module", modules.__getitem__)
    return ran


def test_all_run_even_when_one_fails(parts: list[str]) -> None:
    assert bench.main([]) == 1
    assert parts == ["good"]


def test_only_what_is_asked_for_runs(parts: list[str]) -> None:
    assert bench.main(["good"]) == 0
    assert parts == ["good"]


def test_an_unknown_name_is_explained(parts: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["chess"]) == 2
    assert "there are: bad, good" in capsys.readouterr().err
