"""The pages of a race: nothing of a problem leaves before the host opens it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.services.people import make_person
from judging.models import Paper, PaperProblem, Problem
from judging.services.contests import create_race
from judging.services.drain import drain
from judging.services.papers import add_to_paper, set_paper
from judging.services.race import close_problem, open_problem
from tests.judging.conftest import RIGHT, START, WRONG, after, begin, send
from tests.judging.views.test_sitting import Visitor
from tournaments.models import Entry
from tournaments.services.entries import Details, add_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(organiser: User, write_problem: Callable[..., Problem]) -> Paper:
    paper = create_race(name="水曜の早解き", by=organiser, at=START)
    for number in (1, 2):
        problem = write_problem(title=f"第{number}")
        add_to_paper(paper=paper, problem=problem, points=3, by=organiser, at=START)
    set_paper(paper=paper, by=organiser, at=START)
    return paper


@pytest.fixture
def racer(race: Paper) -> Entry:
    details = Details(name="早川 澪")
    entry = add_entry(tournament=race.stage.tournament, details=details, by=None, at=START)
    entry.user = entry.user or make_person("早川 澪")
    entry.save()
    return entry


def address(race: Paper, name: str) -> str:
    return reverse(f"judging:{name}", args=[race.pk])


def opened(race: Paper, organiser: User, number: int = 0) -> PaperProblem:
    problem = race.problems.order_by("order")[number]
    return open_problem(problem=problem, by=organiser, at=after(minutes=1))


def state_of(visitor: Visitor, race: Paper) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get(address(race, "race_state"), after(minutes=2)).json()
    return found


def test_a_door_stands_before_taking_part(race: Paper, racer: Entry) -> None:
    visitor = Visitor(racer.user)
    assert "Take part" in visitor.read(address(race, "race"))
    assert visitor.get(address(race, "race_state")).status_code == 404
    visitor.post(address(race, "race_join"))
    assert "Wait for the host" in visitor.read(address(race, "race"))
    assert visitor.get(address(race, "paper"))["Location"] == address(race, "race")


def test_a_problem_is_seen_from_when_it_is_opened(
    race: Paper, racer: Entry, organiser: User
) -> None:
    begin(race, racer)
    visitor = Visitor(racer.user)
    before = visitor.read(address(race, "race"))
    assert "data-point" not in before
    assert not any(str(one.pk) in before for one in race.problems.all())
    problem = opened(race, organiser)
    state = state_of(visitor, race)
    assert state["open"]["id"] == str(problem.pk)
    assert state["problem_html"].count("data-point=") == 81
    assert "any_set" not in str(state)
    hidden = race.problems.order_by("order").last()
    assert hidden is not None
    assert str(hidden.pk) not in str(state)


@pytest.mark.parametrize(("raw", "told"), [(RIGHT, "No. 1: 3 points"), (WRONG, "not on one")])
def test_the_own_verdict_is_told_at_once(
    race: Paper, racer: Entry, organiser: User, raw: str, told: str
) -> None:
    begin(race, racer)
    problem = opened(race, organiser)
    send(problem, racer, raw, at=after(minutes=1, seconds=9))
    visitor = Visitor(racer.user)
    assert "Your answer is in" in state_of(visitor, race)["told_html"]
    drain(START)
    state = state_of(visitor, race)
    assert told in state["told_html"]
    assert state["answered"] is True


def test_the_host_sees_the_answer_only_after_closing(
    race: Paper, racer: Entry, organiser: User
) -> None:
    host = Visitor(organiser)
    first = host.read(address(race, "race_host"))
    assert race.stage.tournament.join_code in first
    problem = opened(race, organiser)
    url = address(race, "race_host_state")
    shown = host.get(url, after(minutes=2)).json()
    assert 'id="solution"' not in shown["problem_html"]
    close_problem(problem=problem, by=organiser, at=after(minutes=3))
    closed = host.get(url, after(minutes=4)).json()
    assert "a1 a2 b1 b2" in closed["problem_html"]
    assert closed["next_label"] == "2"


def test_only_the_organisers_host(race: Paper, racer: Entry) -> None:
    for name in ("race_host", "race_host_state"):
        assert Visitor(racer.user).get(address(race, name)).status_code == 404
        assert Visitor(None).get(address(race, name)).status_code == 404


def test_the_own_page_leads_to_the_race(race: Paper, racer: Entry) -> None:
    me = reverse("tournaments:me", args=[racer.tournament_id])
    html = Visitor(racer.user).read(me)
    assert "Take part in “水曜の早解き”" in html
    assert address(race, "race") in html


def test_the_desk_speaks_of_who_takes_part_not_of_a_paper(
    race: Paper, racer: Entry, organiser: User
) -> None:
    desk = Visitor(organiser, language="ja")
    page = desk.get(address(race, "desk_sittings"), START).content.decode()
    assert "未参加 1" in page
    begin(race, racer)
    page = desk.get(address(race, "desk_sittings"), after(minutes=1)).content.decode()
    assert "参加中 1" in page
    for word in ("解いている", "解答中", "未開始", "さんの時間"):
        assert word not in page.partition("<main")[2]
