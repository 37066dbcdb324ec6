"""Results entered and corrected by the staff; who did not come, and who looks after a table."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.db import write
from accounts.models import User
from games.models import Medium, Status
from tournaments.errors import (
    DependentsError,
    MatchGoingOnError,
    ReasonNeededError,
    ResultChangedError,
    RoundStateError,
    TableStateError,
)
from tournaments.formats.played_series import PlayedGame, games_of
from tournaments.live import tell
from tournaments.models import (
    Advancement,
    Publication,
    PublicationState,
    ResultSource,
    RoundState,
    SeatingKind,
    Table,
    TableSeat,
)
from tournaments.names import round_name, stage_name, table_name
from tournaments.services import play
from tournaments.services.audit import record
from tournaments.services.collecting import take_over
from tournaments.services.forfeits import settle_forfeits
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.values import Dependent, Follow
from tournaments.services.result_rows import (
    SeatEntered,
    checked_places,
    locked_table,
    refuse_draw,
    result_json,
    save_result,
)
from tournaments.services.series_results import check_entered, games_json
from tournaments.words import tables_words

GOING_ON = {Status.RUNNING, Status.PAUSED, Status.RULING}


def enter_result(
    *,
    table_id: UUID,
    entered: Mapping[int, SeatEntered],
    expected_version: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    confirmed: bool = False,
    follow: Follow = Follow.KEEP,
    source: ResultSource = ResultSource.ENTERED,
    games: Sequence[PlayedGame] = (),
) -> Table:
    """Put a result in place of what the table has.

    ``entered`` by seat number from 0. The same result again changes nothing. A correction
    needs a reason, and ``confirmed`` when others rest on it; a match that is going on is
    ended, with the reason. ``follow``: what becomes of matches of a bracket whose players it
    changes. ``games``: those of a series. Raise SeriesFaultError, ResultChangedError,
    InvalidPlacesError, ReasonNeededError, DependentsError, MatchGoingOnError, RoundStateError,
    PlayedOnError.
    """
    with write():
        table, tournament = locked_table(table_id)
        round_ = table.round
        form = format_of(round_.stage)
        if round_.state == RoundState.DRAFT:
            raise RoundStateError(round=round_name(round_))
        seats = list(table.seats.select_related("entry").order_by("number"))
        places = checked_places(seats, entered)
        if form.pairs and not form.draws:
            refuse_draw(places)
        check_entered(table, entered, games)
        before = result_json(table, seats)
        rows = [
            (place, entered[seat.number].kind, entered[seat.number].score)
            for seat, place in zip(seats, places, strict=True)
        ]
        same = [(seat.place, seat.kind, seat.score) for seat in seats] == rows
        same = same and (not games or games_of(table.games) == tuple(games))
        if table.result_source and same:
            return table
        if table.version != expected_version:
            raise ResultChangedError(table=table.number)
        reason = reason.strip()
        corrected = table.result_source not in {ResultSource.NONE, ResultSource.FORFEIT}
        if corrected and not reason:
            raise ReasonNeededError
        resting = dependents(table) if table.result_source else []
        if resting and not confirmed and not form.fixed:
            raise DependentsError(dependents=[one.what for one in resting])
        match = table.match
        going_on = match is not None and match.status in GOING_ON
        if match is not None and going_on:
            if not reason and tournament.medium == Medium.ONLINE:
                raise MatchGoingOnError(table=table.number)
            play.end(match, by=by, at=at, reason=reason or _("Result entered by the arbiter"))
        was = form.remember(table)
        for seat, (place, kind, score) in zip(seats, rows, strict=True):
            seat.place, seat.kind, seat.score = place, kind, score
        TableSeat.objects.bulk_update(seats, ["place", "kind", "score"])
        save_result(table, source, None, at, games_json(games))
        if round_.state == RoundState.PUBLISHED:
            round_.state, round_.started_at = RoundState.RUNNING, at
            round_.save(update_fields=["state", "started_at"])
        changed = _follow(table, was, resting, follow, confirmed=confirmed, at=at)
        form.settle(round_.stage)
        action = "result.agreed" if source == ResultSource.AGREED else "result.entered"
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="result.corrected" if corrected else action,
            subject=lambda: table_name(round_, table.number),
            ref=table.pk,
            before=before,
            after=result_json(table) | ({"then": changed} if changed else {}),
            reason=reason,
        )
        tell(tournament, "result", ordinal=round_.ordinal, tables=[table.number])
    return table


def _follow(
    table: Table,
    was: object,
    resting: list[Dependent],
    how: Follow,
    *,
    confirmed: bool,
    at: datetime,
) -> list[str]:
    """Change the later matches of a bracket, after a yes. Raise DependentsError without one."""
    form = format_of(table.round.stage)
    if not form.fixed or not resting:
        return []
    others = [one for one in resting if one.kind != "match"]
    moved = form.moved(table.round.stage)
    if (moved or others) and not confirmed:
        matches = [tables_words(round_name(one.round), [one.number]) for one in moved]
        raise DependentsError(
            dependents=[*matches, *(one.what for one in others)], follow=bool(moved)
        )
    return form.follow(table, was, how, at)


def take_played_result(
    *, table_id: UUID, expected_version: int, by: User | None, at: datetime, reason: str
) -> Table:
    """Drop what was entered and follow the match again (nothing, while it is not over)."""
    with write():
        table, tournament = locked_table(table_id)
        if table.version != expected_version:
            raise ResultChangedError(table=table.number)
        if table.result_source not in {ResultSource.ENTERED, ResultSource.AGREED}:
            return table
        if not reason.strip():
            raise ReasonNeededError
        before = result_json(table)
        seats = list(table.seats.all())
        for seat in seats:
            seat.place, seat.score = None, None
        TableSeat.objects.bulk_update(seats, ["place", "score"])
        save_result(table, ResultSource.NONE, None, at)
        if table.match is not None:
            take_over(table, at)
        format_of(table.round.stage).settle(table.round.stage)
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="result.entered_dropped",
            subject=lambda: table_name(table.round, table.number),
            ref=table.pk,
            before=before,
            after=result_json(table),
            reason=reason,
        )
        tell(tournament, "result", ordinal=table.round.ordinal, tables=[table.number])
    return table


def mark_no_show(
    *, table_id: UUID, seat: int, away: bool, by: User | None, at: datetime
) -> TableSeat:
    """Note before a table begins that somebody did not come. Raise TableStateError."""
    with write():
        table, tournament = locked_table(table_id)
        begun = table.match is not None and table.match.status != Status.WAITING
        known = table.result_source not in {ResultSource.NONE, ResultSource.FORFEIT}
        if begun or known or table.round.state == RoundState.DRAFT:
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
                subject=lambda: f"{table_name(table.round, table.number)}: {found.entry.name}",
                ref=table.pk,
            )
            settle_forfeits(tournament, [table], by, at)
            tell(tournament, "round", ordinal=table.round.ordinal, table=table.number)
    return found


def set_table_arbiter(
    *, table_id: UUID, arbiter: User | None, by: User | None, at: datetime
) -> Table:
    """Say who looks after a table; None: nobody in particular."""
    with write():
        table, tournament = locked_table(table_id)
        before, table.arbiter = table.arbiter, arbiter
        table.save(update_fields=["arbiter"])
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="table.arbiter",
            subject=lambda: table_name(table.round, table.number),
            ref=table.pk,
            before=before.name if before else None,
            after=arbiter.name if arbiter else None,
        )
        tell(tournament, "round", ordinal=table.round.ordinal, table=table.number)
    return table


def set_round_arbiters(
    *, round_id: int, chosen: Mapping[int, User | None], by: User | None, at: datetime
) -> list[int]:
    """Say who looks after each table of a round, by its number; those that changed."""
    changed = []
    with write():
        for table in Table.objects.filter(round=round_id, number__in=list(chosen)):
            wanted = chosen[table.number]
            if table.arbiter_id != (wanted.pk if wanted else None):
                set_table_arbiter(table_id=table.pk, arbiter=wanted, by=by, at=at)
                changed.append(table.number)
    return changed


def dependents(table: Table) -> list[Dependent]:
    """What was drawn, decided or published from this table's result, in order."""
    round_ = table.round
    stage = round_.stage
    found = format_of(stage).rests(table)
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
