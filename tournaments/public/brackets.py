"""The bracket of a published stage, read from its snapshot and drawn."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tournaments.formats.bracket_results import of_table
from tournaments.formats.bracket_state import BracketState, state
from tournaments.formats.bracket_values import BracketResult
from tournaments.formats.knockout_rules import KnockoutRules
from tournaments.formats.lots import Key
from tournaments.formats.scoring import SeatKind, SeatResult, TableResult
from tournaments.public.bracket_drawing import NO_NOTES, Drawing, Notes, Person, draw
from tournaments.standings import Status


def published_state(stage: Mapping[str, Any], after: int | None = None) -> BracketState | None:
    """Who stands where by the published results; None for a stage without a bracket.

    ``stage`` is one of ``stages`` of a snapshot, ``after`` the last round that counts.
    """
    told = stage.get("bracket") or {}
    seeds = list(told.get("seeds", ()))
    if len(seeds) < 2:
        return None
    results = published_results(stage, after)
    out, barred = who_left(stage)
    return state(
        KnockoutRules.from_json(told["rules"]).bracket(len(seeds)),
        seeds,
        results,
        out=out,
        disqualified=barred,
    )


def published_results(
    stage: Mapping[str, Any], after: int | None = None
) -> dict[str, BracketResult]:
    """By match, up to a round of the stage."""
    kept = stage["bracket"].get("kept", {})
    results: dict[str, BracketResult] = {}
    for number, table in _tables(stage):
        if after is not None and number > after:
            continue
        found = of_table(_result(number, table))
        if table["slot"] in kept:
            found = BracketResult.from_json(kept[table["slot"]])
        if found is not None:
            results[table["slot"]] = found
    return results


def who_left(stage: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Who plays no more, in the order they left, and who is disqualified."""
    told = stage["bracket"]
    if "out" in told:
        return list(told["out"]), list(told["disqualified"])
    statuses = {row["key"]: row["status"] for row in stage["standings"]}
    withdrawn, disqualified = Status.WITHDRAWN.value, Status.DISQUALIFIED.value
    return (
        [key for key in told["seeds"] if statuses.get(key) == withdrawn],
        [key for key in told["seeds"] if statuses.get(key) == disqualified],
    )


def published_bracket(
    snapshot: Mapping[str, Any],
    stage: Mapping[str, Any],
    *,
    name: str = "",
    mine: Key | None = None,
    notes: Notes = NO_NOTES,
) -> Drawing | None:
    """The drawing of a stage of a snapshot; None where there is no bracket."""
    now = published_state(stage)
    if now is None:
        return None
    people = {
        key: Person(entry["name"], entry["club"]) for key, entry in snapshot["entries"].items()
    }
    return draw(now, people, name=name, mine=mine, notes=notes)


def _tables(stage: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    return [
        (one["number"], table)
        for one in stage["rounds"]
        for table in one["tables"]
        if table.get("slot") and table["source"]
    ]


def _result(number: int, table: Mapping[str, Any]) -> TableResult:
    seats = tuple(
        SeatResult(
            seat["entry"],
            seat["place"],
            SeatKind(seat["kind"]),
            None if seat.get("score") in (None, "") else Fraction(seat["score"]),
        )
        for seat in table["seats"]
    )
    return TableResult(number, table["number"], seats)
