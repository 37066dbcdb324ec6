"""A digest of what a snapshot is made from: equal digests, equal snapshots."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from tournaments.models import Bye, Entry, Round, RoundState, Stage, Table, TableSeat, Tournament
from tournaments.services.field import active_decision
from tournaments.services.formats.registry import format_of


def fingerprint(tournament: Tournament, stage: Stage, after_round: int) -> str:
    """Of the standings of ``stage`` after its round ``after_round``, in constant memory.

    Empty where a stage is not made of rounds: nobody knows what it comes from.
    """
    stages = list(Stage.objects.filter(tournament=tournament, order__lte=stage.order))
    if not all(format_of(one).has_rounds for one in stages):
        return ""
    digest = sha256(str(after_round).encode())
    for row in _rows(tournament, stage, stages, after_round):
        digest.update(repr(row).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _rows(
    tournament: Tournament, stage: Stage, stages: Iterable[Stage], after_round: int
) -> Iterator[Any]:
    for one in stages:
        decision = active_decision(one) if one.order > 1 else None
        yield (
            *(one.order, one.part, one.kind, one.name, one.name_en, one.planned_rounds),
            *(one.config, one.draw, one.lots),
            None if decision is None else decision.decision,
        )
        yield from one.rounds.exclude(state=RoundState.DRAFT).values_list("number", "ordinal")
    yield from _entries(tournament, _until(stage, after_round))
    for one in stages:
        last = after_round if one.pk == stage.pk else None
        yield from _results(one, last)


def _until(stage: Stage, after_round: int) -> int | None:
    """Who leaves after this round is not shown as gone; of earlier stages everybody is."""
    if stage.order > 1:
        return None
    rounds = Round.objects.filter(stage=stage, number=after_round)
    return rounds.values_list("ordinal", flat=True).first()


def _entries(tournament: Tournament, until: int | None) -> Iterator[Any]:
    shown = ("pk", "number", "name", "kana", "club", "grade", "seed", "rating", "listed_only")
    life = ("from_round", "withdrawn_from", "disqualified_at")
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    for *row, since, left, barred in entries.values_list(*shown, *life).iterator():
        if until is not None:
            since = min(since, until + 1)
            left = left if left is not None and left <= until else None
        yield (*row, since, left, barred is not None)


def _results(stage: Stage, last: int | None) -> Iterator[Any]:
    tables = Table.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    byes = Bye.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    if last is not None:
        tables = tables.filter(round__number__lte=last)
        byes = byes.filter(round__number__lte=last)
    where = ("round__number", "number")
    kept = (*where, "slot", "group", "match_id", "result_source")
    for *row, games in tables.order_by(*where).values_list(*kept, "games").iterator():
        yield (*row, games) if games else tuple(row)
    seats = TableSeat.objects.filter(table__in=tables)
    order = ("table__round__number", "table__number", "number")
    yield from seats.order_by(*order).values_list("entry_id", "place", "kind", "score").iterator()
    whose = ("round__number", "entry_id")
    yield from byes.order_by(*whose).values_list(*whose, "kind", "slot").iterator()
