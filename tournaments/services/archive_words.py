"""What is wrong in an archive, in plain words."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.rules.base import GameError
from games.words import error_words
from tournaments.errors import BrokenArchiveError
from tournaments.format_words import format_error
from tournaments.formats.errors import FormatError

NONSENSE = (
    ArithmeticError,
    AttributeError,
    FormatError,
    GameError,
    LookupError,
    TypeError,
    ValidationError,
    ValueError,
)
"""What reading JSON that is not what it should be ends in."""


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Raise BrokenArchiveError for what cannot be read."""
    try:
        yield
    except NONSENSE as error:
        raise BrokenArchiveError(where=where, what=reason(error)) from None


def reason(error: Exception) -> str:
    """A clause for a person; of errors made for programmers only what they are about."""
    match error:
        case FormatError():
            said = format_error(error)
        case GameError():
            said = error_words(error)
        case ValidationError():
            said = " ".join(error.messages)
        case KeyError(args=(str(name),)):
            said = _("“%(name)s” is missing") % {"name": name}
        case _:
            said = _("this cannot be read")
    return said[:300].rstrip(".。")
