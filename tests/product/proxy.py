"""One address for the two web processes, as a reverse proxy in front of them would give."""

import asyncio
import contextlib
import threading

LIMIT = 64 * 1024


class Proxy:
    """Sends ``/live/`` to one port and the rest to another, one request a connection."""

    def __init__(self, port: int, *, web: int, live: int) -> None:
        self.port, self.web, self.live = port, web, live
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._ready = threading.Event()

    def start(self) -> None:
        """Serve in a thread until ``stop``."""
        self._ready.clear()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the proxy did not start")

    def stop(self) -> None:
        """Close the address and every connection."""
        if self._loop is not None and self._thread is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join(10)
            self._loop = self._thread = None

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        server = await asyncio.start_server(self._handle, "127.0.0.1", self.port, limit=LIMIT)
        self._ready.set()
        await self._stopped.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream: asyncio.StreamWriter | None = None
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            port = self.live if head.split(b" ", 2)[1].startswith(b"/live/") else self.web
            answer, upstream = await asyncio.open_connection("127.0.0.1", port)
            upstream.write(closing(head))
            ways = [
                asyncio.ensure_future(pump(reader, upstream)),
                asyncio.ensure_future(pump(answer, writer)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            for end in (upstream, writer):
                if end is not None:
                    end.close()


def closing(head: bytes) -> bytes:
    """The head of a request with ``Connection: close`` in place of what it said."""
    lines = head.rstrip(b"\r\n").split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([*kept, b"Connection: close", b"", b""])


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy until the end of one side."""
    with contextlib.suppress(OSError):
        while data := await reader.read(LIMIT):
            writer.write(data)
            await writer.drain()
