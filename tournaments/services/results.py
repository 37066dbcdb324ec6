"""Results of tables: taken from play, entered by an arbiter, corrected with a reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.db import write
from accounts.models import User
from games.models import Medium, Status
from tournaments.errors import (
    DependentsError,
    InvalidPlacesError,
    MatchGoingOnError,
    ReasonNeededError,
    ResultChangedError,
    RoundStateError,
    TableStateError,
)
from tournaments.formats.scoring import normalise_places
from tournaments.live import tell
from tournaments.models import (
    Advancement,
    Publication,
    PublicationState,
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.names import round_name, stage_name
from tournaments.services import play
from tournaments.services.audit import record
from tournaments.services.entries import lock

GOING_ON = {Status.RUNNING, Status.PAUSED, Status.RULING}


@dataclass(frozen=True, slots=True)
class SeatEntered:
    """What a form says of one seat: a place from 1, or why there is none."""

    place: int | None = None
    kind: SeatingKind = SeatingKind.PLAYED


@dataclass(frozen=True, slots=True)
class Dependent:
    """Something that rests on a result and is not changed by correcting it."""

    kind: str
    """round, advancement or publication."""
    what: str
    """In the reader's language."""


def collect_tournament(*, tournament_id: UUID, at: datetime) -> list[int]:
    """``collect_results`` for every round with something new; usually one query and no write."""
    stale = _stale_tables().filter(round__stage__tournament=tournament_id)
    rounds = list(stale.values_list("round_id", flat=True).distinct())
    return [number for round_id in rounds for number in collect_results(round_id=round_id, at=at)]


def collect_all(*, at: datetime) -> int:
    """Every tournament's, for the sweeper; how many tables changed."""
    rounds = list(_stale_tables().values_list("round_id", flat=True).distinct())
    return sum(len(collect_results(round_id=round_id, at=at)) for round_id in rounds)


def _stale_tables() -> "QuerySet[Table]":
    """Tables whose result is not what their match says, or whose round has begun unnoticed."""
    over = Q(match__status=Status.FINISHED)
    return (
        Table.objects.exclude(round__state=RoundState.DRAFT)
        .exclude(result_source=ResultSource.ENTERED)
        .filter(
            Q(over, result_source=ResultSource.NONE)
            | Q(~over, match__isnull=False, result_source=ResultSource.PLAYED)
            | Q(over, ~Q(match__finished_at=F("result_at")), result_source=ResultSource.PLAYED)
            | Q(
                ~Q(match__status=Status.WAITING),
                match__isnull=False,
                round__state=RoundState.PUBLISHED,
            )
        )
    )


def collect_results(*, round_id: int, at: datetime) -> list[int]:
    """Take over what matches of the round ended with; the numbers of the tables changed.

    May be called at any moment and any number of times. A match that was reopened takes
    its result back; what an arbiter entered stays. A round with a table in play is running.
    """
    with write():
        round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
        tournament = lock(round_.stage.tournament)
        round_.refresh_from_db(fields=["state", "started_at"])
        if round_.state == RoundState.DRAFT:
            return []
        changed = []
        tables = list(
            round_.tables.exclude(result_source=ResultSource.ENTERED)
            .exclude(match=None)
            .select_related("match")
            .prefetch_related("seats")
        )
        for table in tables:
            if _take_over(table, at):
                changed.append(table.number)
                _record_play(tournament, round_, table, at)
        begun = any(table.match and table.match.status != Status.WAITING for table in tables)
        if begun and round_.state == RoundState.PUBLISHED:
            round_.state, round_.started_at = RoundState.RUNNING, at
            round_.save(update_fields=["state", "started_at"])
        if changed:
            tell(tournament, "result", ordinal=round_.ordinal, tables=changed)
    return changed


def _record_play(tournament: Tournament, round_: Round, table: Table, at: datetime) -> None:
    record(
        tournament=tournament,
        by=None,
        at=at,
        action="result.played" if table.result_source else "result.reopened",
        subject=lambda: f"{round_name(round_)} / {table.number}",
        ref=table.pk,
        after=result_json(table),
    )


def _take_over(table: Table, at: datetime) -> bool:
    """Bring a table's result in line with its match; whether anything changed."""
    match = table.match
    assert match is not None
    over = match.status == Status.FINISHED and match.outcome is not None
    places: list[int | None] = list(match.outcome["places"]) if over and match.outcome else []
    source = ResultSource.PLAYED if over else ResultSource.NONE
    seats = list(table.seats.all())
    wanted = [
        None if not over or seat.kind != SeatingKind.PLAYED else places[seat.number]
        for seat in seats
    ]
    if over:
        wanted = _closed_up(wanted)
    if table.result_source == source and [seat.place for seat in seats] == wanted:
        return False
    for seat, place in zip(seats, wanted, strict=True):
        seat.place = place
    TableSeat.objects.bulk_update(seats, ["place"])
    _save_result(table, source, match.finished_at if over else None, at)
    return True


def _closed_up(places: Sequence[int | None]) -> list[int | None]:
    """Places without gaps where seats without one stood."""
    known = iter(normalise_places([place for place in places if place is not None]))
    return [None if place is None else next(known) for place in places]


def _save_result(
    table: Table, source: ResultSource, result_at: datetime | None, at: datetime
) -> None:
    table.result_source = source
    table.result_at = (result_at or at) if source else None
    table.version += 1
    table.save(update_fields=["result_source", "result_at", "version"])


def enter_result(
    *,
    table_id: UUID,
    entered: Mapping[int, SeatEntered],
    expected_version: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    confirmed: bool = False,
) -> Table:
    """Put an arbiter's result in place of what the table has.

    ``entered`` by seat number from 0. The same result again changes nothing. A correction
    needs a reason, and ``confirmed`` when others rest on it; a match that is going on is
    ended, with the reason. Raise ResultChangedError, InvalidPlacesError, ReasonNeededError,
    DependentsError, MatchGoingOnError, RoundStateError.
    """
    with write():
        table, tournament = _locked_table(table_id)
        if table.round.state == RoundState.DRAFT:
            raise RoundStateError(round=round_name(table.round))
        seats = list(table.seats.select_related("entry"))
        places = checked_places(seats, entered)
        before = result_json(table)
        kinds = [entered[seat.number].kind for seat in seats]
        same = [seat.place for seat in seats] == places and [s.kind for s in seats] == kinds
        if table.result_source and same:
            return table
        if table.version != expected_version:
            raise ResultChangedError(table=table.number)
        reason = reason.strip()
        if table.result_source:
            if not reason:
                raise ReasonNeededError
            resting = dependents(table)
            if resting and not confirmed:
                raise DependentsError(dependents=[one.what for one in resting])
        match = table.match
        going_on = match is not None and match.status in GOING_ON
        if match is not None and going_on:
            if not reason and tournament.medium == Medium.ONLINE:
                raise MatchGoingOnError(table=table.number)
            play.end(match, by=by, at=at, reason=reason or _("Result entered by the arbiter"))
        corrected = bool(table.result_source)
        for seat, place, kind in zip(seats, places, kinds, strict=True):
            seat.place, seat.kind = place, kind
        TableSeat.objects.bulk_update(seats, ["place", "kind"])
        _save_result(table, ResultSource.ENTERED, None, at)
        round_ = table.round
        if round_.state == RoundState.PUBLISHED:
            round_.state, round_.started_at = RoundState.RUNNING, at
            round_.save(update_fields=["state", "started_at"])
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="result.corrected" if corrected else "result.entered",
            subject=lambda: f"{round_name(round_)} / {table.number}",
            ref=table.pk,
            before=before,
            after=result_json(table),
            reason=reason,
        )
        tell(tournament, "result", ordinal=round_.ordinal, tables=[table.number])
    return table


def take_played_result(
    *, table_id: UUID, expected_version: int, by: User | None, at: datetime, reason: str
) -> Table:
    """Drop what was entered and follow the match again (nothing, while it is not over)."""
    with write():
        table, tournament = _locked_table(table_id)
        if table.version != expected_version:
            raise ResultChangedError(table=table.number)
        if table.result_source != ResultSource.ENTERED:
            return table
        if not reason.strip():
            raise ReasonNeededError
        before = result_json(table)
        seats = list(table.seats.all())
        for seat in seats:
            seat.place = None
        TableSeat.objects.bulk_update(seats, ["place"])
        _save_result(table, ResultSource.NONE, None, at)
        if table.match is not None:
            _take_over(table, at)
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="result.entered_dropped",
            subject=lambda: f"{round_name(table.round)} / {table.number}",
            ref=table.pk,
            before=before,
            after=result_json(table),
            reason=reason,
        )
        tell(tournament, "result", ordinal=table.round.ordinal, tables=[table.number])
    return table


def checked_places(
    seats: Sequence[TableSeat], entered: Mapping[int, SeatEntered]
) -> list[int | None]:
    """The places in seat order, shared ones leaving out the next (1, 2, 2, 4)."""
    for seat in seats:
        one = entered.get(seat.number, SeatEntered())
        if one.kind == SeatingKind.PLAYED and one.place is None:
            raise InvalidPlacesError(
                why=_("%(name)s has no place yet.") % {"name": seat.entry.name}, seat=seat.number
            )
        if one.place is not None and not 1 <= one.place <= len(seats):
            raise InvalidPlacesError(
                why=_("%(place)s is not a place at a table of %(size)s.")
                % {"place": one.place, "size": len(seats)},
                seat=seat.number,
            )
    given = [
        entered[seat.number].place if entered[seat.number].kind == SeatingKind.PLAYED else None
        for seat in seats
    ]
    known = [place for place in given if place is not None]
    if known and min(known) != 1:
        raise InvalidPlacesError(why=_("Nobody has the first place."), seat=None)
    return _closed_up(given)


def mark_no_show(
    *, table_id: UUID, seat: int, away: bool, by: User | None, at: datetime
) -> TableSeat:
    """Note before a table begins that somebody did not come. Raise TableStateError."""
    with write():
        table, tournament = _locked_table(table_id)
        begun = table.match is not None and table.match.status != Status.WAITING
        if begun or table.result_source or table.round.state == RoundState.DRAFT:
            raise TableStateError(table=table.number)
        found = table.seats.select_related("entry").get(number=seat)
        kind = SeatingKind.NO_SHOW if away else SeatingKind.PLAYED
        if found.kind != kind:
            found.kind = kind
            found.save(update_fields=["kind"])
            record(
                tournament=tournament,
                by=by,
                at=at,
                action="seat.no_show" if away else "seat.came",
                after=found.entry.name,
                subject=lambda: f"{round_name(table.round)} / {table.number}: {found.entry.name}",
                ref=table.pk,
            )
            tell(tournament, "round", ordinal=table.round.ordinal, table=table.number)
    return found


def set_table_arbiter(
    *, table_id: UUID, arbiter: User | None, by: User | None, at: datetime
) -> Table:
    """Say who looks after a table; None: nobody in particular."""
    with write():
        table, tournament = _locked_table(table_id)
        before, table.arbiter = table.arbiter, arbiter
        table.save(update_fields=["arbiter"])
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="table.arbiter",
            subject=lambda: f"{round_name(table.round)} / {table.number}",
            ref=table.pk,
            before=before.name if before else None,
            after=arbiter.name if arbiter else None,
        )
        tell(tournament, "round", ordinal=table.round.ordinal, table=table.number)
    return table


def dependents(table: Table) -> list[Dependent]:
    """What was drawn, decided or published from this table's result, in order."""
    round_ = table.round
    stage = round_.stage
    found = [
        Dependent("round", _("%(round)s, drawn from the standings") % {"round": round_name(later)})
        for later in Round.objects.filter(stage=stage, number__gt=round_.number)
        .select_related("stage")
        .order_by("number")
    ]
    decisions = Advancement.objects.filter(source=stage, replaced_at=None)
    found += [
        Dependent("advancement", _("Who plays in %(stage)s") % {"stage": stage_name(one.target)})
        for one in decisions.select_related("target")
    ]
    latest = (
        Publication.objects.filter(tournament=stage.tournament)
        .exclude(state=PublicationState.DRAFT)
        .order_by("-version")
        .select_related("stage")
        .first()
    )
    if (
        latest is not None
        and latest.state != PublicationState.WITHDRAWN
        and (latest.stage.order, latest.after_round) >= (stage.order, round_.number)
    ):
        found.append(
            Dependent(
                "publication",
                _("The published standings, version %(version)s") % {"version": latest.version},
            )
        )
    return found


def result_json(table: Table) -> dict[str, object]:
    """A result as the audit log keeps it."""
    return {
        "source": str(table.result_source),
        "seats": [
            {"name": seat.entry.name, "place": seat.place, "kind": str(seat.kind)}
            for seat in TableSeat.objects.filter(table=table).select_related("entry")
        ],
    }


def _locked_table(table_id: UUID) -> tuple[Table, Tournament]:
    first = Table.objects.select_related("round__stage__tournament").get(pk=table_id)
    tournament = lock(first.round.stage.tournament)
    table = Table.objects.select_related("round__stage__tournament", "match", "arbiter").get(
        pk=table_id
    )
    return table, tournament
