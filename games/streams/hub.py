"""Who watches what in this process, and how a frame gets to them. Lives in one event loop."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable
from uuid import UUID

from games.live import Frame

QUEUE = 256
"""Frames that may wait for a viewer; one who is slower is let go and comes back."""


class Viewer:
    """One open stream. ``seen`` holds the newest seq sent, by topic; ``user`` who watches."""

    __slots__ = ("_waiter", "abort", "closed", "frames", "seen", "user")

    def __init__(self, topics: Iterable[str], abort: Callable[[], None]) -> None:
        self.seen: dict[str, int] = dict.fromkeys(topics, 0)
        self.frames: deque[Frame] = deque()
        self.closed = False
        self.user: UUID | None = None
        self.abort = abort
        self._waiter: asyncio.Future[None] | None = None

    def put(self, frame: Frame) -> None:
        if len(self.frames) >= QUEUE:
            self.close()
            self.abort()
            return
        self.frames.append(frame)
        self.wake()

    def close(self) -> None:
        """End the stream once what was sent is on its way."""
        self.closed = True
        self.wake()

    def wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def wait(self) -> None:
        """Until there are frames or the stream is closed."""
        if self.frames or self.closed:
            return
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None


class Hub:
    """All viewers of this process, by topic."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.newest: dict[str, int] = {}
        """The newest seq known here of each topic that is watched."""
        self.closed = False
        self._watching: dict[str, set[Viewer]] = {}

    @property
    def topics(self) -> Collection[str]:
        return self._watching.keys()

    def join(self, viewer: Viewer) -> None:
        """From now on ``viewer`` misses nothing of its topics."""
        self.viewers.add(viewer)
        for topic in viewer.seen:
            self._watching.setdefault(topic, set()).add(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Free everything held for ``viewer``. May be called twice."""
        self.viewers.discard(viewer)
        for topic in viewer.seen:
            watching = self._watching.get(topic)
            if watching is None:
                continue
            watching.discard(viewer)
            if not watching:
                del self._watching[topic]
                self.newest.pop(topic, None)

    def deliver(self, frame: Frame) -> None:
        watching = self._watching.get(frame.topic)
        if not watching:
            return
        self.note(frame.topic, frame.seq or 0)
        for viewer in tuple(watching):
            viewer.put(frame)

    def deliver_to_all(self, frame: Frame) -> None:
        for viewer in tuple(self.viewers):
            viewer.put(frame)

    def note(self, topic: str, seq: int) -> None:
        """``seq`` of ``topic`` is known here."""
        if topic in self._watching and seq > self.newest.get(topic, 0):
            self.newest[topic] = seq

    def close(self) -> None:
        """End every stream; the viewers come back by themselves, to the next server."""
        self.closed = True
        for viewer in tuple(self.viewers):
            viewer.close()
