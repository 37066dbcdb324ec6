"""Cells that a spreadsheet would run as a formula are written behind an apostrophe.

Reading takes the apostrophe off again, so that a name comes back as it was.
"""

import re

# The full-width signs start a formula in a Japanese spreadsheet.
_WRITTEN = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_READ = re.compile(r"'+[=+\-@\t\r\n＝＋－＠]")


def safe(text: str) -> str:
    """
    >>> safe("=1+1"), safe("山田"), safe("'=x")
    ("'=1+1", '山田', "''=x")
    """
    return f"'{text}" if _WRITTEN.match(text) else text


def unsafe(text: str) -> str:
    """Inverse of ``safe``.

    >>> unsafe("'=1+1"), unsafe("'s-Gravenhage")
    ('=1+1', "'s-Gravenhage")
    """
    return text[1:] if _READ.match(text) else text
