"""A proof and its pages: one thing, whole or not at all."""

import io
from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import Http404
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import Role, User
from accounts.services.roles import grant
from judging.errors import (
    HandedInError,
    PaperOverError,
    TooLongError,
    TooManyPagesError,
    UploadTooBigError,
)
from judging.models import AUTHOR, Bank, Kind, Paper, PaperProblem, Problem, Submission, Upload
from judging.permissions import upload_of
from judging.scans import MAX_BYTES
from judging.services import sitting as sittings
from judging.services import uploads
from judging.services.answers import submit
from judging.services.dealing import deal_scripts, set_duties
from judging.services.papers import close_paper, set_paper
from judging.services.schemes import PartDraft, approve_scheme, save_scheme
from judging.services.uploads import add_upload, order_uploads, remove_upload
from tests.judging.conftest import START, after, begin
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def page(number: int = 1) -> SimpleUploadedFile:
    file = io.BytesIO()
    Image.new("RGB", (20, 20 + number), "white").save(file, "PNG")
    return SimpleUploadedFile(f"p{number}.png", file.getvalue())


@pytest.fixture
def proof(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
    settings: Any,
    tmp_path: Any,
) -> PaperProblem:
    settings.MEDIA_ROOT = tmp_path
    problem = put(write_problem(Kind.PROOF), points=7)
    set_paper(paper=paper, by=organiser, at=START)
    return problem


@pytest.fixture
def entry(proof: PaperProblem, paper: Paper, enter: Callable[..., Entry]) -> Entry:
    found = enter()
    begin(paper, found)
    return found


def add(problem: PaperProblem, entry: Entry, number: int = 1, minutes: float = 1) -> Upload:
    return add_upload(
        paper_id=problem.paper_id, problem_id=problem.pk, user=entry.user, file=page(number),
        device=None, at=after(minutes=minutes),
    )  # fmt: skip


def send(
    problem: PaperProblem, entry: Entry, text: str = "", pages: list[UUID] | None = None
) -> Submission:
    return submit(
        paper_id=problem.paper_id, problem_id=problem.pk, user=entry.user, raw=text,
        form_key=uuid4(), device=None, at=after(minutes=9), pages=pages or [],
    ).submission  # fmt: skip


def test_a_proof_goes_in_with_its_pages_in_order(proof: PaperProblem, entry: Entry) -> None:
    first, second = add(proof, entry, 1), add(proof, entry, 2)
    order_uploads(
        paper_id=proof.paper_id, problem_id=proof.pk, user=entry.user,
        ids=[second.pk, first.pk], device=None, at=after(minutes=2),
    )  # fmt: skip
    sent = send(proof, entry, "図を見よ。")
    assert [one.upload_id for one in sent.pages.all()] == [second.pk, first.pk]
    assert sent.status == "people"


def test_a_page_that_is_not_there_stores_nothing(proof: PaperProblem, entry: Entry) -> None:
    """J31: a script is never seen before its pages."""
    add(proof, entry)
    with pytest.raises(Http404):
        send(proof, entry, pages=[uuid4()])
    assert not Submission.objects.exists()


def test_a_page_taken_away_stays_in_what_was_sent(proof: PaperProblem, entry: Entry) -> None:
    upload = add(proof, entry)
    sent = send(proof, entry)
    remove_upload(upload=upload, user=entry.user, device=None, at=after(minutes=10))
    assert sent.pages.count() == 1
    again = add(proof, entry, minutes=11)
    assert again.pk != upload.pk


def test_pages_go_in_by_themselves_at_the_end(proof: PaperProblem, entry: Entry) -> None:
    add(proof, entry, 1)
    send(proof, entry)
    sittings.close_due(after(hours=1))
    assert Submission.objects.count() == 1
    sittings.reopen(
        sitting=Submission.objects.get().sitting, by=None, at=after(minutes=50), reason=""
    )
    add(proof, entry, 2, minutes=51)
    sittings.close_due(after(hours=1))
    assert [one.pages.count() for one in Submission.objects.order_by("id")] == [1, 2]


def test_no_page_comes_after_the_end(proof: PaperProblem, entry: Entry) -> None:
    with pytest.raises(PaperOverError):
        add(proof, entry, minutes=60)
    sittings.hand_in(paper_id=proof.paper_id, user=entry.user, device=None, at=after(minutes=5))
    with pytest.raises(HandedInError):
        add(proof, entry, minutes=6)


def test_limits_are_told_by_name(
    proof: PaperProblem, entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """J74: the same limit at the entrance and behind it."""
    monkeypatch.setattr(uploads, "MAX_PAGES", 1)
    add(proof, entry, 1)
    with pytest.raises(TooManyPagesError):
        add(proof, entry, 2)
    big = SimpleUploadedFile("大.jpg", b"0" * (MAX_BYTES + 1))
    with pytest.raises(UploadTooBigError) as refused:
        uploads.read_scan(big)
    assert "大.jpg" in str(refused.value)
    with pytest.raises(UploadTooBigError):
        uploads.refuse_length(str(MAX_BYTES * 2))
    with pytest.raises(TooLongError):
        send(proof, entry, "あ" * 50_001)


def test_a_page_is_its_owners_and_the_organisers(
    proof: PaperProblem, entry: Entry, organiser: User, enter: Callable[..., Entry]
) -> None:
    upload = add(proof, entry)
    assert upload_of(entry.user, upload.pk) == upload
    assert upload_of(organiser, upload.pk) == upload
    for user in (enter("別の人").user, None):
        with pytest.raises(Http404):
            upload_of(user, upload.pk)


def test_the_address_of_a_page_is_of_use_to_its_owner_and_the_organisers_alone(
    proof: PaperProblem,
    entry: Entry,
    organiser: User,
    bank: Bank,
    enter: Callable[..., Entry],
) -> None:
    """By the page and by the API, for every other role as if it were not there."""
    upload = add(proof, entry)
    rival, gone = enter("別の人"), enter("失格 太郎")
    begin(proof.paper, rival)
    begin(proof.paper, gone)
    Entry.objects.filter(pk=gone.pk).update(disqualified_at=START)
    roles = ("arbiter", "marker", "author", "stranger")
    others = {role: User.objects.create_user(role, "a-long-word", name=role) for role in roles}
    grant(user=others["arbiter"], scope=proof.paper.stage.tournament_id, role=Role.ARBITER)
    grant(user=others["author"], scope=bank.pk, role=AUTHOR)
    set_duties(problem=proof, markers=[others["marker"]], adjudicators=[], by=organiser, at=START)
    address = reverse("judging:upload", args=[upload.pk])
    for user in (rival.user, gone.user, *others.values(), None):
        client = Client()
        if user is not None:
            client.force_login(user)
        found = client.get(address)
        assert found.status_code == 404, user
        assert found.content != b""
        refused = client.delete(f"/api/v1/uploads/{upload.pk}/")
        assert refused.status_code in {401, 403, 404}, user
    for user in (entry.user, organiser):
        assert user is not None
        client = Client()
        client.force_login(user)
        shown = client.get(address)
        assert (shown.status_code, shown["X-Content-Type-Options"]) == (200, "nosniff")
    assert client.delete(f"/api/v1/uploads/{upload.pk}/").status_code in {403, 404, 409}
    upload.refresh_from_db()
    assert upload.removed_at is None


def test_whoever_decides_sees_the_pages_of_scripts_before_taking_one_up(
    proof: PaperProblem, entry: Entry, organiser: User
) -> None:
    upload = add(proof, entry)
    send(proof, entry)
    people = [User.objects.create_user(name, "a-long-word", name=name) for name in "abc"]
    set_duties(problem=proof, markers=people[:2], adjudicators=people[2:], by=organiser, at=START)
    with pytest.raises(Http404):
        upload_of(people[2], upload.pk)
    close_paper(paper=proof.paper, by=organiser, at=after(minutes=10))
    save_scheme(
        problem=proof, parts=[PartDraft("a", "", Decimal(7))], expected_version=0, by=organiser,
        at=START,
    )  # fmt: skip
    approve_scheme(problem=proof, by=organiser, at=START)
    deal_scripts(problem=proof, seed=1, by=organiser, at=after(hours=1))
    for user in people:
        assert upload_of(user, upload.pk) == upload
