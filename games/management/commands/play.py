"""``play GAME``: play moves by the rules alone and print every step. Nothing is stored."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.output import first_position, plain_streams, to_json
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
            help="moves with spaces, commas or line ends between (letters of Oware may run "
            "together); else standard input",
        )

    def handle(
        self, *, game: str, rules: str, seats: str | None, moves: str | None, **options: Any
    ) -> None:
        position = first_position(game, rules, seats)
        with plain_streams():
            lines = sys.stdin if moves is None else [moves]
            for step in steps(position, split(game, lines)):
                self.stdout.write(to_json(step))
                if "error" in step:
                    self.stdout.flush()
                    sys.exit(1)


def split(name: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield from game(name).split(line)


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
