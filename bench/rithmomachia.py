"""Speed of the Rithmomachia rules: ``python -m bench.rithmomachia``.

Each figure is the median of many runs. The middle game is a published one, 16 plies in.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from games.rules.rithmomachia.position import RithmoPosition
from games.rules.rithmomachia.rules import RithmoRules
from games.rules.rithmomachia.threats import threats
from games.rules.rithmomachia.victories import victory_sets

OPENING = (
    "f4-f5 b16-e16 f5-f6 e13-e12 f6-f7 f13-e13 f7-f8 e16-b16 "
    "f8-f9 g14-g12 e4-e5 d13-d12 e5-e6 g16-d16 e6-e7 e13-d13"
)
PLAYED: dict[str, dict[str, Any]] = {
    "seed": {"proper_victory": "none"},
    "boissiere": {"preset": "boissiere", "members": "own"},
    "fulke": {"preset": "fulke", "layout": "boissiere", "rounds_move": "orthogonal"},
}
TARGET = 3.0
"""Milliseconds for the legal moves of a position."""


def middle(work: Callable[[], object], runs: int = 40) -> float:
    """Milliseconds of a usual run."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return median(times) * 1e3


class Report:
    def __init__(self) -> None:
        self.missed = 0

    def line(self, what: str, value: float, target: float | None = None) -> None:
        verdict = ""
        if target is not None:
            self.missed += value > target
            verdict = f"target ≤ {target:g} ms  {'met' if value <= target else 'MISSED'}"
        print(f"{what:<58}{value:>9.3g} ms   {verdict}")


def positions() -> dict[str, RithmoPosition]:
    """The start and the middle game of each preset; Fulke's without what turned by then."""
    found = {}
    for name, options in PLAYED.items():
        position = RithmoPosition.start(RithmoRules.from_json(options))
        found[f"{name}, at the start"] = position
        for text in OPENING.split():
            position = position.play(*position.parse(text))
        found[f"{name}, in the middle game"] = position
    found["fulke, at its own start"] = RithmoPosition.start(
        RithmoRules.from_json({"preset": "fulke"})
    )
    return found


def moves(report: Report, found: dict[str, RithmoPosition]) -> None:
    for name, position in found.items():
        count = len(position.legal_moves())
        report.line(f"legal moves ({count}), {name}", middle(position.legal_moves), TARGET)


def victories(report: Report, found: dict[str, RithmoPosition]) -> None:
    start = found["seed, at the start"]
    for name, seat in (("Odd's", 1), ("Even's", 0)):
        values = sorted(piece.value for piece in start.men[seat].values())
        rules = [RithmoRules.from_json({"value": 160, "quiet_plies": 10 + n}) for n in range(20)]
        waiting = iter(rules)
        took = middle(lambda: victory_sets(next(waiting), (), values), 20)  # noqa: B023
        sets = victory_sets(start.rules, (), values).sets
        report.line(f"sets of {name} that meet 5/160/9 ({len(sets)})", took, 20.0)
    middle_game = found["seed, in the middle game"]
    report.line("victories threatened, middle game", middle(lambda: threats(middle_game, 0)))


def main() -> None:
    """Raise RuntimeError when a target is missed."""
    report = Report()
    found = positions()
    moves(report, found)
    victories(report, found)
    if report.missed:
        raise RuntimeError(f"{report.missed} missed")


if __name__ == "__main__":
    main()
