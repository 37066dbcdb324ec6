"""One is said in the singular, whatever is counted."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from accounts.errors import UserError
from judging.answers.kinds import Kind
from judging.errors import NoAttemptsError, NotEnoughMarkersError, RejudgeNotReadyError
from judging.printing.papers import PaperSheet, PrintedProblem, paper_data

POINTS = Template(
    "{% load i18n points %}{% blocktranslate with points=n count many=n|plural %}"
    "{{ points }} point{% plural %}{{ points }} points{% endblocktranslate %}"
)


@pytest.mark.parametrize(
    ("number", "words"), [("1", "1 point"), ("1.5", "1.5 points"), ("0", "0 points")]
)
def test_points_are_counted(number: str, words: str) -> None:
    with override("en"):
        assert POINTS.render(Context({"n": number})) == words


def test_a_paper_of_one_problem_says_so() -> None:
    problem = PrintedProblem("1", "1", Kind.PROOF, "?")
    data = paper_data(PaperSheet("JKO", "Final", "1", (problem,)), language="en")
    assert data["note"] == "1 problem · 1 point in all"
    assert data["groups"][0]["problems"][0]["points"] == "1 point"


@pytest.mark.parametrize(
    ("error", "english", "japanese"),
    [
        (NoAttemptsError(limit=1), "The 1 attempt at this problem is used.", "（1回）"),
        (NoAttemptsError(limit=3), "All 3 attempts at this problem are used.", "（3回）"),
        (NotEnoughMarkersError(needed=1), "1 marker is needed", "1人必要"),
        (RejudgeNotReadyError(left=1), "1 answer has not been judged", "1件"),
    ],
)
def test_errors_count_as_well(error: UserError, english: str, japanese: str) -> None:
    with override("en"):
        assert str(error).startswith(english)
    with override("ja"):
        assert japanese in str(error)
