"""The database is the queue: what is judged, once, whatever fails."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import doorbell
from judging.errors import NoAttemptsError
from judging.kinds import registry
from judging.management.commands.drain import watch
from judging.models import Lease, Paper, PaperProblem, Submission, Verdict
from judging.services import drain as drains
from judging.services import verdicts
from judging.services.answers import Receipt
from judging.services.drain import drain, queue_state, retry_errors, sweep
from judging.services.leases import take
from tests.judging.conftest import RIGHT, START, WRONG, after, begin, send
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []
    monkeypatch.setattr(drains, "ring", lambda: heard.append("ring"))
    return heard


def test_an_answer_is_judged_by_the_board_not_by_a_stored_answer(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    send(hantei, entry, WRONG)
    send(hantei, entry, "b2 a2 b1 a1")
    assert drain(START) == 2
    wrong, right = Verdict.objects.order_by("id")
    assert (wrong.right, wrong.reason) == (False, "not_on_one_circle")
    assert (right.right, right.share) == (True, "1")


def test_nothing_is_judged_twice(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """J40: a verdict is unique, and only what is queued becomes judged."""
    entry = enter()
    begin(paper, entry)
    send(hantei, entry)
    assert drain(START) == 1
    assert drain(START) == 0
    Submission.objects.update(status="queued")
    assert drain(START) == 1
    assert Verdict.objects.count() == 1


def test_an_answer_that_breaks_the_grader_stops_nobody_and_is_shown_after_three_tries(
    paper: Paper,
    hantei: PaperProblem,
    enter: Callable[..., Entry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = enter("a"), enter("b")
    begin(paper, first)
    begin(paper, second)
    bad = send(hantei, first, WRONG).submission
    good = send(hantei, second, RIGHT).submission
    whole = registry.grade

    def breaks(kind: Any, content: Any, key: Any, raw: str) -> Any:
        if raw == WRONG:
            raise RuntimeError("broken")
        return whole(kind, content, key, raw)

    monkeypatch.setattr(drains, "grade", breaks)
    for minute in range(4):
        drain(after(minutes=minute))
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.status, bad.tries, good.status) == ("error", 3, "judged")
    assert "broken" in bad.fault
    assert queue_state(after(minutes=5)).errors == 1
    monkeypatch.undo()
    assert retry_errors(problem=hantei, by=None, at=after(minutes=5)) == 1
    drain(after(minutes=5))
    bad.refresh_from_db()
    assert bad.status == "judged"


def test_the_sweep_rings_for_what_has_waited_too_long(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], rung: list[str]
) -> None:
    """J38: a bell that was lost leaves nothing queued for ever."""
    entry = enter()
    begin(paper, entry)
    submission = send(hantei, entry).submission
    stored = submission.stored_at
    assert not sweep(stored + timedelta(seconds=2))
    assert sweep(stored + timedelta(seconds=4))
    assert rung == ["ring"]


def ring_with(monkeypatch: pytest.MonkeyPatch, send_task: Callable[..., None]) -> None:
    """In every thread: the queue of the moment may differ from one to the other."""
    monkeypatch.setattr(doorbell, "current_app", SimpleNamespace(send_task=send_task))


def test_a_dead_broker_is_not_asked_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def dead(*args: Any, **options: Any) -> None:
        asked.append("x")
        raise OSError("nobody there")

    bell = doorbell.Bell()
    ring_with(monkeypatch, dead)
    assert not bell.send("drain", "judge")
    assert not bell.send("drain", "judge")
    assert asked == ["x"]


def test_whoever_rings_waits_for_no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is asked while it hangs is rung once."""
    heard: list[str] = []
    open_ = threading.Event()

    def hangs(task: str, **options: Any) -> None:
        open_.wait(10)
        heard.append(task)

    bell = doorbell.Bell()
    ring_with(monkeypatch, hangs)
    began = time.perf_counter()
    for _ in range(50):
        bell.ring("drain", "judge")
        bell.ring("rejudge", "rejudge")
    assert time.perf_counter() - began < 1
    open_.set()
    bell.ring("last", "judge")
    until = time.monotonic() + 10
    while "last" not in heard and time.monotonic() < until:
        time.sleep(0.01)
    assert set(heard) == {"drain", "rejudge", "last"}
    assert len(heard) <= 5


def test_on_sqlite_one_drains_at_a_time(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    send(hantei, entry)
    assert take(drains.LEASE, uuid4(), START, timedelta(seconds=30))
    assert drain(START) == 0
    # Whoever died is waited for no longer.
    assert drain(START + timedelta(seconds=30)) == 1
    assert Lease.objects.get().holder is None


def test_the_cost_of_a_drain_does_not_grow_with_what_is_judged(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    PaperProblem.objects.update(attempts=None, feedback="after_paper")
    entry = enter()
    begin(paper, entry)
    counts = []
    for _ in range(2):
        for minute in range(20):
            send(hantei, entry, WRONG, at=after(minutes=minute * 2))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            drain(START)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] < 20


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_fifty_at_once_against_three_attempts_give_three(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """J25: attempts are counted under a lock."""
    entry = enter()
    begin(paper, entry)
    together = threading.Barrier(10)

    def one(number: int) -> Receipt | None:
        try:
            if number < 10:
                together.wait(10)
            return send(hantei, entry, WRONG, at=after(minutes=number))
        except NoAttemptsError:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        receipts = [one for one in pool.map(one, range(50)) if one is not None]
    assert len(receipts) == 3
    assert Submission.objects.count() == 3
    assert sorted(one.submission.number for one in receipts) == [1, 2, 3]


@pytest.fixture
def many(paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]) -> list[Submission]:
    PaperProblem.objects.update(attempts=None, feedback="after_paper")
    entry = enter()
    sitting = begin(paper, entry)
    return Submission.objects.bulk_create(
        Submission(
            sitting=sitting, problem=hantei, number=number, form_key=uuid4(), raw=WRONG,
            received_at=START,
        )
        for number in range(1, 501)
    )  # fmt: skip


def test_one_verdict_that_cannot_be_stored_stops_only_itself(
    many: list[Submission], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = verdicts.store

    def breaks(found: Any, at: Any) -> None:
        whole(found, at)
        if any(one.submission == many[7].pk for one in found):
            raise ValueError("not this one")

    monkeypatch.setattr(drains, "store", breaks)
    drain(START)
    left = Submission.objects.exclude(status="judged").get()
    assert (left.pk, left.status, left.tries) == (many[7].pk, "queued", 1)
    assert Verdict.objects.count() == len(many) - 1


def test_a_verdict_is_read_as_it_was_given(many: list[Submission]) -> None:
    drain(START)
    verdict = Verdict.objects.first()
    assert verdict is not None
    assert (verdict.right, verdict.malformed, verdict.share) == (False, False, "0")
    assert verdict.detail["canonical"] == "a1 a2 b1 e7"
    assert verdict.detail["params"]
    assert verdict.at == START
    assert Verdict.objects.filter(detail__reason="not_on_one_circle").count() == len(many)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_four_drains_at_once_judge_everything_once(many: list[Submission]) -> None:
    def one(_: int) -> int:
        try:
            return drain()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(one, range(4))) == 500
    assert Verdict.objects.count() == 500
    assert not Submission.objects.filter(status="queued").exists()


def test_the_watch_does_what_the_workers_leave_lying(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """A worker may stop hearing its broker: the age of the oldest answer tells."""
    entry = enter()
    begin(paper, entry)
    stored = send(hantei, entry).submission.stored_at
    watch(stored + timedelta(seconds=2))
    assert queue_state(stored).queued == 1
    watch(stored + timedelta(seconds=4))
    assert queue_state(stored).queued == 0
