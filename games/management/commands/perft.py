"""``perft GAME DEPTH``: count the lines of play that the rules allow. Nothing is stored."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.output import first_position, plain_streams, rules_of, to_json, whole
from games.rules.base import GameError, Position
from games.rules.registry import GAMES


class Command(BaseCommand):
    help = (
        "Count how many ways there are to play 1, 2, … DEPTH moves and print one JSON line "
        "each: depth and nodes. A line of play that is over before is not counted."
    )
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help=" or ".join(GAMES))
        parser.add_argument("depth", help="how many moves, from 1")
        parser.add_argument("--rules", default="{}", help="the options, as a JSON object")
        parser.add_argument("--seats", default=None, help="how many (default: the fewest)")
        parser.add_argument(
            "--position", default=None, help="where to begin, in the game's text form"
        )

    def handle(
        self,
        *,
        game: str,
        depth: str,
        rules: str,
        seats: str | None,
        position: str | None,
        **options: Any,
    ) -> None:
        most = whole("depth", depth)
        if most < 1:
            raise CommandError(f"depth cannot be {most}: from 1.")
        if position is None:
            start = first_position(game, rules, seats)
        else:
            start = read(game, rules, position)
        with plain_streams():
            for count in range(1, most + 1):
                self.stdout.write(to_json({"depth": count, "nodes": nodes(start, count)}))
                self.stdout.flush()


def read(name: str, rules: str, text: str) -> Position:
    chosen, options = rules_of(name, rules)
    try:
        return chosen.read(text, options)
    except GameError as error:
        raise CommandError(error.message) from error


def nodes(position: Position, depth: int) -> int:
    """How many ways there are to play ``depth`` moves, each legal in its turn."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(nodes(position.play(*position.parse(move)), depth - 1) for move in moves)
