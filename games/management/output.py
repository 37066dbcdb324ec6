"""What goes in and out of a command that plays or counts and prints JSON."""

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError

from games.rules.base import Game, GameError, Position, Rules
from games.rules.registry import game


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def whole(name: str, value: str) -> int:
    """An option that must be a whole number; CommandError in one line when it is not."""
    try:
        return int(value)
    except ValueError:
        raise CommandError(f"{name} cannot be {value[:40]!r}: a whole number.") from None


def rules_of(name: str, text: str) -> tuple[Game, Rules]:
    """The game and its rules from JSON; CommandError in one line for anything they cannot be."""
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"The rules are not JSON: {error}.") from error
    try:
        chosen = game(name)
        return chosen, chosen.rules.from_json(options)
    except GameError as error:
        raise CommandError(error.message) from error


def first_position(name: str, rules: str, seats: str | None = None) -> Position:
    """Where a game begins; CommandError in one line when it cannot. ``seats``: the fewest."""
    chosen, options = rules_of(name, rules)
    count = chosen.min_seats if seats is None else whole("seats", seats)
    try:
        return chosen.start(options, count)
    except GameError as error:
        raise CommandError(error.message) from error


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
