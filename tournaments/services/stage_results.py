"""The results and the field of a stage, as the pure standings take them."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from tournaments.formats.lots import Drawn, Key
from tournaments.formats.played_series import count_of, games_of
from tournaments.models import Bye, ByeKind, Entry, RoundState, Stage, Table, TableSeat
from tournaments.services.field import active_decision, seeds_of
from tournaments.standings import (
    Contender,
    LineKind,
    SeatKind,
    SeatResult,
    TableResult,
    Unplayed,
)

UNPLAYED = {
    ByeKind.PAIRING: "bye",
    ByeKind.FULL: "full_bye",
    ByeKind.HALF: "half_bye",
    ByeKind.ZERO: "zero_bye",
}
"""Values of LineKind."""


def table_results(stage: Stage, after: int | None = None) -> list[TableResult]:
    """Every table of the stage's published rounds, with or without a result."""
    seats = TableSeat.objects.filter(table__round__stage=stage).exclude(
        table__round__state=RoundState.DRAFT
    )
    if after is not None:
        seats = seats.filter(table__round__number__lte=after)
    # Values and no rows: a stage may have a hundred thousand seats.
    found = seats.order_by("table__round__number", "table__number", "number").values_list(
        "table__round__number",
        "table__number",
        "table__result_source",
        "entry_id",
        "place",
        "kind",
        "score",
        "number",
        "table__games",
    )
    return [
        TableResult(round_, number, tuple(_seat(*one[2:]) for one in own))
        for (round_, number), own in groupby(found.iterator(), key=itemgetter(0, 1))
    ]


_KINDS = {kind.value: kind for kind in SeatKind}


def _seat(
    source: str,
    entry: UUID,
    place: int | None,
    kind: str,
    score: Decimal | None,
    number: int,
    games: Sequence[Mapping[str, Any]],
) -> SeatResult:
    if not source:
        return SeatResult(str(entry), None)
    return SeatResult(
        str(entry),
        place,
        _KINDS[kind],
        None if score is None else Fraction(score),
        seat_count(games, number) if games else None,
    )


def seat_count(games: Sequence[Mapping[str, Any]], number: int) -> Fraction | None:
    """What a seat, from 0, has taken in all games of a series; None where it is not known."""
    found = count_of(games_of(games)) if number < 2 else None
    return None if found is None else found[number]


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
                Fraction(seat.score) if known and seat.score is not None else None,
                seat_count(table.games, seat.number) if known and table.games else None,
            )
            for seat in table.seats.all()
        ),
    )


def bye_results(stage: Stage, after: int | None = None) -> list[Unplayed]:
    """Every bye of the stage's published rounds."""
    byes = Bye.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    if after is not None:
        byes = byes.filter(round__number__lte=after)
    return [
        Unplayed(number, str(entry), LineKind(UNPLAYED[ByeKind(kind)]))
        for number, entry, kind in byes.order_by("round__number", "entry").values_list(
            "round__number", "entry_id", "kind"
        )
    ]


def drawn_lots(stage: Stage) -> dict[Key, Drawn]:
    return {key: Drawn(*map(int, found)) for key, found in stage.lots.items()}


def contenders(stage: Stage, entries: Iterable[Entry], first_ordinal: int) -> list[Contender]:
    """The stage's field; rounds are numbered as in the stage."""
    decision = active_decision(stage) if stage.order > 1 else None
    seeds = seeds_of(decision) if decision else {}
    lots = drawn_lots(stage)
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
                rating=entry.rating,
            )
        )
    return found


def stage_field(stage: Stage, seated: Iterable[str | int]) -> list[Contender]:
    """Everyone in the stage, and those in ``seated`` who are on no list any more."""
    entries = list(Entry.objects.filter(tournament=stage.tournament_id))
    field = contenders(stage, entries, first_ordinal(stage))
    known = {contender.key for contender in field}
    field.extend(Contender(key) for key in sorted(str(key) for key in set(seated) - known))
    return field


def seated_keys(results: Iterable[TableResult]) -> set[str | int]:
    return {seat.key for result in results for seat in result.seats}


def first_ordinal(stage: Stage) -> int:
    """The ordinal of the stage's first round, drawn or planned."""
    first = stage.rounds.order_by("number").values_list("ordinal", flat=True).first()
    if first is not None:
        return first
    earlier = Stage.objects.filter(tournament=stage.tournament_id, order__lt=stage.order)
    return 1 + sum(earlier.values_list("planned_rounds", flat=True))
