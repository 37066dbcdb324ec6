"""The desk at a glance: rounds, tables and people, in a constant number of queries."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tournaments.models import (
    Entry,
    PublicationState,
    Round,
    RoundState,
    Stage,
    Table,
    Tournament,
)
from tournaments.next_step import (
    NextStep,
    Published,
    RoundStage,
    RoundSummary,
    StageSummary,
    Summary,
    TableState,
    next_step,
)
from tournaments.seats import people_at
from tournaments.services.advancement import check_decision
from tournaments.services.field import active_decision
from tournaments.services.formats.registry import format_of
from tournaments.services.publications import known_outdated, latest_made
from tournaments.services.remembered import remembered
from tournaments.services.steps_bar import Counts, StepBarItem, bar_of, counted
from tournaments.services.table_rows import TableRow, table_rows, table_state
from tournaments.settings import TournamentSettings


@dataclass(frozen=True, slots=True)
class Overview:
    tournament: Tournament
    settings: TournamentSettings
    summary: Summary
    step: NextStep
    stages: Sequence[Stage]
    rounds: Sequence[Round]
    current: Round | None
    """The round the desk shows."""
    rows: Sequence[TableRow]
    entered: int
    here: int
    missing_people: Sequence[Entry]
    tables: Mapping[int, Sequence[Table]]
    """Of the rounds going on and the one shown, by ordinal."""
    bar: Sequence[StepBarItem] = field(default=())

    def find(self, ordinal: int | None, number: int) -> Table | None:
        found = self.tables.get(ordinal or 0, ())
        return next((table for table in found if table.number == number), None)

    @property
    def undone(self) -> list[int]:
        return [row.number for row in self.rows if row.state is not TableState.DONE]


def overview(tournament: Tournament, at: datetime, ordinal: int | None = None) -> Overview:
    """Everything the desk shows; ``ordinal``: which round's tables, by default the current."""
    settings = TournamentSettings.from_json(tournament.settings)
    stages = list(Stage.objects.filter(tournament=tournament))
    for stage in stages:
        stage.tournament = tournament
    rounds = list(
        Round.objects.filter(stage__tournament=tournament)
        .select_related("stage")
        .order_by("ordinal")
    )
    for round_ in rounds:
        round_.stage.tournament = tournament
    current = _current(rounds, ordinal)
    loaded = [one for one in rounds if one.state in GOING_ON or one == current]
    tables = _tables(loaded)
    counts = {
        one.pk: Counts(
            one.pk, len(tables[one.pk]), sum(not t.result_source for t in tables[one.pk])
        )
        for one in loaded
    }
    counts |= counted([one for one in rounds if one.pk not in counts])
    entries = list(Entry.objects.filter(tournament=tournament, listed_only=False))
    staying = [one for one in entries if one.withdrawn_from is None and not one.disqualified_at]
    missing = [one for one in staying if one.checked_in_at is None]
    summary = _summary(tournament, settings, stages, rounds, tables, staying, missing, at)
    rows = table_rows(tournament, current, tables[current.pk], at) if current else []
    return Overview(
        tournament,
        settings,
        summary,
        next_step(summary),
        stages,
        rounds,
        current,
        rows,
        len(staying),
        len(staying) - len(missing),
        missing,
        {round_.ordinal: tables[round_.pk] for round_ in loaded},
        bar_of(stages, rounds, counts, staying, missing, settings, summary),
    )


GOING_ON = (RoundState.PUBLISHED, RoundState.RUNNING)


def _tables(rounds: Sequence[Round]) -> dict[int, list[Table]]:
    found: dict[int, list[Table]] = defaultdict(list)
    for table in (
        Table.objects.filter(round__in=rounds)
        .select_related("match", "arbiter")
        .prefetch_related(people_at(), "reports")
        .order_by("number")
    ):
        found[table.round_id].append(table)
    return found


def _current(rounds: Sequence[Round], ordinal: int | None) -> Round | None:
    """The round asked for; else the first one going on; else the last."""
    if ordinal is not None:
        return next((round_ for round_ in rounds if round_.ordinal == ordinal), None)
    found = next((round_ for round_ in rounds if round_.state in GOING_ON), None)
    return found or (rounds[-1] if rounds else None)


def _summary(
    tournament: Tournament,
    settings: TournamentSettings,
    stages: Sequence[Stage],
    rounds: Sequence[Round],
    tables: dict[int, list[Table]],
    staying: Sequence[Entry],
    missing: Sequence[Entry],
    at: datetime,
) -> Summary:
    public = latest_made(tournament)
    state = Published.NOTHING
    published_ordinal = 0
    published_stage = 0
    outdated = False
    shown = (PublicationState.PROVISIONAL, PublicationState.FINAL)
    if public is not None and public.state in shown:
        state = Published(public.state)
        public.tournament = tournament
        published_stage = next((one.order for one in stages if one.pk == public.stage_id), 0)
        outdated = known_outdated(public, stages)
        published_ordinal = next(
            (
                round_.ordinal
                for round_ in rounds
                if round_.stage_id == public.stage_id and round_.number == public.after_round
            ),
            0,
        )
    return Summary(
        entered=len(staying),
        here=len(staying) - len(missing),
        check_in=settings.seat_checked_in,
        stages=tuple(_stage_summary(stage, rounds, at) for stage in stages),
        rounds=tuple(
            RoundSummary(
                round_.ordinal,
                round_.stage.order,
                round_.number,
                RoundStage(round_.state),
                tuple(
                    (table.number, table_state(tournament, round_, table))
                    for table in tables[round_.pk]
                ),
                len(format_of(round_.stage).faults(round_))
                if round_.state == RoundState.DRAFT
                else 0,
            )
            for round_ in rounds
        ),
        published=state,
        published_ordinal=published_ordinal,
        outdated=outdated,
        published_stage=published_stage,
    )


def _stage_summary(stage: Stage, rounds: Sequence[Round], at: datetime) -> StageSummary:
    more = None
    own = format_of(stage).step(stage, at)
    if rounds and rounds[-1].stage_id == stage.pk and rounds[-1].state == RoundState.CLOSED:
        more = format_of(stage).next_number(stage) is not None
    if stage.order == 1:
        return StageSummary(stage.order, stage.planned_rounds, rounds_left=more, own=own)
    decided = active_decision(stage) is not None
    over = [round_.stage_id for round_ in rounds if round_.state == RoundState.CLOSED]
    return StageSummary(
        stage.order,
        stage.planned_rounds,
        decided,
        decided
        and stage.pk not in over
        and not (own is not None and own.done)
        and remembered(
            stage.tournament, f"question:{stage.pk}", lambda: check_decision(stage) is not None
        ),
        more,
        own,
    )
