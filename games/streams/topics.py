"""What can be watched: a kind of topic knows who may see it and what was missed."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import parse_qsl
from uuid import UUID

from accounts.models import User

MOST_TOPICS = 50


class TopicKind(Protocol):
    """One kind of topic, as ``match``. Its methods read the database and may block."""

    def visible(self, user: User | None, ids: Collection[UUID]) -> Mapping[UUID, int]:
        """The newest seq of each of ``ids`` that ``user`` may watch."""
        ...

    def newest(self, ids: Collection[UUID]) -> Mapping[UUID, int]: ...

    def missed(self, topic_id: UUID, after: int) -> Sequence[tuple[int, Mapping[str, Any]]]:
        """Seq and data of the messages after ``after``, oldest first."""
        ...

    def before_first(self, newest: int) -> int:
        """The seq after which somebody starts who does not say what they have seen."""
        ...


class BadRequestError(ValueError):
    """The address of a stream cannot be read. The message says why."""


class NoSuchStreamError(LookupError):
    """There is no such topic, for this person."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One topic of a stream; ``after`` is the newest seq the viewer has, None if it has none."""

    kind: str
    id: UUID
    after: int | None

    @property
    def topic(self) -> str:
        return f"{self.kind}:{self.id}"


_SINGLE = re.compile(r"/live/matches/([^/]+)/?")


def wanted(path: str, query: str, last_event_id: str = "") -> list[Wanted]:
    """What an address asks for, in its order.

    ``/live/matches/<id>?after=<seq>`` or ``/live/?match=<id>.<seq>&tournament=<id>``. The
    ``Last-Event-ID`` of a reconnecting browser says more than the address: a seq for each topic,
    with dots between. Raises BadRequestError and NoSuchStreamError.
    """
    parameters = parse_qsl(query, keep_blank_values=True)
    found: dict[str, Wanted] = {}
    if single := _SINGLE.fullmatch(path):
        after = dict(parameters).get("after", "")
        asked = [("match", f"{single[1]}.{after}")]
    elif path == "/live/":
        asked = [(key, value) for key, value in parameters if key in {"match", "tournament"}]
    else:
        raise NoSuchStreamError
    for kind, value in asked:
        name, _, after = value.partition(".")
        each = Wanted(kind, _uuid(name), _seq(after))
        found.setdefault(each.topic, each)
    if not 1 <= len(found) <= MOST_TOPICS:
        raise BadRequestError(f"A stream has 1 to {MOST_TOPICS} topics.")
    seen = last_event_id.split(".")
    if not last_event_id or len(seen) != len(found):
        return list(found.values())
    return [
        Wanted(each.kind, each.id, _seq(seq))
        for each, seq in zip(found.values(), seen, strict=True)
    ]


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NoSuchStreamError from None


def _seq(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise BadRequestError("What has been seen is a number.")
    return int(text)
