"""Viewers of one match, in a process of their own: ``python -m bench._viewers PORT MATCH COUNT``.

Prints ``open`` when all have a stream, then for each event the instant at which the last of them
had it (seconds of the system's monotonic clock), and ends with its standard input.
"""

import asyncio
import contextlib
import sys
import threading
import time
from typing import cast

import uvloop


class Viewer(asyncio.Protocol):
    """One stream; counts whole events by their ``id:`` line."""

    def __init__(self, match: str, crowd: "Crowd") -> None:
        self.crowd = crowd
        self.request = f"GET /live/matches/{match}?after=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(self.request.encode())

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        *events, self.rest = (self.rest + data).split(b"\n\n")
        for event in events:
            if b"retry:" in event:
                self.crowd.opened()
            elif b"event: match" in event:
                self.crowd.got(int(event.partition(b"id: ")[2].partition(b"\n")[0]), now)


class Crowd:
    """All viewers together."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.open = 0
        self.have: dict[int, int] = {}

    def opened(self) -> None:
        self.open += 1
        if self.open == self.count:
            print("open", flush=True)

    def got(self, seq: int, now: float) -> None:
        self.have[seq] = self.have.get(seq, 0) + 1
        if self.have[seq] == self.count:
            print(seq, now, flush=True)


async def watch(port: int, match: str, count: int) -> None:
    crowd = Crowd(count)
    loop = asyncio.get_running_loop()
    transports = []
    for _ in range(count):
        transport, _viewer = await loop.create_connection(
            lambda: Viewer(match, crowd), "127.0.0.1", port
        )
        transports.append(transport)
    ended = asyncio.Event()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    await ended.wait()
    for transport in transports:
        transport.abort()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        uvloop.run(watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
