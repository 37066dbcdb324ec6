"""``generate_problems``: board problems from a seed, in the form of public collections."""

import csv
import io
import re
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.output import plain_streams, to_json, whole
from games.words import error_words
from judging.answers.kinds import BOARD_KINDS
from judging.difficulty import AnswerShape
from judging.generator import Generated, TooFewFoundError, Wish, WishError, generate

COLUMNS = ("number", "size", "lattice", "shape", "stage", "stones", "answer", "difficulty",
           "score", "near_misses", "parallel_sides", "centre_on_board", "centre_on_point",
           "radius", "form")  # fmt: skip
_RANGE = re.compile(r"(\d{1,3})(?:[-–](\d{1,3}))?", re.ASCII)


class Command(BaseCommand):
    help = "Generate board problems: as many as wished, reproducible from the seed."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--count", default="10", help="how many (default 10)")
        parser.add_argument("--kind", default="hantei", help=", ".join(sorted(
            kind.value for kind in BOARD_KINDS)))  # fmt: skip
        parser.add_argument("--size", default="9", help="points a side (default 9)")
        parser.add_argument("--lattice", default="square", help="square, triangular, rectangular")
        parser.add_argument("--shape", default="grid", help="grid, triangle")
        parser.add_argument("--stones", default="8-11", help="how many, or from-to (8-11)")
        parser.add_argument(
            "--answer", default="any", help=", ".join(one.value for one in AnswerShape)
        )
        parser.add_argument("--difficulty", help="1 easy to 5 hard (any)")
        parser.add_argument("--seed", default="1", help="any text; the same gives the same (1)")
        parser.add_argument("--format", default="csv", choices=("csv", "json"))

    def handle(self, **options: Any) -> None:
        stones = _RANGE.fullmatch(options["stones"].strip())
        if stones is None:
            raise CommandError(f"stones cannot be {options['stones'][:40]!r}: 9 or 8-11.")
        size = whole("size", options["size"])
        try:
            wish = Wish.from_json(
                {
                    "kind": options["kind"],
                    "count": whole("count", options["count"]),
                    "lattice": options["lattice"],
                    "shape": options["shape"],
                    "columns": size,
                    "rows": size,
                    "fewest": int(stones[1]),
                    "most": int(stones[2] or stones[1]),
                    "answer": options["answer"],
                    "difficulty": None
                    if options["difficulty"] is None
                    else whole("difficulty", options["difficulty"]),
                }
            )
            found = generate(wish, options["seed"])
        except (WishError, TooFewFoundError) as error:
            raise CommandError(error_words(error)) from error
        with plain_streams():
            written = _csv(found) if options["format"] == "csv" else _json(wish, options, found)
            self.stdout.write(written, ending="")


def _json(wish: Wish, options: dict[str, Any], found: tuple[Generated, ...]) -> str:
    problems = [one.to_json() for one in found]
    return to_json({"seed": options["seed"], "wish": wish.to_json(), "problems": problems}) + "\n"


def _csv(found: tuple[Generated, ...]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in found:
        shown = one.features.to_json() if one.features else {}
        shown = {key: int(value) if isinstance(value, bool) else value
                 for key, value in shown.items()}  # fmt: skip
        row = {
            "number": one.number,
            "size": one.content["columns"],
            "lattice": one.content["lattice"],
            "stage": one.stage,
            "answer": one.answer,
            "difficulty": one.difficulty,
            "score": one.score,
            **shown,
            "shape": one.content["shape"],
            "stones": len(one.content["stones"]),
            "form": shown.get("shape", ""),
        }
        writer.writerow([row.get(column, "") for column in COLUMNS])
    return out.getvalue()
