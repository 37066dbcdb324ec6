"""The next game of a series is made when one ends, and taken away when it ended too soon."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games import live
from games.models import Match, Mode, Seat, Series, Status
from games.policy import NoShow, Policy
from games.series_result import GameResult, SeriesResult, seats_of


def result_of(series: Series, matches: list[Match]) -> SeriesResult:
    """``matches``: all of the series, in order."""
    games = tuple(
        GameResult.of(
            match.game_number,
            match.pk,
            match.status,
            seats_of(series.first_side, match.game_number),
            match.outcome if match.status == Status.FINISHED else None,
        )
        for match in matches
    )
    return SeriesResult(games, series.games, series.mode == Mode.ALL)


def follow(series_id: UUID, at: datetime) -> Match | None:
    """Bring the games of a series in step with their results; return a game made now.

    Called in the transaction that changed a result; may be called again.
    """
    series = Series.objects.select_for_update().get(pk=series_id)
    matches = list(series.matches.order_by("game_number").prefetch_related("seats"))
    result = result_of(series, matches)
    early = [match for match in matches if _too_early(match, matches, result)]
    for match in early:
        # Not when somebody is about to begin it: who holds its lock comes first.
        if found := Match.objects.select_for_update(skip_locked=True).filter(pk=match.pk, seq=0):
            found.delete()
            _tell(match.pk, gone=_instead(matches, early).pk)
    for match in matches:
        if match not in early:
            _tell(match.pk)
    last = matches[-1]
    if result.over or last.status != Status.FINISHED:
        return None
    return _next(last, at)


def _instead(matches: list[Match], gone: list[Match]) -> Match:
    """The game that is played on when others are not played after all, or the last one."""
    left = [match for match in matches if match not in gone]
    return next((match for match in left if match.status != Status.FINISHED), left[-1])


def _tell(match_id: UUID, **more: UUID) -> None:
    """Tell who watches a game that the others changed; ``gone``: it is not played after all."""
    data = {"series": True, **more}
    transaction.on_commit(lambda: live.publish(f"match:{match_id}", data, seq=None), robust=True)


def _too_early(match: Match, matches: list[Match], result: SeriesResult) -> bool:
    """Whether a game that nothing happened in should not have been made."""
    if match.seq or match.game_number == 1:
        return False
    before = [other for other in matches if other.game_number < match.game_number]
    return result.over or any(other.status != Status.FINISHED for other in before)


def _next(last: Match, at: datetime) -> Match:
    """The game after ``last``: the same but for who moves first. It waits for both to be ready."""
    policy = Policy.from_json(last.policy)
    limit = policy.no_show_after if policy.no_show is NoShow.FORFEIT else None
    made = Match.objects.create(
        game=last.game,
        rules=last.rules,
        time_control=last.time_control,
        medium=last.medium,
        title_ja=last.title_ja,
        title_en=last.title_en,
        home=last.home,
        scope=last.scope,
        is_public=last.is_public,
        is_practice=last.is_practice,
        policy={**last.policy, "ready_check": True},
        series=last.series,
        game_number=last.game_number + 1,
        called_at=at,
        no_show_at=None if limit is None else at + limit,
        created_at=at,
        to_move=0,
    )
    Seat.objects.bulk_create(
        Seat(match=made, number=number, name=seat.name, user=seat.user, computer=seat.computer)
        for number, seat in enumerate(reversed(last.seats.all()))
    )
    return made
