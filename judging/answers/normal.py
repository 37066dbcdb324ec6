"""What was typed, in the one form that the grammar reads.

The order is fixed: length, hidden characters, digits that look like others, fractions in one
character, signs, and only then NFKC. NFKC first would turn 3² into 32.
"""

import re
import unicodedata

from judging.answers.errors import (
    EmptyError,
    HiddenCharacterError,
    MixedFractionError,
    OddDigitError,
    TooLongError,
)

MAX_RAW = 4_000
"""Characters of an answer before anything else is looked at."""

_SPACES = re.compile(r"\s+")
_WHITE = frozenset("\t\n\r")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co"})
_DAMAGED = "\ufffd"
_MINUS = dict.fromkeys(map(ord, "−‐‑‒–—―─ー﹣ｰ－"), "-")
_SLASH = dict.fromkeys(map(ord, "∕÷⁄／"), "/")
_SIGNS = {**_MINUS, **_SLASH}
_TWINS = {ord("〜"): "~", ord("−"): "-", ord("∥"): "‖", ord("―"): "—"}
"""Characters that one keyboard writes for another: platforms differ in how they convert them."""


def checked(raw: str) -> str:
    """Not too long, nothing hidden, not empty; without space around. Raise AnswerError."""
    if len(raw) > MAX_RAW:
        raise TooLongError(raw[:MAX_RAW], most=MAX_RAW, length=len(raw))
    for char in raw:
        hidden = unicodedata.category(char) in _HIDDEN and char not in _WHITE
        if hidden or char == _DAMAGED:
            shown = "".join(each for each in raw if each.isprintable() and each != _DAMAGED)
            raise HiddenCharacterError(shown.strip(), name=f"U+{ord(char):04X}")
    found = raw.strip()
    if not found:
        raise EmptyError("")
    return found


def _digits(char: str) -> str | None:
    """What NFKC makes of a character that is none of 0–9 but turns into digits, or None."""
    plain = unicodedata.normalize("NFKC", char)
    odd = unicodedata.category(char).startswith("N") or any(each in "0123456789" for each in plain)
    return plain if odd and char not in "0123456789０１２３４５６７８９" else None


def _fraction(char: str) -> str | None:
    """``1/2`` for ½, None for a character that is no such fraction."""
    plain = unicodedata.normalize("NFKC", char)
    top, bar, below = plain.partition("⁄")
    return f"{top}/{below}" if bar and top.isascii() and below.isdigit() and top else None


def numeric(raw: str) -> str:
    """For answers made of numbers, points and letters. Raise AnswerError.

    >>> numeric(" −１ ／ ２ "), numeric("½")
    ('-1 / 2', '1/2')
    """
    text = checked(raw)
    parts = []
    for place, char in enumerate(text):
        if char.isascii():
            parts.append(char)
        elif (fraction := _fraction(char)) is not None:
            before, after = text[:place].rstrip()[-1:], text[place + 1 :].lstrip()[:1]
            if any(each.isnumeric() for each in (before, after)):
                raise MixedFractionError(text)
            parts.append(fraction)
        elif _digits(char) is not None or _is_raised(char):
            raise OddDigitError(text, character=char)
        else:
            parts.append(char)
    return unicodedata.normalize("NFKC", "".join(parts).translate(_SIGNS)).strip()


def _is_raised(char: str) -> bool:
    return unicodedata.decomposition(char).startswith(("<super>", "<sub>", "<circle>"))


def one_line(text: str) -> str:
    """
    >>> one_line("a  b\\n c")
    'a b c'
    """
    return _SPACES.sub(" ", text)


def textual(raw: str) -> str:
    """For words: width, case and spacing do not count.

    >>> textual("Ｋｙｏｅｎ  Olympiad"), textual("サーバー")
    ('kyoen olympiad', 'サーバー')
    """
    text = unicodedata.normalize("NFKC", checked(raw).translate(_TWINS))
    text = unicodedata.normalize("NFKC", text.casefold()).translate(_TWINS)
    return one_line(text).strip()
