"""The whole site in one process: pages and API in threads, streams beside them."""

import asyncio

from django.conf import settings

from config.serving.bridge import Bridge, Message, Receive, Send
from games.services.presence import see_pages
from games.streams.app import LiveApp
from games.streams.matches import MatchTopics
from tournaments.streams import TournamentTopics

LONGEST_SECONDS = 1.5
"""How long a request may take to be answered once the server stops."""


def make_streams() -> LiveApp:
    """The application of ``/live/``, with all that can be watched."""
    return LiveApp(
        {"match": MatchTopics(), "tournament": TournamentTopics()},
        redis_url=settings.REDIS_URL,
        see=see_pages,
    )


class Site:
    """An ASGI application."""

    def __init__(self, pages: Bridge, streams: LiveApp) -> None:
        self.pages = pages
        self.streams = streams

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith("/live/"):
            await self.streams(scope, receive, send)
        else:
            await self.pages(scope, receive, send)

    def close(self) -> None:
        """End the streams, and give requests that take long a little time yet. In the loop."""
        self.streams.close()
        asyncio.get_running_loop().call_later(LONGEST_SECONDS, self.pages.give_up)
