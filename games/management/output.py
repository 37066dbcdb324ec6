"""What goes in and out of a command that prints JSON."""

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def whole(name: str, value: str) -> int:
    """An option that must be a whole number; CommandError in one line when it is not."""
    try:
        return int(value)
    except ValueError:
        raise CommandError(f"{name} cannot be {value[:40]!r}: a whole number.") from None


@contextmanager
def plain_streams() -> Iterator[None]:
    """Take any bytes in, and end quietly when whoever reads the output stops (``… | head``)."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at exit: give it somewhere to write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
