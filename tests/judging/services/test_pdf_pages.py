"""PDFs of proofs: drawn by a worker, seen by whoever may have the PDF, counted page by page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from judging.models import PaperProblem, PdfPage, Upload
from judging.services import pdf_pages
from judging.services.pdf_pages import draw_waiting
from judging.services.script_pages import leaves
from judging.services.uploads import add_upload, remove_upload
from tests.judging.conftest import after
from tests.judging.services.test_proofs_sent import add, entry, proof, send
from tests.judging.test_pdf import hostile, written
from tournaments.models import Entry

__all__ = ["entry", "proof"]
pytestmark = pytest.mark.django_db


def add_pdf(problem: PaperProblem, entry: Entry, data: bytes, name: str = "proof.pdf") -> Upload:
    return add_upload(
        paper_id=problem.paper_id, problem_id=problem.pk, user=entry.user,
        file=SimpleUploadedFile(name, data), device=None, at=after(minutes=1),
    )  # fmt: skip


def signed(entry: Entry) -> User:
    assert entry.user is not None
    return entry.user


def urls(*uploads: Upload) -> list[str]:
    return [one["url"] for one in leaves(list(uploads))]


def test_a_pdf_becomes_pages_between_photos(proof: PaperProblem, entry: Entry) -> None:
    first, pdf, last = (
        add(proof, entry, 1), add_pdf(proof, entry, written("1", "2")), add(proof, entry, 2),
    )  # fmt: skip
    sent = send(proof, entry)
    assert urls(first, pdf, last) == [f"/uploads/{first.pk}/", "", f"/uploads/{last.pk}/"]
    assert draw_waiting(timezone.now) == 1
    assert draw_waiting(timezone.now) == 0
    uploads = [one.upload for one in sent.pages.order_by("order")]
    seen = leaves(uploads)
    assert [(one["page"], one["url"]) for one in seen] == [
        (1, f"/uploads/{first.pk}/"),
        (2, f"/uploads/{pdf.pk}/1/"),
        (3, f"/uploads/{pdf.pk}/2/"),
        (4, f"/uploads/{last.pk}/"),
    ]
    assert [one["original"] for one in seen] == ["", f"/uploads/{pdf.pk}/", "", ""]


def test_pages_are_for_those_who_may_have_the_pdf(
    proof: PaperProblem, entry: Entry, enter: Callable[..., Entry]
) -> None:
    pdf = add_pdf(proof, entry, written("1"))
    address = reverse("judging:pdf_page", args=[pdf.pk, 1])
    mine, other = Client(), Client()
    mine.force_login(signed(entry))
    other.force_login(signed(enter()))
    assert mine.get(address).status_code == 404
    draw_waiting(timezone.now)
    answer = mine.get(address)
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["Cache-Control"] == "private, no-store"
    assert b"".join(answer.streaming_content)[:3] == b"\xff\xd8\xff"  # type: ignore[attr-defined]
    assert mine.get(reverse("judging:pdf_page", args=[pdf.pk, 2])).status_code == 404
    for stranger in (other, Client()):
        assert stranger.get(address).status_code == 404


def test_what_cannot_be_drawn_is_still_there_to_open(
    proof: PaperProblem, entry: Entry, settings: Any
) -> None:
    pdf = add_pdf(proof, entry, hostile(b""))
    (Path(settings.MEDIA_ROOT) / pdf.path).write_bytes(b"%PDF-1.4 nothing")
    other = add_pdf(proof, entry, written("1"))
    assert draw_waiting(timezone.now) == 2
    pdf.refresh_from_db()
    other.refresh_from_db()
    assert (pdf.pictures, other.pictures) == ("failed", "drawn")
    assert leaves([pdf])[0]["original"] == f"/uploads/{pdf.pk}/"


def test_what_was_taken_away_unsent_is_not_drawn(proof: PaperProblem, entry: Entry) -> None:
    pdf = add_pdf(proof, entry, written("1"))
    remove_upload(upload=pdf, user=entry.user, device=None, at=after(minutes=2))
    assert draw_waiting(timezone.now) == 0
    assert not PdfPage.objects.exists()


def test_the_bell_rings_at_once_and_again_by_the_sweep(
    proof: PaperProblem,
    entry: Entry,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    rung: list[tuple[str, str]] = []
    monkeypatch.setattr(pdf_pages, "ring", lambda *told: rung.append(told))
    pdf_pages.sweep_pdfs()
    assert rung == []
    with django_capture_on_commit_callbacks(execute=True):
        add_pdf(proof, entry, written("1"))
    pdf_pages.sweep_pdfs()
    assert rung == [(pdf_pages.TASK, "render")] * 2
