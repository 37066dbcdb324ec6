"""Pages behind the ASGI server get every request whole, and their answers leave whole."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from wsgiref.types import StartResponse

import pytest

from accounts.middleware import ARRIVED
from config.serving import bridge
from config.serving.bridge import Bridge

Environ = dict[str, Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]


class Exchange:
    """One request sent to an application, and its answer."""

    def __init__(self, *body: bytes, path: str = "/", query: str = "", **headers: str) -> None:
        self.scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
            "client": ("192.0.2.7", 4711),
            "server": ("127.0.0.1", 8000),
        }
        pieces = body or (b"",)
        self.incoming = [
            {"type": "http.request", "body": piece, "more_body": piece is not pieces[-1]}
            for piece in pieces
        ]
        self.sent: list[dict[str, Any]] = []

    def run(self, application: Application) -> "Exchange":
        asyncio.run(Bridge(application)(self.scope, self.receive, self.send))
        return self

    async def receive(self) -> dict[str, Any]:
        return self.incoming.pop(0) if self.incoming else {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])


def echo(show: Callable[[Environ], str]) -> Application:
    """An application that answers with ``show(environ)``."""

    def application(environ: Environ, start: StartResponse) -> list[bytes]:
        start(
            "200 OK", [("Content-Type", "text/plain"), ("X-Name", "値".encode().decode("latin-1"))]
        )
        return [show(environ).encode()]

    return application


def test_a_body_in_pieces_is_read_whole() -> None:
    whole = echo(lambda environ: environ["wsgi.input"].read().decode() + environ["CONTENT_LENGTH"])
    assert Exchange(b"a1", b"", b"b2").run(whole).body == b"a1b24"


def test_a_large_body_waits_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "IN_MEMORY", 10)
    found = echo(lambda environ: f"{len(environ['wsgi.input'].read())}")
    assert Exchange(b"x" * 8, b"y" * 8, b"z").run(found).body == b"17"


def test_a_body_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "LARGEST", 10)
    assert Exchange(b"x" * 8, b"y" * 8).run(echo(lambda _: "")).status == 413


def test_who_leaves_while_sending_bothers_nobody() -> None:
    exchange = Exchange(b"a", b"b")
    exchange.incoming.pop()
    assert exchange.run(echo(lambda _: "")).sent == []


def test_paths_queries_and_headers_arrive_as_they_were_sent() -> None:
    found = echo(
        lambda environ: "|".join(
            environ[name]
            for name in ("PATH_INFO", "QUERY_STRING", "HTTP_ACCEPT", "REMOTE_ADDR", "SERVER_PORT")
        )
    )
    exchange = Exchange(path="/%E5%85%B1/a%2Fb", query="q=%E5%86%86", accept="text/html")
    path = "/共/a/b".encode().decode("latin-1")
    assert exchange.run(found).body == f"{path}|q=%E5%86%86|text/html|192.0.2.7|8000".encode()


def test_cookies_are_joined_and_look_alike_headers_are_not_taken() -> None:
    exchange = Exchange()
    exchange.scope["headers"] = [
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
        (b"x_forwarded_proto", b"https"),
        (b"content-length", b"99"),
    ]
    found = echo(
        lambda environ: (
            f"{environ['HTTP_COOKIE']} {'HTTP_X_FORWARDED_PROTO' in environ} "
            f"{environ['CONTENT_LENGTH']} {'HTTP_CONTENT_LENGTH' in environ}"
        )
    )
    assert exchange.run(found).body == b"a=1; b=2 False 0 False"


def test_the_instant_of_arrival_is_before_the_wait_for_a_thread() -> None:
    seen: list[float] = []

    def slow(environ: Environ, start: StartResponse) -> list[bytes]:
        time.sleep(0.1)
        seen.append(environ[ARRIVED])
        start("200 OK", [])
        return []

    async def story() -> None:
        site = Bridge(slow, threads=1)
        exchanges = [Exchange() for _ in range(3)]
        await asyncio.gather(*(site(each.scope, each.receive, each.send) for each in exchanges))

    asyncio.run(story())
    assert max(seen) - min(seen) < 0.05


def test_an_ordinary_answer_leaves_in_one_piece() -> None:
    exchange = Exchange().run(echo(lambda _: "hello"))
    assert [message["type"] for message in exchange.sent] == [
        "http.response.start",
        "http.response.body",
    ]
    assert (b"x-name", "値".encode()) in exchange.sent[0]["headers"]
    assert exchange.sent[1] == {"type": "http.response.body", "body": b"hello", "more_body": False}


def test_a_long_answer_leaves_in_several_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "PIECE", 1000)
    closed = threading.Event()

    class Long:
        def __iter__(self) -> Iterator[bytes]:
            return iter([b"x" * 400] * 10)

        def close(self) -> None:
            closed.set()

    def application(environ: Environ, start: StartResponse) -> Iterable[bytes]:
        start("200 OK", [])
        return Long()

    exchange = Exchange().run(application)
    assert exchange.body == b"x" * 4000
    assert len(exchange.sent) > 3
    assert [m["more_body"] for m in exchange.sent[1:]][-2:] == [True, False]
    assert closed.is_set()


def test_what_takes_too_long_when_the_server_stops_is_told_to_come_again() -> None:
    release = threading.Event()

    def application(environ: Environ, start: StartResponse) -> list[bytes]:
        release.wait(10)
        start("200 OK", [])
        return []

    async def story() -> None:
        site = Bridge(application)
        exchange = Exchange()
        answering = asyncio.create_task(site(exchange.scope, exchange.receive, exchange.send))
        await asyncio.sleep(0.05)
        site.give_up()
        await answering
        assert exchange.status == 503
        release.set()

    asyncio.run(story())
