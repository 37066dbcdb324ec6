"""A stream without a network: the ASGI application, a reader of it, and a topic of numbers."""

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator, Callable, Collection, Mapping, MutableMapping, Sequence
from typing import Any
from uuid import UUID

from accounts.models import User
from games import live
from games.streams.app import LiveApp, See

MATCH = UUID("6f9619ff-8b86-4d01-b42d-00cf4fc964ff")
OTHER = UUID("7f9619ff-8b86-4d01-b42d-00cf4fc964ff")
HIDDEN = UUID("8f9619ff-8b86-4d01-b42d-00cf4fc964ff")
SECONDS = 10


class Numbers:
    """A kind of topic whose rows are 1, 2, 3 …; ``HIDDEN`` may not be seen."""

    def __init__(self) -> None:
        self.rows: dict[UUID, int] = {MATCH: 0, OTHER: 0, HIDDEN: 0}
        self.reads = 0
        self.lock = threading.Lock()
        self.before_reading: Callable[[], None] = lambda: None

    def write(self, topic_id: UUID = MATCH, *, tell: bool = True) -> int:
        """Add a row as a service does: stored first, then published."""
        with self.lock:
            self.rows[topic_id] += 1
            seq = self.rows[topic_id]
        if tell:
            live.publish(f"match:{topic_id}", {"number": seq}, seq=seq)
        return seq

    def visible(self, user: User | None, ids: Collection[UUID]) -> Mapping[UUID, int]:
        found = {each: self.rows[each] for each in ids if each in self.rows and each != HIDDEN}
        self.before_reading()
        return found

    def newest(self, ids: Collection[UUID]) -> Mapping[UUID, int]:
        return {each: self.rows[each] for each in ids}

    def missed(self, topic_id: UUID, after: int) -> Sequence[tuple[int, Mapping[str, Any]]]:
        with self.lock:
            self.reads += 1
            return [(seq, {"number": seq}) for seq in range(after + 1, self.rows[topic_id] + 1)]

    def before_first(self, newest: int) -> int:
        return max(newest - 1, 0)


class Reader:
    """Somebody who opened a stream; the transport of the connection can be cut."""

    def __init__(
        self, app: LiveApp, path: str, query: str = "", last_event_id: str = "", method: str = "GET"
    ) -> None:
        headers = [(b"last-event-id", last_event_id.encode())] if last_event_id else []
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": headers,
        }
        self.status = 0
        self.headers: dict[str, str] = {}
        self.text = ""
        self.ended = False
        self.transport = self
        self.aborted = False
        self.reading = asyncio.Event()
        self.reading.set()
        self._left = asyncio.Event()
        self._news = asyncio.Event()
        self.task = asyncio.create_task(app(self.scope, self.receive, self.send))

    async def receive(self) -> MutableMapping[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        await self.reading.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode(): v.decode() for k, v in message["headers"]}
        else:
            self.text += message["body"].decode()
            self.ended = not message["more_body"]
        self._news.set()

    def abort(self) -> None:
        self.aborted = True
        self.reading.set()
        self._left.set()

    def leave(self) -> None:
        self._left.set()

    def events(self, kind: str = "match") -> list[tuple[str, dict[str, Any]]]:
        """``id`` and data of each event so far."""
        found = []
        for block in self.text.split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
            if fields.get("event") == kind:
                found.append((fields.get("id", ""), json.loads(fields["data"])))
        return found

    @property
    def numbers(self) -> list[int]:
        return [data["number"] for _, data in self.events()]

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for ``true`` to become so, after something was received."""
        async with asyncio.timeout(SECONDS):
            while not true():
                self._news.clear()
                waiting = asyncio.create_task(self._news.wait())
                await asyncio.wait({waiting, self.task}, return_when=asyncio.FIRST_COMPLETED)
                if self.task.done() and not true():
                    raise AssertionError(f"the stream ended with {self.text!r}")

    async def until_numbers(self, count: int) -> None:
        await self.until(lambda: len(self.numbers) >= count)

    async def until_open(self) -> None:
        await self.until(lambda: "retry" in self.text)


@contextlib.asynccontextmanager
async def running(
    *kinds: Numbers, redis_url: str = "", see: See | None = None
) -> AsyncIterator[LiveApp]:
    """The application with these kinds as ``match`` and ``tournament``."""
    names = ("match", "tournament")
    app = LiveApp(dict(zip(names, kinds, strict=False)), redis_url=redis_url, see=see)
    await app.start()
    try:
        yield app
    finally:
        await app.stop()
