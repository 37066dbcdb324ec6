"""The results of a whole round, saved together or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils.translation import gettext_lazy as _

from accounts.db import write
from accounts.errors import UserError
from accounts.models import User
from tournaments.errors import (
    DependentsError,
    InvalidPlacesError,
    MatchGoingOnError,
    NoTableError,
    ReasonNeededError,
    ResultChangedError,
)
from tournaments.format_words import format_error
from tournaments.formats.played_series import PlayedGame, Score, SeriesFaultError, games_of
from tournaments.live import tell
from tournaments.models import AuditEntry, ResultSource, Round, RoundState, Table, TableSeat
from tournaments.names import table_name
from tournaments.seats import people_at
from tournaments.services.audit import line
from tournaments.services.formats.registry import format_of
from tournaments.services.pair_results import code_of, entered_of
from tournaments.services.result_rows import (
    SeatEntered,
    checked_places,
    refuse_draw,
    result_json,
)
from tournaments.services.results import GOING_ON, enter_result
from tournaments.services.round_state import locked_round
from tournaments.services.series_results import (
    Written,
    completed,
    decimals,
    games_json,
    most_games,
)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed for one table, and the version the page showed."""

    code: str
    version: int
    score: Score | None = None
    games: tuple[PlayedGame, ...] = ()
    """Of a series; its ``code`` may be empty then."""


class RoundResultsError(UserError):
    """Some cannot be saved, so none was. ``params``: errors, sentences by table number."""

    code = "round_results"

    def __init__(self, errors: Mapping[int, str]) -> None:
        super().__init__(errors=dict(errors))

    def __str__(self) -> str:
        return "; ".join(self.params["errors"].values())


class EndOnItsPageError(UserError):
    """A list has no room for the reason that ends a match."""

    code = "end_on_its_page"
    words = _(
        "Table %(table)s is still playing. To end it with a result, open it by its number and "
        "say why."
    )


REFUSED = (
    DependentsError,
    InvalidPlacesError,
    ReasonNeededError,
    ResultChangedError,
)


def enter_round(
    *, round_id: int, typed: Mapping[int, Typed], by: User | None, at: datetime
) -> list[int]:
    """Enter the results typed by table number; the numbers of those that changed.

    A result that is known already and the same is left alone; another one is a correction
    and is made on the table's own page. Raise RoundResultsError.
    """
    changed: list[int] = []
    errors: dict[int, str] = {}
    with write():
        round_ = locked_round(round_id)
        first: list[tuple[Table, dict[str, object]]] = []
        found = round_.tables.select_related("match").prefetch_related(people_at())
        tables = list(found.filter(number__in=typed).order_by("number"))
        for number in typed.keys() - {table.number for table in tables}:
            errors[number] = str(NoTableError(table=number))
        most = most_games(round_, tables)
        draws = format_of(round_.stage).draws
        for table in tables:
            table.round = round_
            one = typed[table.number]
            try:
                done = completed(
                    Written(one.code, one.score, one.games), most[table.number], draws=draws
                )
                if _known(table, done):
                    continue
                entered = entered_of(done.code, decimals(done.score))
                if _is_first(round_, table, one):
                    before = result_json(table, table.seats.all())
                    _fill_in(round_, table, entered)
                    table.games = games_json(done.games)
                    first.append((table, before))
                else:
                    enter_result(
                        table_id=table.pk,
                        entered=entered,
                        games=done.games,
                        expected_version=one.version,
                        by=by,
                        at=at,
                    )
            except MatchGoingOnError:
                errors[table.number] = str(EndOnItsPageError(table=table.number))
            except REFUSED as error:
                errors[table.number] = str(error)
            except SeriesFaultError as error:
                errors[table.number] = format_error(error)
            else:
                changed.append(table.number)
        if errors:
            raise RoundResultsError(errors)
        if first:
            _store(round_, first, by, at)
    return changed


def _is_first(round_: Round, table: Table, one: Typed) -> bool:
    """Nothing rests on it and nothing has to be ended for it: it need only be written down."""
    playing = table.match is not None and table.match.status in GOING_ON
    return (
        table.result_source == ResultSource.NONE
        and table.version == one.version
        and round_.state != RoundState.DRAFT
        and not playing
    )


def _fill_in(round_: Round, table: Table, entered: Mapping[int, SeatEntered]) -> None:
    """As ``enter_result`` of a table without a result, without storing it."""
    form = format_of(round_.stage)
    seats = list(table.seats.all())
    places = checked_places(seats, entered)
    if form.pairs and not form.draws:
        refuse_draw(places)
    for seat, place in zip(seats, places, strict=True):
        own = entered[seat.number]
        seat.place, seat.kind, seat.score = place, own.kind, own.score


def _store(
    round_: Round,
    first: Sequence[tuple[Table, dict[str, object]]],
    by: User | None,
    at: datetime,
) -> None:
    """In as many queries for many tables as for few; each with what it was before."""
    tournament = round_.stage.tournament
    tables = [table for table, _before in first]
    lines = []
    for table, before in first:
        table.result_source, table.result_at = ResultSource.ENTERED, at
        table.version += 1
        lines.append(
            line(
                tournament=tournament,
                by=by,
                at=at,
                action="result.entered",
                subject=partial(table_name, round_, table.number),
                ref=table.pk,
                before=before,
                after=result_json(table, table.seats.all()),
            )
        )
    seats = [seat for table in tables for seat in table.seats.all()]
    TableSeat.objects.bulk_update(seats, ["place", "kind", "score"])
    Table.objects.bulk_update(tables, ["result_source", "result_at", "games", "version"])
    AuditEntry.objects.bulk_create(lines)
    if round_.state == RoundState.PUBLISHED:
        round_.state, round_.started_at = RoundState.RUNNING, at
        round_.save(update_fields=["state", "started_at"])
    format_of(round_.stage).settle(round_.stage)
    numbers = [table.number for table in tables]
    tell(tournament, "result", ordinal=round_.ordinal, tables=numbers)


def _known(table: Table, done: Written) -> bool:
    """A score that is not said is not changed; the same of games."""
    seats = list(table.seats.all())
    scores = tuple(seat.score for seat in seats)
    return (
        bool(table.result_source)
        and code_of(seats) == done.code
        and (done.score is None or scores == decimals(done.score))
        and (not done.games or games_of(table.games) == done.games)
    )
