"""What runs beside the pages: the clocks, and the computer players."""

import threading
from datetime import datetime

from django.utils import timezone

from games.repeating import repeat
from games.services.computers import act_due
from games.services.sweep import next_flag, sweep

CLOCK_SECONDS = 0.1
NO_CLOCK_SECONDS = 0.5
"""While no clock runs: ten looks a second were half of what an idle server did."""
SOONEST_SECONDS = 0.04
"""While flags fall: one that has to wait for the next look is late by that much."""
COMPUTER_SECONDS = 0.2


def run_clocks(stop: threading.Event) -> None:
    """Record fallen flags and keep the heartbeat by which an absence is noticed."""
    repeat(sweep, every=clock_seconds, stop=stop, name="the clocks")


def clock_seconds() -> float:
    """Until the next look at the clocks."""
    return seconds_until(next_flag(), timezone.now())


def seconds_until(flag: datetime | None, now: datetime) -> float:
    """How long to wait at ``now`` when the next ``flag`` is to be recorded then."""
    if flag is None:
        return NO_CLOCK_SECONDS
    return min(CLOCK_SECONDS, max(SOONEST_SECONDS, (flag - now).total_seconds()))


def run_computers(stop: threading.Event) -> None:
    """Let computer players move and claim when they are due."""
    repeat(act_due, every=COMPUTER_SECONDS, stop=stop, name="the computer players")
