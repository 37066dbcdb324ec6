"""Standings after an earlier round of a published stage, made from its snapshot alone."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.formats.bracket_standings import bracket_standings
from tournaments.formats.groups import merge_groups
from tournaments.public.brackets import published_state, who_left
from tournaments.services.stage_results import UNPLAYED
from tournaments.standings import (
    Contender,
    Edition,
    LineKind,
    Mode,
    Points,
    Result,
    SeatKind,
    SeatResult,
    Standing,
    Status,
    TableResult,
    Unplayed,
    standings,
)

ROUND_ROBIN = "round_robin"
PAIRS = frozenset({"swiss", ROUND_ROBIN, "knockout", "double_elimination"})
"""Kinds of stages whose tables seat two."""


def standings_after(
    stage: Mapping[str, Any], final: Sequence[Standing], number: int
) -> tuple[Standing, ...]:
    """``stage``: one of ``stages`` of a snapshot; ``final``: its standings as published.

    Playoffs and lots count in the last table only: they are drawn among those equal there.
    """
    results = [one for one in _results(stage) if one.round <= number]
    if stage.get("bracket"):
        now = published_state(stage, number)
        if now is None:
            return ()
        out, barred = who_left(stage)
        return bracket_standings(now, results, points=_points(stage), out=out, disqualified=barred)
    field = _contenders(stage, final)
    if stage.get("kind") not in PAIRS:
        return standings(field, results, tie_breaks=stage["criteria"], after_round=number)
    groups = stage.get("groups") or []
    if len(groups) < 2:
        return _pairs(stage, field, results, number)
    by_group = {
        str(n): _pairs(
            stage,
            [one for one in field if one.key in set(group)],
            [one for one in results if _keys(one) <= set(group)],
            number,
        )
        for n, group in enumerate(groups, 1)
    }
    per_game = len(set(map(len, groups))) > 1
    return merge_groups(by_group, compare=stage["criteria"], per_game=per_game)


def _pairs(
    stage: Mapping[str, Any], field: Sequence[Contender], results: Sequence[Result], number: int
) -> tuple[Standing, ...]:
    return standings(
        field,
        results,
        tie_breaks=stage["criteria"],
        after_round=number,
        points=_points(stage),
        edition=Edition(stage["edition"]),
        mode=Mode.ROUND_ROBIN if stage["kind"] == ROUND_ROBIN else Mode.SWISS,
    )


def _points(stage: Mapping[str, Any]) -> Points:
    return Points.from_json(stage["points"])


def _keys(result: Result) -> set[object]:
    if isinstance(result, TableResult):
        return {seat.key for seat in result.seats}
    return {result.key}


def _contenders(stage: Mapping[str, Any], final: Sequence[Standing]) -> list[Contender]:
    """The field, as the lines of the last table tell it."""
    ratings = stage.get("ratings", {})
    found = []
    for order, row in enumerate(final, 1):
        late = [line.round for line in row.lines if line.kind is LineKind.NOT_ENTERED]
        gone = [line.round for line in row.lines if line.kind is LineKind.WITHDRAWN]
        found.append(
            Contender(
                row.key,
                seed=order,
                from_round=max(late, default=0) + 1,
                withdrawn_from=min(gone, default=None),
                disqualified=row.status is Status.DISQUALIFIED,
                rating=ratings.get(str(row.key)),
            )
        )
    return found


def _results(stage: Mapping[str, Any]) -> list[Result]:
    found: list[Result] = []
    for one in stage["rounds"]:
        number = one["number"]
        found += [
            Unplayed(number, bye["entry"], LineKind(UNPLAYED[bye["kind"]]))
            for bye in one.get("byes", ())
        ]
        for table in one["tables"]:
            seats = table["seats"]
            if "dropped" in table:
                found += [
                    Unplayed(number, seat["entry"], LineKind.BYE)
                    for seat in seats
                    if seat["entry"] not in table["dropped"]
                ]
                continue
            found.append(
                TableResult(
                    number,
                    table["number"],
                    tuple(_seat(seat, known=bool(table["source"])) for seat in seats),
                )
            )
    return found


def _seat(seat: Mapping[str, Any], *, known: bool) -> SeatResult:
    if not known:
        return SeatResult(seat["entry"])
    score = seat.get("score")
    return SeatResult(
        seat["entry"],
        seat["place"],
        SeatKind(seat["kind"]),
        None if score in (None, "") else Fraction(score),
        Fraction(seat["count"]) if "count" in seat else None,
    )
