"""Workers killed and Redis flushed and stopped: every accepted answer is judged exactly once."""

import http.client
import json
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
import redis as client

from tests.product.running import Released, ScaledProduct
from tests.services.servers import (
    Services,
    accepts,
    die_with_parent,
    free_port,
    redis_program,
)

pytestmark = [pytest.mark.slow, pytest.mark.postgres]
ANSWERS = 2_000
CONTESTANTS = 100
CLIENTS = 4
FIRST_WORKER = 3
SLOWEST = 2.0
MAKE = f"""
import json
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from accounts.services.tokens import create_token
from judging.models import Kind, Paper
from judging.services.banks import create_bank
from judging.services.contests import ContestPlan, create_contest
from judging.services.papers import add_paper, add_to_paper
from judging.services.problems import Written, add_problem
from judging.services.sitting import start
from tournaments.services.entries import Details, create_entries
at = timezone.now()
user = User.objects.create_user("rin", "a-long-password", name="凛", is_organiser=True)
tournament = create_contest(plan=ContestPlan("JKHO", final=False), by=user, at=at)
bank = create_bank(name="委員会", by=user, at=at)
paper = add_paper(stage=tournament.stages.get(), title="予選", by=user, at=at,
                  opens_at=at, closes_at=at + timedelta(days=1))
content = dict(lattice="square", shape="grid", columns=6, rows=6,
               stones=["a1", "b1", "a2", "b2", "e6", "f3"])
problem = add_problem(bank=bank, written=Written("1", Kind.HANTEI, content=content), by=user, at=at)
put = add_to_paper(paper=paper, problem=problem, points=3, by=user, at=at)
Paper.objects.update(state="set")
people = [Details(name=str(n)) for n in range({CONTESTANTS})]
tokens = []
for entry in create_entries(tournament, people, at=at):
    start(paper_id=paper.pk, user=entry.user, device=None, at=at)
    tokens.append(create_token(user=entry.user, label="test", at=at)[1])
print(json.dumps([str(paper.pk), str(put.pk), tokens]))
"""
COUNT = """
import json
from django.db.models import Count
from judging.models import Submission, Verdict
by = dict(Submission.objects.values_list("status").annotate(Count("pk")).order_by())
judged = Verdict.objects.values("submission").distinct().count()
print(json.dumps([by, Verdict.objects.count(), judged]))
"""


class Redis:
    """A Redis of its own on one port, that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.server = subprocess.Popen(
            [redis_program(), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
             "--appendonly", "no", "--dir", str(self.folder)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent(signal.SIGKILL),
        )  # fmt: skip
        while not accepts(self.port):
            time.sleep(0.02)

    def kill(self) -> None:
        assert self.server is not None
        self.server.kill()
        self.server.wait()

    def flush(self) -> None:
        client.Redis(port=self.port).flushall()


class Judging(ScaledProduct):
    """Pages, the watch over the queue, the timetable and two workers, which can be killed."""

    def launch(self) -> None:
        for name in ("web", "drain", "beat", "worker", "worker"):
            self.run(name)
        self.proxy.start()

    def kill_a_worker(self) -> None:
        """SIGKILL to the older of the two and all it runs; another takes its place."""
        worker = self.processes.pop(FIRST_WORKER)
        os.killpg(worker.process.pid, signal.SIGKILL)
        worker.process.wait()
        self.run("worker")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Redis]:
    made = Redis(tmp_path)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def judging(
    tmp_path: Path, pg_and_redis: Services, bare_release: Released, broker: Redis
) -> Iterator[Judging]:
    services = Services(pg_and_redis.database_url, broker.url)
    with Judging(tmp_path / "var", services, 0, bare_release) as product:
        yield product


class Sender(threading.local):
    """A connection of each thread."""

    connection: http.client.HTTPConnection | None = None

    def post(self, port: int, path: str, token: str, body: object) -> tuple[int, float]:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        began = time.perf_counter()
        self.connection.request("POST", path, json.dumps(body), headers)
        answer = self.connection.getresponse()
        answer.read()
        return answer.status, time.perf_counter() - began


def havoc(product: Judging, broker: Redis, over: threading.Event) -> None:
    """Kill, flush, stop and start again, for as long as answers come."""
    while not over.wait(2):
        product.kill_a_worker()
        broker.flush()
        if over.wait(2):
            return
        broker.kill()
        over.wait(3)
        broker.start()


def test_every_accepted_answer_is_judged_once_whatever_dies(
    judging: Judging, broker: Redis
) -> None:
    paper, problem, tokens = json.loads(
        judging.manage("shell", "--no-imports", "-c", MAKE).splitlines()[-1]
    )
    sender, luck = Sender(), random.Random(1)
    path = f"/api/v1/papers/{paper}/submissions/"
    raws = ["a1 b1 a2 b2", "a1 b1 a2 e6", "b2 e6 f3 a1"]
    bodies = [
        {"problem": problem, "answer": luck.choice(raws), "form_key": str(uuid4())}
        for _ in range(ANSWERS)
    ]

    def send(number: int) -> tuple[int, float]:
        token = tokens[number % CONTESTANTS]
        return sender.post(judging.web_port, path, token, bodies[number])

    over = threading.Event()
    breaking = threading.Thread(target=havoc, args=(judging, broker, over))
    breaking.start()
    try:
        with ThreadPoolExecutor(CLIENTS) as pool:
            answered = list(pool.map(send, range(ANSWERS)))
    finally:
        over.set()
        breaking.join()
    assert {status for status, _ in answered} == {201}
    assert max(took for _, took in answered) < SLOWEST
    deadline = time.monotonic() + 60
    while True:
        statuses, verdicts, judged = json.loads(
            judging.manage("shell", "--no-imports", "-c", COUNT).splitlines()[-1]
        )
        if statuses == {"judged": ANSWERS} or time.monotonic() > deadline:
            break
        time.sleep(1)
    assert (statuses, verdicts, judged) == ({"judged": ANSWERS}, ANSWERS, ANSWERS)
