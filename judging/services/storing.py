"""Files that were sent: kept under unguessable names, handed out as nothing but files."""

from pathlib import Path
from uuid import uuid4

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponseBase

from judging.models import PdfPage, Upload
from judging.scans import Scan
from tournaments.models import Tournament

PAGES = "pages"
"""The folder of pages of proofs."""


def store(scan: Scan, folder: str) -> str:
    """Write the file under an unguessable name; its path under MEDIA_ROOT."""
    name = uuid4().hex
    path = Path(folder) / name[:2] / f"{name}.{scan.suffix}"
    full = Path(settings.MEDIA_ROOT) / path
    full.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    full.write_bytes(scan.data)
    return str(path)


def files_of(tournament: Tournament) -> list[str]:
    """Paths of everything that was sent in a tournament, and of what was drawn of it."""
    uploads = Upload.objects.filter(sitting__paper__stage__tournament=tournament)
    drawn = PdfPage.objects.filter(upload__in=uploads)
    return [*uploads.values_list("path", flat=True), *drawn.values_list("path", flat=True)]


def handed_out(path: str, media_type: str, name: str) -> HttpResponseBase:
    """A stored file as an answer: never as a page, and for nobody's cache but the reader's."""
    try:
        file = (Path(settings.MEDIA_ROOT) / path).open("rb")
    except OSError as error:
        raise Http404 from error
    response = FileResponse(
        file,
        content_type=media_type,
        as_attachment=media_type == Upload.Type.PDF,
        filename=name,
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = "private, no-store"
    return response
