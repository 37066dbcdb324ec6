"""PDFs as pictures of their pages, drawn by a process of its own under limits.

PDFium reads what strangers sent: a crash, a loop or a gigabyte of memory end that process,
which knows no secret of this one. The server itself never loads the library.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

MAX_PAGES = 50
COUNT_SECONDS = 0.8
"""A request waits for no more than this."""
DRAW_SECONDS = 60
MAX_DRAWN = 150_000_000
"""Bytes of all the pages of one PDF."""
BROKEN, TOO_LARGE = 3, 4
"""How the process ends when it cannot do it."""
_KNOWN = ("LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
_ROOT = Path(__file__).resolve().parent.parent


class BrokenPdfError(ValueError):
    """It does not open, or a page of it cannot be drawn within the limits."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page as a JPEG file. Sizes in pixels."""

    file: Path
    width: int
    height: int


def count_pages(data: bytes) -> int | None:
    """How many pages; None when it took too long to tell. Raise BrokenPdfError."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "sent.pdf"
        file.write_bytes(data)
        try:
            return int(json.loads(_run(COUNT_SECONDS, "count", str(file))))
        except subprocess.TimeoutExpired:
            return None


@contextmanager
def drawn_pages(file: Path, most: int = MAX_PAGES) -> Iterator[Sequence[Drawn]]:
    """The pages of ``file`` in order, while the block lasts. Raise BrokenPdfError."""
    with TemporaryDirectory() as folder:
        try:
            told = json.loads(_run(DRAW_SECONDS, "draw", str(file), folder, str(most)))
        except subprocess.TimeoutExpired as error:
            raise BrokenPdfError("took too long") from error
        yield [
            Drawn(Path(folder) / f"{number}.jpg", int(width), int(height))
            for number, (width, height) in enumerate(told, 1)
        ]


def _run(seconds: float, *words: str) -> bytes:
    """What the process prints. Raise BrokenPdfError, TimeoutExpired."""
    done = subprocess.run(  # noqa: S603 - our own module, with paths of our own
        [sys.executable, "-m", "judging.pdf_child", *words],
        cwd=_ROOT,
        env={name: os.environ[name] for name in _KNOWN if name in os.environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=seconds,
        check=False,
    )
    if done.returncode:
        raise BrokenPdfError(f"ended with {done.returncode}")
    return done.stdout
