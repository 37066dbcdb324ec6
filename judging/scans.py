"""What a phone sends as a page of a proof: known by its content, and made anew.

Only pixels survive: no metadata, no place where the photo was taken, nothing a browser could
run. A PDF is checked and kept, only ever handed out as a download; what is looked at are pictures
of its pages (``judging.pdf``).
"""

import io
import re
import threading
from dataclasses import dataclass

import pillow_heif
from PIL import Image, ImageOps

from judging.pdf import MAX_PAGES as MAX_PDF_PAGES
from judging.pdf import BrokenPdfError, count_pages

MAX_BYTES = 10_000_000
"""Of one file, everywhere: in the page's words, at the entrance and here."""
MAX_PIXELS = 60_000_000
MAX_SIDE = 20_000
LONGEST_SIDE = 2_600
"""Larger photos are made smaller: A4 at 220 dots to the inch."""
QUALITY = 85
HEAD = 32
_HEIC_BRANDS = {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"}
_ACTIVE = re.compile(rb"/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|AcroForm)\b")
_PAGE = re.compile(rb"/Type\s*/Page(?![a-zA-Z])")
_COUNT = re.compile(rb"/Count\s+(\d{1,6})")

pillow_heif.register_heif_opener(thumbnails=False)
Image.MAX_IMAGE_PIXELS = None  # checked here, before anything is unpacked
_memory = threading.Semaphore(2)
"""A large photo takes 200 MB while it is read: two at a time."""


class NotAPageError(ValueError):
    """Neither a photo nor a PDF."""


class BrokenPageError(ValueError):
    """Damaged, protected, or too large when unpacked."""


@dataclass(frozen=True, slots=True)
class Scan:
    """A page as it is kept. Sizes in pixels; 0 for a PDF."""

    data: bytes
    media_type: str
    suffix: str
    width: int = 0
    height: int = 0
    pages: int = 1


def kind_of(data: bytes) -> str:
    """jpeg, png, heif or pdf, by the first bytes alone. Raise NotAPageError."""
    head = data[:HEAD]
    if head.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if head[4:8] == b"ftyp" and head[8:12] in _HEIC_BRANDS:
        return "heif"
    if head.startswith(b"%PDF-"):
        return "pdf"
    raise NotAPageError


def clean(data: bytes, *, pdf: bool = True) -> Scan:
    """The page in ``data``, made anew. Raise NotAPageError, BrokenPageError."""
    kind = kind_of(data)
    if kind == "pdf":
        if not pdf:
            raise NotAPageError
        return _pdf(data)
    try:
        with _memory:
            return _image(data, kind)
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, RuntimeError) as error:
        raise BrokenPageError(str(error)) from error


def _image(data: bytes, kind: str) -> Scan:
    with Image.open(io.BytesIO(data), formats=[kind.upper()]) as image:
        if image.width * image.height > MAX_PIXELS or min(image.size) < 1:
            raise BrokenPageError("too many pixels")
        if max(image.size) > MAX_SIDE:
            raise BrokenPageError("too long")
        if kind == "jpeg":
            image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # reads large photos small at once
        image.load()
        plain = _flat(ImageOps.exif_transpose(_smaller(image)))
    plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.BILINEAR, reducing_gap=2.0)
    out = io.BytesIO()
    if kind == "png" and plain.mode in {"1", "L"}:
        plain.save(out, "PNG")
        return Scan(out.getvalue(), "image/png", "png", *plain.size)
    plain.save(out, "JPEG", quality=QUALITY)
    return Scan(out.getvalue(), "image/jpeg", "jpg", *plain.size)


def _smaller(image: Image.Image) -> Image.Image:
    """Roughly the size it is kept in, before anything else is made of its pixels."""
    factor = max(image.size) // LONGEST_SIDE
    exact = image.mode in {"L", "RGB", "RGBA"} and "transparency" not in image.info
    return image.reduce(factor) if exact and factor > 1 else image


def _flat(image: Image.Image) -> Image.Image:
    """Without transparency (white paper shows through) and without a palette."""
    if image.mode in {"1", "L"}:
        return image.copy()
    if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
        colour = image.convert("RGBA")
        paper = Image.new("RGB", colour.size, "white")
        paper.paste(colour, mask=colour.getchannel("A"))
        return paper
    return image.convert("RGB")


def _pdf(data: bytes) -> Scan:
    """Refuse what does not end as a PDF, is protected, or carries something that runs."""
    end = data.rfind(b"%%EOF")
    if end < 0 or len(data) - end > 1024:
        raise BrokenPageError("no end")
    if b"startxref" not in data[max(0, end - 1024) : end]:
        raise BrokenPageError("no table")
    if b"/Encrypt" in data:
        raise BrokenPageError("protected")
    if _ACTIVE.search(data):
        raise BrokenPageError("active")
    pages = len(_PAGE.findall(data)) or max(map(int, _COUNT.findall(data)), default=1)
    if pages > MAX_PDF_PAGES:
        raise BrokenPageError("too many pages")
    try:
        with _memory:
            pages = count_pages(data) or pages
    except BrokenPdfError as error:
        raise BrokenPageError(str(error)) from error
    if pages > MAX_PDF_PAGES:
        raise BrokenPageError("too many pages")
    return Scan(data, "application/pdf", "pdf", pages=pages)
