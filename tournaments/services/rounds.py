"""Rounds on their way: published, started, paused, closed; and each step back while it can be."""

from datetime import datetime
from uuid import UUID

from accounts.db import write
from accounts.models import User
from games.models import Match, Medium, Status
from tournaments.errors import (
    DrawFaultyError,
    NothingToUndoError,
    ResultsMissingError,
    RoundStartedError,
    RoundStateError,
)
from tournaments.live import tell
from tournaments.models import (
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Table,
    TableSeat,
    TournamentState,
)
from tournaments.names import round_name, table_name, table_title
from tournaments.seats import people_at, seats_at
from tournaments.services import play
from tournaments.services.audit import record
from tournaments.services.field import latest_round
from tournaments.services.forfeits import settle_forfeits
from tournaments.services.formats.registry import format_of
from tournaments.services.layout import seating
from tournaments.services.round_state import (
    close_now,
    fault_words,
    locked_round,
    missing_words,
    must_be,
)


def publish_round(*, round_id: int, by: User | None, at: datetime) -> Round:
    """Show a draft to everybody and make its matches. Doing it twice changes nothing.

    Raise DrawFaultyError.
    """
    with write():
        round_ = locked_round(round_id)
        if round_.state in {RoundState.PUBLISHED, RoundState.RUNNING}:
            return round_
        must_be(round_, RoundState.DRAFT)
        tournament = round_.stage.tournament
        form = format_of(round_.stage)
        faults = form.faults(round_)
        if faults:
            raise DrawFaultyError(faults=fault_words(faults, tournament))
        tables = list(round_.tables.prefetch_related(people_at("entry__user")))
        matches = play.make_matches(
            tournament,
            [
                (
                    table,
                    table_title(round_, round_.stage, table, len(tables)),
                    form.games(round_.stage, table.slot),
                )
                for table in tables
            ],
        )
        away = []
        for table, match in zip(tables, matches, strict=True):
            table.match, table.round = match, round_
            if any(seat.kind == SeatingKind.NO_SHOW for seat in table.seats.all()):
                away.append(table)
        Table.objects.bulk_update(tables, ["match"])
        settle_forfeits(tournament, away, by, at)
        round_.state, round_.published_at = RoundState.PUBLISHED, at
        round_.save(update_fields=["state", "published_at"])
        if tournament.state == TournamentState.PREPARING:
            tournament.state = TournamentState.RUNNING
            tournament.save(update_fields=["state"])
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="round.published",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            after=seating(round_),
        )
        tell(tournament, "round", ordinal=round_.ordinal, state="published")
    return round_


def unpublish_round(*, round_id: int, by: User | None, at: datetime, reason: str = "") -> Round:
    """Back to a draft, while no table has begun. Raise RoundStartedError."""
    with write():
        round_ = locked_round(round_id)
        if round_.state == RoundState.DRAFT:
            return round_
        begun = round_.tables.exclude(
            match__status=Status.WAITING, result_source__in=["", ResultSource.FORFEIT]
        )
        if round_.state != RoundState.PUBLISHED or begun.exists():
            raise RoundStartedError
        tournament = round_.stage.tournament
        Match.objects.filter(table__round=round_).delete()
        TableSeat.objects.filter(table__round=round_).update(kind=SeatingKind.PLAYED, place=None)
        round_.tables.update(result_source=ResultSource.NONE, result_at=None)
        round_.state, round_.published_at = RoundState.DRAFT, None
        round_.save(update_fields=["state", "published_at"])
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="round.unpublished",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            reason=reason,
        )
        tell(tournament, "round")
    return round_


def start_round(*, round_id: int, by: User | None, at: datetime) -> list[int]:
    """Start every table that waits; the numbers of those started.

    Over the board nothing ticks until a table's console is used: the round just runs.
    """
    with write():
        round_ = locked_round(round_id)
        if round_.state not in {RoundState.PUBLISHED, RoundState.RUNNING}:
            raise RoundStateError(round=round_name(round_))
        tournament = round_.stage.tournament
        started = []
        if tournament.medium == Medium.ONLINE:
            waiting = round_.tables.filter(result_source="", match__status=Status.WAITING)
            for table in waiting.select_related("match").prefetch_related(seats_at()):
                _start(table, by, at)
                started.append(table.number)
        _run(round_, at)
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="round.started",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            after=started,
        )
        tell(tournament, "round", ordinal=round_.ordinal, state="running")
    return started


def start_table(*, table_id: UUID, by: User | None, at: datetime) -> Table:
    """Start one table; one that plays already stays as it is."""
    with write():
        table = Table.objects.select_related("round__stage__tournament", "match").get(pk=table_id)
        round_ = locked_round(table.round_id)
        if round_.state not in {RoundState.PUBLISHED, RoundState.RUNNING}:
            raise RoundStateError(round=round_name(round_))
        if table.match is not None and table.match.status == Status.WAITING:
            _start(table, by, at)
            _run(round_, at)
            record(
                tournament=round_.stage.tournament,
                by=by,
                at=at,
                action="table.started",
                subject=lambda: table_name(round_, table.number),
                ref=table.pk,
            )
            tell(
                round_.stage.tournament,
                "round",
                ordinal=round_.ordinal,
                state="running",
                table=table.number,
            )
    return table


def _start(table: Table, by: User | None, at: datetime) -> None:
    """Those who did not come are out from the beginning; with nobody, nothing is played."""
    assert table.match is not None
    away = [seat.number for seat in table.seats.all() if seat.kind == SeatingKind.NO_SHOW]
    if len(away) < len(table.seats.all()):
        play.start(table.match, by=by, at=at, away=away)


def _run(round_: Round, at: datetime) -> None:
    if round_.state == RoundState.PUBLISHED:
        round_.state, round_.started_at = RoundState.RUNNING, at
        round_.save(update_fields=["state", "started_at"])


def pause_all(*, round_id: int, by: User | None, at: datetime, reason: str) -> list[int]:
    """Stop every clock of the round."""
    return _each_match(round_id, Status.RUNNING, "round.paused", by, at, reason)


def resume_all(*, round_id: int, by: User | None, at: datetime, reason: str = "") -> list[int]:
    return _each_match(round_id, Status.PAUSED, "round.resumed", by, at, reason)


def _each_match(
    round_id: int, status: Status, action: str, by: User | None, at: datetime, reason: str
) -> list[int]:
    with write():
        round_ = locked_round(round_id)
        tournament = round_.stage.tournament
        done = []
        for table in round_.tables.filter(match__status=status).select_related("match"):
            assert table.match is not None
            if status == Status.RUNNING:
                play.pause(table.match, by=by, at=at, reason=reason)
            else:
                play.resume(table.match, by=by, at=at, reason=reason)
            done.append(table.number)
        if done:
            record(
                tournament=tournament,
                by=by,
                at=at,
                action=action,
                subject=lambda: round_name(round_),
                ref=round_.pk,
                after=done,
                reason=reason,
            )
            tell(tournament, "round", ordinal=round_.ordinal, state="running")
    return done


def close_round(*, round_id: int, by: User | None, at: datetime, reason: str = "") -> Round:
    """End a round; with results missing only by a reason. Closing twice changes nothing."""
    with write():
        round_ = locked_round(round_id)
        if round_.state == RoundState.CLOSED:
            return round_
        if round_.state == RoundState.DRAFT:
            raise RoundStateError(round=round_name(round_))
        missing = list(round_.tables.filter(result_source=""))
        if missing and not reason.strip():
            raise ResultsMissingError(missing=missing_words(missing))
        close_now(round_, by, at, reason)
    return round_


def reopen_round(*, round_id: int, by: User | None, at: datetime, reason: str = "") -> Round:
    """Take a closing back, while no later round is drawn. Raise NothingToUndoError."""
    with write():
        round_ = locked_round(round_id)
        if round_.state != RoundState.CLOSED:
            return round_
        tournament = round_.stage.tournament
        latest = latest_round(tournament)
        if latest != round_:
            raise NothingToUndoError
        round_.state, round_.closed_at = RoundState.RUNNING, None
        round_.save(update_fields=["state", "closed_at"])
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="round.reopened",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            reason=reason,
        )
        tell(tournament, "round", ordinal=round_.ordinal, state="running")
    return round_
