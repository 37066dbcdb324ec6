"""The pairing of a large Swiss in a process of its own: the engine lets no other thread work."""

import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tournaments.formats.errors import FormatError
from tournaments.formats.pairing_values import RoundPairing
from tournaments.formats.scoring import Result
from tournaments.formats.swiss import SwissEntry, pair_swiss

ROOT = Path(__file__).resolve().parents[2]
MOST_SECONDS = 3600


class PairingFailedError(FormatError):
    """The engine ended without an answer. ``params``: said (its last words)."""

    code = "pairing_failed"


def pair_apart(
    entries: Sequence[SwissEntry], results: Sequence[Result], **wishes: Any
) -> RoundPairing:
    """As ``pair_swiss``, raising what it raises, and PairingFailedError."""
    try:
        done = subprocess.run(  # noqa: S603 - this module
            [sys.executable, "-m", __name__],
            cwd=ROOT,
            input=pickle.dumps((entries, results, wishes)),
            capture_output=True,
            timeout=MOST_SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        raise PairingFailedError(said=f"no answer in {MOST_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        raise PairingFailedError(said=_last_line(error.stderr) or str(error)) from error
    made, refused = pickle.loads(done.stdout)  # noqa: S301 - written by this module
    if refused is not None:
        kind, params = refused
        raise kind(**params)
    assert isinstance(made, RoundPairing)
    return made


def _last_line(written: bytes) -> str:
    lines = written.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:300] if lines else ""


def main() -> None:
    entries, results, wishes = pickle.load(sys.stdin.buffer)  # noqa: S301 - see pair_apart
    try:
        answer: tuple[Any, Any] = (pair_swiss(entries, results, **wishes), None)
    except FormatError as error:
        answer = (None, (type(error), error.params))
    sys.stdout.buffer.write(pickle.dumps(answer))


if __name__ == "__main__":
    main()
