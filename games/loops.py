"""What runs beside the pages: the clocks, and the computer players."""

import threading

from games.repeating import repeat
from games.services.computers import act_due
from games.services.sweep import sweep

CLOCK_SECONDS = 0.1
COMPUTER_SECONDS = 0.2


def run_clocks(stop: threading.Event) -> None:
    """Record fallen flags and keep the heartbeat by which an absence is noticed."""
    repeat(sweep, every=CLOCK_SECONDS, stop=stop, name="the clocks")


def run_computers(stop: threading.Event) -> None:
    """Let computer players move and claim when they are due."""
    repeat(act_due, every=COMPUTER_SECONDS, stop=stop, name="the computer players")
