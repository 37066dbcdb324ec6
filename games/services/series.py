"""Series: several games of the same two, whose points are added."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from random import Random, SystemRandom
from typing import Any
from uuid import UUID

from accounts.db import write
from games.models import Match, Mode, Series, Status
from games.rules.base import InvalidRulesError
from games.series_result import GameResult, SeriesResult, seats_of
from games.services.matches import NewSeat, create_match
from games.services.series_following import follow, result_of

MOST_GAMES = 99


def create_series(
    *,
    seats: Sequence[NewSeat],
    games: int,
    mode: str = Mode.BEST_OF,
    first: str = "drawn",
    seed: int | str | None = None,
    **match: Any,
) -> Series:
    """Make a series and its first game; the others are made when they are to be played.

    ``seats``: sides 0 and 1. ``first``: ``given`` (side 0 begins the first game) or ``drawn``
    with ``seed``. ``match``: what ``create_match`` takes besides. Raises what it raises.
    """
    if not 1 <= games <= MOST_GAMES:
        raise InvalidRulesError(field="games", value=games, allowed=f"1 to {MOST_GAMES}")
    if mode not in Mode.values:
        raise InvalidRulesError(field="mode", value=mode, allowed=" or ".join(Mode.values))
    if first not in ("given", "drawn"):
        raise InvalidRulesError(field="first", value=first, allowed="given or drawn")
    if len(seats) != 2:
        raise InvalidRulesError(field="seats", value=len(seats), allowed="2")
    drawn_with = ""
    first_side = 0
    if first == "drawn":
        drawn_with = str(SystemRandom().getrandbits(32) if seed is None else seed)[:100]
        first_side = Random(drawn_with).randrange(2)
    one, two = seats_of(first_side, 1)
    with write():
        series: Series = Series.objects.create(
            games=games, mode=mode, first_side=first_side, drawn_with=drawn_with
        )
        create_match(seats=[seats[one], seats[two]], series=series, game_number=1, **match)
    return series


def follow_series(*, series_id: UUID, at: datetime) -> Match | None:
    """Make the next game if it is due and missing; return it if it was made now."""
    with write():
        return follow(series_id, at)


def current(of: Series | Match) -> Match:
    """The game being played or to be played next; the last one when the series is over."""
    series = of if isinstance(of, Series) else of.series
    if series is None:
        assert isinstance(of, Match)
        return of
    matches = list(series.matches.order_by("game_number"))
    unfinished = [match for match in matches if match.status != Status.FINISHED]
    found: Match = unfinished[0] if unfinished else matches[-1]
    return found


def result(of: Series | Match) -> SeriesResult:
    """What the games come to; a match outside a series is one of a single game."""
    series = of if isinstance(of, Series) else of.series
    if series is not None:
        return result_of(series, list(series.matches.order_by("game_number")))
    assert isinstance(of, Match)
    outcome = of.outcome if of.status == Status.FINISHED else None
    return SeriesResult((GameResult.of(1, of.pk, of.status, (0, 1), outcome),), 1)


def results(many: Iterable[Series]) -> dict[UUID, SeriesResult]:
    """The results of several series by id, in one query."""
    found = {series.pk: series for series in many}
    games: dict[UUID, list[Match]] = {pk: [] for pk in found}
    for match in Match.objects.filter(series__in=found).order_by("game_number"):
        assert match.series_id is not None
        games[match.series_id].append(match)
    return {pk: result_of(series, games[pk]) for pk, series in found.items()}
