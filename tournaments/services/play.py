"""The matches of tables: the only place that calls the services of"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import User
from games.models import Match
from games.services.arbiter import end_match, pause_match, remove_seat, resume_match
from games.services.matches import NewSeat, create_match, start_match
from tournaments.models import Table, Tournament


def make_match(tournament: Tournament, table: Table, title: Mapping[str, str]) -> Match:
    """The match of a table whose seats, entries and people are loaded."""
    return create_match(
        game=tournament.game,
        rules=tournament.rules,
        time_control=tournament.time_control,
        seats=[NewSeat(name=seat.entry.name, user=seat.entry.user) for seat in table.seats.all()],
        medium=tournament.medium,
        title_ja=title["ja"],
        title_en=title["en"],
        home=f"/t/{tournament.pk}/",
        scope=tournament.pk,
        is_public=tournament.is_public,
    )


def start(match: Match, *, by: User | None, at: datetime, away: Iterable[int] = ()) -> None:
    """Start the clock; seats in ``away`` did not come and are out at once."""
    start_match(match_id=match.pk, by=by, at=at)
    for seat in away:
        remove_seat(match_id=match.pk, seat=seat, by=by, at=at, reason="did not come")


def pause(match: Match, *, by: User | None, at: datetime, reason: str) -> None:
    pause_match(match_id=match.pk, by=by, at=at, reason=reason)


def resume(match: Match, *, by: User | None, at: datetime, reason: str) -> None:
    resume_match(match_id=match.pk, by=by, at=at, reason=reason)


def end(match: Match, *, by: User | None, at: datetime, reason: str) -> None:
    end_match(match_id=match.pk, by=by, at=at, reason=reason)
