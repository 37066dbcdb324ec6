"""Telling whoever watches: in this process at once, in the others through Redis.

A message is written once, as the bytes that every viewer gets. The database is the truth: a
message that is lost is read from it (streams/app.py).
"""

import json
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder

if TYPE_CHECKING:
    from games.redis_line import RedisLine

CHANNELS = "taikai:live:"
ORIGIN = os.urandom(8).hex()
"""Which process a message comes from."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Frame:
    """One message on its way to viewers.

    ``seq`` counts the messages of ``topic``; without one it can be neither missed nor repeated.
    An empty ``body`` says only that there is something to read in the database.
    """

    topic: str
    seq: int | None
    body: bytes = field(repr=False, default=b"")

    @classmethod
    def of(cls, topic: str, data: Mapping[str, Any], seq: int | None) -> "Frame":
        """``data`` as a server-sent event, without its ``id:`` line."""
        text = json.dumps(
            {"topic": topic, **data},
            ensure_ascii=False,
            separators=(",", ":"),
            cls=DjangoJSONEncoder,
        )
        kind = topic.partition(":")[0]
        return cls(topic, seq, f"event: {kind}\ndata: {text}\n\n".encode())


Listener = Callable[[Frame], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have ``listener`` called with every frame of this process, in any thread."""
    _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    _listeners.remove(listener)


def publish(topic: str, data: Mapping[str, Any], *, seq: int | None) -> None:
    """Show ``data`` to everyone who watches ``topic``; call it after the commit.

    Topics are ``match:<id>`` and ``tournament:<id>``. Never raises, and takes less than a second
    when Redis is down.
    """
    if not _listeners and not settings.REDIS_URL:
        return
    try:
        frame = Frame.of(topic, data, seq)
        for listener in tuple(_listeners):
            listener(frame)
        if settings.REDIS_URL:
            redis_line(settings.REDIS_URL).send(CHANNELS + topic, encode(frame))
    except Exception:
        log.exception("a message of %s was not sent", topic)


@cache
def redis_line(url: str) -> "RedisLine":
    """The line to other processes; loaded where there are any."""
    from games.redis_line import RedisLine

    return RedisLine(url)


def encode(frame: Frame) -> bytes:
    """For other processes: who sends it, its number, and the event."""
    return f"{ORIGIN} {'' if frame.seq is None else frame.seq}\n".encode() + frame.body


def decode(topic: str, message: bytes) -> Frame | None:
    """The frame of another process; None for one of our own, which everybody here has had."""
    head, _, body = message.partition(b"\n")
    origin, _, seq = head.decode().partition(" ")
    return None if origin == ORIGIN else Frame(topic, int(seq) if seq else None, body)
