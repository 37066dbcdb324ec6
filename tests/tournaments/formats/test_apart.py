"""Pairing in a process of its own gives what pairing here gives."""

import subprocess
from typing import Any

import pytest

from tournaments.formats.apart import PairingFailedError, pair_apart
from tournaments.formats.errors import TooFewEntrantsError
from tournaments.formats.pairing_values import Outcome, pair_result
from tournaments.formats.swiss import SwissEntry, pair_swiss

FIELD = [SwissEntry(f"e{n}", n) for n in range(1, 7)]
ROUND_1 = [pair_result(1, n, f"e{n}", f"e{n + 3}", Outcome.FIRST) for n in (1, 2, 3)]


def test_the_same_pairing_comes_back() -> None:
    wishes: dict[str, Any] = {"number": 2, "rounds": 3, "seed": 7, "allow": []}
    assert pair_apart(FIELD, ROUND_1, **wishes) == pair_swiss(FIELD, ROUND_1, **wishes)


def test_what_is_refused_there_is_refused_here() -> None:
    with pytest.raises(TooFewEntrantsError) as refused:
        pair_apart(FIELD[:1], [], number=1, rounds=3, seed=7)
    assert refused.value.params == {"entrants": 1, "needed": 2}


def test_an_engine_that_ends_without_an_answer_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    """T26: its last words."""

    def dies(*args: Any, **options: Any) -> Any:
        raise subprocess.CalledProcessError(-11, "python", stderr=b"...\nno memory left\n")

    monkeypatch.setattr(subprocess, "run", dies)
    with pytest.raises(PairingFailedError) as failed:
        pair_apart(FIELD, ROUND_1, number=2, rounds=3, seed=7)
    assert failed.value.params == {"said": "no memory left"}
