"""A contest as the tests of services and pages need it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.models import User
from accounts.services.people import make_person
from judging.models import (
    Bank,
    Feedback,
    Kind,
    Paper,
    PaperProblem,
    Problem,
    ProblemState,
    Sitting,
)
from judging.services import sitting as sittings
from judging.services.answers import Receipt, submit
from judging.services.banks import create_bank
from judging.services.contests import ContestPlan, create_contest
from judging.services.papers import add_paper, add_to_paper, set_paper
from judging.services.problems import Written, add_problem, set_problem_state
from tournaments.models import Entry, Tournament
from tournaments.services.entries import Details, add_entry

START = datetime(2027, 8, 1, 1, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
BOARD = {
    "lattice": "square", "shape": "grid", "columns": 9, "rows": 9,
    "stones": ["a1", "b1", "a2", "b2", "e7", "i4"],
}  # fmt: skip
RIGHT = "a1 b1 a2 b2"
WRONG = "a1 b1 a2 e7"


def after(**length: float) -> datetime:
    return START + timedelta(**length)


@pytest.fixture
def organiser(db: None) -> User:
    return User.objects.create_user(
        "organiser", "a-long-password", name="西川 静", is_organiser=True
    )


@pytest.fixture
def bank(organiser: User) -> Bank:
    return create_bank(name="共円オリンピック集団", by=organiser, at=START)


@pytest.fixture
def contest(organiser: User) -> Tournament:
    plan = ContestPlan("第5回 共円判定オリンピック", "5th JKHO", finalists=2)
    return create_contest(plan=plan, by=organiser, at=START - HOUR)


@pytest.fixture
def write_problem(bank: Bank, organiser: User) -> Callable[..., Problem]:
    def write_one(kind: Kind = Kind.HANTEI, **fields: Any) -> Problem:
        given: dict[str, Any] = {"title": "問題", "statement": "共円な4点を見つけよ。"}
        if kind == Kind.HANTEI:
            given |= {"content": BOARD, "key": {"any_set": False}}
        elif kind == Kind.INTEGER:
            given |= {"key": {"accepted": ["12"]}}
        made = add_problem(
            bank=bank, written=Written(kind=kind, **(given | fields)), by=organiser, at=START
        )
        return set_problem_state(problem=made, state=ProblemState.READY, by=organiser, at=START)

    return write_one


@pytest.fixture
def paper(contest: Tournament, organiser: User) -> Paper:
    """A draft of one hour for all, without problems."""
    return add_paper(
        stage=contest.stages.get(order=1),
        title="予選",
        title_en="Qualifier",
        by=organiser,
        at=START - HOUR,
        opens_at=START,
        closes_at=START + HOUR,
    )


@pytest.fixture
def put(paper: Paper, organiser: User) -> Callable[..., PaperProblem]:
    def put_one(problem: Problem, points: int = 3, **fields: Any) -> PaperProblem:
        fields.setdefault("feedback", Feedback.AT_ONCE)
        return add_to_paper(
            paper=paper, problem=problem, points=points, by=organiser, at=START, **fields
        )

    return put_one


@pytest.fixture
def hantei(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
) -> PaperProblem:
    """A hantei problem of three attempts, alone on the paper, which is set."""
    problem = put(write_problem(), attempts=3)
    set_paper(paper=paper, by=organiser, at=START - HOUR)
    paper.refresh_from_db()
    return problem


@pytest.fixture
def enter(contest: Tournament) -> Callable[..., Entry]:
    def enter_one(name: str = "早川 澪") -> Entry:
        entry = add_entry(
            tournament=contest, details=Details(name=name), by=None, at=START, same_name_ok=True
        )
        if entry.user is None:
            entry.user = make_person(name)
            entry.save()
        return entry

    return enter_one


def begin(paper: Paper, entry: Entry, at: datetime = START, device: UUID | None = None) -> Sitting:
    return sittings.start(paper_id=paper.pk, user=entry.user, device=device, at=at)


def send(
    problem: PaperProblem,
    entry: Entry,
    raw: str = RIGHT,
    at: datetime = START,
    form_key: UUID | None = None,
    device: UUID | None = None,
) -> Receipt:
    return submit(
        paper_id=problem.paper_id,
        problem_id=problem.pk,
        user=entry.user,
        raw=raw,
        form_key=form_key or uuid4(),
        device=device,
        at=at,
    )
