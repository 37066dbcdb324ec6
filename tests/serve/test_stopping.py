"""Ctrl-C and SIGTERM stop the server within 5 s, whatever it is doing."""

import http.client
import signal
import socket
import time
from pathlib import Path

import pytest

from tests.product.running import EmbeddedProduct, Process

pytestmark = pytest.mark.slow
VIEWERS = 500
MAKE_MATCH = """
from games.services.matches import NewSeat, create_match
match = create_match(
    game="kyoen", rules={}, time_control={"timing": "none"}, is_public=True,
    seats=[NewSeat("A"), NewSeat("B")],
)
print(match.pk)
"""


def stop(product: EmbeddedProduct, ending: signal.Signals) -> float:
    """Seconds until it had stopped, properly."""
    process = product.processes[0]
    started = time.monotonic()
    assert process.stop(ending) == 0
    assert_quiet(process)
    return time.monotonic() - started


def assert_quiet(process: Process) -> None:
    assert "Traceback" not in process.output
    assert "ERROR" not in process.output, process.output


def open_stream(product: EmbeddedProduct, match: str) -> socket.socket:
    viewer = socket.create_connection(("127.0.0.1", product.port), 10)
    viewer.sendall(f"GET /live/matches/{match} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return viewer


@pytest.mark.parametrize(
    ("ending", "folder"), [(signal.SIGINT, "tmp_path"), (signal.SIGTERM, "var")]
)
def test_it_stops_at_once_when_nothing_happens(
    ending: signal.Signals, folder: str, request: pytest.FixtureRequest
) -> None:
    """Once at the very first start, with everything to make, once at a later one."""
    with EmbeddedProduct(request.getfixturevalue(folder)) as product:
        assert stop(product, ending) < 5


def test_it_stops_with_500_streams_open_and_half_a_request_sent(var: Path) -> None:
    with EmbeddedProduct(var) as product:
        match = product.manage("shell", "-v", "0", "-c", MAKE_MATCH).strip()
        viewers = [open_stream(product, match) for _ in range(VIEWERS)]
        for viewer in viewers:
            assert b"200 OK" in viewer.recv(4096)
        half = socket.create_connection(("127.0.0.1", product.port), 10)
        half.sendall(b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\nna")
        assert stop(product, signal.SIGTERM) < 5
        for viewer in viewers:
            while data := viewer.recv(65536):
                last = data
            assert last.endswith(b"0\r\n\r\n"), "a stream was cut instead of ended"
            viewer.close()
        half.close()


def test_a_signal_during_the_start_ends_it_too(tmp_path: Path) -> None:
    product = EmbeddedProduct(tmp_path)
    for delay in (0.3, 0.8, 1.5):
        product.launch()
        time.sleep(delay)
        process = product.processes.pop()
        process.process.send_signal(signal.SIGTERM)
        code = process.process.wait(5)
        process.reader.join(5)
        assert code in (0, -signal.SIGTERM), process.output
        assert "Traceback" not in process.output


def test_a_request_that_was_being_answered_gets_its_answer_though_the_signal_comes_twice(
    var: Path,
) -> None:
    with EmbeddedProduct(var) as product:
        connection = http.client.HTTPConnection("127.0.0.1", product.port, timeout=10)
        connection.putrequest("POST", "/sign-in/")
        connection.putheader("Content-Length", "4")
        connection.endheaders()
        connection.send(b"na")
        time.sleep(0.2)
        product.processes[0].process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        product.processes[0].process.send_signal(signal.SIGINT)
        time.sleep(0.25)
        connection.send(b"me")
        assert connection.getresponse().status in (400, 403)
        assert stop(product, signal.SIGTERM) < 5
