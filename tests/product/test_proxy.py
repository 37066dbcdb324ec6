"""The little reverse proxy of the tests."""

import http.server
import threading
import urllib.request
from collections.abc import Iterator

import pytest

from tests.product.proxy import Proxy, closing
from tests.services.servers import free_port


class Echo(http.server.BaseHTTPRequestHandler):
    """Answers with its server's name, the path and what was sent."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = f"{self.connection.getsockname()[1]} {self.path} ".encode() + body
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    """A proxy before two servers that echo."""
    servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    web, live = (server.server_address[1] for server in servers)
    made = Proxy(free_port(), web=web, live=live)
    made.start()
    yield made
    made.stop()
    for server in servers:
        server.shutdown()
        server.server_close()


def post(url: str, body: bytes) -> str:
    with urllib.request.urlopen(url, data=body, timeout=5) as answer:
        return str(answer.read(), "utf-8")


def test_each_path_reaches_its_server_with_its_body(proxy: Proxy) -> None:
    base = f"http://127.0.0.1:{proxy.port}"
    assert post(f"{base}/live/1", b"a") == f"{proxy.live} /live/1 a"
    assert post(f"{base}/matches/1", b"b") == f"{proxy.web} /matches/1 b"
    large = b"c" * 300_000
    assert post(f"{base}/", large) == f"{proxy.web} / " + large.decode()


def test_a_stopped_proxy_can_start_again(proxy: Proxy) -> None:
    proxy.stop()
    proxy.start()
    assert post(f"http://127.0.0.1:{proxy.port}/", b"x").endswith("x")


def test_the_connection_is_closed_after_one_request() -> None:
    head = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n"
    assert closing(head) == b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
