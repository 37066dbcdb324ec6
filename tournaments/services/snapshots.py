"""A snapshot: all that public pages show, as it stood when it was published."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from tournaments.models import Bye, Entry, RoundState, Stage, Table, Tournament
from tournaments.services.field import active_decision
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.round_robin import RoundRobin
from tournaments.services.pair_results import plain
from tournaments.services.stage_results import first_ordinal
from tournaments.services.standings import stage_standings
from tournaments.standings import Standing, Status, TableResult, Unplayed, movement

FORMAT = 1


def make_snapshot(tournament: Tournament, stage: Stage, after_round: int) -> dict[str, Any]:
    """JSON of everything up to a round of a stage.

    ``stages``: each with its ``standings`` (rows as Standing.to_json, with ``moved`` since the
    round before), its ``rounds`` with ``tables`` and ``seats``, and who went ``on``.
    ``overall``: everybody, finalists first. ``entries``: what is public of each, by id.
    """
    stages = list(Stage.objects.filter(tournament=tournament, order__lte=stage.order))
    parts = []
    tables: list[tuple[Stage, tuple[Standing, ...]]] = []
    for one in stages:
        after = after_round if one.pk == stage.pk else None
        rows = stage_standings(one, after)
        tables.append((one, rows))
        parts.append(_stage_json(one, rows, after))
    return {
        "format": FORMAT,
        "stage": stage.order,
        "after_round": after_round,
        "entries": {
            str(entry.pk): {
                "number": entry.number,
                "name": entry.name,
                "kana": entry.kana,
                "club": entry.club,
                "grade": entry.grade,
            }
            for entry in Entry.objects.filter(tournament=tournament, listed_only=False)
        },
        "stages": parts,
        "overall": overall(tables),
    }


def overall(tables: list[tuple[Stage, tuple[Standing, ...]]]) -> list[dict[str, Any]]:
    """Everybody once: those of the last stage by its ranks, then the stage before, and so on."""
    rows: list[dict[str, Any]] = []
    seen: set[object] = set()
    ahead = 0
    for stage, table in reversed(tables):
        left = [row for row in table if row.key not in seen]
        ranks = sorted(row.rank for row in left if row.rank is not None)
        for row in left:
            seen.add(row.key)
            place = None if row.rank is None else ahead + ranks.index(row.rank) + 1
            rows.append(
                {
                    "key": row.key,
                    "rank": place,
                    "stage": stage.order,
                    "points": str(row.points),
                    "status": row.status.value,
                }
            )
        ahead += len(ranks)
    rows.sort(key=lambda row: row["status"] == Status.DISQUALIFIED.value)
    return rows


def _stage_json(stage: Stage, rows: tuple[Standing, ...], after: int | None) -> dict[str, Any]:
    tables = list(
        Table.objects.filter(round__stage=stage)
        .exclude(round__state=RoundState.DRAFT)
        .select_related("round")
        .prefetch_related("seats")
        .order_by("round__number", "number")
    )
    if after is not None:
        tables = [table for table in tables if table.round.number <= after]
    last = max((table.round.number for table in tables), default=0)
    before = stage_standings(stage, last - 1) if last > 1 else ()
    moved = movement(rows, before)
    lines = {row.key: {line.round: line for line in row.lines} for row in rows}
    dropped = _dropped(stage, tables)
    rounds: dict[int, dict[str, Any]] = {}
    byes = _byes(stage)
    for table in tables:
        number = table.round.number
        shown = rounds.setdefault(
            number,
            {
                "number": number,
                "ordinal": table.round.ordinal,
                "tables": [],
                "byes": byes.get(number, []),
            },
        )
        shown["tables"].append(
            {
                "number": table.number,
                "slot": table.slot,
                "group": table.group,
                "match": str(table.match_id) if table.match_id else None,
                "source": str(table.result_source),
                **({"dropped": dropped[table.pk]} if table.pk in dropped else {}),
                "seats": [
                    {
                        "entry": str(seat.entry_id),
                        "place": seat.place if table.result_source else None,
                        "kind": str(seat.kind),
                        "score": plain(seat.score) if table.result_source else "",
                        "points": str(lines[str(seat.entry_id)][number].points)
                        if number in lines.get(str(seat.entry_id), {})
                        else "0",
                    }
                    for seat in table.seats.all()
                ],
            }
        )
    decision = active_decision(stage) if stage.order > 1 else None
    return {
        "order": stage.order,
        "part": str(stage.part),
        "name": stage.name,
        "name_en": stage.name_en,
        "planned_rounds": stage.planned_rounds,
        "first_ordinal": first_ordinal(stage),
        "kind": str(stage.kind),
        "criteria": list(format_of(stage).codes(stage)),
        "standings": [row.to_json() | {"moved": moved.get(row.key)} for row in rows],
        "progress": {
            key: list(ranks) for key, ranks in format_of(stage).progress(stage, after).items()
        },
        "rounds": list(rounds.values()),
        "admitted": [one["key"] for one in decision.decision["qualifiers"]] if decision else [],
        **_ratings(stage, rows),
        **format_of(stage).details(stage),
    }


def _dropped(stage: Stage, tables: Sequence[Table]) -> dict[UUID, list[str]]:
    """Those whose results at a table do not count, as they left too early, by table."""
    form = format_of(stage)
    if not isinstance(form, RoundRobin):
        return {}
    results = form.results(stage)
    counted = {(one.round, one.table) for one in results if isinstance(one, TableResult)}
    sat_out = {(one.round, one.key) for one in results if isinstance(one, Unplayed)}
    return {
        table.pk: [
            str(seat.entry_id)
            for seat in table.seats.all()
            if (table.round.number, str(seat.entry_id)) not in sat_out
        ]
        for table in tables
        if (table.round.number, table.number) not in counted
    }


def _ratings(stage: Stage, rows: Sequence[Standing]) -> dict[str, Any]:
    """What tie-breaks by rating are made from."""
    if not format_of(stage).pairs:
        return {}
    rated = Entry.objects.filter(tournament=stage.tournament_id, rating__isnull=False)
    shown = {str(row.key) for row in rows}
    found = {str(pk): rating for pk, rating in rated.values_list("pk", "rating")}
    return {"ratings": {key: rating for key, rating in found.items() if key in shown}}


def _byes(stage: Stage) -> dict[int, list[dict[str, Any]]]:
    """Those without a table, by the number of the round."""
    found: dict[int, list[dict[str, Any]]] = {}
    rows = Bye.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    for one in rows.select_related("round").order_by("round__number", "entry__number"):
        found.setdefault(one.round.number, []).append(
            {"entry": str(one.entry_id), "kind": str(one.kind), "slot": one.slot}
        )
    return found
