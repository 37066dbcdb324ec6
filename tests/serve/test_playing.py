"""The running product: what is played reaches who watches, and outlives stops and deaths."""

import contextlib
import http.client
import signal
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.product.running import (
    EmbeddedProduct,
    Product,
    Released,
    answers,
    scaled_out,
    status,
)
from tests.serve.playing import Game, Games, Stream
from tests.services.servers import Services, administer, copy_database

pytestmark = pytest.mark.slow
AWAY_SECONDS = 3.0


@pytest.fixture(scope="module")
def games(new_product: Product) -> Games:
    return Games(new_product, 9)


@dataclass
class Outage:
    """What was played before the product went away, and was seen of it; it is back."""

    game: Game
    stream: Stream
    before: dict[str, Any]
    record: list[tuple[Any, ...]]
    long_game: Game
    retried: Game
    away: timedelta


@pytest.fixture(scope="module", params=[signal.SIGTERM, signal.SIGKILL])
def outage(new_product: Product, games: Games, request: pytest.FixtureRequest) -> Outage:
    """The product is stopped, or dies, in mid-match, and starts again on the same state."""
    long_game, retried, game = games.begin(), games.begin(), games.begin()
    for number in range(6):
        assert long_game.move(number % 2 + 1, f"{'abcdef'[number]}1", seen=number + 1) == 201
    assert retried.move(1, "a1", seen=1) == 201
    stream = Stream(game, seen=1)
    assert game.move(1, "a1", seen=1) == 201
    assert stream.next_event()["seq"] == 2
    before, record = game.view(), game.record()

    stopped = time.monotonic()
    new_product.stop(request.param)
    with contextlib.suppress(OSError, http.client.HTTPException):
        assert list(stream.events()) == []
    assert not answers(new_product.url)
    time.sleep(AWAY_SECONDS)
    new_product.start()
    away = timedelta(seconds=time.monotonic() - stopped)
    return Outage(game, stream, before, record, long_game, retried, away)


def test_the_first_page_answers(new_product: Product) -> None:
    assert answers(new_product.url)


def test_a_live_address_reaches_the_live_process(new_product: Product) -> None:
    assert status(f"{new_product.url}/live/nothing") in {400, 404}


def assert_live(game: Game) -> None:
    stream = Stream(game, seen=1)
    started = time.monotonic()
    for number, text in enumerate(("a1", "b1", "c1", "d1"), start=1):
        assert game.move((number - 1) % 2 + 1, text, seen=number) == 201
        event = stream.next_event()
        assert (event["seq"], event["text"]) == (number + 1, text)
    assert time.monotonic() - started < 20
    stream.close()


def test_a_move_reaches_the_viewers(games: Games) -> None:
    assert_live(games.begin())


def test_a_flag_fall_reaches_the_viewers(games: Games) -> None:
    game = games.begin()
    stream = Stream(game, seen=1)
    code, answer = game.call(
        "POST", "actions/", {"action": "clock", "seat": 1, "ms": -29_000, "reason": "test"}
    )
    assert code == 201, answer
    assert stream.next_event()["kind"] == "clock"
    assert stream.next_event()["kind"] == "flag"
    assert game.view()["status"] == "finished"
    stream.close()


def test_what_another_process_writes_reaches_the_viewers_too(
    new_product: Product, games: Games
) -> None:
    game = games.begin()
    stream = Stream(game, seen=1)
    new_product.manage(
        "shell", "-v", "0", "-c",
        "from django.utils import timezone\n"
        "from games.services.play import play_move\n"
        f"play_move(match_id='{game.match}', seat=0, text='e5', expected_seq=1, by=None,"
        " at=timezone.now())",
    )  # fmt: skip
    assert stream.next_event()["text"] == "e5"
    stream.close()


def test_nothing_is_lost_and_nobody_loses_time(outage: Outage) -> None:
    game = outage.game
    again = Stream(game, seen=outage.stream.seen)
    event = again.next_event()
    assert (event["seq"], event["kind"], event["seat"]) == (3, "outage", 2)
    after = game.view()
    outages = [event["ms"] for event in after["log"] if event["kind"] == "outage"]
    given = timedelta(milliseconds=sum(outages))
    assert timedelta(seconds=AWAY_SECONDS) <= given <= outage.away + timedelta(seconds=5)
    assert game.record()[:2] == outage.record
    assert after["position"] == outage.before["position"]
    assert deadline(after) - deadline(outage.before) == given

    assert game.move(2, "b1", seen=after["seq"]) == 201
    assert next(event for event in again.events() if event["kind"] == "move")["text"] == "b1"
    again.close()


def test_answered_moves_outlive_it(outage: Outage) -> None:
    moves = [event for event in outage.long_game.record() if event[2] == "move"]
    assert [event[4] for event in moves] == ["a1", "b1", "c1", "d1", "e1", "f1"]


def test_a_retry_after_it_is_not_played_twice(outage: Outage) -> None:
    assert outage.retried.move(1, "a1", seen=1) == 200


@pytest.mark.postgres
def test_one_process_may_use_postgresql_and_redis(
    tmp_path: Path, pg_and_redis: Services, release: Released
) -> None:
    server, name = pg_and_redis.server, f"serve_{uuid4().hex}"
    copy_database(server, release.database, name)
    settings = scaled_out(f"{server}/{name}", pg_and_redis.redis_url)
    with EmbeddedProduct(tmp_path, **settings) as product:
        assert_live(Games(product, 1).begin())
        assert product.stop() == [0]
    administer(server, f'DROP DATABASE "{name}" WITH (FORCE)')


def deadline(view: dict[str, dict[str, str]]) -> datetime:
    return datetime.fromisoformat(view["clock"]["deadline"])
