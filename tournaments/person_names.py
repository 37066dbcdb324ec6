"""Names of people, compared."""

import unicodedata

from accounts.names import tidy_name


def same_name(text: str) -> str:
    """What two names have in common when a reader cannot tell them apart.

    >>> same_name("山田　太郎") == same_name("山田太郎"), same_name("ＡＤＡ") == same_name("Ada")
    (True, True)
    """
    plain = unicodedata.normalize("NFKC", tidy_name(text)).casefold()
    return "".join(letter for letter in plain if not letter.isspace())
