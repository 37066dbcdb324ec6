"""The matches of tables: the only place that calls the services of"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import compress
from typing import Any

from accounts.models import User
from games.models import Match, MatchEvent, Medium, Mode, Status
from games.policy import Policy
from games.record_events import Kind
from games.services.arbiter import end_match, pause_match, remove_seat, resume_match
from games.services.matches import (
    NewMatch,
    NewSeat,
    call_match,
    create_matches,
    start_match,
)
from games.services.series import create_series, current, result
from tournaments.models import Table, Tournament


def make_matches(
    tournament: Tournament, tables: Sequence[tuple[Table, Mapping[str, str], int]]
) -> list[Match]:
    """The matches of tables, each with its title and the games it takes at most.

    The seats, their entries and their people are loaded. Of several games it is the first; an
    even number of them is played whole. Over the board there is one match whatever is played:
    its result is entered.
    """
    common = {
        "game": tournament.game,
        "rules": tournament.rules,
        "time_control": tournament.time_control,
        "medium": tournament.medium,
        "home": f"/t/{tournament.pk}/",
        "scope": tournament.pk,
        "is_public": tournament.is_public,
        "policy": tournament.settings.get("policy"),
    }
    wanted = [
        NewMatch(
            [NewSeat(name=seat.entry.name, user=seat.entry.user) for seat in table.seats.all()],
            title["ja"],
            title["en"],
        )
        for table, title, _games in tables
    ]
    single = [
        games == 1 or len(one.seats) != 2 or tournament.medium == Medium.BOARD
        for one, (_table, _title, games) in zip(wanted, tables, strict=True)
    ]
    plain = iter(create_matches(list(compress(wanted, single)), **common))
    return [
        next(plain) if alone else _series(one, games, common)
        for one, alone, (_table, _title, games) in zip(wanted, single, tables, strict=True)
    ]


def _series(one: NewMatch, games: int, common: Mapping[str, Any]) -> Match:
    mode = Mode.BEST_OF if games % 2 else Mode.ALL
    made = create_series(
        seats=one.seats,
        games=games,
        mode=mode,
        first="given",
        title_ja=one.title_ja,
        title_en=one.title_en,
        **common,
    )
    return current(made)


def standing_of(match: Match) -> tuple[Match, Mapping[str, Any] | None]:
    """The game to look at, and the outcome when the match or its whole series is over.

    ``places``, ``scores`` and ``reason`` in the order of the table's seats.
    """
    if match.series is None:
        over = match.status == Status.FINISHED and match.outcome is not None
        return match, match.outcome if over else None
    now, found = current(match.series), result(match.series)
    if not found.over:
        return now, None
    one, two = found.points
    places = [1, 1] if one == two else [1, 2] if one > two else [2, 1]
    if one == two == 0:
        places = [2, 2]
    return now, {"places": places, "scores": [one, two], "reason": "series"}


def absent_of(match: Match) -> frozenset[int]:
    """The seats that were called, did not come by the limit, and were left out of the start."""
    if match.called_at is None:
        return frozenset()
    away: set[int] = set()
    events = MatchEvent.objects.filter(match=match).order_by("seq")
    for kind, seat in events.values_list("kind", "seat"):
        if kind == Kind.REMOVE.value and seat is not None:
            away.add(seat)
        elif kind == Kind.RESTORE.value and seat is not None:
            away.discard(seat)
        elif kind not in {Kind.ADJUDICATE.value, Kind.TAKEBACK.value}:
            break
    return frozenset(away)


def start(match: Match, *, by: User | None, at: datetime, away: Collection[int] = ()) -> None:
    """Start the clock; seats in ``away`` did not come and are out at once.

    Where players are to say that they are ready, the first time they are called only.
    """
    called = match.called_at is not None or match.medium == Medium.BOARD
    if Policy.from_json(match.policy).ready_check and not called and not away:
        call_match(match_id=match.pk, by=by, at=at)
        return
    start_match(match_id=match.pk, by=by, at=at)
    for seat in away:
        remove_seat(match_id=match.pk, seat=seat, by=by, at=at, reason="did not come")


def pause(match: Match, *, by: User | None, at: datetime, reason: str) -> None:
    pause_match(match_id=match.pk, by=by, at=at, reason=reason)


def resume(match: Match, *, by: User | None, at: datetime, reason: str) -> None:
    resume_match(match_id=match.pk, by=by, at=at, reason=reason)


def end(match: Match, *, by: User | None, at: datetime, reason: str) -> None:
    """End it; of a series nothing more is played."""
    end_match(match_id=match.pk, by=by, at=at, reason=reason)
    if match.series_id is not None:
        Match.objects.filter(series=match.series_id, status=Status.WAITING).delete()
