"""Rounds that take long to pair: made ahead, so that nobody waits for the tournament's lock."""

from collections.abc import Callable, Sequence
from datetime import datetime

from accounts.models import User
from tournaments.errors import KeepsChangingError
from tournaments.models import Round, RoundState, Tournament
from tournaments.services.drawing import draw_round, next_round, redraw_round
from tournaments.services.field import latest_round, presences
from tournaments.services.formats.ahead import ChangedMeanwhileError, ahead
from tournaments.services.formats.registry import format_of

ATTEMPTS = 3


def drawing_seconds(round_: Round) -> float:
    """About how long its draw takes; the round need not be stored."""
    stage = round_.stage
    there = presences(stage.tournament, stage, round_.ordinal)
    return format_of(stage).seconds(round_.number, sum(one.seated for one in there))


def coming_round(tournament: Tournament) -> Round | None:
    """The next round, not stored; None while a draft lies there.

    Raise RoundsCompleteError, AdvancementOpenError.
    """
    latest = latest_round(tournament)
    if latest is not None and latest.state == RoundState.DRAFT:
        return None
    coming = next_round(tournament)
    coming.stage.tournament = tournament
    return Round(stage=coming.stage, number=coming.number, ordinal=coming.ordinal)


def draw_ahead(
    *,
    tournament: Tournament,
    seed: int,
    by: User | None,
    at: datetime,
    reason: str = "",
    allow: Sequence[str] = (),
) -> Round:
    """As ``draw_round``. Raise KeepsChangingError too."""

    def make() -> None:
        round_ = coming_round(Tournament.objects.get(pk=tournament.pk))
        if round_ is not None:
            format_of(round_.stage).draw(round_, seed, allow)

    return _twice(
        make,
        lambda: draw_round(
            tournament=tournament, seed=seed, by=by, at=at, reason=reason, allow=allow
        ),
    )


def redraw_ahead(
    *, round_id: int, seed: int, by: User | None, at: datetime, allow: Sequence[str] = ()
) -> Round:
    """As ``redraw_round``. Raise KeepsChangingError too."""

    def make() -> None:
        round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
        format_of(round_.stage).draw(round_, seed, allow)

    return _twice(
        make, lambda: redraw_round(round_id=round_id, seed=seed, by=by, at=at, allow=allow)
    )


def _twice(make: Callable[[], None], draw: Callable[[], Round]) -> Round:
    """Pair without a lock, then draw with it from what was paired."""
    with ahead() as known:
        for _attempt in range(ATTEMPTS):
            known.locked = False
            make()
            known.locked = True
            try:
                return draw()
            except ChangedMeanwhileError:
                continue
    raise KeepsChangingError
