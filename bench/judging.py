"""How fast answers are judged, with one worker, on SQLite and on PostgreSQL."""

from bench._apart import run_apart
from tests.services.servers import services


def main() -> None:
    print("   SQLite, embedded", flush=True)
    run_apart("bench._judging", {})
    print("   PostgreSQL and Redis, one worker process", flush=True)
    with services() as started:
        more = {"SECRET_KEY": "only-for-measuring-" + "0" * 32, "ALLOWED_HOSTS": "localhost"}
        run_apart("bench._judging", started.environment | more)
