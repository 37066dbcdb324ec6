"""Whether an entry takes part: checked in, sitting out, withdrawn, disqualified, back again."""

from datetime import datetime

from accounts.db import write
from accounts.models import User
from games.models import Status
from tournaments.errors import EntryStateError, RoundStateError
from tournaments.live import tell
from tournaments.models import (
    Absence,
    ByeKind,
    Entry,
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.names import round_name
from tournaments.services.audit import record
from tournaments.services.entries import entry_json, lock
from tournaments.services.field import next_ordinal
from tournaments.services.forfeits import settle_forfeits


def check_in(*, entry: Entry, by: User | None, at: datetime, here: bool = True) -> Entry:
    """Note that somebody is here, or take that back. Doing it twice changes nothing."""
    with write():
        locked = lock(entry.tournament)
        found = Entry.objects.select_for_update().get(pk=entry.pk)
        if found.disqualified_at is not None or (here and found.withdrawn_from == 1):
            raise EntryStateError(name=found.name)
        if (found.checked_in_at is not None) == here and not (here and found.listed_only):
            return found
        found.checked_in_at = at if here else None
        if here:
            found.listed_only = False
        found.save(update_fields=["checked_in_at", "listed_only"])
        record(
            tournament=locked,
            by=by,
            at=at,
            action="entry.checked_in" if here else "entry.check_in_undone",
            subject=str(found),
            ref=found.pk,
        )
        tell(locked, "checkin")
    return found


def check_in_all(*, tournament: Tournament, by: User | None, at: datetime) -> int:
    """Check in everybody entered who has not left; how many that were."""
    with write():
        locked = lock(tournament)
        changed = Entry.objects.filter(
            tournament=locked,
            checked_in_at=None,
            listed_only=False,
            disqualified_at=None,
            withdrawn_from=None,
        ).update(checked_in_at=at)
        if changed:
            record(tournament=locked, by=by, at=at, action="entry.all_checked_in", after=changed)
            tell(locked, "checkin")
    return changed


def withdraw(
    *, entry: Entry, from_round: int | None = None, by: User | None, at: datetime, reason: str = ""
) -> Entry:
    """Let somebody leave from a round on, by default the next; results so far are kept.

    At tables of that round on that have not begun, the seat counts as not come.
    """
    with write():
        locked = lock(entry.tournament)
        found = Entry.objects.select_for_update().get(pk=entry.pk)
        if found.disqualified_at is not None:
            raise EntryStateError(name=found.name)
        before = found.withdrawn_from
        found.withdrawn_from = max(1, from_round or next_ordinal(locked))
        found.save(update_fields=["withdrawn_from"])
        _set_open_seats(found, found.withdrawn_from, SeatingKind.NO_SHOW, by, at)
        record(
            tournament=locked,
            by=by,
            at=at,
            action="entry.withdrawn",
            subject=str(found),
            ref=found.pk,
            before=before,
            after=found.withdrawn_from,
            reason=reason,
        )
        tell(locked, "entry")
    return found


def re_enter(*, entry: Entry, by: User | None, at: datetime, reason: str = "") -> Entry:
    """Take somebody back who withdrew or was disqualified; rounds missed count as absent."""
    with write():
        locked = lock(entry.tournament)
        found = Entry.objects.select_for_update().get(pk=entry.pk)
        before = entry_json(found)
        left, back = found.withdrawn_from, next_ordinal(locked)
        found.withdrawn_from, found.disqualified_at = None, None
        found.checked_in_at = found.checked_in_at or at
        found.listed_only = False
        found.save()
        if left is not None:
            missed = [
                number
                for number in range(max(left, found.from_round), back)
                if not found.seatings.filter(table__round__ordinal=number).exists()
            ]
            Absence.objects.bulk_create(
                [Absence(entry=found, ordinal=number) for number in missed], ignore_conflicts=True
            )
        _set_open_seats(found, left or 1, SeatingKind.PLAYED, by, at)
        record(
            tournament=locked,
            by=by,
            at=at,
            action="entry.re_entered",
            subject=str(found),
            ref=found.pk,
            before=before,
            after=entry_json(found),
            reason=reason,
        )
        tell(locked, "entry")
    return found


def disqualify(*, entry: Entry, by: User | None, at: datetime, reason: str) -> Entry:
    """Take somebody out of the standings; opponents keep what they scored."""
    with write():
        locked = lock(entry.tournament)
        found = Entry.objects.select_for_update().get(pk=entry.pk)
        if found.disqualified_at is None:
            found.disqualified_at = at
            found.save(update_fields=["disqualified_at"])
            _set_open_seats(found, 1, SeatingKind.NO_SHOW, by, at)
            record(
                tournament=locked,
                by=by,
                at=at,
                action="entry.disqualified",
                subject=str(found),
                ref=found.pk,
                reason=reason,
            )
            tell(locked, "entry")
    return found


def set_absence(
    *,
    entry: Entry,
    ordinal: int,
    absent: bool,
    by: User | None,
    at: datetime,
    reason: str = "",
    kind: ByeKind = ByeKind.ZERO,
) -> None:
    """Sit somebody out of one round, asked for beforehand, or take that back.

    ``kind``: what a stage of pairings credits for it; PAIRING gives them the bye by hand.
    Raise RoundStateError for a round that is public already.
    """
    with write():
        locked = lock(entry.tournament)
        public = Round.objects.filter(stage__tournament=locked, ordinal=ordinal)
        drawn = public.exclude(state=RoundState.DRAFT).select_related("stage").first()
        if drawn is not None:
            raise RoundStateError(round=round_name(drawn))
        before = Absence.objects.filter(entry=entry, ordinal=ordinal).first()
        if absent:
            changed = before is None or before.kind != kind
            Absence.objects.update_or_create(
                entry=entry, ordinal=ordinal, defaults={"reason": reason[:200], "kind": kind}
            )
        else:
            changed = before is not None
            Absence.objects.filter(entry=entry, ordinal=ordinal).delete()
        if changed:
            record(
                tournament=locked,
                by=by,
                at=at,
                action="entry.absent" if absent else "entry.absence_undone",
                subject=str(entry),
                ref=entry.pk,
                before=str(before.kind) if before else None,
                after=ordinal if kind == ByeKind.ZERO else {"round": ordinal, "kind": str(kind)},
                reason=reason,
            )
            tell(locked, "entry")


def _set_open_seats(
    entry: Entry, from_ordinal: int, kind: SeatingKind, by: User | None, at: datetime
) -> None:
    """Seats of tables that are published and have not begun; pairings are won by forfeit."""
    waiting = list(
        Table.objects.filter(
            round__ordinal__gte=from_ordinal,
            round__state__in=[RoundState.PUBLISHED, RoundState.RUNNING],
            result_source__in=[ResultSource.NONE, ResultSource.FORFEIT],
            match__status=Status.WAITING,
            seats__entry=entry,
        ).select_related("round__stage")
    )
    TableSeat.objects.filter(table__in=waiting, entry=entry).update(kind=kind)
    for table in waiting:
        table.round.stage.tournament = entry.tournament
    settle_forfeits(entry.tournament, waiting, by, at)
