"""Starting a paper, going on with it on another device, handing it in, and its end."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from accounts.db import write
from accounts.models import User
from judging.errors import (
    HandedInError,
    NotOpenError,
    NotStartedError,
    OtherDeviceError,
    PaperOverError,
)
from judging.models import (
    Closing,
    Counts,
    Draft,
    Kind,
    Mode,
    Paper,
    PaperState,
    Sitting,
    SittingEvent,
    Submission,
)
from judging.permissions import contest_paper
from judging.services import sending
from judging.services.beginning import begin
from judging.services.doorbell import ring
from judging.services.released import released
from judging.services.timing import over_error, phase_of, refresh_ends, write_on
from judging.windows import Phase
from tournaments.models import Entry
from tournaments.services.audit import record

FEW = 50
"""How many sittings the sweeper closes in one transaction."""


def sitting_for(*, paper: Paper, entry: Entry, at: datetime) -> Sitting:
    """The entry's, made when first looked at. It is not started by that."""
    found = Sitting.objects.filter(paper=paper, entry=entry).first()
    if found is None:
        with write():
            found, _ = Sitting.objects.get_or_create(
                paper=paper, entry=entry, defaults={"created_at": at}
            )
    found.paper, found.entry = paper, entry
    return found


def lock_sitting(user: User | None, paper_id: UUID) -> Sitting:
    """The person's own row, inside a transaction. Raise NotStartedError, Http404."""
    found = (
        Sitting.objects.of(user)
        .select_for_update(of=("self",))
        .select_related("paper__stage__tournament", "entry")
        .filter(paper_id=paper_id)
        .exclude(paper__state=PaperState.DRAFT)
        .first()
    )
    if found is None or found.started_at is None:
        contest_paper(user, paper_id)
        raise NotStartedError
    sitting: Sitting = found
    return sitting


def check_device(sitting: Sitting, device: UUID | None) -> None:
    """Raise OtherDeviceError for a page another one has taken over from."""
    if sitting.device is not None and device != sitting.device:
        raise OtherDeviceError(device=sitting.device_name)


def start(
    *,
    paper_id: UUID,
    user: User | None,
    device: UUID | None,
    device_name: str = "",
    at: datetime,
) -> Sitting:
    """Begin: the problems may be seen from now on, and a personal window runs.

    Starting again is the same as going on. Raise NotOpenError, PaperOverError, HandedInError.
    """
    paper, entry = contest_paper(user, paper_id)
    sitting_for(paper=paper, entry=entry, at=at)
    with write():
        locked = (
            Sitting.objects.select_for_update(of=("self",))
            .select_related("paper__stage__tournament", "entry")
            .get(paper_id=paper_id, entry=entry)
        )
        if locked.started_at is not None:
            return locked
        _refuse_start(locked, at)
        locked.started_at = at
        locked.device, locked.device_name, locked.device_at = device, device_name[:200], at
        locked.save(update_fields=["started_at", "device", "device_name", "device_at"])
        refresh_ends([locked], at)
        _event(locked, SittingEvent.Kind.STARTED, at, user, device, device_name)
        if paper.mode == Mode.TIMED:
            begin(locked.paper.stage.tournament)
    return locked


def _refuse_start(sitting: Sitting, at: datetime) -> None:
    if sitting.paper.state != PaperState.SET:
        raise PaperOverError
    if sitting.paper.mode == Mode.RACE:
        return
    if sitting.paper.mode == Mode.PRACTICE and not released(sitting.paper.stage, at):
        raise NotOpenError
    phase = phase_of(sitting, at)
    if phase in {Phase.OVER, Phase.HAND_IN}:
        raise PaperOverError
    if phase == Phase.HANDED_IN:
        raise HandedInError
    if phase == Phase.BEFORE:
        raise NotOpenError


def take_over(
    *, paper_id: UUID, user: User | None, device: UUID, device_name: str = "", at: datetime
) -> Sitting:
    """Go on here; the page that wrote before is told with its next request."""
    with write():
        locked = lock_sitting(user, paper_id)
        if locked.device != device:
            locked.device, locked.device_name, locked.device_at = device, device_name[:200], at
            locked.save(update_fields=["device", "device_name", "device_at"])
            _event(locked, SittingEvent.Kind.TOOK_OVER, at, user, device, device_name)
    return locked


def hand_in(*, paper_id: UUID, user: User | None, device: UUID | None, at: datetime) -> Sitting:
    """Finish before the end. What is kept but was not sent is sent in with it."""
    with write():
        locked = lock_sitting(user, paper_id)
        check_device(locked, device)
        if locked.closing == Closing.HANDED_IN:
            return locked
        if locked.closed_at is not None or phase_of(locked, at) is Phase.OVER:
            raise over_error(locked)
        close(locked, Closing.HANDED_IN, by=user, at=at)
        transaction.on_commit(ring, robust=True)
    return locked


def close(sitting: Sitting, closing: Closing, *, by: User | None, at: datetime) -> None:
    """Send in what is kept and end it, inside a transaction that locks the sitting."""
    send_kept(sitting, at)
    sitting.closed_at, sitting.closing = at, closing
    sitting.save(update_fields=["closed_at", "closing"])
    handed_in = closing == Closing.HANDED_IN
    kind = SittingEvent.Kind.HANDED_IN if handed_in else SittingEvent.Kind.CLOSED
    _event(sitting, kind, at, by, sitting.device if handed_in else None, closing.value)


def send_kept(sitting: Sitting, at: datetime) -> list[Submission]:
    """What the contestant worked on and did not send, as if sent when it was saved.

    Where something was sent, a kept answer replaces it only where the last one counts.
    """
    last: dict[UUID, Submission] = {}
    for one in sitting.submissions.order_by("id"):
        last[one.problem_id] = one
    made = []
    drafts = {one.problem_id: one for one in Draft.objects.filter(sitting=sitting)}
    for problem in sitting.paper.problems.select_related("source", "paper"):
        draft, sent = drafts.get(problem.pk), last.get(problem.pk)
        if problem.kind == Kind.PROOF:
            saved = sending.kept_proof(sitting, problem, draft, sent)
            if saved is not None:
                made.append(saved)
            continue
        if draft is None or not draft.answer.strip():
            continue
        newer = sent is not None and draft.saved_at > sent.received_at
        replaces = newer and problem.counts == Counts.LAST and sent and draft.answer != sent.raw
        if sent is None or replaces:
            kept = sending.kept_answer(sitting, problem, draft, at)
            if kept is not None:
                made.append(kept)
    return made


def reopen(*, sitting: Sitting, by: User | None, at: datetime, reason: str) -> Sitting:
    """Let a contestant write on, as far as their time reaches."""
    with write():
        locked = (
            Sitting.objects.select_for_update(of=("self",))
            .select_related("paper__stage__tournament", "entry")
            .get(pk=sitting.pk)
        )
        if locked.closed_at is None:
            return locked
        write_on(locked, by, at, reason)
        refresh_ends([locked], at)
        record(
            tournament=locked.paper.stage.tournament,
            by=by,
            at=at,
            action="sitting.reopened",
            subject=locked.entry.name,
            ref=locked.pk,
            reason=reason,
        )
    return locked


def close_due(at: datetime) -> int:
    """Close what is over though its owner did not hand in; how many sittings that were."""
    done = 0
    while True:
        with write():
            due = list(
                Sitting.objects.select_for_update(of=("self",), skip_locked=True)
                .select_related("paper__stage__tournament", "entry")
                .filter(closed_at=None, ends_at__lte=at)
                .exclude(paper__mode=Mode.RACE)
                .order_by("ends_at")[:FEW]
            )
            refresh_ends(due, at)
            over = [one for one in due if one.ends_at is not None and one.ends_at <= at]
            for sitting in over:
                close(sitting, Closing.TIME, by=None, at=at)
            if over:
                transaction.on_commit(ring, robust=True)
        done += len(over)
        if len(due) < FEW:
            return done


def _event(
    sitting: Sitting,
    kind: SittingEvent.Kind,
    at: datetime,
    by: User | None,
    device: UUID | None,
    text: str,
) -> None:
    SittingEvent.objects.create(
        sitting=sitting, kind=kind, at=at, by=by, device=device, text=text[:500]
    )
