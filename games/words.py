"""Words for the errors of the pure core."""

import re
from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext

from games.rules.base import GameError, gettext_noop

PHRASES = frozenset(
    [
        gettext_noop("1 s to 7 days"),
        gettext_noop("a whole number from 0"),
        gettext_noop("an object"),
        gettext_noop("the same as columns and rows"),
        gettext_noop("a triangle is on the triangular lattice"),
        gettext_noop("a triangle has as many rows as columns"),
    ]
)
"""What the core says is allowed, other than numbers and codes."""
RANGE = re.compile(r"(?P<low>\d+)(?P<between> to |\.\.)(?P<high>\d+)")


def error_params(error: GameError) -> dict[str, Any]:
    """What an error names, with seats counted from 1 as everywhere outside the core."""
    params = dict(error.params)
    if "seat" in params:
        params["seat"] += 1
    return params


def error_words(error: GameError) -> str:
    """One sentence for a person: what was wrong."""
    params = dict(error.params)
    if "allowed" in params:
        params["allowed"] = allowed_words(params["allowed"])
    return gettext(error.words).format(**params)


def allowed_words(allowed: object, phrases: Collection[str] = PHRASES) -> str:
    """What is allowed, as the core says it, in the reader's language; codes stay.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     [allowed_words(one) for one in ("0 or 2 to 9", "2..8", "given or drawn")]
    ['0 or 2 to 9', '2..8', 'given or drawn']
    """
    text = str(allowed)
    if text in phrases:
        return gettext(text)
    names = text.removeprefix("the options are ")
    if names != text:
        return gettext("the options are {names}").format(names=names)
    told, *others = [_number_words(one) for one in text.split(" or ")]
    for other in others:
        told = gettext("{one} or {other}").format(one=told, other=other)
    return told


def _number_words(text: str) -> str:
    found = RANGE.fullmatch(text)
    if found is None:
        return text
    words = gettext("{low} to {high}") if found["between"] == " to " else gettext("{low}..{high}")
    return words.format(low=found["low"], high=found["high"])
