"""``kyoen count`` and ``kyoen sets``: for authors, and for checking boards."""

import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import combinations
from math import comb
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.output import plain_streams, to_json, whole
from games.rules.kyoen.curves import Curve, curve_json
from games.rules.kyoen.geometry import Board, BoardError, Lattice, Point, Shape
from games.rules.kyoen.problems import Stage, StageError, read_stage
from games.rules.kyoen.table import curve_table, loaded_curves

E = TypeVar("E", bound=Enum)


class Command(BaseCommand):
    help = "Count the kyōens of a board, or list the kyōens of a position."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        count = actions.add_parser("count", help="how many kyōens and curves a board has")
        count.add_argument("--size", default="9", help="points a side, 2 to 19 (default 9)")
        sets = actions.add_parser("sets", help="every kyōen of a position, with its curve")
        sets.add_argument(
            "board",
            help="row-major string of 0 (empty), 1 and 2 (stones), top row first;"
            " - reads one board a line from standard input and prints one line for each",
        )
        sets.add_argument("--size", help="refuse a board of another size")
        for action in (count, sets):
            action.add_argument("--lattice", default="square", help=_values(Lattice))
            action.add_argument("--shape", default="grid", help=_values(Shape))

    def handle(self, *, action: str, lattice: str, shape: str, **options: Any) -> None:
        size = None if options["size"] is None else whole("size", options["size"])
        on, of = _choice(Lattice, "lattice", lattice), _choice(Shape, "shape", shape)
        with plain_streams():
            if action == "count":
                assert size is not None
                self.stdout.write(to_json(count(size, on, of)))
                return
            many = options["board"] == "-"
            for number, line in enumerate(sys.stdin if many else [options["board"]], start=1):
                if many and not line.strip():
                    continue
                try:
                    stage = read_stage(line, on, of, size)
                except StageError as error:
                    raise CommandError(f"Line {number}: {error}" if many else error) from error
                except BoardError as error:
                    raise CommandError(error) from error
                for piece in sets_json(stage):
                    self.stdout.write(piece, ending="")
                self.stdout.write("")


def count(size: int, lattice: Lattice, shape: Shape) -> dict[str, Any]:
    try:
        table = curve_table(Board.of_size(size, lattice, shape))
    except BoardError as error:
        if error.field in ("columns", "rows"):
            raise CommandError(f"size cannot be {size}: {error.allowed}.") from error
        raise CommandError(error) from error
    return {
        "lattice": lattice.value,
        "shape": shape.value,
        "size": size,
        "kyoen_sets": table.kyoen_sets,
        "collinear_sets": table.collinear_sets,
        "curves": len(table),
        "circles": len(table) - table.lines,
        "lines": table.lines,
    }


def sets_json(stage: Stage) -> Iterator[str]:
    """One JSON object in pieces: a full board of 19 has millions of sets."""
    board = stage.board
    curves = list(loaded_curves(board, stage.stones))
    head = {
        "lattice": board.lattice.value,
        "shape": board.shape.value,
        "size": board.columns,
        "board": str(stage),
        "stones": len(stage.stones),
        "kyoen_sets": sum(comb(len(stones), 4) for _, stones in curves),
        "collinear_sets": sum(comb(len(stones), 4) for curve, stones in curves if curve.is_line),
        "answer_is_right": stage.answer_is_right,
    }
    yield to_json(head).removesuffix("}") + ', "sets": ['
    comma = ""
    for piece in _sets(board, curves):
        yield comma + to_json(piece)
        comma = ", "
    yield "]}"


def _sets(board: Board, curves: Iterable[tuple[Curve, list[Point]]]) -> Iterator[dict[str, Any]]:
    for curve, stones in curves:
        drawn = curve_json(board, curve)
        for four in combinations(stones, 4):
            yield {
                "points": [board.name(point) for point in four],
                "indexes": list(four),
                "coordinates": [list(board.coordinates[point]) for point in four],
                "curve": drawn,
            }


def _values(kind: type[Enum]) -> str:
    return " or ".join(str(member.value) for member in kind)


def _choice(kind: type[E], name: str, value: str) -> E:
    try:
        return kind(value)
    except ValueError:
        raise CommandError(f"{name} cannot be {value[:40]!r}: {_values(kind)}.") from None
