"""``/live/``: server-sent events, as an ASGI application outside Django's request handler.

A viewer costs a connection and two small tasks: no thread, and no database connection. Whoever
opens a stream is subscribed first and then reads what they missed, so nothing falls between.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Mapping,
    MutableMapping,
    Sequence,
)
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from http import HTTPStatus
from typing import Any, TypeVar
from uuid import UUID
from weakref import WeakSet

from django.db import close_old_connections, connection
from django.utils import timezone

from games import live
from games.live import Frame
from games.streams.hub import Hub, Viewer
from games.streams.topics import (
    BadRequestError,
    NoSuchStreamError,
    TopicKind,
    Wanted,
    wanted,
)
from games.streams.visitor import visitor

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
T = TypeVar("T")

READERS = 4
"""Threads, each with a database connection, that read for all viewers."""
PING_SECONDS = 15.0
WATCH_SECONDS = 2.0
"""How often the database is asked whether a message was lost."""
SEE_SECONDS = 10.0
"""How often it is told who watches which match."""
TRIES = 3
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]
RETRY = b"retry: 1000\n\n"

log = logging.getLogger(__name__)
_apps: "WeakSet[LiveApp]" = WeakSet()


def viewers() -> int:
    """How many streams are open in this process."""
    return sum(len(app.hub.viewers) for app in tuple(_apps))


See = Callable[[Collection[tuple[UUID, UUID]], datetime], object]
"""Told which (user, match) are watched at an instant; may block."""


class LiveApp:
    """The streams of one process. ``kinds`` says what can be watched, ``see`` hears by whom."""

    def __init__(
        self, kinds: Mapping[str, TopicKind], redis_url: str = "", see: See | None = None
    ) -> None:
        self.hub = Hub()
        self._see = see
        self._asides: set[asyncio.Task[None]] = set()
        _apps.add(self)
        self._kinds = kinds
        self._redis_url = redis_url
        self._pool: ThreadPoolExecutor | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._reading: dict[tuple[str, int], asyncio.Future[list[Frame]]] = {}

    async def start(self) -> None:
        """Begin to listen. Call in the event loop that serves the streams."""
        self.hub = Hub()
        self._loop = asyncio.get_running_loop()
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="live")
        live.listen(self._hear)
        self._tasks = [asyncio.create_task(self._ping()), asyncio.create_task(self._watch())]
        if self._see is not None:
            self._tasks.append(asyncio.create_task(self._see_all()))
        if self._redis_url:
            from games.streams.redis_feed import follow

            following = follow(self._redis_url, self.hub.deliver, self._look)
            self._tasks.append(asyncio.create_task(following))

    def close(self) -> None:
        """End every stream and open no more. Call in the event loop."""
        self.hub.close()

    async def stop(self) -> None:
        self.close()
        live.unlisten(self._hear)
        tasks = [*self._tasks, *self._asides]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _hear(self, frame: Frame) -> None:
        """A frame published in this process, in any of its threads."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
                self._loop.call_soon_threadsafe(self.hub.deliver, frame)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await self.start()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await self.stop()
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        else:
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            return await _refuse(send, HTTPStatus.METHOD_NOT_ALLOWED)
        if self.hub.closed:
            return await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE)
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            topics = wanted(
                scope["path"],
                scope["query_string"].decode("latin-1"),
                headers.get(b"last-event-id", ""),
            )
        except BadRequestError as error:
            return await _refuse(send, HTTPStatus.BAD_REQUEST, str(error))
        except NoSuchStreamError:
            return await _refuse(send, HTTPStatus.NOT_FOUND)
        viewer = Viewer((each.topic for each in topics), _abort_of(send))
        self.hub.join(viewer)
        try:
            await self._show(viewer, topics, headers, receive, send)
        except NoSuchStreamError:
            await _refuse(send, HTTPStatus.NOT_FOUND)
        finally:
            self.hub.leave(viewer)

    async def _show(
        self,
        viewer: Viewer,
        topics: Sequence[Wanted],
        headers: Mapping[bytes, str],
        receive: Receive,
        send: Send,
    ) -> None:
        try:
            viewer.user, newest = await self._read(self._visible, topics, headers)
        except NoSuchStreamError:
            raise
        except Exception:
            log.exception("a stream could not be opened")
            return await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE)
        for each in topics:
            seq = newest[each.topic]
            first = self._kinds[each.kind].before_first(seq)
            viewer.seen[each.topic] = min(first if each.after is None else each.after, seq)
            self.hub.note(each.topic, seq)
            viewer.frames.appendleft(Frame(each.topic, seq))
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": RETRY, "more_body": True})
        self._aside(self._tell_seen([viewer]))
        gone = asyncio.create_task(_until_gone(receive, viewer))
        try:
            while True:
                await viewer.wait()
                if viewer.closed:
                    break
                try:
                    body = await self._bytes(viewer)
                except Exception:  # the viewer comes back and asks for the same
                    log.exception("what a viewer missed could not be read")
                    break
                if body:
                    await send({"type": "http.response.body", "body": body, "more_body": True})
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _bytes(self, viewer: Viewer) -> bytes:
        """All that waits for ``viewer``, in order, each message once, with what was missed."""
        parts: list[bytes] = []
        while viewer.frames:
            frame = viewer.frames.popleft()
            if frame.seq is None:
                parts.append(frame.body)
                continue
            seen = viewer.seen[frame.topic]
            if frame.seq > seen + 1 or (frame.seq > seen and not frame.body):
                for missed in await self._missed(frame.topic, seen, frame.seq):
                    self._add(parts, viewer, missed)
            self._add(parts, viewer, frame)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _add(self, parts: list[bytes], viewer: Viewer, frame: Frame) -> None:
        assert frame.seq is not None
        if frame.seq <= viewer.seen[frame.topic]:
            return
        viewer.seen[frame.topic] = frame.seq
        if frame.body:
            seen = ".".join(map(str, viewer.seen.values()))
            parts.append(f"id: {seen}\n".encode() + frame.body)

    async def _missed(self, topic: str, after: int, until: int) -> list[Frame]:
        """The messages after ``after`` up to ``until`` at least; read once for all who ask."""
        frames: list[Frame] = []
        for _ in range(TRIES):
            reading = self._reading.get((topic, after))
            if reading is None:
                reading = asyncio.ensure_future(self._read(self._rows, topic, after))
                self._reading[topic, after] = reading
                reading.add_done_callback(lambda _: self._reading.pop((topic, after), None))
            frames = await asyncio.shield(reading)
            if frames and (frames[-1].seq or 0) >= until:
                break
        return frames

    def _rows(self, topic: str, after: int) -> list[Frame]:
        kind, _, topic_id = topic.partition(":")
        rows = self._kinds[kind].missed(UUID(topic_id), after)
        return [Frame.of(topic, data, seq) for seq, data in rows]

    def _visible(
        self, topics: Sequence[Wanted], headers: Mapping[bytes, str]
    ) -> tuple[UUID | None, dict[str, int]]:
        user = visitor(headers.get(b"cookie", ""), headers.get(b"authorization", ""))
        newest: dict[str, int] = {}
        for kind, known in self._kinds.items():
            ids = [each.id for each in topics if each.kind == kind]
            if ids:
                newest |= {f"{kind}:{i}": seq for i, seq in known.visible(user, ids).items()}
        if any(each.topic not in newest for each in topics):
            raise NoSuchStreamError
        return user.pk if user else None, newest

    async def _read(self, work: Callable[..., T], *arguments: object) -> T:
        """``work`` in a thread that has a database connection."""
        assert self._loop is not None
        return await self._loop.run_in_executor(self._pool, _with_connection, work, *arguments)

    async def _ping(self) -> None:
        """Show that the stream lives, with the server's time."""
        while True:
            await asyncio.sleep(PING_SECONDS)
            now = timezone.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
            body = f'event: ping\ndata: {{"server_time":"{now}"}}\n\n'.encode()
            self.hub.deliver_to_all(Frame("", None, body))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            await self._look()

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do ``work`` while a viewer is served already."""
        task = asyncio.create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    async def _see_all(self) -> None:
        while True:
            await self._tell_seen(tuple(self.hub.viewers), always=True)
            await asyncio.sleep(SEE_SECONDS)

    async def _tell_seen(self, viewers: Sequence[Viewer], *, always: bool = False) -> None:
        """Tell who watches which match, unless nobody does and it need not be told ``always``."""
        watching = {
            (viewer.user, UUID(topic.partition(":")[2]))
            for viewer in viewers
            for topic in viewer.seen
            if viewer.user is not None and topic.startswith("match:")
        }
        if self._see is None or not (watching or always):
            return
        try:
            await self._read(self._see, watching, timezone.now())
        except Exception as error:  # noqa: BLE001 - the database is away: told again later
            log.warning("who watches could not be told: %s", error)

    async def _look(self) -> None:
        """Find in the database what no message told, and have the viewers read it."""
        topics = list(self.hub.topics)
        if not topics:
            return
        try:
            newest = await self._read(self._newest, topics)
        except Exception as error:  # noqa: BLE001 - the database is away: look again later
            log.warning("what is watched could not be looked up: %s", error)
            return
        for topic, seq in newest.items():
            if seq > self.hub.newest.get(topic, 0):
                self.hub.deliver(Frame(topic, seq))

    def _newest(self, topics: Sequence[str]) -> dict[str, int]:
        newest: dict[str, int] = {}
        for kind, known in self._kinds.items():
            ids = [UUID(topic.partition(":")[2]) for topic in topics if topic.startswith(kind)]
            newest |= {f"{kind}:{i}": seq for i, seq in known.newest(ids).items()} if ids else {}
        return newest


def _with_connection(work: Callable[..., T], *arguments: object) -> T:
    close_old_connections()
    try:
        return work(*arguments)
    except NoSuchStreamError:
        raise
    except Exception:
        connection.close()
        raise


async def _until_gone(receive: Receive, viewer: Viewer) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    viewer.close()


async def _refuse(send: Send, status: HTTPStatus, title: str = "") -> None:
    code = status.name.lower()
    body = json.dumps({"code": code, "title": title or status.phrase, "status": status.value})
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode(), "more_body": False})


def _abort_of(send: Send) -> Callable[[], None]:
    """How to cut a connection whose reader does not read; ASGI itself has no word for it."""
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    abort: Callable[[], None] = getattr(transport, "abort", lambda: None)
    return abort
