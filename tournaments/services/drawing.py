"""Drawing a round: who sits where, as a draft that nobody else sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.db import write
from accounts.models import User
from tournaments.errors import (
    AdvancementOpenError,
    NobodyToSeatError,
    ResultsMissingError,
    RoundsCompleteError,
)
from tournaments.formats.table_values import Draw, DrawFault
from tournaments.formats.tables import check_draw, draw_tables, review_tables
from tournaments.live import tell
from tournaments.models import (
    Entry,
    Round,
    RoundState,
    Stage,
    StagePart,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.names import planned_round_name, round_name
from tournaments.services.audit import record
from tournaments.services.entries import lock
from tournaments.services.field import (
    active_decision,
    entrants,
    forbidden_pairs,
    latest_round,
    past_tables,
    presences,
    seeds_of,
)
from tournaments.services.round_state import (
    close_complete,
    locked_round,
    missing_tables,
    missing_words,
    must_be,
)
from tournaments.services.standings import points_of, stage_standings
from tournaments.settings import SeatOrder, StageConfig, TournamentSettings

MOST_AT_A_TABLE = 8


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round that could be drawn now."""

    stage: Stage
    number: int
    ordinal: int

    @property
    def name(self) -> str:
        return planned_round_name(self.stage, self.number)


def next_round(tournament: Tournament) -> NextRound:
    """The round after the last. Raise RoundsCompleteError, AdvancementOpenError."""
    latest = latest_round(tournament)
    stages = list(Stage.objects.filter(tournament=tournament))
    if latest is None:
        return NextRound(stages[0], 1, 1)
    if latest.number < latest.stage.planned_rounds:
        return NextRound(latest.stage, latest.number + 1, latest.ordinal + 1)
    following = next((stage for stage in stages if stage.order > latest.stage.order), None)
    if following is None:
        raise RoundsCompleteError
    if active_decision(following) is None:
        raise AdvancementOpenError(stage=planned_round_name(following, 1))
    return NextRound(following, 1, latest.ordinal + 1)


def draw_round(
    *, tournament: Tournament, seed: int, by: User | None, at: datetime, reason: str = ""
) -> Round:
    """Draw the next round; while a draft lies there, return it unchanged.

    ``reason`` allows it although results of earlier rounds are missing. Raise
    ResultsMissingError, RoundsCompleteError, AdvancementOpenError, NobodyToSeatError or a
    FormatError.
    """
    with write():
        locked = lock(tournament)
        latest = latest_round(locked)
        if latest is not None:
            if latest.state == RoundState.DRAFT:
                return latest
            missing = missing_tables(locked)
            if missing and not reason.strip():
                raise ResultsMissingError(missing=missing_words(missing))
            close_complete(locked, by, at)
        coming = next_round(locked)
        round_ = Round.objects.create(
            stage=coming.stage,
            number=coming.number,
            ordinal=coming.ordinal,
            draw_seed=seed,
            created_at=at,
        )
        _fill(locked, round_, seed)
        record(
            tournament=locked,
            by=by,
            at=at,
            action="round.drawn",
            subject=lambda: coming.name,
            ref=round_.pk,
            after={"seed": seed, "tables": round_.tables.count()},
            reason=reason,
        )
        tell(locked, "round")
    return round_


def redraw_round(*, round_id: int, seed: int, by: User | None, at: datetime) -> Round:
    """Throw a draft's seating away and draw it anew with another seed."""
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.DRAFT)
        tournament = round_.stage.tournament
        before = round_.draw_seed
        round_.tables.all().delete()
        round_.draw_seed = seed
        _fill(tournament, round_, seed)
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="round.redrawn",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            before={"seed": before},
            after={"seed": seed},
        )
        tell(tournament, "round")
    return round_


def discard_round(*, round_id: int, by: User | None, at: datetime) -> None:
    """Throw a draft away: nothing was public yet."""
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.DRAFT)
        tournament = round_.stage.tournament
        record(
            tournament=tournament,
            by=by,
            at=at,
            action="round.discarded",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            before={"seed": round_.draw_seed, "tables": seating(round_)},
        )
        round_.delete()
        tell(tournament, "round")


def seating(round_: Round) -> list[list[str]]:
    """Entry ids by table and seat."""
    return [
        [str(seat.entry_id) for seat in table.seats.all()]
        for table in round_.tables.prefetch_related("seats")
    ]


def _fill(tournament: Tournament, round_: Round, seed: int) -> None:
    """Make the tables of a draft that has none."""
    stage = round_.stage
    config = StageConfig.from_json(stage.config)
    settings = TournamentSettings.from_json(tournament.settings)
    seated = [one.entry for one in presences(tournament, stage, round_.ordinal) if one.seated]
    if len(seated) < 2:
        raise NobodyToSeatError
    points = points_of(stage_standings(stage, round_.number - 1)) if round_.number > 1 else {}
    decision = active_decision(stage) if stage.order > 1 else None
    seeds = seeds_of(decision) if decision else None
    method = config.first if round_.number == 1 else config.later
    smallest, preferred, largest = sizes_for(stage, settings, len(seated))
    draw = draw_tables(
        entrants(seated, points, seeds),
        seed=seed,
        method=method,
        history=past_tables(stage, round_.number),
        forbidden=forbidden_pairs(tournament),
        clubs=settings.clubs,
        smallest=smallest,
        preferred=preferred,
        largest=largest,
    )
    tables = [list(table.seats) for table in draw.tables]
    if seeds is not None and config.seat_order is SeatOrder.BY_STANDING and round_.number == 1:
        tables = [sorted(table, key=lambda key: seeds[str(key)]) for table in tables]
    round_.draw = draw.to_json() | {"by_hand": False}
    round_.save()
    set_tables(round_, [[str(key) for key in table] for table in tables])


def sizes_for(stage: Stage, settings: TournamentSettings, people: int) -> tuple[int, int, int]:
    """A final of up to eight sits at one table, whatever the sizes of the others."""
    if stage.part == StagePart.FINAL and people <= MOST_AT_A_TABLE:
        return 2, people, people
    return settings.smallest, settings.preferred, settings.largest


def set_tables(round_: Round, tables: Sequence[Sequence[str]]) -> None:
    """Put the seating of a draft in place of what it had."""
    round_.tables.all().delete()
    made = Table.objects.bulk_create(
        [Table(round=round_, number=number) for number, _ in enumerate(tables, 1)]
    )
    TableSeat.objects.bulk_create(
        [
            TableSeat(table=table, number=number, entry_id=UUID(key))
            for table, keys in zip(made, tables, strict=True)
            for number, key in enumerate(keys)
        ]
    )


def review_round(round_: Round) -> Draw:
    """The seating as it stands, with what could not be avoided."""
    stage = round_.stage
    tournament = stage.tournament
    settings = TournamentSettings.from_json(tournament.settings)
    points = points_of(stage_standings(stage, round_.number - 1)) if round_.number > 1 else {}
    return review_tables(
        seating(round_),
        entrants(Entry.objects.filter(tournament=tournament), points),
        history=past_tables(stage, round_.number),
        forbidden=forbidden_pairs(tournament),
        clubs=settings.clubs,
    )


def round_faults(round_: Round) -> tuple[DrawFault, ...]:
    """Why a draft cannot be published: somebody left out, gone, or a table of a wrong size."""
    tournament = round_.stage.tournament
    settings = TournamentSettings.from_json(tournament.settings)
    expected = {
        str(one.entry.pk)
        for one in presences(tournament, round_.stage, round_.ordinal)
        if one.seated
    }
    smallest, _, largest = sizes_for(round_.stage, settings, len(expected))
    return check_draw(seating(round_), expected, smallest=smallest, largest=largest)
