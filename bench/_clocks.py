"""One database's part of ``bench.clocks``: run with its settings in the environment."""

import random
import statistics
import threading
import time
from datetime import datetime, timedelta
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - after django.setup
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.db import write  # noqa: E402
from games import live  # noqa: E402
from games.facts import facts  # noqa: E402
from games.loops import clock_seconds  # noqa: E402
from games.models import Heartbeat, Match, MatchEvent, Seat  # noqa: E402
from games.record_events import Event, Kind  # noqa: E402
from games.repeating import repeat  # noqa: E402
from games.rules.kyoen.rules import KyoenRules  # noqa: E402
from games.services.ledger import derive  # noqa: E402
from games.services.state import first_state  # noqa: E402
from games.services.sweep import BATCH, sweep  # noqa: E402

CLOCKS = 10_000
SEATS = 4
STEP = timedelta(seconds=60)
LEAD = timedelta(seconds=45)
"""Longer than the rows take to be written."""
IDLE = 3.0
WATCHED = 20.0
LOOKS = 20


class Watch:
    """When each flag was shown, which is after it was committed."""

    def __init__(self) -> None:
        self.deadlines: dict[str, datetime] = {}
        self.late: list[float] = []

    def publish(self, topic: str, data: Any, *, seq: int | None) -> None:
        now, match = timezone.now(), data["match"]
        if data["event"]["kind"] == "flag":
            self.late.append((now - self.deadlines[match["id"]]).total_seconds() * 1000)
        deadline = match["clock"]["deadline"]
        if deadline:
            self.deadlines[match["id"]] = datetime.fromisoformat(deadline)


def prepare(watch: Watch) -> None:
    """Running matches whose deadlines are spread over one step, beginning in LEAD."""
    rules = KyoenRules().to_json()
    control = {"timing": "per_move", "step_ms": STEP // timedelta(milliseconds=1)}
    spread = random.Random(1)
    matches, seats, events = [], [], []
    first = timezone.now() + LEAD - STEP
    for _ in range(CLOCKS):
        match = Match(game="kyoen", rules=rules, time_control=control)
        before = first_state(match, SEATS)
        at = first + spread.random() * STEP
        event = Event(1, at, Kind.START)
        state = before.apply(event)
        derive(match, state)
        matches.append(match)
        seats += [Seat(match=match, number=number, name=f"{number}") for number in range(SEATS)]
        data = facts(before, event, state)
        events.append(MatchEvent(match=match, seq=1, at=at, kind="start", data=data))
        assert state.deadline is not None
        watch.deadlines[str(match.pk)] = state.deadline
    for rows in (matches, seats, events):
        type(rows[0])._default_manager.bulk_create(rows, batch_size=500)  # type: ignore[arg-type]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def idle_sweeps() -> list[float]:
    """Milliseconds that sweeps take before the first deadline."""
    found = []
    for _ in range(LOOKS):
        began = time.perf_counter()
        sweep(timezone.now())
        found.append((time.perf_counter() - began) * 1000)
    return found


def watch_flags(watch: Watch) -> None:
    """Look after the clocks as the product does, for WATCHED seconds after the first deadline."""
    start = min(watch.deadlines.values())
    ready = (start - timezone.now()).total_seconds()
    assert ready > 0, "writing the rows took too long; measure on a machine that is less busy"
    time.sleep(max(0.0, ready - IDLE))
    print(f"   a sweep that finds nothing: {statistics.median(idle_sweeps()):.1f} ms")
    end, stop = start + timedelta(seconds=WATCHED), threading.Event()

    def look(at: datetime) -> None:
        sweep(at)
        if at > end:
            stop.set()

    repeat(look, every=clock_seconds, stop=stop, name="the clocks")
    late = watch.late
    print(
        f"   {CLOCKS} clocks, {len(late)} flags in {WATCHED:.0f} s, recorded after the deadline: "
        f"median {statistics.median(late):.0f} ms, p99 {percentile(late, 0.99):.0f} ms "
        f"(target 400), worst {max(late):.0f} ms"
    )


def all_at_once(watch: Watch) -> None:
    """Every flag falls at the same time; beside it, the same rows by bare updates."""
    later = max(watch.deadlines.values()) + timedelta(seconds=1)
    Heartbeat.objects.update(at=later)
    began = time.perf_counter()
    found = sweep(later)
    flags = found / (time.perf_counter() - began)
    pks = list(Match.objects.filter(deadline__isnull=False).values_list("pk", flat=True)[:2000])
    began = time.perf_counter()
    for start in range(0, len(pks), BATCH):
        with write():
            for pk in pks[start : start + BATCH]:
                Match.objects.filter(pk=pk).update(deadline=later, to_move=1, seq=2)
    bare = len(pks) / (time.perf_counter() - began)
    print(
        f"   all at once: {flags:.0f} flags a second (read, replayed, recorded, shown), "
        f"beside {bare:.0f} bare updates"
    )


def main() -> None:
    call_command("migrate", verbosity=0)
    watch = Watch()
    live.publish = watch.publish
    prepare(watch)
    watch_flags(watch)
    all_at_once(watch)


if __name__ == "__main__":
    main()
