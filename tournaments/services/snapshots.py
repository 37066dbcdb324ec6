"""A snapshot: all that public pages show, as it stood when it was published."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from tournaments.formats.lots import Key
from tournaments.models import Bye, Entry, RoundState, Stage, Table, TableSeat, Tournament
from tournaments.services.field import active_decision
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.round_robin import RoundRobin
from tournaments.services.formats.values import Course
from tournaments.services.pair_results import plain
from tournaments.services.stage_results import first_ordinal, seat_count
from tournaments.services.standings import stage_standings
from tournaments.standings import Standing, Status, TableResult, Unplayed, gains, movement

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
        course = format_of(one).course(one, after)
        tables.append((one, course.standings))
        parts.append(_stage_json(one, course, after))
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


def _stage_json(stage: Stage, course: Course, after: int | None) -> dict[str, Any]:
    rows = course.standings
    rounds = _rounds_json(stage, rows, after)
    last = max((one["number"] for one in rounds), default=0)
    moved = _moved(stage, course, last)
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
        "progress": {key: list(ranks) for key, ranks in course.ranks.items()},
        "rounds": rounds,
        "admitted": [one["key"] for one in decision.decision["qualifiers"]] if decision else [],
        **_ratings(stage, rows),
        **format_of(stage).details(stage),
    }


def _moved(stage: Stage, course: Course, last: int) -> Mapping[Key, int | None]:
    if last < 2:
        return movement(course.standings, ())
    if len(stage.draw.get("groups", ())) > 1:
        # Ranks in a group are not those of the whole list.
        return movement(course.standings, stage_standings(stage, last - 1))
    before = {key: ranks[-2] for key, ranks in course.ranks.items() if len(ranks) > 1}
    return gains(course.standings, before)


def _rounds_json(stage: Stage, rows: Sequence[Standing], after: int | None) -> list[dict[str, Any]]:
    found = Table.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    if after is not None:
        found = found.filter(round__number__lte=after)
    tables = found.order_by("round__number", "number").values_list(
        "pk",
        "round__number",
        "round__ordinal",
        "number",
        "slot",
        "group",
        "match_id",
        "result_source",
        "games",
    )
    places = (
        TableSeat.objects.filter(table__in=found)
        .order_by("table__round__number", "table__number", "number")
        .values_list("table_id", "entry_id", "place", "kind", "score")
    )
    seats: dict[UUID, list[tuple[str, int | None, str, Decimal | None]]] = defaultdict(list)
    for table_id, entry, place, kind, score in places.iterator():
        seats[table_id].append((str(entry), place, kind, score))
    lines = {row.key: {line.round: line for line in row.lines} for row in rows}
    byes = _byes(stage)
    dropped = _dropped(
        stage,
        [
            (pk, round_, number, [one[0] for one in seats[pk]])
            for pk, round_, _ordinal, number, *_rest in tables
        ],
    )
    rounds: dict[int, dict[str, Any]] = {}
    for pk, round_, ordinal, number, slot, group, match, source, games in tables:
        shown = rounds.setdefault(
            round_,
            {"number": round_, "ordinal": ordinal, "tables": [], "byes": byes.get(round_, [])},
        )
        shown["tables"].append(
            {
                "number": number,
                "slot": slot,
                "group": group,
                "match": _id(match),
                "source": source,
                **({"dropped": dropped[pk]} if pk in dropped else {}),
                "seats": [
                    {
                        "entry": entry,
                        "place": place if source else None,
                        "kind": kind,
                        "score": plain(score) if source else "",
                        "points": str(lines[entry][round_].points)
                        if round_ in lines.get(entry, {})
                        else "0",
                        **_count(games if source else (), seat),
                    }
                    for seat, (entry, place, kind, score) in enumerate(seats[pk])
                ],
            }
        )
    return list(rounds.values())


def _count(games: Sequence[Mapping[str, Any]], seat: int) -> dict[str, str]:
    """Of a series, the seeds of all its games where they are known."""
    found = seat_count(games, seat) if games else None
    return {} if found is None else {"count": str(found)}


def _id(key: UUID | None) -> str | None:
    return None if key is None else str(key)


def _dropped(
    stage: Stage, tables: Sequence[tuple[UUID, int, int, Sequence[str]]]
) -> dict[UUID, list[str]]:
    """Those whose results at a table do not count, as they left too early, by table.

    ``tables``: id, round, number, and who sits there.
    """
    form = format_of(stage)
    if not isinstance(form, RoundRobin):
        return {}
    results = form.results(stage)
    counted = {(one.round, one.table) for one in results if isinstance(one, TableResult)}
    sat_out = {(one.round, one.key) for one in results if isinstance(one, Unplayed)}
    return {
        pk: [key for key in keys if (round_, key) not in sat_out]
        for pk, round_, number, keys in tables
        if (round_, number) not in counted
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
