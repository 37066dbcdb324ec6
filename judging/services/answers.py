"""Keeping answers as they are made, and taking them when they are sent in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.http import Http404

from accounts.db import write
from accounts.models import User
from games.words import error_words
from judging import windows
from judging.answers.errors import AnswerError
from judging.answers.kinds import Kind as Core
from judging.errors import (
    AlreadyRightError,
    FormKeyUsedError,
    HandedInError,
    MalformedError,
    NoAttemptsError,
    NotRacingError,
    PaperOverError,
    TooFastError,
    TooLongError,
)
from judging.kinds.registry import take
from judging.models import (
    Closing,
    Counts,
    Draft,
    Feedback,
    Kind,
    Mode,
    PaperProblem,
    PaperState,
    Sitting,
    SittingEvent,
    Submission,
    Upload,
    Verdict,
)
from judging.services import sending
from judging.services.dirt import soil
from judging.services.doorbell import ring
from judging.services.sitting import check_device, lock_sitting
from judging.services.timing import over_error, phase_of, window_of
from judging.windows import Phase
from tournaments.services.audit import record

LONGEST_PROOF = 50_000
LONGEST_DRAFT = 50_000
PER_MINUTE = 30
LAST_MINUTES = timedelta(minutes=3)
"""Before the end nobody is held up, short of what no person can do."""
PER_MINUTE_AT_THE_END = 120


@dataclass(frozen=True, slots=True)
class Receipt:
    submission: Submission
    made: bool
    """False: this form had been sent before."""
    left: int | None
    """Attempts left; None: any number."""


def find_problem(sitting: Sitting, problem_id: UUID) -> PaperProblem:
    """One of the paper the person has started. Raise Http404."""
    found = (
        PaperProblem.objects.filter(paper=sitting.paper_id, pk=problem_id)
        .select_related("source", "key", "paper")
        .first()
    )
    if found is None:
        raise Http404
    if sitting.paper.mode == Mode.RACE and found.opened_at is None:
        raise Http404
    return found


def save_draft(
    *,
    paper_id: UUID,
    problem_id: UUID,
    user: User | None,
    answer: str,
    seq: int,
    device: UUID | None,
    at: datetime,
) -> Draft:
    """Keep an answer as it is; what was kept later stays.

    Raise PaperOverError, HandedInError, OtherDeviceError, TooLongError, NotStartedError.
    """
    if len(answer) > LONGEST_DRAFT:
        raise TooLongError(limit=LONGEST_DRAFT)
    with write():
        sitting = lock_sitting(user, paper_id)
        problem = find_problem(sitting, problem_id)
        check_device(sitting, device)
        _refuse_closed(sitting, problem, at)
        draft = Draft.objects.filter(sitting=sitting, problem=problem).first()
        if draft is None:
            draft = Draft(sitting=sitting, problem=problem, seq=-1)
        if seq > draft.seq:
            draft.answer, draft.seq, draft.saved_at = answer, seq, at
            draft.save()
    return draft


def _refuse_closed(sitting: Sitting, problem: PaperProblem, at: datetime) -> None:
    if sitting.closing == Closing.HANDED_IN:
        raise HandedInError
    if sitting.closed_at is not None:
        raise over_error(sitting)
    if sitting.paper.mode == Mode.RACE:
        if not in_race(problem, at):
            raise NotRacingError
        return
    phase = phase_of(sitting, at)
    handing_in = phase is Phase.HAND_IN and problem.kind != Kind.PROOF
    if handing_in or phase in {Phase.OVER, Phase.BEFORE}:
        raise PaperOverError


def in_race(problem: PaperProblem, at: datetime) -> bool:
    """Whether an answer that arrived then was given while the host showed the problem."""
    opened, closed = problem.opened_at, problem.closed_at
    return opened is not None and opened <= at and (closed is None or at < closed)


def submit(
    *,
    paper_id: UUID,
    problem_id: UUID,
    user: User | None,
    raw: str,
    form_key: UUID,
    device: UUID | None,
    at: datetime,
    pages: Sequence[UUID] = (),
) -> Receipt:
    """Take an answer that arrived ``at``. The receipt is what was stored.

    The same form again gives the same receipt. A late one is stored and marked so. Raise
    MalformedError (nothing stored, no attempt used), NoAttemptsError, AlreadyRightError,
    TooFastError, HandedInError, PaperOverError, OtherDeviceError, NotRacingError.
    """
    with write():
        sitting = lock_sitting(user, paper_id)
        problem = find_problem(sitting, problem_id)
        known = Submission.objects.filter(sitting=sitting, form_key=form_key).first()
        if known is not None:
            if known.problem_id != problem.pk:
                raise FormKeyUsedError
            known.sitting, known.problem = sitting, problem
            return Receipt(known, made=False, left=_left(sitting, problem))
        check_device(sitting, device)
        late_by = _late_by(sitting, problem, at)
        _refuse_more(sitting, problem, at)
        made = sending.insert(
            sitting,
            problem,
            raw=raw,
            answer=understood(problem, raw),
            form_key=form_key,
            received_at=at,
            late_by=late_by,
            pages=_pages(sitting, problem, pages),
        )
        soil(sitting.paper.stage_id, at)
        left = _left(sitting, problem)
        transaction.on_commit(ring, robust=True)
    return Receipt(made, made=True, left=left)


def understood(problem: PaperProblem, raw: str) -> str:
    """The canonical form. Raise MalformedError, TooLongError."""
    if problem.kind == Kind.PROOF:
        if len(raw) > LONGEST_PROOF:
            raise TooLongError(limit=LONGEST_PROOF)
        return raw
    try:
        return take(Core(problem.kind), problem.source.content, raw).canonical
    except AnswerError as error:
        raise MalformedError(
            problem=error_words(error),
            understood=error.params.get("understood", ""),
            why=error.code,
        ) from error


def _late_by(sitting: Sitting, problem: PaperProblem, at: datetime) -> timedelta | None:
    """None in time. What is refused altogether: the early, and what comes after the close."""
    if sitting.paper.state != PaperState.SET or sitting.closing == Closing.STAFF:
        raise over_error(sitting)
    if sitting.closing == Closing.HANDED_IN:
        raise HandedInError
    if sitting.paper.mode == Mode.RACE:
        if problem.closed_at is not None and at >= problem.closed_at:
            return at - problem.closed_at
        if not in_race(problem, at):
            raise NotRacingError
        return None
    window = window_of(sitting, at)
    if windows.too_early(window, at):
        raise PaperOverError
    if problem.kind == Kind.PROOF:
        return at - window.hand_in_end if at >= window.hand_in_end else None
    return windows.late_by(window, at) if windows.is_late(window, at) else None


def _refuse_more(sitting: Sitting, problem: PaperProblem, at: datetime) -> None:
    limit = problem.attempts
    if limit is not None and sending.attempts_used(sitting, problem) >= limit:
        raise NoAttemptsError(limit=limit)
    if _known_right(sitting, problem):
        raise AlreadyRightError
    minute = at - timedelta(minutes=1)
    recent = Submission.objects.filter(sitting=sitting, received_at__gt=minute)
    times = list(recent.order_by("-received_at").values_list("received_at", flat=True))
    ending = sitting.ends_at is not None and sitting.ends_at - at < LAST_MINUTES
    most = PER_MINUTE_AT_THE_END if ending else PER_MINUTE
    if len(times) >= most:
        wait = times[most - 1] - minute
        raise TooFastError(seconds=max(1, -(-int(wait.total_seconds() * 1000) // 1000)))


def _known_right(sitting: Sitting, problem: PaperProblem) -> bool:
    """Only what the contestant knows may stop them: a verdict told at once."""
    told = problem.feedback == Feedback.AT_ONCE and problem.counts == Counts.BEST
    return (
        told
        and Verdict.objects.filter(
            submission__sitting=sitting,
            submission__problem=problem,
            submission__late_by=None,
            key=problem.key_id,
            right=True,
        ).exists()
    )


def _left(sitting: Sitting, problem: PaperProblem) -> int | None:
    if problem.attempts is None:
        return None
    return max(0, problem.attempts - sending.attempts_used(sitting, problem))


def _pages(sitting: Sitting, problem: PaperProblem, wanted: Sequence[UUID]) -> list[Upload]:
    """Those named, of this person and problem; without names all that lie there."""
    if problem.kind != Kind.PROOF:
        return []
    lying = sending.current_pages(sitting, problem)
    if not wanted:
        return lying
    by_id = {page.pk: page for page in lying}
    if any(one not in by_id for one in wanted):
        raise Http404
    return [by_id[one] for one in dict.fromkeys(wanted)]


def decide_late(
    *, submission: Submission, accept: bool, reason: str, by: User | None, at: datetime
) -> Submission:
    """A person's recorded decision that a late answer counts, or does not."""
    with write():
        locked = (
            Submission.objects.select_for_update(of=("self",))
            .select_related("sitting__entry", "problem__paper__stage__tournament")
            .get(pk=submission.pk)
        )
        before = locked.late_accepted
        locked.late_accepted = accept
        locked.save(update_fields=["late_accepted"])
        kinds = SittingEvent.Kind
        SittingEvent.objects.create(
            sitting=locked.sitting,
            kind=kinds.LATE_ACCEPTED if accept else kinds.LATE_REFUSED,
            at=at,
            by=by,
            text=f"{locked.number}: {reason}"[:500],
        )
        record(
            tournament=locked.problem.paper.stage.tournament,
            by=by,
            at=at,
            action="submission.late_decided",
            subject=f"{locked.sitting.entry.name} {locked.problem.label}",
            ref=locked.public_id,
            before=before,
            after=accept,
            reason=reason,
        )
        soil(locked.problem.paper.stage_id, at)
    return locked
