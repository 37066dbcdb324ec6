"""The API of a contest, as its pages and programs use it."""

import io
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from PIL import Image

from accounts.middleware import ARRIVED
from accounts.models import User
from judging.models import Kind, Paper, PaperProblem, Problem, Submission
from judging.services.drain import drain
from judging.services.papers import set_paper
from tests.judging.conftest import RIGHT, START, WRONG, after, begin
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


class Asker:
    """Somebody's browser, at an instant."""

    def __init__(self, user: User | None) -> None:
        self.client = Client(HTTP_ACCEPT_LANGUAGE="en")
        if user is not None:
            self.client.force_login(user)

    def __call__(
        self, method: str, path: str, body: object = None, at: datetime = START, **options: Any
    ) -> Any:
        options = {ARRIVED: at.timestamp()} | options
        if body is not None:
            options |= {"data": body, "content_type": "application/json"}
        return getattr(self.client, method)(f"/api/v1/{path}", **options)


@pytest.fixture
def contestant(enter: Callable[..., Entry]) -> Entry:
    return enter()


@pytest.fixture
def ask(contestant: Entry) -> Asker:
    return Asker(contestant.user)


def answer(problem: PaperProblem, raw: str = RIGHT, **more: Any) -> dict[str, Any]:
    return {"problem": str(problem.pk), "answer": raw, "form_key": str(uuid4())} | more


def test_nothing_of_the_problems_leaves_before_the_start(
    paper: Paper, hantei: PaperProblem, ask: Asker
) -> None:
    """J61: not their number, points or words, nor through another address."""
    found = ask("get", f"papers/{paper.pk}/").json()
    assert "problems" not in found
    assert "total" not in found
    assert str(hantei.pk) not in str(ask("get", "papers/").json())
    for path in ("submissions/", "race/", "sittings/"):
        assert ask("get", f"papers/{paper.pk}/{path}").status_code == 404
    started = ask("post", f"papers/{paper.pk}/start/", {})
    assert started.json()["problems"][0]["content"]["columns"] == 9
    assert "any_set" not in str(started.json())


def test_an_answer_goes_from_receipt_to_verdict(
    paper: Paper, hantei: PaperProblem, contestant: Entry, ask: Asker
) -> None:
    """J32: queued is known from the instant of acceptance."""
    begin(paper, contestant)
    body = answer(hantei, WRONG)
    made = ask("post", f"papers/{paper.pk}/submissions/", body, after(minutes=1))
    assert made.status_code == 201
    receipt = made.json()
    assert (receipt["status"], receipt["verdict"], receipt["left"]) == ("queued", None, 2)
    assert receipt["received_at"] == "2027-08-01T01:01:00.000Z"
    again = ask("post", f"papers/{paper.pk}/submissions/", body, after(minutes=2))
    assert (again.status_code, again.json()["id"]) == (200, receipt["id"])
    drain(START)
    found = ask("get", f"submissions/{receipt['id']}/").json()
    assert found["verdict"]["reason"] == "not_on_one_circle"
    assert "not on one circle" in found["verdict"]["words"]
    listed = ask("get", f"papers/{paper.pk}/submissions/").json()
    assert [one["id"] for one in listed] == [receipt["id"]]


@pytest.mark.parametrize("raw", ["a1 b1", "a1 b1 a2 c5"])
def test_what_is_not_taken_is_told_with_what_was_understood(
    paper: Paper, hantei: PaperProblem, contestant: Entry, ask: Asker, raw: str
) -> None:
    begin(paper, contestant)
    refused = ask("post", f"papers/{paper.pk}/submissions/", answer(hantei, raw))
    assert refused.status_code == 422
    problem = refused.json()
    assert problem["code"] == "malformed"
    assert "no attempt" in problem["title"]
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    "raw", ["x" * 50_000, "((" * 10_000, "a1 " * 9_000, "\u202e12", "🌀" * 999]
)
def test_garbage_is_refused_at_once(
    paper: Paper, hantei: PaperProblem, contestant: Entry, ask: Asker, raw: str
) -> None:
    begin(paper, contestant)
    assert ask("post", f"papers/{paper.pk}/submissions/", answer(hantei, raw)).status_code == 422


def test_a_megabyte_is_too_much(
    paper: Paper, hantei: PaperProblem, contestant: Entry, ask: Asker
) -> None:
    begin(paper, contestant)
    sent = ask("post", f"papers/{paper.pk}/submissions/", answer(hantei, "x" * 1_000_000))
    assert sent.status_code == 400


def test_another_person_learns_nothing_of_an_answer(
    paper: Paper,
    hantei: PaperProblem,
    contestant: Entry,
    ask: Asker,
    enter: Callable[..., Entry],
    organiser: User,
) -> None:
    """J65: receipts and answers are found by their owner only."""
    begin(paper, contestant)
    made = ask("post", f"papers/{paper.pk}/submissions/", answer(hantei)).json()
    other = enter("別の人")
    begin(paper, other)
    for user in (other.user, organiser, None):
        status = Asker(user)("get", f"submissions/{made['id']}/").status_code
        assert status in ({401, 403} if user is None else {404})
    assert Asker(other.user)("get", f"papers/{paper.pk}/submissions/").json() == []


def test_the_clock_is_the_servers_and_says_until_when(
    paper: Paper, hantei: PaperProblem, contestant: Entry, ask: Asker
) -> None:
    begin(paper, contestant)
    clock = ask("get", f"papers/{paper.pk}/clock/", at=after(minutes=30)).json()
    assert (clock["phase"], clock["ends_at"]) == ("open", "2027-08-01T02:00:00.000Z")
    assert clock["server_time"] == "2027-08-01T01:30:00.000Z"
    assert len(clock["csrf"]) > 20


def test_drafts_are_kept_and_come_back(
    paper: Paper, hantei: PaperProblem, contestant: Entry, ask: Asker
) -> None:
    begin(paper, contestant)
    path = f"papers/{paper.pk}/drafts/{hantei.pk}/"
    kept = ask("put", path, {"answer": "a1 b1", "seq": 2}, after(minutes=1)).json()
    assert kept["seq"] == 2
    assert ask("put", path, {"answer": "a1", "seq": 1}).json()["seq"] == 2
    problem = ask("get", f"papers/{paper.pk}/").json()["problems"][0]
    assert (problem["draft"], problem["state"]) == ("a1 b1", "kept")


def photo(kind: str = "JPEG", size: tuple[int, int] = (60, 80)) -> io.BytesIO:
    file = io.BytesIO()
    Image.new("RGB", size, "white").save(file, kind)
    file.seek(0)
    file.name = f"page.{kind.lower()}"
    return file


@pytest.fixture
def proof(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
    contestant: Entry,
) -> PaperProblem:
    problem = put(write_problem(Kind.PROOF), points=7)
    set_paper(paper=paper, by=organiser, at=START)
    begin(paper, contestant)
    return problem


def test_pages_are_sent_shown_and_handed_in(
    proof: PaperProblem, ask: Asker, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    path = f"papers/{proof.paper_id}/uploads/?problem={proof.pk}"
    made = ask("post", path, data={"file": photo()})
    assert made.status_code == 201, made.content
    assert made.json()["media_type"] == "image/jpeg"
    same = ask("post", path, data={"file": photo()})
    assert same.json()["id"] == made.json()["id"]
    ask("post", path, data={"file": photo("PNG", (61, 80))})
    shown = ask("get", f"papers/{proof.paper_id}/").json()["problems"][0]
    assert [one["order"] for one in shown["uploads"]] == [1, 2]
    assert ask("delete", f"uploads/{made.json()['id']}/").status_code == 204
    ask("post", f"papers/{proof.paper_id}/hand-in/", {}, after(minutes=5))
    assert Submission.objects.get().pages.count() == 1


def test_a_file_that_is_no_page_is_named_in_the_refusal(proof: PaperProblem, ask: Asker) -> None:
    """J74."""
    file = io.BytesIO(b"<html><script>alert(1)</script>")
    file.name = "証明.jpg"
    path = f"papers/{proof.paper_id}/uploads/?problem={proof.pk}"
    refused = ask("post", path, data={"file": file})
    assert (refused.status_code, refused.json()["code"]) == (415, "upload_not_a_page")
    assert "証明.jpg" in refused.json()["title"]
