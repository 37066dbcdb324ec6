"""How fast a bracket of 256 is laid out, followed and drawn, without the database."""

from bench._apart import run_apart


def main() -> None:
    run_apart("bench._brackets", {})
