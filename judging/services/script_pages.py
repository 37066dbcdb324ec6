"""The pages of a script one after the other, as its readers see and count them."""

from typing import Any

from judging.models import Script, SubmittedPage, Upload

Pictures = Upload.Pictures


def uploads_of(script: Script) -> list[Upload]:
    """What was sent in with it, in order, with the pictures of PDFs. Two queries."""
    if script.submission_id is None:
        return []
    found = SubmittedPage.objects.filter(submission=script.submission_id)
    return [
        one.upload
        for one in found.select_related("upload")
        .prefetch_related("upload__drawn")
        .order_by("order")
    ]


def leaves(uploads: list[Upload]) -> list[dict[str, Any]]:
    """Pages to look at. ``page``, from 1, is what notes on pages count by.

    A PDF is as many pages as it has pictures; without, one to be opened by itself. ``original``
    is given with the first page of a PDF.
    """
    found = [leaf for one in uploads for leaf in _leaves(one)]
    return [{"page": number, **leaf} for number, leaf in enumerate(found, 1)]


def _leaves(upload: Upload) -> list[dict[str, Any]]:
    url = f"/uploads/{upload.pk}/"
    kept = {"name": upload.name, "pages": upload.pages, "state": upload.pictures}
    if upload.media_type != Upload.Type.PDF:
        return [{**kept, "url": url, "width": upload.width, "height": upload.height,
                 "original": ""}]  # fmt: skip
    if upload.pictures != Pictures.DRAWN:
        return [{**kept, "url": "", "width": 0, "height": 0, "original": url}]
    return [
        {**kept, "url": f"{url}{one.number}/", "width": one.width, "height": one.height,
         "original": url if one.number == 1 else ""}
        for one in upload.drawn.all()
    ]  # fmt: skip


def being_drawn(uploads: list[Upload]) -> bool:
    """Whether pages are still to come, so that their numbers are not yet what they will be."""
    return any(one.pictures == Pictures.WAITING for one in uploads)
