"""How long public pages take: ``python -m bench published``."""

from bench._apart import run_apart


def main() -> None:
    run_apart("bench._published", {})
