"""Images that statements show: kept by the bank, seen by whoever may see the statement."""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q
from django.http import Http404

from accounts.db import write
from accounts.models import User
from judging.models import Bank, BankImage, Mode, PaperProblem, PaperState, Sitting
from judging.services.storing import store
from judging.services.uploads import file_name, read_scan

FOLDER = "images"
MOST_CHECKED = 200


def add_image(*, bank: Bank, file: "UploadedFile[Any]", by: User | None, at: datetime) -> BankImage:
    """A photo or drawing, made anew. Raise the errors of ``uploads.read_scan``.

    Its name in statements is its id: ``![…](image:ID)``.
    """
    scan, _ = read_scan(file, pdf=False)
    with write():
        return BankImage.objects.create(
            bank=bank,
            name=file_name(file),
            media_type=scan.media_type,
            path=store(scan, FOLDER),
            size=len(scan.data),
            width=scan.width,
            height=scan.height,
            by=by,
            at=at,
        )


def image_of(user: User | None, image_id: UUID) -> BankImage:
    """For the committee, for contestants whose started paper shows it, and for its markers.

    Raise Http404.
    """
    image = BankImage.objects.select_related("bank").filter(pk=image_id).first()
    if image is None or user is None or not user.is_active:
        raise Http404
    committee = Bank.objects.for_committee(user).filter(pk=image.bank_id).exists()
    if not committee and not _shown_to(user, image):
        raise Http404
    return image


def _shown_to(user: User, image: BankImage) -> bool:
    papers = Sitting.objects.of(user).filter(started_at__isnull=False).values("paper")
    problems = (
        PaperProblem.objects.filter(
            Q(paper__in=papers) | Q(duties__user=user), source__problem__bank=image.bank_id
        )
        .exclude(paper__state=PaperState.DRAFT)
        .select_related("source", "paper")
    )
    mark = re.compile(rf"image:{image.pk}\b")
    return any(
        mark.search(one.source.statement) or mark.search(one.source.statement_en)
        for one in problems[:MOST_CHECKED]
        if one.paper.mode != Mode.RACE or one.opened_at is not None
    )
