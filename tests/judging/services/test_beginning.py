"""When a contest has begun, and when it is over."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from judging.models import PaperProblem, Problem
from judging.services.beginning import begin_opened
from judging.services.contests import create_race
from judging.services.papers import add_to_paper
from judging.services.race import open_problem
from tests.judging.conftest import HOUR, START, after, begin
from tournaments.models import Entry, Tournament, TournamentState
from tournaments.services.tournaments import set_state

pytestmark = pytest.mark.django_db


def strip(tournament: Tournament) -> str:
    answer = Client(headers={"Accept-Language": "en"}).get(f"/t/{tournament.pk}/")
    page = answer.content.decode()
    return page[page.find("<aside") : page.find("</aside>")]


def state(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return tournament.state


def test_a_contest_runs_once_somebody_starts(
    hantei: PaperProblem, enter: Callable[..., Entry], contest: Tournament
) -> None:
    entry = enter()
    assert "The tournament has not begun" in strip(contest)
    begin(hantei.paper, entry)
    assert state(contest) == TournamentState.RUNNING
    page = strip(contest)
    assert "The tournament is going on" in page
    assert "has not begun" not in page


def test_a_contest_runs_from_the_instant_its_paper_opens(
    hantei: PaperProblem, contest: Tournament
) -> None:
    assert begin_opened(after(microseconds=-1)) == 0
    assert state(contest) == TournamentState.PREPARING
    assert begin_opened(START) == 1
    assert state(contest) == TournamentState.RUNNING
    assert begin_opened(START) == 0


def test_a_contest_that_is_over_does_not_begin_again(
    hantei: PaperProblem, enter: Callable[..., Entry], contest: Tournament, organiser: User
) -> None:
    set_state(tournament=contest, state=TournamentState.FINISHED, by=organiser, at=START)
    begin(hantei.paper, enter())
    begin_opened(START + HOUR)
    assert state(contest) == TournamentState.FINISHED


def test_a_race_runs_once_its_first_problem_is_shown(
    organiser: User, write_problem: Callable[..., Problem]
) -> None:
    paper = create_race(name="今週の共円判定", by=organiser, at=START)
    problem = add_to_paper(paper=paper, problem=write_problem(), points=3, by=organiser, at=START)
    assert state(paper.stage.tournament) == TournamentState.PREPARING
    open_problem(problem=problem, by=organiser, at=START)
    assert state(paper.stage.tournament) == TournamentState.RUNNING
