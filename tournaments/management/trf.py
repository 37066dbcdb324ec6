"""What goes in and out of the commands that work on a report file."""

import sys
from enum import Enum
from pathlib import Path
from typing import TypeVar

from django.core.management.base import CommandError

from tournaments.formats.errors import FormatError
from tournaments.interchange.trf import read_trf
from tournaments.interchange.trf_values import TrfError, TrfTournament

E = TypeVar("E", bound=Enum)


def read_file(name: str, *, cut_short: bool = False) -> TrfTournament:
    """The tournament in a file, ``-`` for standard input; CommandError in one line.

    ``cut_short``: the last rounds may have been taken out without counting points again.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
    try:
        return read_trf(data, cut_short=cut_short)
    except TrfError as error:
        raise CommandError(f"{name}: {error}") from None


def edition_named(kind: type[E], text: str) -> E:
    """CommandError in one line."""
    try:
        return kind(text)
    except ValueError:
        known = ", ".join(str(one.value) for one in kind)
        raise CommandError(f"There is no edition {text[:60]!r}. There are: {known}.") from None


def words_for(error: FormatError) -> str:
    """One line in English about why a file cannot be worked with."""
    params = error.params
    match error.code:
        case "missing_results":
            games = ", ".join(
                f"round {number}: {first} – {second}"
                for number, _, first, second in params["tables"][:5]
            )
            more = " …" if len(params["tables"]) > 5 else ""
            return f"There are games without a result ({games}{more})."
        case "no_legal_pairing":
            helps = ", ".join(remedy.value.replace("_", " ") for remedy in params["remedies"])
            return f"No pairing of round {params['round']} keeps every rule. What helps: {helps}."
        case "too_few_entrants":
            return f"{params['entrants']} to pair: it takes two."
        case "unknown_tie_break":
            known = ", ".join(params["known"])
            return f"There is no tie-break {params['code']!r}. There are: {known}."
        case "invalid_setting" if params["field"] == "tie_breaks":
            return f"These tie-breaks cannot be: {params['allowed']}."
        case _:
            return str(error)
