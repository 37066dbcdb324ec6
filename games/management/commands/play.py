"""``play GAME``: play moves by the rules alone and print every step. Nothing is stored."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.output import plain_streams, to_json, whole
from games.rules.base import GameError, Position
from games.rules.registry import GAMES, game


class Command(BaseCommand):
    help = (
        "Play moves of a game and print one JSON line a step: seq, text, position, to_move "
        "(seats from 1; null when the match is over) and outcome (null while it goes on; "
        "places by seat). A step that cannot be done prints its error and ends with code 1."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help=" or ".join(GAMES))
        parser.add_argument("--rules", default="{}", help="the options, as a JSON object")
        parser.add_argument("--seats", default=None, help="how many (default: the fewest)")
        parser.add_argument(
            "--moves",
            default=None,
            help="moves with spaces, commas or line ends between; else standard input",
        )

    def handle(
        self, *, game: str, rules: str, seats: str | None, moves: str | None, **options: Any
    ) -> None:
        position = start(game, rules, seats)
        with plain_streams():
            for step in steps(position, words(sys.stdin if moves is None else [moves])):
                self.stdout.write(to_json(step))
                if "error" in step:
                    self.stdout.flush()
                    sys.exit(1)


def start(name: str, rules: str, seats: str | None) -> Position:
    """The first position; CommandError in one line for anything it cannot be."""
    try:
        options = json.loads(rules)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"The rules are not JSON: {error}.") from error
    try:
        chosen = game(name)
        count = chosen.min_seats if seats is None else whole("seats", seats)
        return chosen.start(chosen.rules.from_json(options), count)
    except GameError as error:
        raise CommandError(error.message) from error


def words(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield from filter(None, re.split(r"[\s,]+", line))


def steps(position: Position, moves: Iterable[str]) -> Iterator[dict[str, Any]]:
    """What each move leads to; the last has ``error`` and ``message`` if it cannot be done."""
    for seq, text in enumerate(moves, start=1):
        try:
            seat, action = position.parse(text)
            written = position.notate(seat, action)
            position = position.play(seat, action)
        except GameError as error:
            yield {"seq": seq, "text": text[:200], "error": error.code, "message": error.message}
            return
        to_move, outcome = position.to_move, position.outcome
        yield {
            "seq": seq,
            "text": written,
            "position": str(position),
            "to_move": None if to_move is None else to_move + 1,
            "outcome": None if outcome is None else outcome.to_json(),
        }
