"""The desk at a glance: rounds, tables and people, in a constant number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from uuid import UUID

from games.models import Match, MatchEvent, Medium, Status
from games.record import MatchState, replay
from games.services.state import event_of, first_state
from tournaments.models import (
    Entry,
    PublicationState,
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Stage,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.names import planned_round_name, round_name, stage_name
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
from tournaments.services.pair_results import text_of
from tournaments.services.publications import is_outdated, latest_made
from tournaments.services.remembered import remembered
from tournaments.services.reports import Reported, reported
from tournaments.settings import StageConfig, TournamentSettings


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of a round as the desk lists it."""

    table: Table
    state: TableState
    seats: Sequence[TableSeat]
    stones: int = 0
    still_in: int = 0
    left_ms: int | None = None
    """Of the player to move, at the instant asked for."""
    deadline: datetime | None = None
    differs: bool = False
    """What was entered is not what the match ended with."""

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def left_text(self) -> str:
        """Minutes and seconds, rounded up as clocks do."""
        seconds = -(-(self.left_ms or 0) // 1000)
        return f"{seconds // 60}:{seconds % 60:02d}"

    @property
    def result(self) -> str:
        """Of a pairing: 1 – 0."""
        return text_of(self.table, self.seats) if len(self.seats) == 2 else ""

    @property
    def said(self) -> Reported:
        return reported(list(self.table.reports.all()))

    @property
    def in_order(self) -> list[TableSeat]:
        """By place, those without one last."""
        return sorted(self.seats, key=lambda seat: (seat.place or 99, seat.number))


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
    """Of every round, by its ordinal."""
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
    tables: dict[int, list[Table]] = defaultdict(list)
    for table in (
        Table.objects.filter(round__stage__tournament=tournament)
        .select_related("match", "arbiter")
        .prefetch_related(people_at(), "reports")
        .order_by("number")
    ):
        tables[table.round_id].append(table)
    current = _current(rounds, ordinal)
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
        {round_.ordinal: tables[round_.pk] for round_ in rounds},
        _bar(stages, rounds, tables, staying, missing, settings, summary),
    )


def _current(rounds: Sequence[Round], ordinal: int | None) -> Round | None:
    """The round asked for; else the first one going on; else the last."""
    if ordinal is not None:
        return next((round_ for round_ in rounds if round_.ordinal == ordinal), None)
    going_on = (RoundState.PUBLISHED, RoundState.RUNNING)
    found = next((round_ for round_ in rounds if round_.state in going_on), None)
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
        outdated = remembered(tournament, f"outdated:{public.pk}", partial(is_outdated, public))
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


def table_state(tournament: Tournament, round_: Round, table: Table) -> TableState:
    """How a table stands, from its row and its match's columns."""
    if table.result_source:
        return TableState.DONE
    match = table.match
    status = match.status if match is not None else Status.WAITING
    if status == Status.RUNNING:
        return TableState.PLAYING
    if status == Status.PAUSED:
        return TableState.PAUSED
    if status == Status.RULING:
        return TableState.RULING
    if status == Status.FINISHED:
        return TableState.MISSING
    if reported(list(table.reports.all())).disputed:
        return TableState.DISPUTED
    nobody = all(seat.kind == SeatingKind.NO_SHOW for seat in table.seats.all())
    if round_.state in {RoundState.RUNNING, RoundState.CLOSED}:
        if nobody:
            return TableState.MISSING
        if tournament.medium == Medium.BOARD:
            return TableState.BOARD
    return TableState.WAITING


def table_rows(
    tournament: Tournament, round_: Round, tables: Sequence[Table], at: datetime
) -> list[TableRow]:
    """Rows with what is going on at each table; one query for all their events."""
    going_on = [
        table.match
        for table in tables
        if table.match is not None
        and table.match.status in {Status.RUNNING, Status.PAUSED, Status.RULING}
    ]
    states = match_states(going_on, {t.match_id: len(t.seats.all()) for t in tables if t.match_id})
    rows = []
    for table in tables:
        state = states.get(table.match_id) if table.match_id else None
        seats = list(table.seats.all())
        stones, still_in, left = 0, 0, None
        if state is not None:
            view = state.position.view()
            stones = len(view.get("stones", ()))
            still_in = sum(seat["in"] for seat in view.get("seats", ()))
            if state.to_move is not None:
                time = state.clock.remaining(state.to_move, at)
                left = None if time is None else int(time.total_seconds() * 1000)
        rows.append(
            TableRow(
                table,
                table_state(tournament, round_, table),
                seats,
                stones,
                still_in,
                left,
                state.deadline if state is not None else None,
                _differs(table, seats),
            )
        )
    return rows


def match_states(matches: Iterable[Match], seats: dict[UUID, int]) -> dict[UUID, MatchState]:
    """The state of each match, with one query for all events."""
    known = {match.pk: match for match in matches}
    events: dict[UUID, list[MatchEvent]] = defaultdict(list)
    for row in MatchEvent.objects.filter(match__in=known).order_by("match", "seq"):
        events[row.match_id].append(row)
    return {
        pk: replay(first_state(match, seats[pk]), map(event_of, events[pk]))
        for pk, match in known.items()
    }


def _differs(table: Table, seats: Sequence[TableSeat]) -> bool:
    match = table.match
    if table.result_source != ResultSource.ENTERED or match is None or not match.outcome:
        return False
    if match.status != Status.FINISHED or match.outcome["reason"] == "ended_by_arbiter":
        return False
    return bool([seat.place for seat in seats] != match.outcome["places"])


def _going_on(summary: Summary) -> int:
    """The order of the stage that goes on, of those without rounds."""
    going = (one.order for one in summary.stages if one.own is not None and not one.own.done)
    return next(going, 0)


def _bar(
    stages: Sequence[Stage],
    rounds: Sequence[Round],
    tables: dict[int, list[Table]],
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
            left = sum(not table.result_source for table in tables[round_.pk])
            total = len(tables[round_.pk])
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


__all__ = ["Overview", "TableRow", "overview", "round_name", "stage_name", "table_rows"]
