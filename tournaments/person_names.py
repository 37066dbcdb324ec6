"""Names of people: tidied without changing a letter, and compared."""

import unicodedata

from accounts.names import tidy_name

TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
"""Marks that turn the direction of all that follows: a name must not reorder its page."""

UNSEEN = frozenset(("Cc", "Cf", "Cs"))


def one_line(text: str) -> str:
    """The name as typed, on one line, without the space around it and without turning marks.

    Letters stay as they are: 神 and 神 are different people's spelling, and emoji are joined
    by marks nobody sees. A text of such marks alone is empty.

    >>> one_line("  山田　太郎\\n"), one_line("a\\u202eb"), one_line("\\u200b\\u2060")
    ('山田　太郎', 'ab', '')
    """
    kept = [" " if unicodedata.category(letter) == "Cc" else letter for letter in text]
    if all(letter.isspace() or unicodedata.category(letter) in UNSEEN for letter in kept):
        return ""
    return "".join(letter for letter in kept if letter not in TURNING).strip()


def same_name(text: str) -> str:
    """What two names have in common when a reader cannot tell them apart.

    >>> same_name("山田　太郎") == same_name("山田太郎"), same_name("ＡＤＡ") == same_name("Ada")
    (True, True)
    """
    plain = unicodedata.normalize("NFKC", tidy_name(text)).casefold()
    return "".join(letter for letter in plain if not letter.isspace())
