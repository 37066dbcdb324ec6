"""Flags, the sweeper, and time that the server took."""

from datetime import datetime, timedelta
from threading import Event

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.loops import (
    CLOCK_SECONDS,
    NO_CLOCK_SECONDS,
    SOONEST_SECONDS,
    clock_seconds,
    seconds_until,
)
from games.models import Heartbeat, Match, MatchEvent
from games.repeating import repeat
from games.rules.base import IllegalActionError, MatchOverError
from games.services import ledger, sweep
from games.services.errors import StaleMatchError, TimeUpError, TooLateError
from games.services.flags import settle_outage
from tests.games.table import KYOEN, NOW, Table, after

pytestmark = pytest.mark.django_db


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long requests waited for the grace to pass, without waiting."""
    found: list[float] = []
    monkeypatch.setattr(ledger, "sleep", found.append)
    return found


def away(seconds: float) -> None:
    """The sweeper was last seen so long after the match began."""
    Heartbeat.objects.update_or_create(name="clocks", defaults={"at": after(seconds)})


# The flag


def test_a_flag_is_left_alone_within_its_grace() -> None:
    table = Table()
    assert table.flag(60) is None
    assert table.flag(60.249) is None
    assert table.kinds == ["start"]


def test_it_is_recorded_when_the_grace_is_over() -> None:
    table = Table()
    event = table.flag(60.25)
    assert event is not None
    assert (event.kind, event.seat, event.at) == ("flag", 0, after(60.25))
    assert table.state.to_move == 1


def test_it_is_recorded_once() -> None:
    table = Table()
    assert table.flag(61) is not None
    assert table.flag(61) is None
    assert sweep.sweep(after(61)) == 0
    assert table.kinds == ["start", "flag"]


def test_a_late_move_the_sweeper_and_an_opponent_make_one_flag(waits: list[float]) -> None:
    table = Table()
    with pytest.raises(TimeUpError):
        table.move("a1", 60.1)
    assert sweep.sweep(after(60.3)) == 0
    assert table.flag(60.3) is None
    assert table.kinds == ["start", "flag"]
    assert waits == [0.15]


@pytest.mark.parametrize("players", [2, 3])
def test_a_move_after_the_flag_was_recorded_is_told_the_same(players: int) -> None:
    """Of two the match is over then; of three it goes on without the player."""
    table = Table(players)
    assert table.flag(60.3) is not None
    with pytest.raises(TimeUpError):
        table.move("a1", 60.4, seat=0, seen=1)
    with pytest.raises(MatchOverError if players == 2 else StaleMatchError):
        table.move("a1", 60.4, seat=1, seen=1)
    with pytest.raises(MatchOverError if players == 2 else IllegalActionError):
        table.move("a1", 60.4, seat=0, seen=table.seq)
    assert table.kinds == ["start", "flag"]


def test_after_a_flag_was_taken_back_the_board_is_to_be_looked_at() -> None:
    table = Table()
    table.flag(60.3)
    table.do("take_back", 61, reason="x")
    with pytest.raises(StaleMatchError):
        table.move("a1", 61.1, seat=0, seen=1)
    table.move("a1", 61.2)


def test_a_move_that_arrived_in_time_is_played_though_the_lock_took_longer() -> None:
    """It arrives 1 ms before the deadline and gets the lock 200 ms later."""
    table = Table()
    assert sweep.sweep(after(60.199)) == 0
    event = table.move("a1", 59.999)
    assert event.kind == "move"
    assert event.at == after(59.999)
    assert sweep.sweep(after(60.3)) == 0


def test_a_claim_that_arrives_in_the_grace_waits_for_a_move_that_was_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The claim comes second though it had the lock first."""
    table = Table()
    table.moves(" ".join(KYOEN), 0)

    def play_meanwhile(seconds: float) -> None:
        assert seconds == pytest.approx(0.2)
        table.move("a1", 59.999)

    monkeypatch.setattr(ledger, "sleep", play_meanwhile)
    with pytest.raises(TooLateError):
        table.claim(2, "b7c2g2", 60.05, seen=5)
    assert "flag" not in table.kinds


def test_who_arrives_after_the_grace_waits_for_nothing(waits: list[float]) -> None:
    table = Table()
    with pytest.raises(TimeUpError):
        table.move("a1", 60.25)
    assert waits == []


def test_a_move_at_the_deadline_itself_is_too_late(waits: list[float]) -> None:
    with pytest.raises(TimeUpError):
        Table().move("a1", 60)


def test_a_claim_of_who_is_out_by_time_is_told_so(waits: list[float]) -> None:
    table = Table()
    table.moves(" ".join(KYOEN), 0)
    with pytest.raises(TimeUpError):
        table.claim(1, "b7c2g2", 61)
    assert table.state.position.alive == (0, 2)


def test_an_arbiter_who_rules_after_a_flag_finds_it_recorded() -> None:
    table = Table()
    table.do("pause_match", 70)
    assert table.kinds == ["start", "flag", "pause"]


def test_the_deadline_is_kept_with_the_match() -> None:
    table = Table()
    deadlines = [table.row.deadline]
    table.do("pause_match", 10)
    deadlines.append(table.row.deadline)
    table.do("resume_match", 100)
    deadlines.append(table.row.deadline)
    table.resign(0, 110)
    table.resign(1, 110)
    deadlines.append(table.row.deadline)
    assert deadlines == [after(60), None, after(150), None]


# The sweeper


def test_the_sweeper_flags_everybody_whose_time_is_up() -> None:
    late = [Table() for _ in range(3)]
    early = Table()
    early.move("a1", 30)
    assert sweep.sweep(after(60.25)) == 3
    assert all(table.kinds == ["start", "flag"] for table in late)
    assert early.kinds == ["start", "move"]


def test_many_flags_are_recorded_in_small_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "BATCH", 2)
    for _ in range(5):
        Table()
    assert sweep.sweep(after(61)) == 5


def test_a_sweep_with_nothing_to_do_asks_two_questions() -> None:
    sweep.sweep(NOW)
    for _ in range(3):
        Table()
    with CaptureQueriesContext(connection) as queries:
        sweep.sweep(NOW + timedelta(milliseconds=100))
    asked = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert len(asked) == 2


def test_it_looks_often_only_while_a_clock_runs() -> None:
    looks = [sweep.next_flag()]
    table = Table()
    looks.append(sweep.next_flag())
    table.do("pause_match", 10)
    looks.append(sweep.next_flag())
    assert looks == [None, after(60) + ledger.GRACE, None]
    assert clock_seconds() == NO_CLOCK_SECONDS


@pytest.mark.parametrize(
    ("left", "wait"),
    [(9, CLOCK_SECONDS), (0.07, 0.07), (0.01, SOONEST_SECONDS), (-1, SOONEST_SECONDS)],
)
def test_it_looks_when_the_next_flag_is_due(left: float, wait: float) -> None:
    assert seconds_until(NOW + timedelta(seconds=left), NOW) == pytest.approx(wait)


def test_how_often_work_is_done_may_change() -> None:
    stop, pauses, done = Event(), iter((0.0, 0.01, 60.0)), list[datetime]()

    def work(now: datetime) -> None:
        done.append(now)
        if len(done) == 3:
            stop.set()

    repeat(work, every=lambda: next(pauses), stop=stop, name="work")
    assert (len(done), list(pauses)) == (3, [])


def test_a_record_that_cannot_be_followed_stops_nobody_else() -> None:
    broken, table = Table(), Table()
    MatchEvent.objects.filter(match=broken.id).update(kind="dance")
    assert sweep.sweep(after(61)) == 1
    assert table.kinds == ["start", "flag"]
    sweep._broken.clear()


def test_a_flag_that_waits_for_an_arbiter_is_recorded_once() -> None:
    table = Table(rules={"time_used_up": "arbiter"})
    assert sweep.sweep(after(61)) == 1
    assert sweep.sweep(after(600)) == 0
    assert table.row.status == "ruling"


# The server's absence


def test_no_heartbeat_at_all_is_no_absence() -> None:
    table = Table()
    sweep.sweep(after(61))
    assert table.kinds == ["start", "flag"]


def test_a_sweeper_that_was_seen_lately_was_not_away() -> None:
    table = Table()
    away(59)
    sweep.sweep(after(61))
    assert table.kinds == ["start", "flag"]


def test_after_an_absence_every_running_clock_gets_its_time_back() -> None:
    tables = [Table(), Table()]
    away(20)
    sweep.sweep(after(300))
    for table in tables:
        assert table.kinds == ["start", "outage"]
        assert MatchEvent.objects.get(match=table.id, seq=2).data["ms"] == 280_000
        assert table.left(0, 300) == 40
    assert Heartbeat.objects.get().at == after(300)
    assert Heartbeat.objects.get().away_until is None


def test_it_gets_it_once() -> None:
    table = Table()
    away(20)
    for second in (300, 300.1, 300.6, 301.2):
        sweep.sweep(after(second))
    assert table.kinds == ["start", "outage"]
    assert table.left(0, 301) == 39


def test_two_sweepers_that_come_back_together_give_it_once() -> None:
    table = Table()
    away(20)
    sweep.beat(after(300))
    sweep.beat(after(300.05))
    sweep.sweep(after(300.1))
    sweep.sweep(after(300.12))
    assert table.kinds == ["start", "outage"]
    assert table.left(0, 300) == pytest.approx(40, abs=0.2)


def test_a_turn_begun_during_the_absence_gets_what_lies_in_it() -> None:
    away(20)
    table = Table(time={"timing": "per_move", "step_ms": 600_000})
    table.move("a1", 200)
    sweep.sweep(after(300))
    assert table.left(1, 300) == 600


def test_clocks_that_stand_get_nothing() -> None:
    paused, none, waiting = Table(), Table(time={"timing": "none"}), Table(started=False)
    paused.do("pause_match", 10)
    away(20)
    sweep.sweep(after(300))
    assert paused.kinds == ["start", "pause"]
    assert none.kinds == ["start"]
    assert waiting.kinds == []


def test_a_late_move_that_comes_before_the_sweeper_is_played() -> None:
    table = Table()
    away(20)
    event = table.move("a1", 90)
    assert event.kind == "move"
    assert table.kinds == ["start", "outage", "move"]
    assert event.data["used_ms"] == 20_000


def test_it_is_too_late_if_the_time_was_up_without_the_absence(waits: list[float]) -> None:
    """40 s were left when the server went away for 20 s."""
    table = Table()
    away(20)
    sweep.beat(after(40))
    Heartbeat.objects.update(at=after(89))
    with pytest.raises(TimeUpError):
        table.move("a1", 90)
    assert table.kinds == ["start", "outage", "flag"]


def test_then_the_sweeper_gives_no_more() -> None:
    table = Table(time={"timing": "sudden_death", "main_ms": 600_000})
    away(20)
    table.move("a1", 90)
    sweep.sweep(after(91))
    assert table.left(0, 91) == 580
    assert table.left(1, 91) == pytest.approx(600)


def test_time_that_is_kept_loses_nothing_to_an_absence_either() -> None:
    table = Table(time={"timing": "sudden_death", "main_ms": 600_000})
    away(20)
    table.move("a1", 320)
    assert table.left(0, 320) == 580


def test_a_pause_after_an_absence_keeps_what_was_left() -> None:
    table = Table()
    away(20)
    table.do("pause_match", 320)
    assert table.kinds == ["start", "outage", "pause"]
    assert table.left(0, 999) == 40


def test_an_absence_is_settled_in_small_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "BATCH", 2)
    tables = [Table() for _ in range(5)]
    away(20)
    sweep.sweep(after(300))
    assert all(table.kinds == ["start", "outage"] for table in tables)


def test_a_sweeper_that_dies_while_it_settles_leaves_the_rest_to_the_next() -> None:
    first, second = Table(), Table()
    away(20)
    sweep.beat(after(300))
    settle_outage(match_id=first.id, at=after(300))
    sweep.sweep(after(301))
    assert first.kinds == second.kinds == ["start", "outage"]
    assert second.left(0, 301) == 39
    assert first.left(0, 301) == 39


def test_a_second_absence_before_the_first_is_settled_makes_it_longer() -> None:
    table = Table()
    away(20)
    sweep.beat(after(100))
    sweep.sweep(after(200))
    assert table.left(0, 200) == 40


def test_nobody_is_flagged_for_an_absence_however_flags_are_looked_for() -> None:
    table = Table()
    away(20)
    assert table.flag(300) is None
    assert table.kinds == ["start", "outage"]


def test_the_heartbeat_never_goes_back() -> None:
    sweep.beat(after(10))
    sweep.beat(after(5))
    assert Heartbeat.objects.get().at == after(10)


def test_the_heartbeat_is_not_written_at_every_sweep() -> None:
    sweep.beat(after(10))
    sweep.beat(after(10.1))
    assert Heartbeat.objects.get().at == after(10)


def test_settling_asks_no_more_for_more_events() -> None:
    counts = []
    for moves in ("a1", "a1 b3 c7 d2"):
        Heartbeat.objects.all().delete()
        Match.objects.all().delete()
        table = Table()
        table.moves(moves, 1)
        away(20)
        with CaptureQueriesContext(connection) as queries:
            sweep.sweep(after(300))
        counts.append(len(queries))
    assert counts[0] == counts[1]
