"""Speed of the Kyōen rules on 9×9, beside the naive way: ``python -m bench.kyoen``.

The naive way is ``itertools.combinations`` and one exact determinant for each four points.
Exit code 1 when a target is missed. Each figure is the best of several runs.
"""

import random
import sys
import time
from collections.abc import Callable
from itertools import combinations

import numpy as np

from games.rules.kyoen.curves import is_kyoen
from games.rules.kyoen.geometry import Board, points_of
from games.rules.kyoen.notation import Claim
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.rules import KyoenRules
from games.rules.kyoen.table import (
    Tally,
    batch_kyoen,
    curve_table,
    kyoen_sets,
    safe_points,
    unsafe_points,
)

BOARD = Board()


def best(work: Callable[[], object], runs: int = 5) -> float:
    """Seconds of the fastest run."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


class Report:
    def __init__(self) -> None:
        self.missed = 0

    def line(
        self, what: str, value: float, unit: str, target: str, met: bool, naive: float
    ) -> None:
        self.missed += not met
        verdict = "met" if met else "MISSED"
        print(
            f"{what:<46}{value:>10.4g} {unit:<8} target {target:<12}{verdict:<7}"
            f" naive {naive:>10.4g} {unit:<8}{max(value, naive) / min(value, naive):>8.1f}×"
        )


def naive_sets(board: Board, stones: list[int]) -> list[tuple[int, ...]]:
    return [four for four in combinations(stones, 4) if is_kyoen(board, *four)]


def naive_unsafe(board: Board, stones: list[int]) -> set[int]:
    return {
        point
        for point in range(len(board))
        if point not in stones
        and any(is_kyoen(board, *three, point) for three in combinations(stones, 3))
    }


def random_game(seed: int) -> list[int]:
    """Random safe play until there is no safe point."""
    draw, stones = random.Random(seed), list[int]()
    while points := list(points_of(safe_points(BOARD, stones))):
        stones.append(draw.choice(points))
    return stones


def table(report: Report) -> None:
    def build() -> None:
        curve_table.cache_clear()
        curve_table(BOARD)

    seconds = best(build)
    naive = best(lambda: naive_sets(BOARD, list(range(len(BOARD)))), 1)
    report.line("table of 6,814 curves, once", seconds, "s", "≤ 0.5", seconds <= 0.5, naive)


def claim(report: Report) -> None:
    draw = random.Random(1)
    fours = [tuple(draw.sample(range(81), 4)) for _ in range(20_000)]
    own = best(lambda: [is_kyoen(BOARD, *four) for four in fours]) / len(fours) * 1e6
    whole = set(combinations(range(20), 4))
    naive = best(lambda: [four for four in whole if is_kyoen(BOARD, *four)], 1) * 1e6
    report.line("one claim: are these four a kyōen?", own, "µs", "≤ 5", own <= 5, naive)

    position = KyoenPosition.start(KyoenRules(), 3)
    for name in ("a1", "c1", "a3", "g8", "c3"):
        position = position.play(*position.parse(name))
    stones = position.stones
    action = Claim((stones[0], stones[1], stones[2], stones[4]))
    position.play(0, action)
    many = 5_000
    step = best(lambda: [position.play(0, action) for _ in range(many)]) / many * 1e6
    print(f"{'  the same as a step of a match, new position':<46}{step:>10.4g} µs")


def unsafe(report: Report) -> None:
    games = [random_game(seed) for seed in range(40)]
    moves = sum(len(game) for game in games)

    def count_along() -> None:
        for game in games:
            tally = Tally.of(BOARD)
            for stone in game:
                tally = tally.plus(stone)

    def whole() -> None:
        for game in games:
            for count in range(1, len(game) + 1):
                unsafe_points(BOARD, game[:count])

    def naive() -> None:
        for count in range(1, len(games[0]) + 1):
            naive_unsafe(BOARD, games[0][:count])

    along = best(count_along) / moves * 1e6
    slow = best(naive, 1) / len(games[0]) * 1e6
    report.line("unsafe points, counted along a game", along, "µs", "≤ 30", along <= 30, slow)
    print(f"{'  the same from the stones alone':<46}{best(whole) / moves * 1e6:>10.4g} µs")


def all_sets(report: Report) -> None:
    draw = random.Random(2)
    boards = [draw.sample(range(81), 20) for _ in range(50)]
    own = best(lambda: [list(kyoen_sets(BOARD, stones)) for stones in boards]) / 50 * 1e3
    naive = best(lambda: [naive_sets(BOARD, stones) for stones in boards], 2) / 50 * 1e3
    for stones in boards:
        assert sorted(kyoen_sets(BOARD, stones)) == naive_sets(BOARD, sorted(stones))
    met = naive >= 20 * own
    report.line("all sets of a board with 20 stones", own, "ms", "≥ 20×", met, naive)


def batch(report: Report) -> None:
    fours = np.random.default_rng(3).integers(0, 81, (1_000_000, 4))
    own = len(fours) / best(lambda: batch_kyoen(BOARD, fours)) / 1e6
    some = fours[:50_000].tolist()
    naive = len(some) / best(lambda: [is_kyoen(BOARD, *four) for four in some], 2) / 1e6
    report.line("four-point answers in one batch", own, "million/s", "≥ 5", own >= 5, naive)


def large() -> None:
    """19×19: nothing of live play waits for the table, which is shown last."""
    board = Board.of_size(19)
    draw = random.Random(4)
    for count in (15, 60):
        stones = draw.sample(range(361), count)
        sets = best(lambda stones=stones: list(kyoen_sets(board, stones)), 3)  # type: ignore[misc]
        points = best(lambda stones=stones: unsafe_points(board, stones), 3)  # type: ignore[misc]
        print(
            f"19×19, {count} stones, no table: all sets {sets * 1e3:.3g} ms,"
            f" unsafe points {points * 1e3:.3g} ms"
        )
    print(f"19×19, table of {len(curve_table(board)):,} curves", end=" ")
    curve_table.cache_clear()
    print(f"{best(lambda: curve_table(board), 1):.3g} s, once")


def main() -> int:
    report = Report()
    for part in (table, claim, unsafe, all_sets, batch):
        part(report)
    large()
    return 1 if report.missed else 0


if __name__ == "__main__":
    sys.exit(main())
