"""Speed of judging's pure core: ``python -m bench.problems``.

Reading and grading answers, and making problems. Each figure is the best of several runs.
"""

import time
import timeit
from collections.abc import Callable
from functools import partial

from games.rules.kyoen.geometry import Lattice, Shape
from judging.answers.errors import AnswerError
from judging.answers.kinds import Kind
from judging.answers.reading import read_answer
from judging.difficulty import AnswerShape
from judging.generator import Wish, generate
from judging.kinds.registry import grade


def each(work: Callable[[], object], number: int) -> float:
    """Seconds of one run, many in a row."""
    return min(timeit.repeat(work, number=number, repeat=5)) / number


def line(what: str, value: float, unit: str, most: float) -> None:
    verdict = "met" if value <= most else "MISSED"
    print(f"{what:<52}{value:>10.4g} {unit:<4} target ≤ {most:<8g}{verdict}")


def grading() -> None:
    (problem,) = generate(Wish(count=1), 1)
    stones = problem.content["stones"]
    for what, raw in (("right", problem.answer), ("wrong", " ".join(stones[:4]))):
        work = partial(grade, Kind.HANTEI, problem.content, {}, raw)
        line(f"one hantei answer, {what}", each(work, 2000) * 1e6, "µs", 1000)
    key = {"accepted": ["1/2"]}
    work = partial(grade, Kind.RATIONAL, {}, key, "０．５")
    line("one typed number", each(work, 2000) * 1e6, "µs", 1000)


def garbage() -> None:
    text = "½(" * 500_000

    def read() -> None:
        for kind in (Kind.INTEGER, Kind.SET, Kind.HANTEI_ALL):
            try:
                read_answer(kind, text)
            except AnswerError:
                continue

    line("three answers of a megabyte of garbage", each(read, 20) * 1e3, "ms", 10)


def making() -> None:
    wishes = [
        ("9×9", Wish(answer=AnswerShape.CIRCLE, difficulty=3)),
        ("triangle of side 9", Wish(lattice=Lattice.TRIANGULAR, shape=Shape.TRIANGLE,
                                    answer=AnswerShape.CIRCLE, difficulty=3)),
        ("1:√2, 9×9", Wish(lattice=Lattice.RECTANGULAR, answer=AnswerShape.CIRCLE, difficulty=3)),
        ("19×19", Wish(columns=19, rows=19, answer=AnswerShape.CIRCLE, difficulty=3)),
    ]  # fmt: skip
    for what, wish in wishes:
        times = []
        for seed in range(10):
            started = time.perf_counter()
            generate(wish, seed)
            times.append(time.perf_counter() - started)
        name = f"10 hantei problems, {what}, not a line, difficulty 3"
        line(name[:52], max(times), "s", 1)


def main() -> None:
    grading()
    garbage()
    making()


if __name__ == "__main__":
    main()
