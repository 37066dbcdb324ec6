"""Names of people as they are kept: what they typed, without what cannot be seen."""

import unicodedata

LONGEST = 200
_JOINERS = {"\u200c", "\u200d"}
"""Needed inside some scripts and emoji."""
_UNSEEN = {"Cc", "Cf", "Cs"}


def tidy_name(text: str) -> str:
    """The name in composed form, with single spaces and no control or direction marks.

    May be empty, or longer than ``LONGEST``: the caller says so to the person.

    >>> tidy_name("  Ana\\tMaria ")
    'Ana Maria'
    >>> tidy_name("evil\\u202egnp.exe")
    'evilgnp.exe'
    """
    spaced = (" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    kept = (
        char for char in spaced if char in _JOINERS or unicodedata.category(char) not in _UNSEEN
    )
    return " ".join("".join(kept).split())


def tidy_username(text: str) -> str:
    """Names to sign in with are compared in one form: Ｓａｔｏ and sato are the same.

    >>> tidy_username(" Ｓａｔｏ ")
    'sato'
    """
    return unicodedata.normalize("NFKC", text).strip().casefold()
