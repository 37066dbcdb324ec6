"""Judging what is queued. The rows are the queue; a task is only a doorbell."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from accounts.db import write
from accounts.models import User
from judging.answers.kinds import Kind as Core
from judging.kinds.graded import right
from judging.kinds.registry import grade, refused
from judging.live import tell_race
from judging.models import (
    Key,
    Mode,
    Paper,
    PaperProblem,
    Rejudge,
    RejudgeState,
    Submission,
    SubmissionStatus,
)
from judging.services.dirt import soil
from judging.services.doorbell import ring
from judging.services.leases import held
from judging.services.verdicts import Judged, mark_judged, store
from tournaments.services.audit import record

BATCH = 200
FAR_BATCH = 500
TRIES = 3
AGAIN_AFTER = timedelta(seconds=5)
LEASE = "drain"
LEASE_SECONDS = 30
LEASE_BATCHES = 25
"""Far fewer than 30 seconds of work."""
WAITED_TOO_LONG = timedelta(seconds=3)
KEYS_LOCK = 7_301_202
"""An advisory lock: shared by drains, exclusive for whoever changes which key counts."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class QueueState:
    queued: int
    oldest_s: float
    """Age of the oldest queued answer; 0 without one."""
    errors: int


@dataclass(frozen=True, slots=True)
class _Question:
    kind: Core
    content: Any
    keys: tuple[Key, ...]
    """The one that counts, then those being tried."""
    stage_id: int
    race: Paper | None
    """Whose table moves with its verdicts."""


Made = list[tuple[Submission, list[Judged]]]


def drain(now: datetime | None = None) -> int:
    """Judge until nothing is queued and due; how many answers that were.

    On SQLite one at a time: whoever finds another at it leaves it to that one.
    """
    if connection.vendor != "sqlite":
        return _drain(now)
    done = 0
    while waiting(now or timezone.now()).exists():
        at = now or timezone.now()
        with held(LEASE, uuid4(), at, timedelta(seconds=LEASE_SECONDS)) as mine:
            if not mine:
                return done
            done += _drain(now, most=LEASE_BATCHES)
        # What came between the last look and giving the name back rang in vain: look again.
    return done


def _drain(now: datetime | None, most: int = 10**9) -> int:
    done = 0
    for _ in range(most):
        count = _round(now or timezone.now())
        done += count
        if count < batch_size():
            break
    return done


def waiting(at: datetime) -> "QuerySet[Submission]":
    """What is queued and due."""
    return Submission.objects.filter(status=SubmissionStatus.QUEUED).filter(
        Q(due_at=None) | Q(due_at__lte=at)
    )


def _round(at: datetime) -> int:
    """One transaction: claim, grade, verdict. Killed in the middle it never was.

    If storing them all at once fails, again and one by one, so that one fault stops one.
    """
    try:
        return _judge(at, _store)
    except Exception:
        log.exception("a batch of verdicts was not stored; storing one by one")
        return _judge(at, _store_each)


def _judge(at: datetime, keep: Callable[[Made, datetime], None]) -> int:
    with write():
        share_keys()
        batch = list(
            waiting(at)
            .select_for_update(of=("self",), skip_locked=True)
            .only("problem_id", "raw", "answer", "tries")
            .order_by("id")[: batch_size()]
        )
        if not batch:
            return 0
        questions = _questions({one.problem_id for one in batch})
        made, failed = _graded(batch, questions)
        keep(made, at)
        for submission, fault in failed:
            _try_again(submission, fault, at)
        for stage_id in {questions[one.problem_id].stage_id for one in batch}:
            soil(stage_id, at)
        for paper in {one.race.pk: one.race for one in questions.values() if one.race}.values():
            tell_race(Paper.objects.select_related("stage__tournament").get(pk=paper.pk))
    return len(batch)


def batch_size() -> int:
    """Every round of PostgreSQL costs its travels; one of SQLite keeps all writers waiting."""
    return BATCH if connection.vendor == "sqlite" else FAR_BATCH


def share_keys() -> None:
    """Until the transaction ends no key is applied. SQLite has one writer anyhow."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [KEYS_LOCK])


def own_keys() -> None:
    """Until the transaction ends nothing is judged elsewhere."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [KEYS_LOCK])


def _questions(problem_ids: set[UUID]) -> Mapping[UUID, _Question]:
    tried: dict[UUID, list[Key]] = {}
    for rejudge in Rejudge.objects.filter(
        problem__in=problem_ids, state__in=[RejudgeState.JUDGING, RejudgeState.READY]
    ).select_related("key"):
        tried.setdefault(rejudge.problem_id, []).append(rejudge.key)
    problems = (
        PaperProblem.objects.filter(pk__in=problem_ids)
        .select_related("source", "key", "paper")
        .only("kind", "source__content", "key__spec", "paper__stage", "paper__mode")
    )
    return {
        one.pk: _Question(
            Core(one.kind),
            one.source.content,
            tuple(key for key in (one.key, *tried.get(one.pk, ())) if key is not None),
            one.paper.stage_id,
            one.paper if one.paper.mode == Mode.RACE else None,
        )
        for one in problems
    }


def _graded(
    batch: Sequence[Submission], questions: Mapping[UUID, _Question]
) -> tuple[Made, list[tuple[Submission, Exception]]]:
    made: Made = []
    failed: list[tuple[Submission, Exception]] = []
    for submission in batch:
        question = questions[submission.problem_id]
        try:
            if not question.keys:
                raise LookupError("the problem has no key")
            verdicts = [
                judged(submission, key, question.kind, question.content) for key in question.keys
            ]
        except Exception as error:  # noqa: BLE001 - nobody else waits for a broken problem
            failed.append((submission, error))
        else:
            made.append((submission, verdicts))
    return made, failed


def judged(submission: Submission, key: Key, kind: Core, content: Any) -> Judged:
    """Not stored. Raise ProblemError for a broken problem."""
    if key.spec.get("everyone"):  # not a fair problem: whatever was answered has the points
        graded = right(submission.answer)
    else:
        # Kept but never taken: sent in when the paper closed.
        kept = None if submission.answer else refused(kind, content, submission.raw)
        graded = kept or grade(kind, content, key.spec, submission.raw)
    return Judged(submission.pk, key.pk, graded)


def _store(made: Made, at: datetime) -> None:
    if made:
        found = [verdict for _, verdicts in made for verdict in verdicts]
        store(found, at)
        mark_judged([submission.pk for submission, _ in made], at)


def _store_each(made: Made, at: datetime) -> None:
    for one in made:
        try:
            with transaction.atomic():
                _store([one], at)
        except Exception as error:  # noqa: BLE001 - the others go on
            _try_again(one[0], error, at)


def _try_again(submission: Submission, fault: Exception, at: datetime) -> None:
    """Later, or after three tries never: the staff see it, and nobody waits for it."""
    submission.tries += 1
    spent = submission.tries >= TRIES
    Submission.objects.filter(pk=submission.pk, status=SubmissionStatus.QUEUED).update(
        tries=submission.tries,
        due_at=at + AGAIN_AFTER * submission.tries,
        status=SubmissionStatus.ERROR if spent else SubmissionStatus.QUEUED,
        fault=f"{type(fault).__name__}: {fault}"[:500],
    )
    if spent:
        log.error("answer %s could not be judged: %s", submission.pk, fault)


def retry_errors(*, problem: PaperProblem, by: User | None, at: datetime) -> int:
    """Queue again what could not be judged; how many."""
    with write():
        count = Submission.objects.filter(problem=problem, status=SubmissionStatus.ERROR).update(
            status=SubmissionStatus.QUEUED, tries=0, due_at=None
        )
        if count:
            record(
                tournament=problem.paper.stage.tournament,
                by=by,
                at=at,
                action="judging.retried",
                subject=f"{problem.paper.title} {problem.label}",
                ref=problem.pk,
                after=count,
            )
            transaction.on_commit(ring, robust=True)
    return count


def sweep(at: datetime) -> bool:
    """Ring when an answer has waited too long: the bell was lost. Whether it had."""
    long = Q(due_at=None, stored_at__lte=at - WAITED_TOO_LONG) | Q(due_at__lte=at)
    if not Submission.objects.filter(long, status=SubmissionStatus.QUEUED).exists():
        return False
    ring()
    return True


def queue_state(at: datetime) -> QueueState:
    queued = Submission.objects.filter(status=SubmissionStatus.QUEUED).aggregate(
        count=Count("pk"), oldest=Min("stored_at")
    )
    oldest = queued["oldest"]
    return QueueState(
        queued["count"],
        max(0.0, (at - oldest).total_seconds()) if oldest else 0.0,
        Submission.objects.filter(status=SubmissionStatus.ERROR).count(),
    )
