"""Who may ask the API for what: each object for each role, and how much it costs."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from accounts.models import Role, User
from accounts.services.people import make_person
from accounts.services.roles import grant
from judging.models import Bank, Marking, Paper, Rejudge, Script, Sitting, Submission
from judging.services.boards import refresh
from judging.services.contests import contest_of
from judging.services.sittings_view import sitting_rows
from judging.services.storing import handed_out
from tests.api.contest import Contest, make_contest
from tournaments.services.entries import Details, add_entry

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group(__name__)]
OWNER, RIVAL, MARKER, ARBITER, ORGANISER, STRANGER, NOBODY = (
    "owner", "rival", "marker", "arbiter", "organiser", "stranger", "nobody",
)  # fmt: skip
ROLES = (OWNER, RIVAL, MARKER, ARBITER, ORGANISER, STRANGER, NOBODY)


@pytest.fixture(scope="module")
def people(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, User]]:
    """Made once, as the contest; what a test does to them is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        found = {role: make_person(role) for role in ROLES if role != NOBODY}
        found[ORGANISER].is_organiser = True
        found[ORGANISER].save()
        yield found
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def contest(people: dict[str, User]) -> Contest:
    made = make_contest(people[ORGANISER], people[OWNER], people[MARKER])
    tournament = made.paper.stage.tournament
    grant(user=people[ARBITER], scope=tournament.pk, role=Role.ARBITER)
    at = tournament.created_at
    add_entry(
        tournament=tournament, details=Details(name=RIVAL), user=people[RIVAL], by=None, at=at
    )
    return made


def _bank() -> UUID:
    return Bank.objects.get().pk


def _stage(contest: Contest) -> str:
    return f"tournaments/{contest.paper.stage.tournament_id}/contests/1/"


Path = Callable[[Contest], tuple[str, str]]
TABLE: list[tuple[Path, set[str]]] = [
    (lambda c: ("get", f"papers/{c.paper.pk}/"), {OWNER, RIVAL}),
    (lambda c: ("get", f"papers/{c.paper.pk}/clock/"), {OWNER, RIVAL}),
    (lambda c: ("get", f"papers/{c.paper.pk}/submissions/"), {OWNER}),
    (lambda c: ("get", f"submissions/{Submission.objects.earliest('id').public_id}/"), {OWNER}),
    (lambda c: ("get", f"papers/{c.paper.pk}/sittings/"), {ARBITER, ORGANISER}),
    (lambda c: ("get", f"rejudges/{Rejudge.objects.get().pk}/"), {ORGANISER}),
    (lambda c: ("get", f"markings/{Marking.objects.get(marker__name=MARKER).pk}/"), {MARKER}),
    (
        lambda c: ("get", f"tournaments/{c.paper.stage.tournament_id}/contests/1/board/"),
        {ARBITER, ORGANISER},
    ),
    (lambda c: ("get", f"banks/{_bank()}/"), {ORGANISER}),
    (lambda c: ("get", f"banks/{_bank()}/problems/"), {ORGANISER}),
    (lambda c: ("get", f"banks/{_bank()}/problems.csv"), {ORGANISER}),
    (lambda c: ("get", f"banks/{_bank()}/images/"), {ORGANISER}),
    (lambda c: ("get", f"problems/{c.hantei.source.problem_id}/"), {ORGANISER}),
    (lambda c: ("get", f"problems/{c.hantei.source.problem_id}/versions/"), {ORGANISER}),
    (lambda c: ("get", f"papers/{c.paper.pk}/setup/"), {ORGANISER}),
    (lambda c: ("get", f"papers/{c.paper.pk}/late/"), {ARBITER, ORGANISER}),
    (lambda c: ("get", f"paper-problems/{c.hantei.pk}/keys/"), {ORGANISER}),
    (lambda c: ("get", f"paper-problems/{c.proof.pk}/scheme/"), {MARKER, ORGANISER}),
    (lambda c: ("get", f"paper-problems/{c.proof.pk}/comments/"), {MARKER, ORGANISER}),
    (lambda c: ("get", f"paper-problems/{c.proof.pk}/marking/"), {ORGANISER}),
    (lambda c: ("get", f"scripts/{Script.objects.get().pk}/"), {ORGANISER}),
    (lambda c: ("get", f"{_stage(c)}"), {ARBITER, ORGANISER}),
    (lambda c: ("get", f"{_stage(c)}papers/"), {ARBITER, ORGANISER}),
    (lambda c: ("get", f"{_stage(c)}results/"), {ORGANISER}),
    (lambda c: ("get", f"{_stage(c)}statistics/"), {ORGANISER}),
    (lambda c: ("get", f"{_stage(c)}appeals/"), {ORGANISER}),
    (lambda c: ("get", f"{_stage(c)}mine/"), set()),
    (lambda c: ("get", f"submissions/{uuid4()}/"), set()),
    (lambda c: ("get", f"papers/{uuid4()}/"), set()),
]


@pytest.mark.parametrize("row", range(len(TABLE)))
def test_each_thing_is_found_by_those_it_is_for(
    people: dict[str, User], contest: Contest, row: int
) -> None:
    """J64, J65: everybody else gets 404, as if it were not there."""
    path, allowed = TABLE[row]
    method, address = path(contest)
    found = {}
    for role in ROLES:
        client = Client()
        if role in people:
            client.force_login(people[role])
        found[role] = getattr(client, method)(f"/api/v1/{address}").status_code
    assert {role for role, status in found.items() if status == 200} == allowed
    hidden = {status for role, status in found.items() if role not in allowed and role != NOBODY}
    assert hidden <= {404}
    if NOBODY not in allowed:
        assert found[NOBODY] in {401, 403, 404}


def test_who_has_not_started_finds_no_problem(people: dict[str, User], contest: Contest) -> None:
    client = Client()
    client.force_login(people[RIVAL])
    for address in ("papers/", f"papers/{contest.paper.pk}/"):
        text = client.get(f"/api/v1/{address}").content.decode()
        assert str(contest.hantei.pk) not in text
        assert "stones" not in text
    body = {"problem": str(contest.hantei.pk), "answer": "a1", "form_key": str(uuid4())}
    sent = client.post(f"/api/v1/papers/{contest.paper.pk}/submissions/", body, "application/json")
    assert sent.json()["code"] == "not_started"


def test_a_marker_reads_no_name(people: dict[str, User], contest: Contest) -> None:
    client = Client()
    client.force_login(people[MARKER])
    marking = Marking.objects.get(marker=people[MARKER])
    text = client.get(f"/api/v1/markings/{marking.pk}/").content.decode()
    assert "証明" in text
    assert f'"{OWNER}"' not in text
    assert str(Sitting.objects.get().pk) not in text


def queries(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as found:
        act()
    return len(found)


def test_the_cost_of_lists_does_not_grow(people: dict[str, User], contest: Contest) -> None:
    paper = Paper.objects.select_related("stage__tournament").get()
    board = contest_of(paper.stage)
    at = paper.created_at

    def costs() -> tuple[int, int]:
        type(board).objects.update(dirty_at=at)
        return (
            queries(lambda: sitting_rows(paper, at)),
            queries(lambda: refresh(board, at, now=True)),
        )

    def more(count: int) -> tuple[int, int]:
        for _ in range(count):
            details = Details(name=str(uuid4()))
            add_entry(tournament=paper.stage.tournament, details=details, by=None, at=at)
        return costs()

    costs()
    assert more(1) == more(5)


def test_files_are_never_pages(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    (tmp_path / "x").write_bytes(b"<script>")
    image = handed_out("x", "image/jpeg", "x.html")
    assert "sandbox" in image["Content-Security-Policy"]
    assert image["X-Content-Type-Options"] == "nosniff"
    assert "attachment" in handed_out("x", "application/pdf", "x.pdf")["Content-Disposition"]
