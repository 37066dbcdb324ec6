"""A move posted to the running product reaches who watches, on every way of running it."""

import time
from pathlib import Path
from uuid import uuid4

import pytest

from tests.product.running import EmbeddedProduct, Product, Released, scaled_out
from tests.serve.playing import Game, Stream
from tests.services.servers import Services, administer, copy_database

pytestmark = pytest.mark.slow


def assert_live(product: Product) -> None:
    game = Game(product)
    stream = Stream(game, seen=1)
    started = time.monotonic()
    for number, text in enumerate(("a1", "b1", "c1", "d1"), start=1):
        assert game.move((number - 1) % 2 + 1, text, seen=number) == 201
        event = stream.next_event()
        assert (event["seq"], event["text"]) == (number + 1, text)
    assert time.monotonic() - started < 20
    stream.close()


def test_a_move_reaches_the_viewers(product: Product) -> None:
    assert_live(product)


def test_a_flag_fall_reaches_the_viewers(product: Product) -> None:
    game = Game(product)
    stream = Stream(game, seen=1)
    status, answer = game.call(
        "POST", "actions/", {"action": "clock", "seat": 1, "ms": -29_000, "reason": "test"}
    )
    assert status == 201, answer
    assert stream.next_event()["kind"] == "clock"
    assert stream.next_event()["kind"] == "flag"
    assert game.view()["status"] == "finished"
    stream.close()


def test_what_another_process_writes_reaches_the_viewers_too(product: Product) -> None:
    game = Game(product)
    stream = Stream(game, seen=1)
    product.manage(
        "shell", "-v", "0", "-c",
        "from django.utils import timezone\n"
        "from games.services.play import play_move\n"
        f"play_move(match_id='{game.match}', seat=0, text='e5', expected_seq=1, by=None,"
        " at=timezone.now())",
    )  # fmt: skip
    assert stream.next_event()["text"] == "e5"
    stream.close()


@pytest.mark.postgres
def test_one_process_may_use_postgresql_and_redis(
    tmp_path: Path, pg_and_redis: Services, release: Released
) -> None:
    server, name = pg_and_redis.server, f"serve_{uuid4().hex}"
    copy_database(server, release.database, name)
    settings = scaled_out(f"{server}/{name}", pg_and_redis.redis_url)
    with EmbeddedProduct(tmp_path, **settings) as product:
        assert_live(product)
        assert product.stop() == [0]
    administer(server, f'DROP DATABASE "{name}" WITH (FORCE)')
