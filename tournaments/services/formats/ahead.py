"""Pairings made before the tournament is locked; who draws then finds them, if nothing changed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import Any

from tournaments.formats.apart import pair_apart
from tournaments.formats.errors import FormatError
from tournaments.formats.pairing_values import RoundPairing
from tournaments.formats.scoring import Result
from tournaments.formats.swiss import SwissEntry, pair_swiss


class ChangedMeanwhileError(Exception):
    """What a pairing was made from is not what stands now."""


class Ahead:
    """``locked``: only what was made before may be used."""

    def __init__(self) -> None:
        self.locked = False
        self.made: dict[str, RoundPairing | FormatError] = {}


_AHEAD: ContextVar[Ahead | None] = ContextVar("ahead", default=None)


@contextmanager
def ahead() -> Iterator[Ahead]:
    """Here pairings are made in a process of their own, and remembered."""
    token = _AHEAD.set(Ahead())
    try:
        found = _AHEAD.get()
        assert found is not None
        yield found
    finally:
        _AHEAD.reset(token)


def paired(entries: Sequence[SwissEntry], results: Sequence[Result], **wishes: Any) -> RoundPairing:
    """As ``pair_swiss``; within ``ahead`` not twice from the same. Raise ChangedMeanwhileError.

    ``wishes`` are written alike whenever they are the same: lists and values, no sets.
    """
    known = _AHEAD.get()
    if known is None:
        return pair_swiss(entries, results, **wishes)
    key = sha256(repr((entries, results, sorted(wishes.items()))).encode()).hexdigest()
    if key not in known.made:
        if known.locked:
            raise ChangedMeanwhileError
        known.made[key] = _made(entries, results, wishes)
    found = known.made[key]
    if isinstance(found, FormatError):
        raise found
    return found


def _made(
    entries: Sequence[SwissEntry], results: Sequence[Result], wishes: dict[str, Any]
) -> RoundPairing | FormatError:
    try:
        return pair_apart(entries, results, **wishes)
    except FormatError as error:
        return error
