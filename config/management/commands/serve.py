from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from config.serving import checks, start

STOP_BACKGROUND_SECONDS = 0.5


class Command(BaseCommand):
    help = "Run everything in this one process: pages, streams, clocks, computer players, tasks."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0: the local network")
        parser.add_argument("--port", default="8000")
        parser.add_argument("--var", help="the folder of all state (default: var)")
        parser.add_argument("--demo", action="store_true", help="with a rich sample")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.serve(options["host"], options["port"], demo=options["demo"])
        except KeyboardInterrupt:
            return

    def serve(self, host: str, port_text: str, *, demo: bool) -> None:
        port = checks.port_number(port_text)
        lock = checks.alone(settings.VAR_DIR)
        sock = checks.listening(host, port)
        checks.many_connections()
        start.migrate()
        if demo:
            start.sample()
        found = start.tell_address(host, port)
        lines = start.greeting(found, demo=demo)

        # Loading these takes a second; a wrong setting is told before that.
        from config.celery import app as celery
        from config.serving.background import Background
        from config.serving.bridge import Bridge
        from config.serving.server import Server, end
        from config.serving.site import Site, make_streams

        background = Background(celery, demo=demo)

        def started() -> None:
            background.start()
            self.say(lines)

        site = Site(Bridge(start.pages()), make_streams())

        def stopping() -> None:
            site.close()
            background.begin_to_stop()

        Server(site, on_started=started, on_stopping=stopping).run(sockets=[sock])
        background.stop(STOP_BACKGROUND_SECONDS)
        lock.close()
        end()

    def say(self, lines: list[str]) -> None:
        try:
            print(*lines, sep="\n", flush=True)
        except OSError:
            return  # whoever read the output is gone
