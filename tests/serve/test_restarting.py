"""A server that is stopped or dies in mid-match and starts again on the same state."""

import contextlib
import http.client
import signal
import time
from datetime import datetime, timedelta

import pytest

from tests.product.running import Product
from tests.serve.playing import Game, Stream

pytestmark = pytest.mark.slow
AWAY_SECONDS = 3.0


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_lost_and_nobody_loses_time(product: Product, ending: signal.Signals) -> None:
    game = Game(product)
    stream = Stream(game, seen=1)
    assert game.move(1, "a1", seen=1) == 201
    assert stream.next_event()["seq"] == 2
    before, record = game.view(), game.record()

    stopped = time.monotonic()
    product.stop(ending)
    with contextlib.suppress(OSError, http.client.HTTPException):
        assert list(stream.events()) == []
    time.sleep(AWAY_SECONDS)
    product.start()
    away = timedelta(seconds=time.monotonic() - stopped)

    again = Stream(game, seen=stream.seen)
    outage = again.next_event()
    assert (outage["seq"], outage["kind"], outage["seat"]) == (3, "outage", 2)
    after = game.view()
    outages = [event["ms"] for event in after["log"] if event["kind"] == "outage"]
    given = timedelta(milliseconds=sum(outages))
    assert timedelta(seconds=AWAY_SECONDS) <= given <= away + timedelta(seconds=5)
    assert game.record()[:2] == record
    assert after["position"] == before["position"]
    assert deadline(after) - deadline(before) == given

    assert game.move(2, "b1", seen=after["seq"]) == 201
    assert next(event for event in again.events() if event["kind"] == "move")["text"] == "b1"
    again.close()


def test_an_answered_move_survives_a_sudden_death(product: Product) -> None:
    game = Game(product)
    for number in range(6):
        assert game.move(number % 2 + 1, f"{'abcdef'[number]}1", seen=number + 1) == 201
    product.restart(signal.SIGKILL)
    moves = [event for event in game.record() if event[2] == "move"]
    assert [event[4] for event in moves] == ["a1", "b1", "c1", "d1", "e1", "f1"]


def test_a_retry_after_a_sudden_death_is_not_played_twice(product: Product) -> None:
    game = Game(product)
    assert game.move(1, "a1", seen=1) == 201
    product.restart(signal.SIGKILL)
    assert game.move(1, "a1", seen=1) == 200


def deadline(view: dict[str, dict[str, str]]) -> datetime:
    return datetime.fromisoformat(view["clock"]["deadline"])
