"""uvicorn, made to end when it is told to: streams are ended, and nothing outlives the stop."""

import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, NoReturn

import uvicorn

GRACE_SECONDS = 3
"""How long requests that are being answered may take when the server stops."""
STOP_SECONDS = 4.0
"""After this the process ends, whatever it waits for."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """``on_started`` is called when the server answers, ``on_stopping`` when it begins to stop."""

    def __init__(
        self,
        application: Any,
        *,
        on_started: Callable[[], None] = lambda: None,
        on_stopping: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=60,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self.on_started = on_started
        self.on_stopping = on_stopping

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn's, but the signal is not raised again afterwards."""
        before = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            end_within(STOP_SECONDS)
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.on_stopping()
        await super().shutdown(sockets)


def end_within(seconds: float) -> None:
    """End this process after ``seconds``, if it has not ended by then."""
    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


def end() -> NoReturn:
    """End this process now, without waiting for any thread."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(0)
