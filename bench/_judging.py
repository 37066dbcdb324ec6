"""One database's part of ``bench.judging``: run with its settings in the environment."""

import contextlib
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import django

django.setup()

from django.conf import settings  # noqa: E402 - after django.setup
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from config.celery import app  # noqa: E402
from config.serving.background import Background  # noqa: E402
from judging.models import Kind, Paper, PaperProblem, Sitting, Submission  # noqa: E402
from judging.services.answers import submit  # noqa: E402
from judging.services.banks import create_bank  # noqa: E402
from judging.services.contests import ContestPlan, create_contest  # noqa: E402
from judging.services.doorbell import ring  # noqa: E402
from judging.services.drain import drain  # noqa: E402
from judging.services.papers import add_paper, add_to_paper  # noqa: E402
from judging.services.problems import Written, add_problem  # noqa: E402
from judging.services.sitting import start  # noqa: E402
from tournaments.services.entries import Details, create_entries  # noqa: E402

BACKLOG = 10_000
CONTESTANTS = 100
PROBLEMS = 10
A_SECOND = 50
SECONDS = 20
STONES = 11


def boards() -> list[list[str]]:
    """Stones of ten boards, drawn from a seed."""
    luck = random.Random(1)
    points = [f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)]
    return [luck.sample(points, STONES) for _ in range(PROBLEMS)]


def prepare() -> tuple[list[PaperProblem], list[Sitting]]:
    at = timezone.now()
    user = User.objects.create_user("bench", "a-long-password", name="Bench", is_organiser=True)
    tournament = create_contest(plan=ContestPlan("Bench", final=False), by=user, at=at)
    bank = create_bank(name="Bench", by=user, at=at)
    paper = add_paper(
        stage=tournament.stages.get(), title="Bench", by=user, at=at,
        opens_at=at, closes_at=at + timedelta(days=1),
    )  # fmt: skip
    problems = []
    for stones in boards():
        content = {"lattice": "square", "shape": "grid", "columns": 9, "rows": 9, "stones": stones}
        written = Written("Bench", Kind.HANTEI, content=content, key={"any_set": True})
        problem = add_problem(bank=bank, written=written, by=user, at=at)
        problems.append(add_to_paper(paper=paper, problem=problem, points=3, by=user, at=at))
    Paper.objects.update(state="set")
    people = [Details(name=f"Contestant {number}") for number in range(CONTESTANTS)]
    sittings = []
    for entry in create_entries(tournament, people, at=at):
        sittings.append(start(paper_id=paper.pk, user=entry.user, device=None, at=at))  # noqa: PERF401
    return problems, sittings


def queue(problems: list[PaperProblem], sittings: list[Sitting], count: int, first: int) -> None:
    """Answers as they lie after all workers were away."""
    luck, then = random.Random(count), timezone.now() - timedelta(hours=1)
    rows = []
    for number in range(count):
        problem = problems[number % PROBLEMS]
        raw = " ".join(luck.sample(problem.source.content["stones"], 4))
        row = Submission(sitting=sittings[number % CONTESTANTS], problem=problem, raw=raw)
        row.number, row.form_key, row.received_at = first + number, uuid4(), then
        rows.append(row)
    Submission.objects.bulk_create(rows, batch_size=500)


def backlog(problems: list[PaperProblem], sittings: list[Sitting]) -> None:
    rates, busy = [], []
    for first in (1, BACKLOG + 1, 2 * BACKLOG + 1):
        queue(problems, sittings, BACKLOG, first)
        began, worked = time.perf_counter(), time.process_time()
        assert drain() == BACKLOG
        rates.append(BACKLOG / (time.perf_counter() - began))
        busy.append(BACKLOG / (time.process_time() - worked))
    print(
        f"   a backlog of {BACKLOG}: {rates[0]:.0f} a second (target 2000), {busy[0]:.0f} a second "
        f"of this process's own time; beside {BACKLOG} and {2 * BACKLOG} that are judged: "
        f"{rates[1]:.0f} and {rates[2]:.0f}, own time {busy[1]:.0f} and {busy[2]:.0f}"
    )


@contextlib.contextmanager
def worker() -> Iterator[None]:
    """One worker, as this way of running the product has it."""
    if settings.EMBEDDED:
        background = Background(app)
        background._run("worker", background._work)
        yield
        background.stop(3)
        return
    command = [sys.executable, "-m", "celery", "--app", "config", "worker"]
    command += ["--queues", "judge", "--concurrency", "1", "--loglevel", "ERROR"]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    yield
    process.terminate()
    process.wait()


def until_awake(problems: list[PaperProblem], sittings: list[Sitting]) -> None:
    """Wait until the worker judges what it is told of; AssertionError for one that does not."""
    queue(problems, sittings, 1, 3 * BACKLOG + 1)
    until = time.monotonic() + 90
    while Submission.objects.filter(status="queued").exists():
        assert time.monotonic() < until, "the worker hears no bell"
        ring()
        time.sleep(0.5)


class Watch(threading.Thread):
    """When each verdict could first be read."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.seen: dict[int, float] = {}
        self.wanted: set[int] = set()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            found = Submission.objects.filter(pk__in=list(self.wanted), status="judged")
            for pk in found.values_list("pk", flat=True):
                self.seen[pk] = time.perf_counter()
                self.wanted.discard(pk)
            time.sleep(0.005)
        connection.close()


def one_by_one(problems: list[PaperProblem], sittings: list[Sitting]) -> None:
    """From the arrival of each answer to its verdict, at a steady rate."""
    luck, sent = random.Random(2), {}
    watch = Watch()
    took = []
    with worker():
        until_awake(problems, sittings)
        watch.start()
        began = time.perf_counter()
        for number in range(A_SECOND * SECONDS):
            time.sleep(max(0.0, began + number / A_SECOND - time.perf_counter()))
            sitting = sittings[number % CONTESTANTS]
            problem = problems[number % PROBLEMS]
            arrived = time.perf_counter()
            receipt = submit(
                paper_id=problem.paper_id, problem_id=problem.pk, user=sitting.entry.user,
                raw=" ".join(luck.sample(problem.source.content["stones"], 4)),
                form_key=uuid4(), device=None, at=timezone.now(),
            )  # fmt: skip
            took.append(time.perf_counter() - arrived)
            sent[receipt.submission.pk] = arrived
            watch.wanted.add(receipt.submission.pk)
        until = time.perf_counter() + 10
        while watch.wanted and time.perf_counter() < until:
            time.sleep(0.05)
        watch.over.set()
        watch.join()
    waits = sorted((watch.seen[pk] - at) * 1000 for pk, at in sent.items() if pk in watch.seen)
    print(
        f"   {A_SECOND} a second for {SECONDS} s: {len(waits)} of {len(sent)} judged; received to "
        f"verdict median {statistics.median(waits):.0f} ms, p95 "
        f"{waits[int(len(waits) * 0.95)]:.0f} ms (target 300); taken in "
        f"{statistics.median(took) * 1000:.0f} ms"
    )


def main() -> None:
    call_command("migrate", verbosity=0)
    problems, sittings = prepare()
    backlog(problems, sittings)
    Sitting.objects.update(submissions_made=4 * BACKLOG)
    one_by_one(problems, sittings)


if __name__ == "__main__":
    main()
