"""Run a command with PostgreSQL and Redis: ``python -m tests.services run -- COMMAND…``."""

import os
import signal
import subprocess
import sys
from types import FrameType

from tests.services.servers import ServiceError, services

USAGE = "usage: python -m tests.services run -- COMMAND…"


def interrupt(number: int, frame: FrameType | None) -> None:
    """Let a SIGTERM unwind the contexts, so that the servers are stopped."""
    raise SystemExit(128 + number)


def main(arguments: list[str]) -> int:
    """Run the command and return its exit code."""
    if arguments[:2] != ["run", "--"] or len(arguments) < 3:
        print(USAGE, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, interrupt)
    try:
        with services() as started:
            command = subprocess.Popen(arguments[2:], env=os.environ | started.environment)
            try:
                return command.wait()
            except KeyboardInterrupt:
                return command.wait()
            finally:
                if command.poll() is None:
                    command.terminate()
                    command.wait()
    except ServiceError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
