"""Problems of the sample contest, each with a right answer and a wrong one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from judging.generator import Wish, generate
from judging.models import Bank, Kind, Problem, ProblemState
from judging.services.problems import Written, add_problem, set_problem_state

SEED = "taikai"
FOUR = "どの2点も異なる、共円な4つの石を見つけよ。"
FOUR_EN = "Find four stones on one circle or line."


@dataclass(frozen=True, slots=True)
class Solved:
    problem: Problem
    right: str
    wrong: str


def hantei(bank: Bank, count: int, by: User, at: datetime, *, seed: str = SEED) -> list[Solved]:
    """Generated boards; the easiest first."""
    made = sorted(generate(Wish(count=count), seed), key=lambda one: one.score)
    found = []
    for number, one in enumerate(made, 1):
        others = [stone for stone in one.content["stones"] if stone not in one.answer.split()]
        wrong = " ".join([*one.answer.split()[:3], others[0]])
        written = Written(
            title=f"共円判定 {number}",
            kind=Kind.HANTEI,
            statement=FOUR,
            statement_en=FOUR_EN,
            content=one.content,
            key=one.key,
            difficulty=one.difficulty,
            tags=("盤面",),
        )
        found.append(Solved(_ready(bank, written, by, at), one.answer, wrong))
    return found


def plain(bank: Bank, title: str, by: User, at: datetime) -> Solved:
    given: Mapping[str, Any]
    given, right, wrong = PLAIN[title]
    return Solved(_ready(bank, Written(title=title, **given), by, at), right, wrong)


def proof(bank: Bank, by: User, at: datetime) -> Solved:
    written = Written(
        title="等脚台形",
        kind=Kind.PROOF,
        statement="等脚台形の4つの頂点は共円であることを証明せよ。",
        statement_en="Prove that the corners of an isosceles trapezium are kyōen.",
        solution="底角が等しく、同側内角の和は $180^\\circ$ だから、対角の和も $180^\\circ$。",
        solution_en="The base angles are equal, so opposite angles add up to $180^\\circ$.",
    )
    return Solved(_ready(bank, written, by, at), "", "")


def _ready(bank: Bank, written: Written, by: User, at: datetime) -> Problem:
    made = add_problem(bank=bank, written=written, by=by, at=at)
    return set_problem_state(problem=made, state=ProblemState.READY, by=by, at=at)


PLAIN: Mapping[str, tuple[Mapping[str, Any], str, str]] = {
    "長方形": (
        {
            "kind": Kind.CHOICE,
            "statement": "長方形の4つの頂点は必ず共円である。",
            "statement_en": "The corners of a rectangle are always kyōen.",
            "content": {
                "options": [
                    {"ja": "正しい", "en": "True"},
                    {"ja": "正しくない", "en": "False"},
                ]
            },
            "key": {"options": ["a"]},
        },
        "a",
        "b",
    ),
    "半径": (
        {
            "kind": Kind.RATIONAL,
            "statement": "$(0,0)$、$(3,0)$、$(0,4)$ を通る円の半径を求めよ。",
            "statement_en": "Find the radius of the circle through $(0,0)$, $(3,0)$ and $(0,4)$.",
            "key": {"accepted": ["5/2"]},
        },
        "5/2",
        "5",
    ),
    "正方形の数": (
        {
            "kind": Kind.INTEGER,
            "statement": "$3 \\times 3$ の格子点から4点を選んでできる正方形はいくつあるか。",
            "statement_en": "How many squares have corners on a $3 \\times 3$ grid of points?",
            "key": {"accepted": ["6"]},
        },
        "6",
        "5",
    ),
}
