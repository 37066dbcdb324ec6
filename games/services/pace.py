"""How many practice matches may be begun: enough for a school, too few to fill a disk."""

from datetime import datetime, timedelta
from uuid import uuid4

from accounts.models import User
from accounts.services import attempts
from games.models import Seat
from games.services.errors import TooManyMatchesError

WINDOW = timedelta(minutes=15)
PER_PERSON = 30
ACTION = "practice"


def check_pace(*, user: User | None, address: str, at: datetime) -> None:
    """Raise TooManyMatchesError, or TooManyAttemptsError for one address, when it is too fast."""
    if user is not None:
        mine = Seat.objects.filter(
            user=user, match__is_practice=True, match__created_at__gt=at - WINDOW
        )
        if mine.count() >= PER_PERSON:
            raise TooManyMatchesError(limit=PER_PERSON)
    attempts.limit(ACTION, uuid4().hex, address, at)
