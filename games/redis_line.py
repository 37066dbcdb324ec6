"""Telling other processes through Redis, without ever waiting for it for long."""

import logging
import os
import threading
import time

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

REDIS_SECONDS = 0.4
"""How long Redis may take to be reached, and to answer."""
BREAK_SECONDS = 10.0
"""How long Redis is left alone after it failed."""

log = logging.getLogger(__name__)


class RedisLine:
    """Sends to one Redis; after a failure it is left alone for BREAK_SECONDS."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._closed_until = 0.0
        self._clients: dict[int, redis.Redis] = {}
        self._lock = threading.Lock()

    def send(self, channel: str, message: bytes) -> None:
        """Takes less than a second whatever Redis does; a message it does not take is lost."""
        if time.monotonic() < self._closed_until:
            return
        try:
            self._client().publish(channel, message)
        except (redis.RedisError, OSError) as error:
            self._closed_until = time.monotonic() + BREAK_SECONDS
            log.warning("Redis is left alone for %d s: %s", BREAK_SECONDS, error)

    def _client(self) -> redis.Redis:
        """This process's client; a forked child makes its own."""
        pid = os.getpid()
        with self._lock:
            if pid not in self._clients:
                self._clients[pid] = redis.Redis.from_url(
                    self.url,
                    socket_connect_timeout=REDIS_SECONDS,
                    socket_timeout=REDIS_SECONDS,
                    # A pooled connection may have died with an earlier Redis: once more, on
                    # a new one.
                    retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
                )
            return self._clients[pid]
