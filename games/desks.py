"""Where the staff of a match come from. The apps above register what they know."""

from collections.abc import Callable

from accounts.models import User
from games.models import Match

Desk = Callable[[Match, User], str | None]
_desks: list[Desk] = []


def register_desk(desk: Desk) -> None:
    """Ask ``desk`` for the page of a match where a person works; for ``AppConfig.ready``.

    It returns an address of this site, or None when the person has no desk there.
    """
    if desk not in _desks:
        _desks.append(desk)


def desk_of(match: Match, user: User | None) -> str:
    """The page of the desk that the match stands on, for those who work there; else empty."""
    if user is None:
        return ""
    return next((page for desk in _desks if (page := desk(match, user))), "")
