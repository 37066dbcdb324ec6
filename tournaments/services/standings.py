"""Standings of a stage, from the results as they stand in the database."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tournaments.models import Entry, RoundState, Stage, Table
from tournaments.services.field import active_decision, seeds_of
from tournaments.standings import (
    Contender,
    SeatKind,
    SeatResult,
    Standing,
    TableResult,
    standings,
)


def table_results(stage: Stage, after: int | None = None) -> list[TableResult]:
    """Every table of the stage's published rounds, with or without a result."""
    tables = (
        Table.objects.filter(round__stage=stage)
        .exclude(round__state=RoundState.DRAFT)
        .select_related("round")
        .prefetch_related("seats")
        .order_by("round__number", "number")
    )
    if after is not None:
        tables = tables.filter(round__number__lte=after)
    return [table_result(table, table.round.number) for table in tables]


def table_result(table: Table, number: int) -> TableResult:
    """``number``: the round's number in its stage. A table without a result has no places."""
    known = bool(table.result_source)
    return TableResult(
        number,
        table.number,
        tuple(
            SeatResult(
                str(seat.entry_id),
                seat.place if known else None,
                SeatKind(seat.kind) if known else SeatKind.PLAYED,
            )
            for seat in table.seats.all()
        ),
    )


def contenders(stage: Stage, entries: Iterable[Entry], first_ordinal: int) -> list[Contender]:
    """The stage's field; rounds are numbered as in the stage."""
    decision = active_decision(stage) if stage.order > 1 else None
    seeds = seeds_of(decision) if decision else {}
    lots: dict[str, Any] = stage.lots
    found = []
    for entry in entries:
        key = str(entry.pk)
        if entry.listed_only or (stage.order > 1 and key not in seeds):
            continue
        left = entry.withdrawn_from
        found.append(
            Contender(
                key,
                seed=seeds.get(key) if stage.order > 1 else entry.seed or 10**6 + entry.number,
                from_round=max(1, entry.from_round - first_ordinal + 1),
                withdrawn_from=None if left is None else max(1, left - first_ordinal + 1),
                disqualified=entry.disqualified_at is not None,
                lot=lots.get(key),
            )
        )
    return found


def stage_field(stage: Stage, results: Iterable[TableResult]) -> list[Contender]:
    """Everyone in the stage, and whoever was seated in it and is on no list any more."""
    entries = list(Entry.objects.filter(tournament=stage.tournament_id))
    field = contenders(stage, entries, first_ordinal(stage))
    known = {contender.key for contender in field}
    seated = {seat.key for result in results for seat in result.seats}
    field.extend(Contender(key) for key in sorted(str(key) for key in seated - known))
    return field


def stage_standings(stage: Stage, after: int | None = None) -> tuple[Standing, ...]:
    """Ranks after a round of the stage (its number), by default the last one."""
    results = table_results(stage, after)
    return standings(stage_field(stage, results), results, after_round=after)


def first_ordinal(stage: Stage) -> int:
    """The ordinal of the stage's first round, drawn or planned."""
    first = stage.rounds.order_by("number").values_list("ordinal", flat=True).first()
    if first is not None:
        return first
    earlier = Stage.objects.filter(tournament=stage.tournament_id, order__lt=stage.order)
    return 1 + sum(earlier.values_list("planned_rounds", flat=True))


def points_of(table: Iterable[Standing]) -> dict[str, Fraction]:
    return {str(standing.key): standing.points for standing in table}
