"""Speed of the Kyōen rules on 9×9, beside the naive way: ``python -m bench.kyoen``.

The naive way is ``itertools.combinations`` and one exact determinant for each four points.
Each figure is the best of several runs.
"""

import random
import time
import timeit
from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np

from games.rules.kyoen.curves import is_kyoen
from games.rules.kyoen.geometry import Board, points_of
from games.rules.kyoen.notation import Claim, Stone
from games.rules.kyoen.position import KyoenPosition
from games.rules.kyoen.rules import KyoenRules
from games.rules.kyoen.table import (
    Tally,
    batch_kyoen,
    curve_table,
    kyoen_sets,
    kyoens_with,
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


def each(work: Callable[[], object], number: int = 5_000) -> float:
    """Seconds of one run, many in a row."""
    return min(timeit.repeat(work, number=number, repeat=7)) / number


class Report:
    def __init__(self) -> None:
        self.missed = 0

    def line(
        self, what: str, value: float, unit: str, target: str, met: bool, naive: float
    ) -> None:
        self.missed += not met
        verdict = ("met" if met else "MISSED") if target else ""
        target = f"target {target}" if target else ""
        print(
            f"{what:<46}{value:>10.4g} {unit:<8} {target:<19}{verdict:<7}"
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
    """The question alone, and the whole step of a match with 20 stones.

    The naive way lists the kyōens of the 20 stones and looks for the four among them.
    """
    stones = random.Random(1).sample(range(81), 20)
    position = KyoenPosition.start(KyoenRules(), 3)
    for stone in stones:
        position = position.play(position.to_move, Stone(stone))
    last = stones[-1]
    right = next(kyoens_with(BOARD, stones, last))
    wrong = next(
        (*three, last)
        for three in combinations(stones[:-1], 3)
        if not is_kyoen(BOARD, *three, last)
    )
    naive = best(lambda: right in set(naive_sets(BOARD, sorted(stones))), 3) * 1e6
    own = each(lambda: is_kyoen(BOARD, *right)) * 1e6
    report.line("one claim: are these four a kyōen?", own, "µs", "≤ 5", own <= 5, naive)
    for what, four in (("right", right), ("wrong", wrong)):
        action = Claim(four)
        own = each(partial(position.play, 0, action)) * 1e6
        report.line(f"  a {what} claim, to the next position", own, "µs", "", True, naive)


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


def main() -> None:
    """Raise RuntimeError when a target is missed."""
    report = Report()
    for part in (table, claim, unsafe, all_sets, batch):
        part(report)
    large()
    if report.missed:
        raise RuntimeError(f"{report.missed} missed")


if __name__ == "__main__":
    main()
