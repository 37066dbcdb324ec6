"""A contestant's pages: the door, the paper, its receipts, its end."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.middleware import ARRIVED
from accounts.models import User
from judging.models import Feedback, Kind, Paper, PaperProblem, Problem, Sitting
from judging.services.drain import drain
from judging.services.papers import close_paper, set_paper
from judging.services.sitting import hand_in
from tests.judging.conftest import HOUR, RIGHT, START, WRONG, after, begin, send
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


class Visitor:
    """Somebody's browser, at an instant."""

    def __init__(self, user: User | None, language: str = "en") -> None:
        self.client = Client(HTTP_ACCEPT_LANGUAGE=language)
        if user is not None:
            self.client.force_login(user)

    def get(self, url: str, at: datetime = START, **data: Any) -> Any:
        arrived: dict[str, Any] = {ARRIVED: at.timestamp()}
        return self.client.get(url, data, **arrived)

    def post(self, url: str, at: datetime = START, **data: Any) -> Any:
        arrived: dict[str, Any] = {ARRIVED: at.timestamp()}
        return self.client.post(url, data, **arrived)

    def read(self, url: str, at: datetime = START, **data: Any) -> str:
        found = self.get(url, at, **data)
        assert found.status_code == 200, found.status_code
        text: str = found.content.decode()
        return text


def address(paper: Paper, name: str = "paper") -> str:
    return reverse(f"judging:{name}", args=[paper.pk])


def page_data(html: str) -> dict[str, Any]:
    """What the page's script is given."""
    found = re.search(r'<script id="page" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture
def contestant(enter: Callable[..., Entry]) -> Entry:
    return enter()


@pytest.fixture
def visitor(contestant: Entry) -> Visitor:
    return Visitor(contestant.user)


@pytest.mark.parametrize("minutes", [-30, 5])
def test_nothing_of_the_problems_is_on_the_page_before_one_started(
    paper: Paper, hantei: PaperProblem, visitor: Visitor, minutes: int
) -> None:
    html = visitor.read(address(paper), after(minutes=minutes))
    assert "Qualifier" in html
    for secret in (str(hantei.pk), "共円な4点", "data-point", "problem-1", "attempts"):
        assert secret not in html


@pytest.mark.parametrize("name", ["receipts", "paper_reading", "paper_pages"])
def test_no_other_address_tells_of_problems_before_the_start(
    paper: Paper, hantei: PaperProblem, visitor: Visitor, name: str
) -> None:
    url = address(paper, name)
    data: dict[str, Any] = {"problem": str(hantei.pk), "answer": RIGHT}
    found = visitor.get(url, **data) if name == "receipts" else visitor.post(url, **data)
    assert found.status_code in {404, 409}
    assert "understood" not in found.content.decode()


def test_the_start_page_says_when_and_waits(
    paper: Paper, hantei: PaperProblem, visitor: Visitor
) -> None:
    html = visitor.read(address(paper), START - HOUR)
    assert "August 1, 10:00" in html
    assert "wait for the start" in html
    assert 'aria-disabled="true"' in html
    refused = visitor.post(address(paper, "paper_start"), START - HOUR)
    assert refused.status_code == 302
    assert Sitting.objects.get().started_at is None


def test_starting_shows_the_paper(paper: Paper, hantei: PaperProblem, visitor: Visitor) -> None:
    device = uuid4()
    visitor.post(address(paper, "paper_start"), device=str(device), device_name="Chrome, Android")
    sitting = Sitting.objects.get()
    assert (sitting.device, sitting.device_name) == (device, "Chrome, Android")
    html = visitor.read(address(paper))
    data = page_data(html)
    assert "共円な4点" in html
    assert html.count("data-point=") == 81
    assert data["problems"][0]["id"] == str(hantei.pk)
    assert data["clock"]["ends_at"] == "2027-08-01T02:00:00.000Z"
    assert data["device"] == str(device)


def test_the_key_is_nowhere_on_the_page(
    paper: Paper, hantei: PaperProblem, contestant: Entry, visitor: Visitor
) -> None:
    begin(paper, contestant)
    html = visitor.read(address(paper))
    assert "any_set" not in html
    assert 'class="curve"' not in html


@pytest.mark.parametrize("who", ["stranger", "organiser"])
def test_the_paper_is_nobody_elses(
    paper: Paper, hantei: PaperProblem, organiser: User, who: str
) -> None:
    stranger = User.objects.create_user("stranger", "a-long-password", name="誰か")
    user = organiser if who == "organiser" else stranger
    for name in ("paper", "receipts"):
        assert Visitor(user).get(address(paper, name)).status_code == 404


def test_somebody_not_signed_in_is_asked_to(paper: Paper, hantei: PaperProblem) -> None:
    found = Visitor(None).get(address(paper))
    assert found.status_code == 302
    assert found["Location"] == f"/sign-in/?next=/papers/{paper.pk}/"


def test_the_part_of_a_problem_tells_the_verdict_with_its_drawing(
    paper: Paper, hantei: PaperProblem, contestant: Entry, visitor: Visitor
) -> None:
    begin(paper, contestant)
    send(hantei, contestant, WRONG)
    url = address(paper, "receipts")
    waiting = visitor.get(url, problem=str(hantei.pk)).json()
    assert "being judged" in waiting["html"]
    assert len(waiting["problem"]["waiting"]) == 1
    drain(START)
    judged = visitor.get(url, problem=str(hantei.pk)).json()
    assert judged["problem"]["left"] == 2
    assert "not on one circle" in judged["html"]
    assert "stroke-dasharray" in judged["html"]


def test_no_verdict_is_told_before_its_time(
    paper: Paper,
    organiser: User,
    put: Callable[..., PaperProblem],
    write_problem: Callable[..., Problem],
    contestant: Entry,
    visitor: Visitor,
) -> None:
    problem = put(write_problem(), feedback=Feedback.AFTER_PUBLICATION)
    set_paper(paper=paper, by=organiser, at=START - HOUR)
    begin(paper, contestant)
    send(problem, contestant, RIGHT)
    drain(START)
    for html in (visitor.read(address(paper)), visitor.read(address(paper, "receipts"))):
        assert "received" in html
        assert 'class="curve"' not in html
        assert 'data-state="right"' not in html


@pytest.mark.parametrize(
    ("raw", "told"), [("１２", "12"), ("twelve", "not"), ("", "answer"), ("9" * 5000, "")]
)
def test_what_is_understood_is_told_as_it_is_typed(
    paper: Paper,
    organiser: User,
    put: Callable[..., PaperProblem],
    write_problem: Callable[..., Problem],
    contestant: Entry,
    visitor: Visitor,
    raw: str,
    told: str,
) -> None:
    problem = put(write_problem(Kind.INTEGER))
    set_paper(paper=paper, by=organiser, at=START - HOUR)
    begin(paper, contestant)
    found = visitor.post(address(paper, "paper_reading"), problem=str(problem.pk), answer=raw)
    said = found.json()
    assert ("understood" in said) == (raw == "１２")
    assert told in (said.get("understood") or said["fault"])


def test_a_proof_is_shown_as_it_will_be_read(
    paper: Paper,
    organiser: User,
    put: Callable[..., PaperProblem],
    write_problem: Callable[..., Problem],
    contestant: Entry,
    visitor: Visitor,
) -> None:
    problem = put(write_problem(Kind.PROOF), feedback=Feedback.AFTER_PUBLICATION)
    set_paper(paper=paper, by=organiser, at=START - HOUR)
    begin(paper, contestant)
    raw = "<script>alert(1)</script> $x^2$"
    html = visitor.post(address(paper, "paper_reading"), problem=str(problem.pk), answer=raw).json()
    assert "<math" in html["html"]
    assert "<script" not in html["html"]


def test_the_end_shows_what_the_server_has_and_takes_nothing(
    paper: Paper, hantei: PaperProblem, contestant: Entry, visitor: Visitor
) -> None:
    begin(paper, contestant)
    send(hantei, contestant, WRONG)
    html = visitor.read(address(paper), START + HOUR)
    assert "The time is over" in html
    assert "Receipt 1" in html
    assert "form.answer" not in html
    assert 'id="hand-in"' not in html
    assert page_data(html)["closed"] is True


def test_a_paper_that_was_closed_early_says_so(
    paper: Paper, hantei: PaperProblem, contestant: Entry, visitor: Visitor, organiser: User
) -> None:
    begin(paper, contestant)
    close_paper(paper=paper, by=organiser, at=after(minutes=30))
    for minutes in (31, 61):
        html = visitor.read(address(paper), after(minutes=minutes))
        assert "<span>The organisers closed this paper</span>" in html
    refused = visitor.client.post(
        f"/api/v1/papers/{paper.pk}/submissions/",
        {"problem": str(hantei.pk), "answer": RIGHT, "form_key": str(uuid4())},
        content_type="application/json",
    ).json()
    assert refused["code"] == "paper_over"
    assert refused["title"].startswith("The organisers closed this paper.")


def test_a_paper_that_was_closed_when_its_time_was_over_says_that(
    paper: Paper, hantei: PaperProblem, contestant: Entry, visitor: Visitor, organiser: User
) -> None:
    begin(paper, contestant)
    close_paper(paper=paper, by=organiser, at=after(hours=1))
    html = visitor.read(address(paper), after(minutes=61))
    assert "<span>The time is over</span>" in html


def test_a_paper_that_was_closed_early_can_no_longer_be_started(
    paper: Paper, hantei: PaperProblem, visitor: Visitor, organiser: User
) -> None:
    visitor.read(address(paper), after(minutes=1))
    close_paper(paper=paper, by=organiser, at=after(minutes=30))
    html = visitor.read(address(paper), after(minutes=31))
    assert 'data-phase="over"' in html


def test_after_handing_in_the_page_says_so(
    paper: Paper, hantei: PaperProblem, contestant: Entry, visitor: Visitor
) -> None:
    begin(paper, contestant)
    hand_in(paper_id=paper.pk, user=contestant.user, device=None, at=after(minutes=1))
    assert "You have handed this paper in" in visitor.read(address(paper), after(minutes=2))


def test_the_page_needs_the_same_queries_for_many_problems(
    paper: Paper,
    organiser: User,
    put: Callable[..., PaperProblem],
    write_problem: Callable[..., Problem],
    contestant: Entry,
    visitor: Visitor,
    django_assert_max_num_queries: Any,
) -> None:
    for number in range(4):
        put(write_problem(Kind.INTEGER, title=f"問{number}"))
    set_paper(paper=paper, by=organiser, at=START - HOUR)
    begin(paper, contestant)
    for problem in paper.problems.all():
        send(problem, contestant, "12")
    visitor.read(address(paper))
    with django_assert_max_num_queries(22):
        visitor.read(address(paper))


def test_times_are_told_in_the_language_of_the_reader(
    paper: Paper, hantei: PaperProblem, contestant: Entry
) -> None:
    visitor = Visitor(contestant.user, "ja")
    me = reverse("tournaments:me", args=[contestant.tournament_id])
    assert "「予選」は8月1日 10:00に始まります" in visitor.read(me, START - HOUR)
    assert "8月1日 11:00まで" in visitor.read(me, START)
    assert "8月1日 10:00</time>–" in visitor.read(address(paper), START - HOUR)


def test_the_own_page_leads_to_the_paper(
    paper: Paper, hantei: PaperProblem, contestant: Entry, visitor: Visitor
) -> None:
    me = reverse("tournaments:me", args=[contestant.tournament_id])
    before = visitor.read(me, START - HOUR)
    assert "Your paper “Qualifier” begins on August 1, 10:00" in before
    assert address(paper) in before
    assert "Waiting for the draw" not in before
    public = reverse("tournaments:public", args=[contestant.tournament_id])
    assert "begins on August 1, 10:00" in visitor.read(public, START - HOUR)
    assert "begins on" not in Visitor(None).read(public, START - HOUR)
    assert "Start your paper “Qualifier”" in visitor.read(me, START)
    begin(paper, contestant)
    assert "Go on with your paper “Qualifier”" in visitor.read(me, START)
    assert "Go on with your paper “Qualifier”" in visitor.read("/", START)
    assert "is over" in visitor.read(me, START + HOUR)


def test_a_draft_of_a_paper_leads_nobody_anywhere(
    paper: Paper, contestant: Entry, visitor: Visitor
) -> None:
    html = visitor.read(reverse("tournaments:me", args=[contestant.tournament_id]))
    assert "Qualifier" not in html
    assert str(paper.pk) not in html


def test_a_personal_window_begins_when_start_is_pressed(
    paper: Paper, hantei: PaperProblem, visitor: Visitor
) -> None:
    Paper.objects.filter(pk=paper.pk).update(duration=timedelta(minutes=20))
    html = visitor.read(address(paper))
    assert "20 minutes from your start" in html
    visitor.post(address(paper, "paper_start"), after(minutes=10))
    ends = page_data(visitor.read(address(paper), after(minutes=11)))["clock"]["ends_at"]
    assert ends == "2027-08-01T01:30:00.000Z"


def test_signing_in_again_leads_back_to_the_other_tab(
    paper: Paper, hantei: PaperProblem, visitor: Visitor
) -> None:
    assert "Close this tab" in visitor.read(address(paper, "signed_in"))
