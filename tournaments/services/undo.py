"""Taking the last step back, where nothing rests on it."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from accounts.db import write
from accounts.models import User
from tournaments.errors import NothingToUndoError
from tournaments.models import AuditEntry, Entry, Stage, TableSeat, Tournament
from tournaments.services.advancement import undo_decision
from tournaments.services.drawing import discard_round
from tournaments.services.entries import lock
from tournaments.services.presence import check_in, re_enter, set_absence
from tournaments.services.results import mark_no_show
from tournaments.services.rounds import pause_all, reopen_round, resume_all, unpublish_round
from tournaments.services.taking_back import undo_result

Step = Callable[[AuditEntry, User | None, datetime], object]


def _entry(line: AuditEntry) -> Entry:
    return Entry.objects.select_related("tournament").get(pk=UUID(line.ref))


def _absence(line: AuditEntry, by: User | None, at: datetime) -> None:
    ordinal = line.after["round"] if isinstance(line.after, dict) else line.after
    assert isinstance(ordinal, int)
    set_absence(entry=_entry(line), ordinal=ordinal, absent=False, by=by, at=at)


def _no_show(line: AuditEntry, by: User | None, at: datetime) -> None:
    seat = TableSeat.objects.get(table=UUID(line.ref), entry__name=line.after)
    mark_no_show(table_id=UUID(line.ref), seat=seat.number, away=False, by=by, at=at)


def _result(line: AuditEntry, by: User | None, at: datetime) -> None:
    undo_result(table_id=UUID(line.ref), before=line.before or {}, by=by, at=at)


_STEPS: dict[str, Step] = {
    "round.drawn": lambda line, by, at: discard_round(round_id=int(line.ref), by=by, at=at),
    "round.redrawn": lambda line, by, at: discard_round(round_id=int(line.ref), by=by, at=at),
    "round.published": lambda line, by, at: unpublish_round(round_id=int(line.ref), by=by, at=at),
    "round.closed": lambda line, by, at: reopen_round(round_id=int(line.ref), by=by, at=at),
    "round.paused": lambda line, by, at: resume_all(round_id=int(line.ref), by=by, at=at),
    "round.resumed": lambda line, by, at: pause_all(
        round_id=int(line.ref), by=by, at=at, reason=line.reason
    ),
    "entry.checked_in": lambda line, by, at: check_in(entry=_entry(line), here=False, by=by, at=at),
    "entry.check_in_undone": lambda line, by, at: check_in(entry=_entry(line), by=by, at=at),
    "entry.withdrawn": lambda line, by, at: re_enter(entry=_entry(line), by=by, at=at),
    "entry.absent": _absence,
    "seat.no_show": _no_show,
    "result.entered": _result,
    "result.agreed": _result,
    "result.corrected": _result,
    "advancement.decided": lambda line, by, at: undo_decision(
        target=Stage.objects.select_related("tournament").get(pk=int(line.ref)), by=by, at=at
    ),
}


def undoable(tournament: Tournament) -> AuditEntry | None:
    """The newest line of the record, if its step can be taken back."""
    line = AuditEntry.objects.filter(tournament=tournament).order_by("-id").first()
    if line is None or not line.ref or line.action not in _STEPS:
        return None
    return None if isinstance(line.after, dict) and line.after.get("then") else line


def undo_last(*, tournament: Tournament, expected: int, by: User | None, at: datetime) -> None:
    """Take back the step of line ``expected``, if it is still the newest.

    Raise NothingToUndoError when something else happened since.
    """
    with write():
        line = undoable(lock(tournament))
        if line is None or line.pk != expected:
            raise NothingToUndoError
        _STEPS[line.action](line, by, at)
