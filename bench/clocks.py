"""How late a flag is recorded when 10,000 clocks run, on SQLite and on PostgreSQL."""

from bench._apart import run_apart
from tests.services.servers import services


def main() -> None:
    print("   SQLite", flush=True)
    run_apart("bench._clocks", {})
    print("   PostgreSQL", flush=True)
    with services() as started:
        more = {"SECRET_KEY": "only-for-measuring-" + "0" * 32, "ALLOWED_HOSTS": "localhost"}
        run_apart("bench._clocks", started.environment | more)
