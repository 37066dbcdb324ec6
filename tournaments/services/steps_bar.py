"""The bar of steps: check-in, then every round drawn or planned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Entry, Round, RoundState, Stage, Table
from tournaments.names import planned_round_name, stage_name
from tournaments.next_step import Summary
from tournaments.settings import StageConfig, TournamentSettings


@dataclass(frozen=True, slots=True)
class StepBarItem:
    name: str
    state: str
    """done, live or empty."""
    kind: str
    """check_in, round, stage."""
    count: int = 0
    total: int = 0
    ordinal: int | None = None
    word: str = ""
    """entries, not_drawn, draft, published, tables_left, closed, undecided, top; or words."""
    url: str = ""
    """Of a stage without rounds."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The tables of a round, and those of them without a result."""

    round_id: int
    total: int = 0
    left: int = 0


def counted(rounds: Sequence[Round]) -> dict[int, Counts]:
    """Of a round that is over or not public the numbers will do."""
    found = (
        Table.objects.filter(round__in=rounds)
        .order_by()
        .values_list("round_id")
        .annotate(all=Count("pk"), left=Count("pk", filter=Q(result_source="")))
    )
    return {one.pk: Counts(one.pk) for one in rounds} | {row[0]: Counts(*row) for row in found}


def _going_on(summary: Summary) -> int:
    """The order of the stage that goes on, of those without rounds."""
    going = (one.order for one in summary.stages if one.own is not None and not one.own.done)
    return next(going, 0)


def bar_of(
    stages: Sequence[Stage],
    rounds: Sequence[Round],
    counts: Mapping[int, Counts],
    staying: Sequence[Entry],
    missing: Sequence[Entry],
    settings: TournamentSettings,
    summary: Summary,
) -> list[StepBarItem]:
    """Check-in, then every round drawn or planned."""
    here = len(staying) - len(missing)
    own = {one.order: one.own for one in summary.stages if one.own is not None}
    begun = bool(rounds) or bool(own and staying)
    items = [
        StepBarItem(
            "",
            "done" if begun else "live",
            "check_in",
            here if settings.seat_checked_in else len(staying),
            len(staying),
            word="own" if own else "entries",
        )
    ]
    drawn = {(round_.stage_id, round_.number): round_ for round_ in rounds}
    for stage in stages:
        if (step := own.get(stage.order)) is not None:
            state = "done" if step.done else "live" if stage.order == _going_on(summary) else ""
            items.append(
                StepBarItem(stage_name(stage), state, "own", word=step.note, url=step.results)
            )
            continue
        for number in range(1, stage.planned_rounds + 1):
            round_ = drawn.get((stage.pk, number))
            name = planned_round_name(stage, number)
            if round_ is None:
                rule = StageConfig.from_json(stage.config).admission
                word = "top" if rule and rule.count and number == 1 else "not_drawn"
                items.append(
                    StepBarItem(name, "", "round", total=rule.count if rule else 0, word=word)
                )
                continue
            left, total = counts[round_.pk].left, counts[round_.pk].total
            match round_.state:
                case RoundState.CLOSED:
                    state, word = "done", "closed"
                case RoundState.DRAFT:
                    state, word = "live", "draft"
                case RoundState.PUBLISHED:
                    state, word = "live", "published"
                case _:
                    state, word = "live", "tables_left" if left else "all_in"
            items.append(StepBarItem(name, state, "round", left, total, round_.ordinal, word))
    return items
