"""Telling whoever watches: in this process at once, in the others through Redis.

A message is written once as the bytes that every viewer gets. The database is the truth: a
message that is lost is read from it (streams/app.py).
"""

import json
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import redis
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from redis.backoff import NoBackoff
from redis.retry import Retry

CHANNELS = "taikai:live:"
REDIS_SECONDS = 0.4
"""How long Redis may take to be reached, and to answer."""
BREAK_SECONDS = 10.0
"""How long Redis is left alone after it failed."""

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
_breaker_until = 0.0
_clients: dict[int, "redis.Redis"] = {}
_clients_lock = threading.Lock()
ORIGIN = os.urandom(8).hex()


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
            _send(frame)
    except Exception:
        log.exception("a message of %s was not sent", topic)


def _send(frame: Frame) -> None:
    global _breaker_until
    if time.monotonic() < _breaker_until:
        return
    try:
        _client().publish(CHANNELS + frame.topic, encode(frame))
    except (redis.RedisError, OSError) as error:
        _breaker_until = time.monotonic() + BREAK_SECONDS
        log.warning("Redis is left alone for %d s: %s", BREAK_SECONDS, error)


def _client() -> "redis.Redis":
    """This process's client; a forked child gets its own."""
    pid = os.getpid()
    with _clients_lock:
        if pid not in _clients:
            _clients[pid] = redis.Redis.from_url(
                settings.REDIS_URL,
                socket_connect_timeout=REDIS_SECONDS,
                socket_timeout=REDIS_SECONDS,
                # A pooled connection may have died with an earlier Redis: once more, on a new one.
                retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
            )
        return _clients[pid]


def encode(frame: Frame) -> bytes:
    """For other processes: who sends it, its number, and the event."""
    return f"{ORIGIN} {'' if frame.seq is None else frame.seq}\n".encode() + frame.body


def decode(topic: str, message: bytes) -> Frame | None:
    """The frame of another process; None for one of our own, which everybody here has had."""
    head, _, body = message.partition(b"\n")
    origin, _, seq = head.decode().partition(" ")
    return None if origin == ORIGIN else Frame(topic, int(seq) if seq else None, body)
