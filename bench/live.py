"""Streams and moves of the real server: from a posted move to the last of 500 viewers."""

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.product.prepared import released
from tests.product.running import ROOT, EmbeddedProduct, Product, ScaledProduct
from tests.services.servers import services

VIEWERS = 500
MOVES = 50
PAUSE = 0.05
CLIENTS = 4
MATCHES_A_CLIENT = 3
PLAIN = 2000
SIDE = 9

PREPARE = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import Membership, Role, User
from accounts.services.tokens import create_token
from games.services.matches import NewSeat, create_match, start_match
user = User.objects.create_user(username=None, name="Arbiter")
token, secret = create_token(user=user, label="bench", at=timezone.now())
print(secret)
for number in range({matches}):
    match = create_match(
        game="kyoen", rules={{}}, time_control={{"timing": "none"}}, is_public=True,
        seats=[NewSeat("A"), NewSeat("B")],
    )
    Membership.objects.create(user=user, scope=match.scope, role=Role.ORGANISER)
    start_match(match_id=match.pk, by=user, at=timezone.now())
    print(match.pk)
"""


class Client:
    """One connection that plays for both seats of matches."""

    def __init__(self, port: int, secret: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}

    def move(self, match: str, number: int) -> None:
        """Place stone ``number`` (from 0) on the next point of the board."""
        column, row = number % SIDE, number // SIDE
        body = {"text": f"{chr(97 + column)}{row + 1}", "expected_seq": number + 1}
        body["seat"] = number % 2 + 1
        path = f"/api/v1/matches/{match}/moves/"
        self.connection.request("POST", path, json.dumps(body), self.headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 201, text

    def plain(self) -> None:
        self.connection.request("GET", "/healthz")
        assert self.connection.getresponse().read() == b"ok\n"


def resident(pid: int) -> int:
    """Bytes of memory of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in text.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def processor_seconds(pid: int) -> float:
    """What a process has had of the processors."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def prepare(product: Product) -> tuple[str, list[str]]:
    """A token that may play, and matches to play."""
    code = PREPARE.format(matches=1 + CLIENTS * MATCHES_A_CLIENT)
    secret, *matches = product.manage("shell", "-v", "0", "-c", code).split()
    return secret, matches


def wait(lines: Iterator[str], start: str) -> str:
    return next(line for line in lines if line.startswith(start))


def measure_viewers(
    product: Product, secret: str, match: str, live_port: int, web_port: int, live_pid: int
) -> None:
    """One match, VIEWERS who watch it, MOVES posted to it."""
    Client(web_port, secret).plain()
    warm = subprocess.run(
        [sys.executable, "-m", "bench._viewers", str(live_port), match, "20"],
        cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    assert warm.returncode == 0
    time.sleep(1)
    before = resident(live_pid)
    started = time.monotonic()
    command = [sys.executable, "-m", "bench._viewers", str(live_port), match, str(VIEWERS)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as viewers:
        assert viewers.stdout is not None
        assert viewers.stdin is not None
        wait(viewers.stdout, "open")
        print(f"   {VIEWERS} streams opened in {time.monotonic() - started:.2f} s")
        time.sleep(1)
        opened = resident(live_pid)
        late, answered = [], []
        busy = processor_seconds(live_pid)
        client = Client(web_port, secret)
        for number in range(MOVES):
            posted = time.monotonic()
            client.move(match, number)
            answered.append((time.monotonic() - posted) * 1000)
            last = float(wait(viewers.stdout, f"{number + 2} ").split()[1])
            late.append((last - posted) * 1000)
            time.sleep(PAUSE)
        after = resident(live_pid)
        busy = (processor_seconds(live_pid) - busy) / MOVES * 1000
        viewers.stdin.close()
    print(
        f"   posted move to the last of {VIEWERS} viewers, ms: median "
        f"{statistics.median(late):.0f} (target 100), worst {max(late):.0f}; "
        f"answered in {statistics.median(answered):.0f}; the server worked {busy:.0f} a move"
    )
    print(
        f"   memory a viewer, kB: {(opened - before) / VIEWERS / 1000:.1f} when open, "
        f"{(after - before) / VIEWERS / 1000:.1f} after {MOVES} moves (target 30)"
    )


def in_threads(work: Callable[[int], int]) -> float:
    """How many a second ``work`` (which returns how many it did) does in CLIENTS threads."""
    done: list[int] = []
    threads = [threading.Thread(target=lambda n=n: done.append(work(n))) for n in range(CLIENTS)]
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.monotonic() - started)


def measure_moves(secret: str, matches: list[str], web_port: int) -> None:
    """Moves a second, beside a view that does nothing, in the same server."""

    def move(client_number: int) -> int:
        client = Client(web_port, secret)
        own = matches[client_number::CLIENTS]
        for match in own:
            for number in range(SIDE * SIDE - 1):
                client.move(match, number)
        return len(own) * (SIDE * SIDE - 1)

    def plain(client_number: int) -> int:
        client = Client(web_port, secret)
        for _ in range(PLAIN // CLIENTS):
            client.plain()
        return PLAIN // CLIENTS

    bare = in_threads(plain)
    moves = in_threads(move)
    print(
        f"   a bare view {bare:.0f}/s, moves {moves:.0f}/s (1 : {bare / moves:.1f}), "
        f"{CLIENTS} clients"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, EmbeddedProduct(Path(folder)) as product:
        print("   embedded: one process, SQLite")
        secret, (watched, *others) = prepare(product)
        pid = product.processes[0].process.pid
        measure_viewers(product, secret, watched, product.port, product.port, pid)
        measure_moves(secret, others, product.port)
    with (
        services() as started,
        tempfile.TemporaryDirectory() as shared,
        tempfile.TemporaryDirectory() as folder,
        ScaledProduct(Path(folder), started, 9, released(Path(shared), started)) as scaled,
    ):
        print("   scaled out: PostgreSQL, Redis, one web and one live process")
        secret, (watched, *others) = prepare(scaled)
        pid = next(
            p.process.pid for p in scaled.processes if "manage.py live" in str(p.process.args)
        )
        measure_viewers(scaled, secret, watched, scaled.live_port, scaled.web_port, pid)
        measure_moves(secret, others, scaled.web_port)
