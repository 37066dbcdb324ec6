"""The timer of a round: shown on every page, and nothing ends by it."""

from datetime import datetime, timedelta

from accounts.db import write
from accounts.models import User
from tournaments.live import tell
from tournaments.models import Round, RoundState
from tournaments.names import round_name
from tournaments.services.audit import record
from tournaments.services.round_state import locked_round, must_be


def set_timer(*, round_id: int, minutes: int, by: User | None, at: datetime) -> Round:
    """Let the round's time run out in so many minutes from now; 0: no timer.

    Raise RoundStateError for a draft or a closed round.
    """
    with write():
        round_ = locked_round(round_id)
        must_be(round_, RoundState.PUBLISHED, RoundState.RUNNING)
        round_.ends_at = at + timedelta(minutes=minutes) if minutes > 0 else None
        round_.save(update_fields=["ends_at"])
        record(
            tournament=round_.stage.tournament,
            by=by,
            at=at,
            action="round.timer",
            subject=lambda: round_name(round_),
            ref=round_.pk,
            after=minutes,
        )
        tell(round_.stage.tournament, "round", ordinal=round_.ordinal)
    return round_
