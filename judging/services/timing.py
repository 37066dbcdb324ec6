"""The time a contestant has. Everything that asks about it asks here."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import F

from accounts.db import write
from accounts.models import User
from judging import windows
from judging.errors import ClosedEarlyError, PaperOverError, PauseStateError
from judging.live import tell_paper
from judging.models import Closing, Mode, Paper, PaperState, Pause, Sitting, SittingEvent
from judging.windows import Phase, Window
from tournaments.services.audit import record

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
NOT_YET = NEVER - timedelta(days=1)


def paper_time(paper: Paper) -> windows.PaperTime:
    """A paper without times has not opened (practice has), and one without an end stays open."""
    first = paper.created_at if paper.mode == Mode.PRACTICE else NOT_YET
    return windows.PaperTime(
        opens=paper.opens_at or first,
        closes=paper.closes_at or NEVER,
        limit=paper.duration,
        last=paper.last_at,
        grace=paper.grace,
    )


def pauses_of(paper: Paper) -> tuple[windows.Pause, ...]:
    """Those not undone, by start."""
    found = Pause.objects.filter(paper=paper, undone_at=None).order_by("start")
    return tuple(windows.Pause(one.start, one.end) for one in found)


def personal(sitting: Sitting) -> windows.Personal:
    handed_in = sitting.closed_at if sitting.closing == Closing.HANDED_IN else None
    return windows.Personal(sitting.started_at, sitting.delay, sitting.extra, handed_in)


def window_of(
    sitting: Sitting, at: datetime, pauses: Sequence[windows.Pause] | None = None
) -> Window:
    """The contestant's window, half open. ``pauses``: of the paper, when known."""
    known = pauses_of(sitting.paper) if pauses is None else pauses
    return windows.window_for(paper_time(sitting.paper), personal(sitting), known, at=at)


def phase_of(
    sitting: Sitting, at: datetime, pauses: Sequence[windows.Pause] | None = None
) -> Phase:
    if sitting.closed_at is not None and sitting.closing != Closing.HANDED_IN:
        return Phase.OVER
    if sitting.started_at is None and sitting.paper.state == PaperState.CLOSED:
        return Phase.OVER
    return windows.phase(window_of(sitting, at, pauses), personal(sitting), at)


def closed_early(sitting: Sitting) -> bool:
    """Whether the organisers closed it before its time was over."""
    closed, end = sitting.closed_at, sitting.ends_at
    return sitting.closing == Closing.STAFF and closed is not None and (not end or closed < end)


def over_error(sitting: Sitting) -> PaperOverError:
    """To raise where nothing more is taken."""
    return ClosedEarlyError() if closed_early(sitting) else PaperOverError()


def nobody_writes(paper: Paper, at: datetime) -> bool:
    """Whether the last instant at which anybody may write is over."""
    time, pauses = paper_time(paper), pauses_of(paper)
    if at < windows.effective_end(time, (), pauses, at=at):
        return False
    everyone = [personal(one) for one in Sitting.objects.filter(paper=paper)]
    return at >= windows.effective_end(time, everyone, pauses, at=at)


def clock_json(sitting: Sitting, at: datetime) -> dict[str, Any]:
    """What a page needs for its countdown, which only shows what the server says."""
    pauses = pauses_of(sitting.paper)
    window = window_of(sitting, at, pauses)
    return {
        "server_time": instant(at),
        "starts_at": instant(window.start),
        "ends_at": instant(window.end),
        "hand_in_ends_at": instant(window.hand_in_end),
        "start_by": instant(window.start_by),
        "phase": phase_of(sitting, at, pauses).value,
        "started_at": instant(sitting.started_at),
        "paused_since": instant(window.paused_since),
        "closed_early": closed_early(sitting),
        "version": sitting.paper.version,
    }


def instant(at: datetime | None) -> str | None:
    """ISO-8601 in UTC to the millisecond; None for never."""
    if at is None or at >= NOT_YET - timedelta(days=366):
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def refresh_ends(sittings: Iterable[Sitting], at: datetime) -> None:
    """Keep the ends by which the sweeper finds those that are over."""
    pauses: dict[Any, tuple[windows.Pause, ...]] = {}
    changed = []
    for sitting in sittings:
        if sitting.paper_id not in pauses:
            pauses[sitting.paper_id] = pauses_of(sitting.paper)
        if sitting.started_at is None:
            continue
        sitting.ends_at = window_of(sitting, at, pauses[sitting.paper_id]).hand_in_end
        changed.append(sitting)
    Sitting.objects.bulk_update(changed, ["ends_at"])


def times_changed(paper: Paper, at: datetime) -> None:
    """After every change of the times of a paper, inside its transaction.

    Those whom the server had closed though their time is not over write on.
    """
    Paper.objects.filter(pk=paper.pk).update(version=F("version") + 1)
    paper.version += 1
    sittings = list(paper.sittings.select_related("paper"))
    for sitting in sittings:
        sitting.paper = paper
    refresh_ends(sittings, at)
    for sitting in sittings:
        if sitting.closing == Closing.TIME and sitting.ends_at and sitting.ends_at > at:
            write_on(sitting, None, at, "")
    tell_paper(paper)


def write_on(sitting: Sitting, by: User | None, at: datetime, reason: str) -> None:
    """Open a closed sitting again."""
    sitting.closed_at, sitting.closing = None, Closing.NONE
    sitting.save(update_fields=["closed_at", "closing"])
    SittingEvent.objects.create(
        sitting=sitting, kind=SittingEvent.Kind.REOPENED, at=at, by=by, text=reason[:500]
    )


def lock_paper(paper: Paper) -> Paper:
    """Inside a transaction; the row before anything that depends on it."""
    return (
        Paper.objects.select_for_update(of=("self",))
        .select_related("stage__tournament")
        .get(pk=paper.pk)
    )


def pause_paper(*, paper: Paper, reason: str, by: User | None, at: datetime) -> Pause:
    """From now on time counts for nobody. Raise PauseStateError."""
    with write():
        locked = lock_paper(paper)
        if Pause.objects.filter(paper=locked, end=None, undone_at=None).exists():
            raise PauseStateError
        made = Pause.objects.create(paper=locked, start=at, reason=reason, by=by)
        _told(locked, "paper.paused", by, at, reason)
    return made


def resume_paper(*, paper: Paper, by: User | None, at: datetime) -> Pause:
    """The clock goes on, and every end is later by the pause. Raise PauseStateError."""
    with write():
        locked = lock_paper(paper)
        pause = Pause.objects.filter(paper=locked, end=None, undone_at=None).first()
        if pause is None:
            raise PauseStateError
        pause.end = max(at, pause.start)
        pause.save(update_fields=["end"])
        _told(locked, "paper.resumed", by, at, "")
    return pause


def undo_pause(*, pause: Pause, by: User | None, at: datetime) -> None:
    """As if it had never been: every end is as before. Raise PauseStateError."""
    with write():
        locked = lock_paper(pause.paper)
        fresh = Pause.objects.get(pk=pause.pk)
        if fresh.undone_at is not None:
            raise PauseStateError
        fresh.undone_at, fresh.undone_by = at, by
        fresh.save(update_fields=["undone_at", "undone_by"])
        _told(locked, "paper.pause_undone", by, at, fresh.reason)


def extend(
    *,
    sitting: Sitting,
    delay: timedelta = timedelta(0),
    extra: timedelta = timedelta(0),
    reason: str,
    by: User | None,
    at: datetime,
) -> Sitting:
    """Add to the delay and the extra time of one contestant; less than 0 takes back."""
    with write():
        locked = (
            Sitting.objects.select_for_update(of=("self",))
            .select_related("paper__stage__tournament", "entry")
            .get(pk=sitting.pk)
        )
        before = {"delay_s": seconds(locked.delay), "extra_s": seconds(locked.extra)}
        locked.delay = max(locked.delay + delay, timedelta(0))
        locked.extra = max(locked.extra + extra, timedelta(0))
        locked.save(update_fields=["delay", "extra"])
        SittingEvent.objects.create(
            sitting=locked,
            kind=SittingEvent.Kind.EXTENDED,
            at=at,
            by=by,
            delay=delay,
            extra=extra,
            text=reason[:500],
        )
        record(
            tournament=locked.paper.stage.tournament,
            by=by,
            at=at,
            action="sitting.extended",
            subject=locked.entry.name,
            ref=locked.pk,
            before=before,
            after={"delay_s": seconds(locked.delay), "extra_s": seconds(locked.extra)},
            reason=reason,
        )
        refresh_ends([locked], at)
        if locked.closing == Closing.TIME and locked.ends_at and locked.ends_at > at:
            write_on(locked, by, at, reason)
        Paper.objects.filter(pk=locked.paper_id).update(version=F("version") + 1)
        locked.paper.version += 1
        tell_paper(locked.paper)
    return locked


def seconds(length: timedelta) -> int:
    return int(length.total_seconds())


def _told(paper: Paper, action: str, by: User | None, at: datetime, reason: str) -> None:
    times_changed(paper, at)
    record(
        tournament=paper.stage.tournament,
        by=by,
        at=at,
        action=action,
        subject=paper.title,
        ref=paper.pk,
        reason=reason,
    )
