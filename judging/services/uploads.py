"""Pages of proofs: taken, kept privately, put in order."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import Http404

from accounts.db import write
from accounts.models import User
from judging.errors import (
    HandedInError,
    TooManyPagesError,
    UploadBrokenError,
    UploadKindError,
    UploadTooBigError,
)
from judging.models import Closing, Kind, PaperProblem, PaperState, Sitting, Upload
from judging.scans import MAX_BYTES, BrokenPageError, NotAPageError, Scan, clean
from judging.services.answers import find_problem
from judging.services.pdf_pages import ask_for_pictures
from judging.services.sitting import check_device, lock_sitting
from judging.services.storing import PAGES, store
from judging.services.timing import over_error, phase_of
from judging.windows import Phase

MAX_PAGES = 20
"""Of one problem."""
ENVELOPE = 20_000
"""What a form adds to its file."""


def read_scan(file: "UploadedFile[Any]", *, pdf: bool = True) -> tuple[Scan, str]:
    """The page in a file that was sent, and the SHA-256 of what was sent.

    Raise UploadTooBigError, UploadKindError, UploadBrokenError: each names the file.
    """
    name = file_name(file)
    refuse_size(name, file.size or 0)
    data = file.read(MAX_BYTES + 1)
    refuse_size(name, len(data))
    try:
        return clean(data, pdf=pdf), hashlib.sha256(data).hexdigest()
    except NotAPageError as error:
        raise UploadKindError(name=name) from error
    except BrokenPageError as error:
        raise UploadBrokenError(name=name) from error


def refuse_size(name: str, size: int) -> None:
    if size > MAX_BYTES:
        raise UploadTooBigError(
            name=name, size=f"{size / 1_000_000:.1f}", limit=MAX_BYTES // 1_000_000
        )


def refuse_length(content_length: str) -> None:
    """Before anything of a request is read, by what it says of itself."""
    if content_length.isdigit() and int(content_length) > MAX_BYTES + ENVELOPE:
        refuse_size("?", int(content_length))


def file_name(file: "UploadedFile[Any]") -> str:
    """As the sender's device calls it, on one line."""
    name = "".join(letter for letter in file.name or "" if letter.isprintable())
    return name[-100:] or "?"


def add_upload(
    *,
    paper_id: UUID,
    problem_id: UUID,
    user: User | None,
    file: "UploadedFile[Any]",
    device: UUID | None,
    at: datetime,
) -> Upload:
    """Keep a page; it goes in with the proof. The same file again is the same page.

    Raise the errors of ``read_scan``, TooManyPagesError, PaperOverError, HandedInError.
    """
    scan, digest = read_scan(file)
    with write():
        sitting, problem = _open(paper_id, problem_id, user, device, at)
        lying = Upload.objects.filter(sitting=sitting, problem=problem, removed_at=None)
        known = lying.filter(digest=digest).first()
        if known is not None:
            return known
        orders = list(lying.values_list("order", flat=True))
        if len(orders) >= MAX_PAGES:
            raise TooManyPagesError(limit=MAX_PAGES)
        pdf = scan.media_type == Upload.Type.PDF
        if pdf:
            transaction.on_commit(ask_for_pictures, robust=True)
        return Upload.objects.create(
            sitting=sitting,
            problem=problem,
            order=max(orders, default=0) + 1,
            name=file_name(file),
            media_type=scan.media_type,
            path=store(scan, PAGES),
            size=len(scan.data),
            width=scan.width,
            height=scan.height,
            pages=scan.pages,
            pictures=Upload.Pictures.WAITING if pdf else Upload.Pictures.NONE,
            digest=digest,
            received_at=at,
        )


def remove_upload(*, upload: Upload, user: User | None, device: UUID | None, at: datetime) -> None:
    """Take a page away. What was sent in with it before keeps it."""
    with write():
        _open(upload.sitting.paper_id, upload.problem_id, user, device, at)
        Upload.objects.filter(pk=upload.pk, removed_at=None).update(removed_at=at)


def order_uploads(
    *,
    paper_id: UUID,
    problem_id: UUID,
    user: User | None,
    ids: Sequence[UUID],
    device: UUID | None,
    at: datetime,
) -> None:
    """Put the pages of a problem in this order; those not named come after."""
    with write():
        sitting, problem = _open(paper_id, problem_id, user, device, at)
        lying = list(
            Upload.objects.filter(sitting=sitting, problem=problem, removed_at=None).order_by(
                "order"
            )
        )
        place = {one: number for number, one in enumerate(ids)}
        lying.sort(key=lambda upload: place.get(upload.pk, len(place)))
        for number, upload in enumerate(lying, 1):
            upload.order = number
        Upload.objects.bulk_update(lying, ["order"])


def _open(
    paper_id: UUID, problem_id: UUID, user: User | None, device: UUID | None, at: datetime
) -> tuple[Sitting, PaperProblem]:
    """The sitting, locked, and a proof of it to which pages may be added now."""
    sitting = lock_sitting(user, paper_id)
    problem = find_problem(sitting, problem_id)
    if problem.kind != Kind.PROOF:
        raise Http404
    check_device(sitting, device)
    if sitting.closing == Closing.HANDED_IN:
        raise HandedInError
    over = phase_of(sitting, at) in {Phase.OVER, Phase.BEFORE}
    if over or sitting.closed_at is not None or sitting.paper.state != PaperState.SET:
        raise over_error(sitting)
    return sitting, problem
