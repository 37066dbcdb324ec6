"""Taking results over from play. May be done at any moment and any number of times."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet

from accounts.db import write
from games.models import Status
from tournaments.live import tell
from tournaments.models import (
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.names import table_name
from tournaments.seats import seats_at
from tournaments.services import play
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.formats.registry import format_of
from tournaments.services.result_rows import closed_up, result_json, save_result

OWN = (ResultSource.ENTERED, ResultSource.AGREED, ResultSource.FORFEIT)
"""What was not taken from play stays."""


def collect_tournament(*, tournament_id: UUID, at: datetime) -> list[int]:
    """``collect_results`` for every round with something new; usually one query and no write."""
    stale = _stale_tables().filter(round__stage__tournament=tournament_id)
    rounds = list(stale.values_list("round_id", flat=True).distinct())
    return [number for round_id in rounds for number in collect_results(round_id=round_id, at=at)]


def collect_all(*, at: datetime) -> int:
    """Every tournament's, for the sweeper; how many tables changed."""
    rounds = list(_stale_tables().values_list("round_id", flat=True).distinct())
    return sum(len(collect_results(round_id=round_id, at=at)) for round_id in rounds)


@cache
def _stale_tables() -> "QuerySet[Table]":
    """Tables whose result is not what their match says, or whose round has begun unnoticed.

    Every page asks for some of them: the conditions are put together once.
    """
    over = Q(match__status=Status.FINISHED)
    return (
        Table.objects.exclude(round__state=RoundState.DRAFT)
        .exclude(result_source__in=OWN)
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
        round_.stage.tournament = tournament
        round_.refresh_from_db(fields=["state", "started_at"])
        if round_.state == RoundState.DRAFT:
            return []
        changed = []
        tables = list(
            round_.tables.exclude(result_source__in=OWN)
            .exclude(match=None)
            .select_related("match__series")
            .prefetch_related(seats_at())
        )
        for table in tables:
            table.round = round_
            if take_over(table, at):
                changed.append(table.number)
                _record_play(tournament, round_, table, at)
        begun = any(table.match and table.match.status != Status.WAITING for table in tables)
        if begun and round_.state == RoundState.PUBLISHED:
            round_.state, round_.started_at = RoundState.RUNNING, at
            round_.save(update_fields=["state", "started_at"])
        if changed:
            format_of(round_.stage).settle(round_.stage)
            tell(tournament, "result", ordinal=round_.ordinal, tables=changed)
    return changed


def _record_play(tournament: Tournament, round_: Round, table: Table, at: datetime) -> None:
    record(
        tournament=tournament,
        by=None,
        at=at,
        action="result.played" if table.result_source else "result.reopened",
        subject=lambda: table_name(round_, table.number),
        ref=table.pk,
        after=result_json(table),
    )


def take_over(table: Table, at: datetime) -> bool:
    """Bring a table's result in line with its match; whether anything changed."""
    assert table.match is not None
    match, outcome = play.standing_of(table.match)
    if outcome is not None and not _decides(table, outcome):
        outcome = None
    moved = match.pk != table.match.pk
    if moved:
        table.match = match
        table.save(update_fields=["match"])
    source = ResultSource.NONE if outcome is None else ResultSource.PLAYED
    seats = list(table.seats.all())
    away = play.absent_of(match) if outcome is not None and len(seats) > 2 else frozenset[int]()
    wanted = _open(seats) if outcome is None else _ended(outcome, seats, away)
    rows = [(seat.place, SeatingKind(seat.kind), seat.score) for seat in seats]
    if table.result_source == source and rows == wanted:
        return moved
    for seat, (place, kind, score) in zip(seats, wanted, strict=True):
        seat.place, seat.kind, seat.score = place, kind, score
    TableSeat.objects.bulk_update(seats, ["place", "kind", "score"])
    save_result(table, source, None if outcome is None else match.finished_at, at)
    return True


def _decides(table: Table, outcome: Mapping[str, Any]) -> bool:
    """A drawn match of a knockout is no result: somebody has to win."""
    form = format_of(table.round.stage)
    return form.draws or not form.pairs or outcome["places"] != [1, 1]


Row = tuple[int | None, SeatingKind, Decimal | None]
"""Place, kind and score of a seat."""


def _open(seats: Sequence[TableSeat]) -> list[Row]:
    """Nothing is known yet; of a pairing that began, both came."""
    pair = len(seats) == 2
    return [(None, PLAYED if pair else SeatingKind(seat.kind), None) for seat in seats]


def _ended(
    outcome: Mapping[str, Any], seats: Sequence[TableSeat], away: Collection[int]
) -> list[Row]:
    """``away``: who, of several, did not come by the limit."""
    places: list[int] = outcome["places"]
    nobody = outcome["reason"] == ABSENT and min(places) > 1
    if len(seats) != 2:
        kinds = [
            SeatingKind.NO_SHOW if nobody or seat.number in away else SeatingKind(seat.kind)
            for seat in seats
        ]
        given = [
            places[seat.number] if kind == SeatingKind.PLAYED else None
            for seat, kind in zip(seats, kinds, strict=True)
        ]
        return [(place, kind, None) for place, kind in zip(closed_up(given), kinds, strict=True)]
    scores: list[Decimal | None] = [_decimal(one) for one in outcome.get("scores", ())]
    scores = scores or [None, None]
    lost = SeatingKind.NO_SHOW if outcome["reason"] == ABSENT else SeatingKind.REMOVED
    if min(places) > 1:
        return [(None, lost, score) for score in scores]
    if outcome["reason"] == ABSENT:
        return [
            (1, PLAYED, score) if place == 1 else (None, SeatingKind.NO_SHOW, None)
            for place, score in zip(places, scores, strict=True)
        ]
    return [(place, PLAYED, score) for place, score in zip(places, scores, strict=True)]


def _decimal(score: int | Fraction) -> Decimal:
    whole = Fraction(score)
    return Decimal(whole.numerator) / Decimal(whole.denominator)


PLAYED = SeatingKind.PLAYED
ABSENT = "absent"
"""The reason of an outcome where somebody did not come."""
