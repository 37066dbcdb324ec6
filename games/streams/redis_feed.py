"""What other processes publish, through Redis."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import redis.asyncio
from redis.exceptions import RedisError

from games.live import CHANNELS, Frame, decode

AGAIN_SECONDS = 1.0

log = logging.getLogger(__name__)


async def follow(
    url: str, deliver: Callable[[Frame], None], catch_up: Callable[[], Awaitable[None]]
) -> None:
    """Hand every frame of other processes to ``deliver``, for ever.

    After each time that Redis was away ``catch_up`` is called: what was published meanwhile is
    lost there, and found in the database.
    """
    while True:
        client = redis.asyncio.Redis.from_url(
            url, socket_connect_timeout=1, health_check_interval=5
        )
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as feed:
                await feed.psubscribe(f"{CHANNELS}*")
                await catch_up()
                while True:
                    message = await feed.get_message(timeout=5)
                    if message is None:
                        continue
                    topic = message["channel"].decode().removeprefix(CHANNELS)
                    frame = decode(topic, message["data"])
                    if frame is not None:
                        deliver(frame)
        except (RedisError, OSError) as error:
            log.warning("following Redis again in %d s: %s", AGAIN_SECONDS, error)
        finally:
            await client.aclose()
        await asyncio.sleep(AGAIN_SECONDS)
