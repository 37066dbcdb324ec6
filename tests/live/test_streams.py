"""What a viewer gets: everything once, in order, from where they were."""

import asyncio
import threading
from queue import Queue
from typing import Any
from uuid import UUID

import pytest

from accounts.models import User
from games.live import Frame
from games.streams import app as streams
from games.streams.hub import QUEUE
from tests.live.harness import HIDDEN, MATCH, OTHER, Numbers, Reader, running

PATH = f"/live/matches/{MATCH}"


def test_a_viewer_gets_what_is_published() -> None:
    async def story() -> None:
        numbers = Numbers()
        async with running(numbers) as app:
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_open()
            numbers.write()
            await viewer.until_numbers(1)
            assert viewer.events() == [("1", {"topic": f"match:{MATCH}", "number": 1})]
            assert viewer.status == 200
            assert viewer.headers["content-type"].startswith("text/event-stream")
            assert viewer.headers["x-accel-buffering"] == "no"
            assert viewer.headers["cache-control"].startswith("no-cache")

    asyncio.run(story())


@pytest.mark.parametrize(("query", "last_id"), [("after=3", ""), ("after=1", "3"), ("", "3")])
def test_who_comes_back_gets_exactly_what_they_missed(query: str, last_id: str) -> None:
    async def story() -> None:
        numbers = Numbers()
        for _ in range(7):
            numbers.write()
        async with running(numbers) as app:
            viewer = Reader(app, PATH, query, last_id)
            await viewer.until_numbers(4)
            assert viewer.numbers == [4, 5, 6, 7]
            assert [seq for seq, _ in viewer.events()] == ["4", "5", "6", "7"]
            numbers.write()
            await viewer.until_numbers(5)
            assert viewer.numbers == [4, 5, 6, 7, 8]

    asyncio.run(story())


def test_who_does_not_say_what_they_have_seen_gets_the_newest() -> None:
    async def story() -> None:
        numbers = Numbers()
        for _ in range(7):
            numbers.write()
        async with running(numbers) as app:
            viewer = Reader(app, PATH)
            await viewer.until_numbers(1)
            assert viewer.numbers == [7]

    asyncio.run(story())


def test_who_claims_to_have_seen_the_future_is_not_left_waiting_for_it() -> None:
    async def story() -> None:
        numbers = Numbers()
        numbers.write()
        async with running(numbers) as app:
            viewer = Reader(app, PATH, "after=900")
            await viewer.until_open()
            numbers.write()
            await viewer.until_numbers(1)
            assert viewer.numbers == [2]

    asyncio.run(story())


def test_what_happens_while_a_stream_opens_is_neither_lost_nor_repeated() -> None:
    async def story() -> None:
        numbers = Numbers()
        numbers.write()

        def write_three() -> None:
            for _ in range(3):
                numbers.write()

        numbers.before_reading = write_three
        async with running(numbers) as app:
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_numbers(4)
            assert viewer.numbers == [1, 2, 3, 4]

    asyncio.run(story())


def test_nothing_is_lost_or_repeated_while_threads_publish() -> None:
    async def story() -> None:
        numbers = Numbers()
        per_thread = QUEUE // 16  # nobody falls so far behind as to be cut off

        def write() -> None:
            for _ in range(per_thread):
                numbers.write()

        async with running(numbers) as app:
            threads = [threading.Thread(target=write) for _ in range(4)]
            first = Reader(app, PATH, "after=0")
            for thread in threads:
                thread.start()
            viewers = [first]
            for _ in range(20):
                viewers.append(Reader(app, PATH, "after=0"))
                await asyncio.sleep(0.002)
            for viewer in viewers:
                await viewer.until_numbers(4 * per_thread)
                assert viewer.numbers == list(range(1, 4 * per_thread + 1))
            for thread in threads:
                thread.join()

    asyncio.run(story())


def test_a_gap_is_filled_from_the_database() -> None:
    async def story() -> None:
        numbers = Numbers()
        async with running(numbers) as app:
            viewers = [Reader(app, PATH, "after=0") for _ in range(5)]
            for viewer in viewers:
                await viewer.until_open()
            numbers.write(tell=False)
            numbers.write(tell=False)
            numbers.write()
            for viewer in viewers:
                await viewer.until_numbers(3)
                assert viewer.numbers == [1, 2, 3]
            assert numbers.reads == 1

    asyncio.run(story())


def test_what_no_message_told_is_found_by_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "WATCH_SECONDS", 0.05)

    async def story() -> None:
        numbers = Numbers()
        async with running(numbers) as app:
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_open()
            numbers.write(tell=False)
            await viewer.until_numbers(1)
            assert viewer.numbers == [1]

    asyncio.run(story())


def test_several_topics_share_a_stream_and_a_reconnect_resumes_each() -> None:
    async def story() -> None:
        numbers = Numbers()
        for _ in range(3):
            numbers.write(MATCH)
            numbers.write(OTHER)
        query = f"match={MATCH}.2&match={OTHER}.1"
        async with running(numbers) as app:
            viewer = Reader(app, "/live/", query)
            await viewer.until_numbers(3)
            got = {(data["topic"], data["number"]) for _, data in viewer.events()}
            assert got == {
                (f"match:{MATCH}", 3),
                (f"match:{OTHER}", 2),
                (f"match:{OTHER}", 3),
            }
            last = viewer.events()[-1][0]
            assert last == "3.3"
            viewer.leave()
            numbers.write(OTHER)
            again = Reader(app, "/live/", query, last)
            await again.until_numbers(1)
            assert again.events()[0][1] == {"topic": f"match:{OTHER}", "number": 4}

    asyncio.run(story())


def test_a_message_without_a_number_comes_to_everybody_as_it_is() -> None:
    async def story() -> None:
        numbers = Numbers()
        async with running(numbers) as app:
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_open()
            app.hub.deliver(Frame.of(f"match:{MATCH}", {"number": 0}, None))
            await viewer.until_numbers(1)
            assert viewer.events()[0][0] == ""

    asyncio.run(story())


def test_a_ping_shows_that_the_stream_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "PING_SECONDS", 0.05)

    async def story() -> None:
        async with running(Numbers()) as app:
            viewer = Reader(app, PATH)
            await viewer.until(lambda: bool(viewer.events("ping")))
            assert viewer.events("ping")[0][1]["server_time"].endswith("Z")

    asyncio.run(story())


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        (f"/live/matches/{HIDDEN}", "", 404),
        ("/live/matches/0b9619ff-8b86-4d01-b42d-00cf4fc964ff", "", 404),
        ("/live/matches/nonsense", "", 404),
        ("/live/matches/", "", 404),
        ("/live/elsewhere/", "", 404),
        ("/live/", f"match={MATCH}&match={HIDDEN}", 404),
        ("/live/", f"tournament={MATCH}", 404),
        ("/live/", "", 400),
        ("/live/", "&".join(f"match={MATCH.hex[:-2]}{n:02x}" for n in range(51)), 400),
        (PATH, "after=-1", 400),
        (PATH, "after=1e9", 400),
        (PATH, "after=٣", 400),
        (PATH, "after=99999999999", 400),
    ],
)
def test_what_may_not_be_seen_or_read_is_refused(path: str, query: str, status: int) -> None:
    async def story() -> None:
        async with running(Numbers()) as app:
            viewer = Reader(app, path, query)
            await viewer.task
            assert viewer.status == status
            assert f'"status": {status}' in viewer.text
            assert not app.hub.viewers
            assert not app.hub.topics

    asyncio.run(story())


def test_a_last_event_id_that_does_not_fit_is_left_aside() -> None:
    async def story() -> None:
        numbers = Numbers()
        numbers.write()
        async with running(numbers) as app:
            viewer = Reader(app, PATH, "after=0", "4.5")
            await viewer.until_numbers(1)
            assert viewer.numbers == [1]

    asyncio.run(story())


def test_a_stream_is_only_read() -> None:
    async def story() -> None:
        async with running(Numbers()) as app:
            viewer = Reader(app, PATH, method="POST")
            await viewer.task
            assert viewer.status == 405

    asyncio.run(story())


def test_who_leaves_leaves_nothing_behind() -> None:
    async def story() -> None:
        numbers = Numbers()
        async with running(numbers) as app:
            viewers = [Reader(app, PATH) for _ in range(10)]
            for viewer in viewers:
                await viewer.until_open()
            tasks = len(asyncio.all_tasks())
            for viewer in viewers:
                viewer.leave()
                await viewer.task
            assert not app.hub.viewers
            assert not app.hub.topics
            assert not app.hub.newest
            await asyncio.sleep(0)
            assert len(asyncio.all_tasks()) <= tasks - 2 * len(viewers)

    asyncio.run(story())


def test_who_does_not_read_is_let_go() -> None:
    async def story() -> None:
        numbers = Numbers()
        async with running(numbers) as app:
            slow, quick = Reader(app, PATH, "after=0"), Reader(app, PATH, "after=0")
            await slow.until_open()
            await quick.until_open()
            slow.reading.clear()
            for number in range(1, QUEUE + 3):
                numbers.write()
                await quick.until_numbers(number)
            await asyncio.wait_for(slow.task, 5)
            assert slow.aborted
            assert len(app.hub.viewers) == 1
            assert quick.numbers == list(range(1, QUEUE + 3))

    asyncio.run(story())


def test_when_the_server_stops_streams_end_and_none_opens() -> None:
    async def story() -> None:
        async with running(Numbers()) as app:
            viewer = Reader(app, PATH)
            await viewer.until_open()
            app.close()
            await asyncio.wait_for(viewer.task, 5)
            assert viewer.ended
            late = Reader(app, PATH)
            await late.task
            assert late.status == 503

    asyncio.run(story())


def test_a_database_that_fails_costs_a_stream_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        numbers = Numbers()

        def fail(*arguments: Any) -> Any:
            raise OSError("away")

        async with running(numbers) as app:
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_open()
            monkeypatch.setattr(numbers, "visible", fail)
            monkeypatch.setattr(numbers, "missed", fail)
            refused = Reader(app, PATH)
            await refused.task
            assert refused.status == 503
            numbers.write(tell=False)
            numbers.write()
            await asyncio.wait_for(viewer.task, 5)
            assert viewer.ended
            assert viewer.numbers == []

    asyncio.run(story())


def test_it_is_told_who_watches_a_match_while_the_stream_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: Queue[set[tuple[UUID, UUID]]] = Queue()
    monkeypatch.setattr(streams, "SEE_SECONDS", 0.02)
    monkeypatch.setattr(streams, "visitor", lambda *_: User(pk=OTHER))

    async def until_told(who: set[tuple[UUID, UUID]]) -> None:
        while await asyncio.to_thread(told.get, timeout=5) != who:
            pass

    async def story() -> None:
        async with running(Numbers(), see=lambda watching, _: told.put(set(watching))) as app:
            await until_told(set())
            viewer = Reader(app, PATH)
            await viewer.until_open()
            await until_told({(OTHER, MATCH)})
            viewer.leave()
            await viewer.task
            await until_told(set())

    asyncio.run(story())


def test_a_stream_goes_on_when_it_cannot_be_told_who_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "SEE_SECONDS", 0.02)

    def fail(*_: object) -> None:
        raise OSError("the database is away")

    async def story() -> None:
        numbers = Numbers()
        async with running(numbers, see=fail) as app:
            viewer = Reader(app, PATH, "after=0")
            await viewer.until_open()
            await asyncio.sleep(0.1)
            numbers.write()
            await viewer.until_numbers(1)

    asyncio.run(story())
