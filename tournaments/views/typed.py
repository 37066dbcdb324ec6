"""What a request says, whatever it says: nothing here raises."""

from uuid import UUID

from django.http import HttpRequest

NOBODY = UUID(int=0)
LONGEST = 500


def text(request: HttpRequest, name: str) -> str:
    """A line of text from the form, without what no database keeps."""
    typed = request.POST.get(name, "")
    return "".join(letter for letter in typed if letter != "\0").strip()[:LONGEST]


def reason(request: HttpRequest) -> str:
    return text(request, "reason")


def number(request: HttpRequest, name: str, default: int = 0) -> int:
    """A whole number of at most nine figures; else ``default``."""
    return to_number(request.POST.get(name, ""), default)


def to_number(typed: str, default: int = 0) -> int:
    """
    >>> to_number("12"), to_number("-1"), to_number("1e9", 7)
    (12, 0, 7)
    """
    return int(typed) if typed.isdecimal() and len(typed) <= 9 else default


def key(request: HttpRequest, name: str) -> UUID:
    """An id; nobody's when it is none."""
    return to_key(request.POST.get(name, ""))


def to_key(typed: str) -> UUID:
    """
    >>> to_key("x" * 36) == NOBODY
    True
    """
    try:
        return UUID(typed)
    except ValueError:
        return NOBODY
