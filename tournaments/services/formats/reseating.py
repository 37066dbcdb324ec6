"""Later matches of a bracket, after a correction changed who goes on."""

from collections.abc import Callable, Sequence
from uuid import UUID

from games.models import Status
from tournaments.errors import PlayedOnError
from tournaments.formats.bracket_state import BracketState
from tournaments.models import (
    ResultSource,
    Round,
    RoundState,
    SeatingKind,
    Stage,
    Table,
    TableSeat,
)
from tournaments.names import round_name, table_title
from tournaments.seats import seats_at
from tournaments.services import play
from tournaments.services.formats.values import Follow
from tournaments.words import tables_words


def moved_tables(now: BracketState, stage: Stage) -> list[Table]:
    """Tables of public rounds whose players are not those whom the results lead there."""
    tables = (
        Table.objects.filter(round__stage=stage)
        .exclude(round__state=RoundState.DRAFT)
        .select_related("round__stage__tournament", "match")
        .prefetch_related(seats_at())
        .order_by("round__number", "number")
    )
    return [
        table
        for table in tables
        if {str(seat.entry_id) for seat in table.seats.all()} != _expected(now, table.slot)
    ]


def _expected(now: BracketState, slot: str) -> set[str]:
    return {str(key) for key in now.matches[slot].keys}


def keep(stage: Stage, slot: str, was: object) -> None:
    """Let the bracket go on by the result as it was."""
    kept = dict(stage.draw.get("kept", {}))
    if was is None:
        kept.pop(slot, None)
    else:
        kept[slot] = was
    _save(stage, kept)


def release(stage: Stage, slot: str) -> None:
    kept = dict(stage.draw.get("kept", {}))
    if kept.pop(slot, None) is not None:
        _save(stage, kept)


def _save(stage: Stage, kept: dict[str, object]) -> None:
    others = {key: value for key, value in stage.draw.items() if key != "kept"}
    stage.draw = others | ({"kept": kept} if kept else {})
    stage.save(update_fields=["draw"])


def reseat(
    stage: Stage,
    state: Callable[[Stage], BracketState],
    games: Callable[[Stage, str], int],
    how: Follow,
) -> list[str]:
    """Seat the right people in every later match; which tables changed, in words.

    Raise PlayedOnError where one of them has a result and ``how`` does not allow a replay.
    """
    changed: list[str] = []
    while moved := moved_tables(now := state(stage), stage):
        table = moved[0]
        words = tables_words(round_name(table.round), [table.number])
        begun = table.match is not None and table.match.status != Status.WAITING
        known = table.result_source not in {ResultSource.NONE, ResultSource.FORFEIT}
        if (begun or known) and how is not Follow.REPLAY:
            raise PlayedOnError(table=words)
        _clear(table)
        release(stage, table.slot)
        players = sorted(_expected(now, table.slot))
        if len(players) < 2:
            table.delete()
        else:
            _seat(table, players, games(stage, table.slot))
        changed.append(words)
    _drop_empty(stage)
    return changed


def _drop_empty(stage: Stage) -> None:
    """Rounds at the end that have nothing left are drawn again when it is known who plays."""
    for round_ in Round.objects.filter(stage__tournament=stage.tournament_id).order_by("-ordinal"):
        if round_.stage_id != stage.pk or round_.tables.exists() or round_.byes.exists():
            return
        round_.delete()


def _clear(table: Table) -> None:
    match = table.match
    table.match, table.result_source, table.result_at = None, ResultSource.NONE, None
    table.games = []
    table.version += 1
    table.save()
    table.reports.all().delete()
    if match is not None and match.status == Status.WAITING:
        match.delete()


def _seat(table: Table, players: Sequence[str], games: int) -> None:
    """Whoever stays keeps the seat."""
    seats = list(TableSeat.objects.filter(table=table).order_by("number"))
    staying = [key for key in players if key in {str(seat.entry_id) for seat in seats}]
    coming = [key for key in players if key not in staying]
    for seat in seats:
        seat.place, seat.score, seat.kind = None, None, SeatingKind.PLAYED
        if str(seat.entry_id) not in staying:
            seat.entry_id = UUID(coming.pop(0))
    TableSeat.objects.bulk_update(seats, ["entry", "place", "score", "kind"])
    round_ = Round.objects.select_related("stage__tournament").get(pk=table.round_id)
    fresh = Table.objects.prefetch_related("seats__entry__user").get(pk=table.pk)
    title = table_title(round_, round_.stage, table, round_.tables.count())
    (table.match,) = play.make_matches(round_.stage.tournament, [(fresh, title, games)])
    table.save(update_fields=["match"])
    if round_.state == RoundState.CLOSED:
        round_.state, round_.closed_at = RoundState.RUNNING, None
        round_.save(update_fields=["state", "closed_at"])
