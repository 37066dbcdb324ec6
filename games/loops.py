"""What runs beside the pages: the clocks, and the computer players."""

import threading

from games.repeating import repeat
from games.services.computers import act_due
from games.services.sweep import clocks_run, sweep

CLOCK_SECONDS = 0.1
NO_CLOCK_SECONDS = 0.5
"""While no clock runs: ten looks a second were half of what an idle server did."""
COMPUTER_SECONDS = 0.2


def run_clocks(stop: threading.Event) -> None:
    """Record fallen flags and keep the heartbeat by which an absence is noticed."""
    repeat(sweep, every=clock_seconds, stop=stop, name="the clocks")


def clock_seconds() -> float:
    return CLOCK_SECONDS if clocks_run() else NO_CLOCK_SECONDS


def run_computers(stop: threading.Event) -> None:
    """Let computer players move and claim when they are due."""
    repeat(act_due, every=COMPUTER_SECONDS, stop=stop, name="the computer players")
