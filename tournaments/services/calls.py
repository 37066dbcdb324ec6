"""What an app above asks somebody who is entered to do: where to go, and until when."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Call:
    """In the reader's language; ``url`` is the page to go to, ``button`` how to name that."""

    tournament: UUID
    words: str
    note: str
    url: str
    button: str
    urgent: bool
    """Something can be done now."""
    over: bool = False


Caller = Callable[[User, datetime], Sequence[Call]]
_callers: list[Caller] = []


def register_caller(caller: Caller) -> None:
    """``caller`` tells of everything the person may do, what matters now first."""
    if caller not in _callers:
        _callers.append(caller)


def calls_for(user: User | None, at: datetime, tournament: UUID | None = None) -> list[Call]:
    """The urgent first; of one tournament or of all."""
    if user is None:
        return []
    found = [one for caller in _callers for one in caller(user, at)]
    wanted = [one for one in found if tournament is None or one.tournament == tournament]
    return sorted(wanted, key=lambda one: not one.urgent)
