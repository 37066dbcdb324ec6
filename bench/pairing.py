"""How long pairing and ranking take: ``python -m bench pairing``.

Pairing a round by the FIDE Dutch system, and standings by the usual chain for a Swiss with every
value opened; seconds of processor time, the best of the runs.
"""

import time
from collections.abc import Callable
from random import Random

from tournaments.formats.pairing_values import Outcome, pair_result
from tournaments.formats.points import STANDARD
from tournaments.formats.scoring import Result
from tournaments.formats.swiss import SwissEntry, pair_swiss
from tournaments.standings import SWISS, Contender, standings

OUTCOMES = (Outcome.FIRST, Outcome.SECOND, Outcome.DRAW)
MOST_SECONDS = {10_000: 5.0}
"""What standings may take, by entries."""


def results_of(entries: int, rounds: int) -> list[Result]:
    """Rounds paired at random, nobody missing."""
    rng = Random(entries)
    results: list[Result] = []
    for number in range(1, rounds + 1):
        order = list(range(1, entries + 1))
        rng.shuffle(order)
        for table, at in enumerate(range(0, entries - 1, 2), 1):
            outcome = rng.choice(OUTCOMES)
            results.append(pair_result(number, table, order[at], order[at + 1], outcome))
    return results


def best(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def pairing(entries: int, number: int) -> float:
    field = [SwissEntry(key, key) for key in range(1, entries + 1)]
    results = results_of(entries, number - 1)
    return best(lambda: pair_swiss(field, results, number=number, rounds=9, seed=1), 1)


def ranking(entries: int, rounds: int) -> float:
    field = [Contender(key, key) for key in range(1, entries + 1)]
    results = results_of(entries, rounds)
    return best(lambda: standings(field, results, tie_breaks=SWISS, points=STANDARD), 2)


def main() -> None:
    for entries, number in ((200, 1), (200, 5), (1000, 1), (1000, 5)):
        print(f"pair round {number} of {entries:>6} entries {pairing(entries, number):>8.2f} s")
    for entries in (1000, 10_000):
        took = ranking(entries, 9)
        limit = MOST_SECONDS.get(entries)
        verdict = "" if limit is None else f" target ≤ {limit:.0f} s"
        verdict += "" if limit is None or took <= limit else " MISSED"
        print(f"standings of {entries:>6} × 9 rounds   {took:>8.2f} s{verdict}")


if __name__ == "__main__":
    main()
