"""What a request does not wait for: asked for once, done by a worker, told on the desk."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import OperationalError, connection, transaction
from django.utils import translation

from accounts import doorbell
from accounts.db import write
from accounts.errors import UserError
from accounts.models import User
from tournaments.errors import (
    BeingDoneError,
    JobFailedError,
    JobOutdatedError,
    NoPairingError,
)
from tournaments.format_words import format_error
from tournaments.formats.errors import FormatError
from tournaments.live import tell
from tournaments.models import Job, JobKind, JobState, Publication, Round, Tournament
from tournaments.services.audit import in_both
from tournaments.services.entries import lock
from tournaments.words import no_pairing_words

Work = Callable[[Job, datetime], dict[str, Any]]
"""Does it, and says what came of it; doing it twice changes nothing."""

MOST_TRIES = 3
"""A worker that ends in the middle leaves the job to the next; not for ever."""
TASK, QUEUE = "tournaments.tasks.do_jobs", "render"

log = logging.getLogger(__name__)
_busy = threading.Lock()


def ask(
    *,
    tournament: Tournament,
    kind: JobKind,
    wanted: Mapping[str, Any],
    same: Callable[[Mapping[str, Any]], bool],
    subject: Callable[[], str],
    seconds: float,
    by: User | None,
    at: datetime,
) -> Job:
    """Have it done; the job that is waiting already, if it is the ``same``.

    Raise BeingDoneError while another of its kind waits.
    """
    with write():
        locked = lock(tournament)
        waiting = Job.objects.filter(tournament=locked, kind=kind, state=JobState.WAITING).first()
        if waiting is not None:
            if not same(waiting.wanted):
                raise BeingDoneError(what=subject_of(waiting))
            return waiting
        japanese, english = in_both(subject)
        job = Job.objects.create(
            tournament=locked,
            kind=kind,
            wanted=dict(wanted),
            subject=japanese[:200],
            subject_en=english[:200],
            seconds=max(1, round(seconds)),
            asked_at=at,
            by=by,
        )
        tell(locked, "job")
        transaction.on_commit(lambda: doorbell.ring(TASK, QUEUE), robust=True)
    return job


def subject_of(job: Job) -> str:
    if translation.get_language() != "ja" and job.subject_en:
        return job.subject_en
    return job.subject


def do_jobs(works: Mapping[str, Work], now: Callable[[], datetime]) -> int:
    """Do what waits, one after the other; how many there were.

    What another worker is at is left to it.
    """
    done = 0
    left: set[UUID] = set()
    while True:
        waiting = Job.objects.filter(state=JobState.WAITING).exclude(pk__in=left)
        key = waiting.order_by("asked_at", "pk").values_list("pk", flat=True).first()
        if key is None:
            return done
        with _alone(key) as mine:
            if mine:
                done += _do(key, works, now)
        left.add(key)


@contextmanager
def _alone(key: UUID) -> Iterator[bool]:
    """Whether nobody else is at this job, in a process that may end at any moment."""
    if connection.vendor != "postgresql":
        mine = _busy.acquire(blocking=False)
        try:
            yield mine
        finally:
            if mine:
                _busy.release()
        return
    number = key.int % 2**63
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        mine = bool(cursor.fetchone()[0])
    try:
        yield mine
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


def _do(key: UUID, works: Mapping[str, Work], now: Callable[[], datetime]) -> int:
    job = _begin(key, now())
    if job is None:
        return 0
    if job.tries > MOST_TRIES:
        _end(
            job, JobState.FAILED, _told(JobFailedError(what="the worker ended in the middle")), now
        )
        return 1
    try:
        said = works[job.kind](job, now())
    except (UserError, FormatError) as refused:
        _end(job, JobState.FAILED, _told(refused), now)
    except ObjectDoesNotExist:
        _end(job, JobState.FAILED, _told(JobOutdatedError()), now)
    except OperationalError:
        # The database is away or full: this is tried again.
        log.exception("job %s", job.pk)
    except Exception as fault:
        log.exception("job %s", job.pk)
        _end(job, JobState.FAILED, _told(JobFailedError(what=type(fault).__name__)), now)
    else:
        _end(job, JobState.DONE, said, now)
    return 1


def _begin(key: UUID, at: datetime) -> Job | None:
    with write():
        found = Job.objects.select_for_update().filter(pk=key, state=JobState.WAITING)
        job = found.first()
        if job is None:
            return None
        job.tries += 1
        job.begun_at = at
        job.save(update_fields=["tries", "begun_at"])
    return Job.objects.select_related("tournament", "by").get(pk=key)


def _end(job: Job, state: JobState, said: dict[str, Any], now: Callable[[], datetime]) -> None:
    """Unless the tournament was removed meanwhile."""
    with write():
        there = Job.objects.filter(pk=job.pk).update(state=state, said=said, ended_at=now())
        if there:
            tell(job.tournament, "job")


def _told(error: UserError | FormatError) -> dict[str, Any]:
    japanese, english = in_both(lambda: _sentence(error))
    told: dict[str, Any] = {"code": error.code, "ja": japanese, "en": english or japanese}
    if isinstance(error, NoPairingError):
        told["remedies"] = list(error.params["remedies"])
    return told


def _sentence(error: UserError | FormatError) -> str:
    if isinstance(error, NoPairingError):
        return no_pairing_words(error)
    return format_error(error) if isinstance(error, FormatError) else str(error)


def error_of(job: Job) -> str:
    """In the reader's language; empty when nothing failed."""
    language = "ja" if translation.get_language() == "ja" else "en"
    return str(job.said.get(language, "")) if job.state == JobState.FAILED else ""


def told_of(tournament: Tournament, *kinds: JobKind) -> Job | None:
    """What is being done, or the last that failed and that nothing has followed."""
    jobs = Job.objects.filter(tournament=tournament, kind__in=kinds or list(JobKind))
    latest = jobs.order_by("-asked_at").first()
    if latest is None or latest.state == JobState.DONE:
        return None
    if latest.state == JobState.FAILED and _followed(latest):
        return None
    return latest


def _followed(job: Job) -> bool:
    """Whether what it was about has happened in another way since."""
    if job.kind == JobKind.PUBLISH:
        later = Publication.objects.filter(tournament=job.tournament_id)
        return later.filter(created_at__gt=job.asked_at).exists()
    rounds = Round.objects.filter(stage__tournament=job.tournament_id)
    return rounds.filter(created_at__gt=job.asked_at).exists()


def waiting_of(tournament: Tournament) -> Job | None:
    """What is being done."""
    return Job.objects.filter(tournament=tournament, state=JobState.WAITING).first()
