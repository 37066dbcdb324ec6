"""Things that arrive at the same moment: exactly one outcome, and a polite answer each."""

import contextlib
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.db import write
from accounts.errors import UserError
from games.models import Heartbeat, MatchEvent
from games.rules.base import GameError
from games.services import arbiter, flags, matches, play, sweep
from games.services.ledger import lock
from games.services.rebuild import compare
from games.services.state import forget
from tests.games.table import KYOEN, MINUTE, NOW, Table, after, person
from tests.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    forget()
    yield
    forget()


def whole(table: Table) -> None:
    """The record has no gap, can be followed, and the match says what it says."""
    seqs = list(MatchEvent.objects.filter(match=table.id).values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))
    row = table.row
    forget()
    assert row.seq == len(seqs)
    assert row.status == table.state.status.value


def claimed(players: int = 4) -> Table:
    """A kyōen lies there; everything was seen up to event 5."""
    table = Table(players)
    table.moves(" ".join(KYOEN))
    return table


ROUNDS = range(5)


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_right_claims_at_once(round_: int) -> None:
    table = claimed()
    answers = at_once(
        lambda: table.claim(1, "b7c2g2", seen=5), lambda: table.claim(2, "b7c2g2", seen=5)
    )
    assert sorted(answers) == ["already_claimed", "ok"]
    assert table.wrong_claims == [0, 0, 0, 0]
    assert len(table.kinds) == 6
    whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_claim_and_a_move_at_once(round_: int) -> None:
    table = claimed(3)
    answers = at_once(
        lambda: table.claim(1, "b7c2g2", seen=5), lambda: table.move("a1", seat=1, seen=5)
    )
    assert answers in (["ok", "stale_match"], ["too_late", "ok"])
    assert table.wrong_claims == [0, 0, 0]
    assert len(table.kinds) == 6
    whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_claim_and_a_flag_at_once(round_: int) -> None:
    """The flag is recorded first whoever is first, and the claim is taken after it."""
    table = claimed(4)
    answers = at_once(
        lambda: table.claim(2, "b7c2g2", 62, seen=5),
        lambda: flags.flag_if_overdue(match_id=table.id, at=after(62)),
        lambda: sweep.sweep(after(62)),
    )
    assert answers == ["ok", "ok", "ok"]
    assert table.kinds[5:] == ["flag", "claim"]
    assert table.state.position.alive == (1, 2)
    whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_late_move_and_the_sweepers_at_once(round_: int) -> None:
    table = Table()
    answers = at_once(
        lambda: table.move("a1", 60.3, seat=0, seen=1),
        lambda: sweep.sweep(after(60.3)),
        lambda: sweep.sweep(after(60.31)),
        lambda: flags.flag_if_overdue(match_id=table.id, at=after(60.32)),
    )
    assert answers[0] in {"time_up", "stale_match"}
    assert answers[1:] == ["ok"] * 3
    assert table.kinds == ["start", "flag"]
    whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_move_sent_eight_times_at_once(round_: int) -> None:
    table = Table()
    answers = at_once(*[lambda: table.move("a1", seat=0, seen=1)] * 8)
    assert Counter(answers) == {"ok": 1, "again": 7}
    assert table.kinds == ["start", "move"]
    whole(table)


def test_two_moves_of_one_seat_at_once() -> None:
    table = Table()
    answers = at_once(
        lambda: table.move("a1", seat=0, seen=1), lambda: table.move("b3", seat=0, seen=1)
    )
    assert sorted(answers) == ["ok", "stale_match"]
    whole(table)


def test_everybody_resigns_at_once() -> None:
    table = Table(4)
    answers = at_once(*[lambda seat=seat: table.resign(seat) for seat in range(4)])
    assert Counter(answers) == {"ok": 3, "match_over": 1}
    assert sorted(table.places or []) == [1, 2, 3, 4]
    whole(table)


def test_a_take_back_clicked_twice_undoes_one_step() -> None:
    table = Table()
    table.moves("a1 b3")
    undo = {"match_id": table.id, "by": None, "at": after(2), "expected_seq": 3}
    answers = at_once(*[lambda: arbiter.take_back(**undo)] * 2)  # type: ignore[arg-type]
    assert sorted(answers) == ["again", "ok"]
    assert table.state.to_move == 1
    whole(table)


def test_a_match_is_begun_once() -> None:
    table = Table(started=False)
    answers = at_once(*[lambda: matches.start_match(match_id=table.id, by=None, at=NOW)] * 4)
    assert Counter(answers) == {"ok": 1, "already_started": 3}
    whole(table)


def test_two_people_who_take_the_last_seat_at_once() -> None:
    users = [person(name) for name in ("Ben", "Chika", "Dai")]
    table = Table(2, users=[users[0]], started=False, more={"invite": "abc"})
    answers = at_once(
        *[
            lambda user=user: matches.take_seat(
                match_id=table.id, user=user, name=user.name, at=NOW
            )
            for user in users[1:]
        ]
    )
    assert sorted(answers) == ["no_free_seat", "ok"]


def test_sweepers_at_once_after_an_absence_give_the_time_once() -> None:
    tables = [Table() for _ in range(4)]
    Heartbeat.objects.create(name="clocks", at=after(20))
    answers = at_once(*[lambda: sweep.sweep(after(300))] * 3)
    assert answers == ["ok"] * 3
    assert all(table.kinds == ["start", "outage"] for table in tables)
    assert Heartbeat.objects.get().away_until is None


def test_a_move_in_time_beats_the_sweeper_while_the_lock_is_held() -> None:
    """Arrived 1 ms before the deadline; the lock is let go 200 ms later."""
    table = Table()
    arrived = after(59.999)
    began = timezone.now()
    gate = threading.Barrier(3)

    def hold() -> None:
        with write():
            lock(table.id, arrived)
            gate.wait(10)
            threading.Event().wait(0.2)

    def move() -> Any:
        gate.wait(10)
        return play.play_move(
            match_id=table.id, seat=0, text="a1", expected_seq=1, by=None, at=arrived
        )

    def sweeping() -> None:
        gate.wait(10)
        for _ in range(6):
            passed = timezone.now() - began
            sweep.sweep(min(arrived + passed, after(60.24)))
            threading.Event().wait(0.04)

    assert at_once(hold, move, sweeping) == ["ok", "ok", "ok"]
    assert table.kinds == ["start", "move"]
    assert timezone.now() - began > timedelta(milliseconds=200)


def test_what_a_rolled_back_transaction_saw_is_not_remembered() -> None:
    table = Table()

    with write():
        table.move("a1")
        transaction.set_rollback(True)
    assert table.kinds == ["start"]
    table.move("b3")
    assert table.state.position.view()["stones"] == ["b3"]
    whole(table)


@pytest.mark.parametrize("seed", range(3))
def test_a_storm_leaves_a_record_that_can_be_followed(seed: int) -> None:
    """Six people and two sweepers do whatever comes to their mind."""
    tables = [Table(4, rules={"size": 4}, time=dict(MINUTE)) for _ in range(2)]

    def somebody(number: int) -> None:
        random = Random(seed * 100 + number)
        for _ in range(15):
            table = random.choice(tables)
            with contextlib.suppress(GameError, UserError):
                do_something(table, random)

    def sweeper(number: int) -> None:
        for second in range(0, 200, 20):
            sweep.sweep(after(second + number))

    storm = [lambda n=n: somebody(n) for n in range(6)]
    sweepers = [lambda n=n: sweeper(n) for n in range(2)]
    assert at_once(*storm, *sweepers) == ["ok"] * 8
    for table in tables:
        whole(table)
    assert list(compare()) == []


def do_something(table: Table, random: Random) -> None:
    state, seat, second = table.state, random.randrange(4), random.randrange(200)
    stones = state.position.view()["stones"]
    match random.randrange(8):
        case 0:
            table.claim(
                seat, " ".join(random.sample(stones[:-1], min(3, len(stones[:-1])))), second
            )
        case 1:
            table.do(random.choice(("pause_match", "resume_match", "take_back")), second)
        case 2:
            table.do(random.choice(("remove_seat", "restore_seat")), second, seat=seat)
        case _:
            moves = list(state.position.legal_moves()) or ["a1"]
            table.move(random.choice(moves), second, seat=state.to_move or seat)
