"""Drawing the pages of uploaded PDFs. The rows are the queue; a task is only a doorbell."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.db import write
from judging.models import PdfPage, SubmittedPage, Upload
from judging.pdf import DRAW_SECONDS, BrokenPdfError, Drawn, drawn_pages
from judging.scans import NotAPageError, Scan, kind_of
from judging.services.doorbell import ring
from judging.services.leases import held
from judging.services.storing import PAGES, store

TASK, QUEUE = "judging.tasks.draw_pdfs", "render"
LEASE = "draw pdfs"
LEASE_LENGTH = timedelta(seconds=2 * DRAW_SECONDS)

log = logging.getLogger(__name__)


def ask_for_pictures() -> None:
    """Have a worker draw; call it after the commit."""
    ring(TASK, QUEUE)


def waiting() -> "QuerySet[Upload]":
    """PDFs to draw, the first sent first; not those that were taken away unsent."""
    sent = SubmittedPage.objects.filter(upload=OuterRef("pk"))
    return Upload.objects.filter(
        Q(removed_at=None) | Exists(sent), pictures=Upload.Pictures.WAITING
    ).order_by("received_at", "pk")


def draw_waiting(now: Callable[[], datetime]) -> int:
    """Draw one after the other until none waits; how many. One worker does it at a time."""
    done = 0
    while waiting().exists():
        with held(LEASE, uuid4(), now(), LEASE_LENGTH) as mine:
            if not mine:
                return done
            upload = waiting().first()
            if upload is not None:
                draw(upload)
                done += 1
    return done


def draw(upload: Upload) -> None:
    """Pictures of every page, or none and the word that there will be none."""
    try:
        with drawn_pages(Path(settings.MEDIA_ROOT) / upload.path) as pages:
            _keep(upload, [_stored(one) for one in pages])
    except (BrokenPdfError, NotAPageError, FileNotFoundError) as error:
        log.warning("the PDF %s could not be drawn: %s", upload.pk, error)
        with write():
            Upload.objects.filter(pk=upload.pk).update(pictures=Upload.Pictures.FAILED)


def _stored(page: Drawn) -> PdfPage:
    """Its file in place, its row not stored yet. Raise NotAPageError."""
    data = page.file.read_bytes()
    if kind_of(data) != "jpeg":
        raise NotAPageError
    path = store(Scan(data, "image/jpeg", "jpg"), PAGES)
    return PdfPage(path=path, width=page.width, height=page.height)


def _keep(upload: Upload, pages: Sequence[PdfPage]) -> None:
    with write():
        Upload.objects.select_for_update().get(pk=upload.pk)
        upload.drawn.all().delete()
        for number, page in enumerate(pages, 1):
            page.upload, page.number = upload, number
        PdfPage.objects.bulk_create(pages)
        Upload.objects.filter(pk=upload.pk).update(pages=len(pages), pictures=Upload.Pictures.DRAWN)


def sweep_pdfs() -> None:
    """Ring where one waits: the bell may have been lost."""
    if waiting().exists():
        ask_for_pictures()
