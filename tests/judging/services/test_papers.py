"""Putting a paper together, also by two people at once."""

from collections.abc import Callable

import pytest

from accounts.models import User
from judging.errors import LabelTakenError, OnPaperError
from judging.models import Paper, PaperProblem, Problem
from judging.services.papers import change_paper_problem
from tests.judging.conftest import START

pytestmark = pytest.mark.django_db


def test_a_problem_is_on_a_paper_once(
    paper: Paper, write_problem: Callable[..., Problem], put: Callable[..., PaperProblem]
) -> None:
    problem = write_problem()
    put(problem)
    with pytest.raises(OnPaperError):
        put(problem)
    assert paper.problems.count() == 1


def test_a_number_names_one_problem(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
) -> None:
    put(write_problem(), label="A")
    with pytest.raises(LabelTakenError):
        put(write_problem(), label="A")
    other = put(write_problem(), label="B")
    with pytest.raises(LabelTakenError):
        change_paper_problem(problem=other, by=organiser, at=START, label="A")
    change_paper_problem(problem=other, by=organiser, at=START, label="B")
    assert list(paper.problems.order_by("order").values_list("label", flat=True)) == ["A", "B"]
