"""What runs beside the pages: the clocks, and the computer players."""

import threading
from datetime import datetime

from games.repeating import repeat

CLOCK_SECONDS = 0.1
COMPUTER_SECONDS = 0.2


def run_clocks(stop: threading.Event) -> None:
    """Record fallen flags, and keep the heartbeat by which an outage is noticed."""
    try:
        from games.services import sweep
    except ImportError:
        return

    def work(at: datetime) -> None:
        sweep.beat(at=at)
        sweep.sweep(at=at)

    repeat(work, every=CLOCK_SECONDS, stop=stop, name="the clocks")


def run_computers(stop: threading.Event) -> None:
    """Let computer players move and claim when they are due."""
    try:
        from games.services import computers
    except ImportError:
        return

    repeat(
        lambda at: computers.play_due(at=at),
        every=COMPUTER_SECONDS,
        stop=stop,
        name="the computer players",
    )
