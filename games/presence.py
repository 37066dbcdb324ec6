"""Who has gone away from a match: the player on turn, whose page is closed or who does nothing.

Pure. Only the player on turn is waited for; who is away while the other thinks harms nobody.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from games.policy import Policy
from games.rules.base import Seat

UNSEEN = timedelta(seconds=20)
"""A page that was not seen for so long is closed; open ones show themselves more often."""


class Why(Enum):
    AWAY = "away"
    """No page of the player is open."""
    IDLE = "idle"
    """The player has not moved, whether there or not."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Somebody is missed since ``since``; ``until`` is when the match counts as abandoned."""

    seat: Seat
    why: Why
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Waiting:
    """For whom a match waits: ``since`` when, and when their page was last ``seen``."""

    policy: Policy
    seat: Seat
    since: datetime
    seen: datetime | None = None

    def absence(self, at: datetime) -> Absence | None:
        """What has to be told at ``at``; the one that ends first when there are two.

        >>> from datetime import UTC
        >>> noon = datetime(2026, 8, 1, 12, tzinfo=UTC)
        >>> waiting = Waiting(Policy(away_ms=180_000), 0, since=noon)
        >>> waiting.absence(noon + timedelta(seconds=19)) is None
        True
        >>> str(waiting.absence(noon + timedelta(seconds=20)).until.time())
        '12:03:00'
        """
        told = [found for begins, found in self._absences() if begins <= at]
        return min(told, key=lambda found: found.until, default=None)

    def next_look(self, at: datetime) -> datetime | None:
        """When there may be something new to tell after ``at``, if nobody is seen meanwhile."""
        instants = [
            instant
            for begins, found in self._absences()
            for instant in (begins, found.until)
            if instant > at
        ]
        return min(instants, default=None)

    def _absences(self) -> Iterator[tuple[datetime, Absence]]:
        """Each with the instant from which it is told."""
        if self.policy.away_ms:
            seen = self.since if self.seen is None else self.seen
            until = max(seen, self.since) + timedelta(milliseconds=self.policy.away_ms)
            yield seen + UNSEEN, Absence(self.seat, Why.AWAY, seen, until)
        if self.policy.idle_ms:
            limit = timedelta(milliseconds=self.policy.idle_ms)
            yield (
                self.since + limit / 2,
                Absence(self.seat, Why.IDLE, self.since, self.since + limit),
            )
