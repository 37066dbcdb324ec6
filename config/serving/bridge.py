"""Django's WSGI application behind an ASGI server, in threads that stay.

A request is read to its end before it takes a thread, and an answer leaves it in one piece, so
slow networks hold no thread and no database connection.
"""

import asyncio
import io
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import StartResponse, WSGIApplication

from accounts.middleware import ARRIVED

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 8
IN_MEMORY = 1 << 20
"""Bytes of a request kept in memory; more goes to a temporary file."""
LARGEST = 64 << 20
PIECE = 1 << 18
"""Bytes of an answer sent in one piece."""
SLOWEST = 60.0
"""Seconds that a piece of a long answer may take to leave."""


class TooLargeError(Exception):
    """A request has more than LARGEST bytes."""


class GoneError(Exception):
    """The client went away before its request was complete."""


class Bridge:
    """An ASGI application that answers with ``application``."""

    def __init__(self, application: WSGIApplication, threads: int = THREADS) -> None:
        self.application = application
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="pages")
        self._unfinished: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._unfinished.add(task)
        try:
            await self._answer(scope, receive, send)
        except GoneError:
            return
        except TooLargeError:
            await send_plain(send, 413, b"This is more than the server takes.")
        except asyncio.CancelledError:
            await send_plain(send, 503, b"The server is stopping. Send this again.")
        finally:
            self._unfinished.discard(task)

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        body, length = await read(receive)
        with body:
            loop = asyncio.get_running_loop()
            answer = Answer(loop, send)
            environ = environment(scope, body, length)
            await loop.run_in_executor(self.pool, answer.make, self.application, environ)
            await answer.finish()

    def give_up(self) -> None:
        """Answer what is still being received or worked on with 503. In the event loop."""
        for task in tuple(self._unfinished):
            task.cancel()


async def read(receive: Receive) -> tuple[IO[bytes], int]:
    """The body of a request and its length."""
    body: IO[bytes] = io.BytesIO()
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise GoneError
        piece = message.get("body", b"")
        length += len(piece)
        if length > LARGEST:
            raise TooLargeError
        if length > IN_MEMORY and isinstance(body, io.BytesIO):
            file = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the request
            file.write(body.getvalue())
            body = file
        body.write(piece)
        if not message.get("more_body", False):
            body.seek(0)
            return body, length


def environment(scope: Message, body: IO[bytes], length: int) -> dict[str, Any]:
    """The WSGI environment of a request (PEP 3333)."""
    server = scope.get("server") or ("localhost", 80)
    client = scope.get("client") or ("", 0)
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        ARRIVED: time.time(),
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" in raw_name:  # would pass for the header with a hyphen
            continue
        name, value = (
            raw_name.decode("latin-1").upper().replace("-", "_"),
            raw_value.decode("latin-1"),
        )
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        if key in environ:
            value = f"{environ[key]}{'; ' if name == 'COOKIE' else ','}{value}"
        environ[key] = value
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(length)
    return environ


class Answer:
    """One answer: made in a thread, sent in the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Send) -> None:
        self._loop = loop
        self._send = send
        self._start: Message | None = None
        self._started = False
        self._pieces: list[bytes] = []
        self._size = 0

    def make(self, application: WSGIApplication, environ: dict[str, Any]) -> None:
        """Call the application. In a thread."""
        start: StartResponse = self._start_response
        pieces: Iterable[bytes] = application(environ, start)
        try:
            for piece in pieces:
                self._add(piece)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()

    def _start_response(
        self, status: str, headers: list[tuple[str, str]], exc_info: object = None
    ) -> Callable[[bytes], object]:
        self._start = {
            "type": "http.response.start",
            "status": int(status[:3]),
            "headers": [
                (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
            ],
        }
        return self._add

    def _add(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._size += len(piece)
        if self._size > PIECE:
            asyncio.run_coroutine_threadsafe(self._flush(more=True), self._loop).result(SLOWEST)

    async def finish(self) -> None:
        """Send what is left. In the event loop."""
        await self._flush(more=False)

    async def _flush(self, *, more: bool) -> None:
        assert self._start is not None, "the application did not start an answer"
        if not self._started:
            self._started = True
            await self._send(self._start)
        body, self._pieces, self._size = b"".join(self._pieces), [], 0
        await self._send({"type": "http.response.body", "body": body, "more_body": more})


async def send_plain(send: Send, status: int, text: bytes) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": False})
