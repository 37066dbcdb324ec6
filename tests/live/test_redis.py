"""Messages between processes, and what happens when Redis does not help."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from pytest_django import Settings

from games import live, redis_line
from games.live import CHANNELS, Frame
from games.streams import app as streams
from games.streams import redis_feed
from tests.live.harness import MATCH, Numbers, Reader, running
from tests.services import servers
from tests.services.servers import free_port

TOPIC = f"match:{MATCH}"
PATH = f"/live/matches/{MATCH}"


@pytest.fixture(autouse=True)
def fresh_line() -> None:
    live.redis_line.cache_clear()


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with servers.redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


def seconds_to_publish() -> float:
    started = time.perf_counter()
    live.publish(TOPIC, {"number": 1}, seq=1)
    return time.perf_counter() - started


def seconds_at_best() -> float:
    """Of a few: one alone may have waited for a busy machine."""
    return min(seconds_to_publish() for _ in range(5))


def from_elsewhere(seq: int) -> bytes:
    """A message as another process sends it."""
    return f"other {seq}\n".encode() + Frame.of(TOPIC, {"number": seq}, seq).body


def test_publishing_to_a_redis_that_is_not_there_costs_nothing(settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert seconds_to_publish() < 0.5
    assert seconds_at_best() < 0.01


def test_publishing_to_a_redis_that_hangs_costs_less_than_a_second_once(
    settings: Settings,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        assert seconds_to_publish() < 1
        assert seconds_at_best() < 0.01


def test_redis_is_tried_again_after_a_while(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setattr(servers, "free_port", lambda: port)
    monkeypatch.setattr(redis_line, "BREAK_SECONDS", 0.05)
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    seconds_to_publish()
    with servers.redis(tmp_path) as url:
        client = redis.Redis.from_url(url)
        with client.pubsub(ignore_subscribe_messages=True) as feed:  # type: ignore[no-untyped-call]
            feed.subscribe(CHANNELS + TOPIC)
            feed.get_message(timeout=1)
            time.sleep(0.06)
            seconds_to_publish()
            heard = feed.get_message(timeout=2)
            assert heard is not None
            assert heard["data"].startswith(live.ORIGIN.encode())


def test_a_redis_that_was_restarted_is_told_at_once(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setattr(servers, "free_port", lambda: port)
    with servers.redis(tmp_path) as url:
        settings.REDIS_URL = url
        seconds_to_publish()
    with servers.redis(tmp_path) as url:
        client = redis.Redis.from_url(url)
        with client.pubsub(ignore_subscribe_messages=True) as feed:  # type: ignore[no-untyped-call]
            feed.subscribe(CHANNELS + TOPIC)
            feed.get_message(timeout=1)
            seconds_to_publish()
            assert feed.get_message(timeout=2) is not None


def test_what_cannot_be_written_as_json_is_no_error_for_who_publishes() -> None:
    def hear(frame: Frame) -> None:
        raise AssertionError

    live.listen(hear)
    try:
        live.publish(TOPIC, {"number": object()}, seq=1)
    finally:
        live.unlisten(hear)


def test_viewers_get_what_other_processes_publish(redis_url: str) -> None:
    async def story() -> None:
        numbers = Numbers()
        sender = redis.asyncio.Redis.from_url(redis_url)
        async with running(numbers, redis_url=redis_url) as app:
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_open()
            for _ in range(200):
                if await sender.publish(CHANNELS + TOPIC, from_elsewhere(1)):
                    break
                await asyncio.sleep(0.01)
            await viewer.until_numbers(1)
            assert viewer.numbers == [1]
            assert numbers.reads == 0
        await sender.aclose()

    asyncio.run(story())


def test_our_own_messages_do_not_come_twice(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url

    async def story() -> None:
        numbers = Numbers()
        async with running(numbers, redis_url=redis_url) as app:
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_open()
            await asyncio.sleep(0.2)
            live.publish(TOPIC, {"number": 7}, seq=None)
            await viewer.until_numbers(1)
            await asyncio.sleep(0.2)
            assert viewer.numbers == [7]

    asyncio.run(story())


def test_what_was_published_while_redis_was_away_is_read_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "WATCH_SECONDS", 60)
    monkeypatch.setattr(redis_feed, "AGAIN_SECONDS", 0.05)

    async def story() -> None:
        numbers = Numbers()
        port = free_port()
        monkeypatch.setattr(servers, "free_port", lambda: port)
        with servers.redis(tmp_path) as url:
            app = streams.LiveApp({"match": numbers}, redis_url=url)
            await app.start()
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_open()
            await asyncio.sleep(0.2)
        numbers.write(tell=False)
        await asyncio.sleep(0.2)
        assert viewer.numbers == []
        with servers.redis(tmp_path):
            await viewer.until_numbers(1)
            await app.stop()

    asyncio.run(story())
