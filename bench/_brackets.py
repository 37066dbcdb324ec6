"""The measurements of ``bench.brackets``: run with Django's settings in the environment."""

import time
from collections.abc import Callable
from random import Random

import django

django.setup()

from django.template.loader import render_to_string  # noqa: E402 - after django.setup
from django.utils import translation  # noqa: E402

from tournaments.formats.bracket_state import state  # noqa: E402
from tournaments.formats.bracket_values import Bracket, BracketResult  # noqa: E402
from tournaments.formats.knockout import (  # noqa: E402
    double_elimination,
    single_elimination,
)
from tournaments.public.bracket_drawing import Person, draw  # noqa: E402

ENTRANTS = 256


def best(work: Callable[[], object], runs: int = 7) -> float:
    """Milliseconds of the fastest run."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def play(bracket: Bracket) -> dict[str, BracketResult]:
    """Everything played but the last few matches, at random."""
    rng = Random(1)
    results: dict[str, BracketResult] = {}
    people = [str(number) for number in range(bracket.size)]
    while len(results) < len(bracket.matches) - 8:
        now = state(bracket, people, results)
        for name in now.ready:
            first, second = now.matches[name].keys
            results[name] = BracketResult((first, second), rng.choice((first, second)))
    return results


def measure(name: str, bracket: Bracket, build: Callable[[], Bracket]) -> None:
    results = play(bracket)
    keys = [str(number) for number in range(bracket.size)]
    people = {key: Person(f"数理 花子{key}", "北辰数学会") for key in keys}
    now = state(bracket, keys, results)
    drawing = draw(now, people)

    def page() -> str:
        return render_to_string("tournaments/public/bracket.html", {"drawing": drawing})

    print(f"   {name} elimination of {bracket.size}")
    work: dict[str, Callable[[], object]] = {
        "graph": build,
        "state from the results": lambda: state(bracket, keys, results),
        "layout and SVG": lambda: draw(now, people),
        "figure and lists": page,
    }
    for what, one in work.items():
        print(f"{what:<30}{best(one):>8.1f} ms")
    size, svg = len(page().encode()) / 1024, len(drawing.svg.encode()) / 1024
    print(f"{'size':<30}{size:>8.0f} kB, of it SVG {svg:.0f} kB")


def main() -> None:
    translation.activate("ja")
    measure(
        "single", single_elimination(ENTRANTS), lambda: single_elimination.__wrapped__(ENTRANTS)
    )
    measure(
        "double", double_elimination(ENTRANTS), lambda: double_elimination.__wrapped__(ENTRANTS)
    )


if __name__ == "__main__":
    main()
