from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from config.environment import refuse
from config.serving import checks
from config.serving.server import Server
from config.serving.site import make_streams


class Command(BaseCommand):
    help = "Serve the live streams (/live/) beside web processes that serve the rest."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", default="8001")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            refuse(
                "REDIS_URL",
                "live needs it to hear of moves; without Redis `manage.py serve` does everything",
            )
        sock = checks.listening(options["host"], checks.port_number(options["port"]))
        checks.many_connections()
        streams = make_streams()
        Server(streams, on_stopping=streams.close).run(sockets=[sock])
