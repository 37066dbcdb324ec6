"""Pages of proofs: known by content, made anew, and nothing that bites."""

import io
import time
import zlib
from contextlib import nullcontext, suppress
from struct import pack

import pillow_heif
import pytest
from PIL import Image

from judging.scans import LONGEST_SIDE, BrokenPageError, NotAPageError, clean

PDF = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n"
    b"xref\n0 4\ntrailer<</Root 1 0 R/Size 4>>\nstartxref\n9\n%%EOF\n"
)


def picture(
    kind: str, size: tuple[int, int] = (300, 400), mode: str = "RGB", **options: object
) -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, "white").save(file, kind, **options)
    return file.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *more: bytes, data: bytes = b"") -> bytes:
    head = chunk(b"IHDR", pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def test_a_photo_is_made_anew_without_what_the_phone_knows_of_it() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned
    exif[0x010F] = "Phone"
    made = clean(picture("JPEG", (400, 300), exif=exif))
    assert (made.media_type, made.width, made.height) == ("image/jpeg", 300, 400)
    with Image.open(io.BytesIO(made.data)) as image:
        assert not image.getexif()


def test_a_heic_photo_becomes_a_jpeg() -> None:
    file = io.BytesIO()
    pillow_heif.from_pillow(Image.new("RGB", (64, 64), "white")).save(file)
    assert clean(file.getvalue()).media_type == "image/jpeg"


def test_a_large_photo_is_made_smaller_and_a_clear_one_white() -> None:
    assert max(clean(picture("JPEG", (4000, 3000))).width, 0) == LONGEST_SIDE
    made = clean(picture("PNG", mode="RGBA"))
    assert made.media_type == "image/jpeg"
    assert clean(picture("PNG", mode="L")).media_type == "image/png"


def test_a_pdf_is_kept_as_it_is() -> None:
    made = clean(PDF)
    assert (made.media_type, made.data, made.pages) == ("application/pdf", PDF, 1)


@pytest.mark.parametrize(
    "data",
    [b"", b"<html>", b"PK\x03\x04" + b"0" * 40, b"GIF89a" + b"0" * 40, b"\x00%PDF-1.4" + PDF,
     b"#!/bin/sh\n", b"<svg xmlns='x' onload='alert(1)'/>"],
)  # fmt: skip
def test_what_is_neither_photo_nor_pdf_is_refused(data: bytes) -> None:
    with pytest.raises(NotAPageError):
        clean(data)


@pytest.mark.parametrize(
    "data",
    [
        picture("JPEG")[:200],
        b"\xff\xd8\xff" + b"<script>alert(1)</script>",
        png(100_000, 100_000),
        png(7_800, 7_800),
        png(10, 10, chunk(b"zTXt", b"a\0\0" + zlib.compress(b"0" * 50_000_000)), data=b""),
        png(6_000, 6_000, data=b"nonsense"),
        b"\x00\x00\x00\x18ftypheic" + b"0" * 100,
        PDF + b"0" * 2_000,
        PDF + b"PK\x03\x04" + b"0" * 3_000,
        PDF.replace(b"/Type/Page/", b"/JavaScript (x)/Type/Page/"),
        PDF.replace(b"trailer<<", b"trailer<</Encrypt 5 0 R"),
        PDF.replace(b"/Type/Page/", b"/Type/Page/" * 60),
        b"%PDF-1.4\n" + b"0" * 100,
    ],
)
def test_bombs_and_polyglots_are_refused_at_once(data: bytes) -> None:
    began = time.process_time()
    with pytest.raises(BrokenPageError):
        clean(data)
    assert time.process_time() - began < 1


def test_what_hangs_on_behind_a_photo_is_gone() -> None:
    made = clean(picture("JPEG") + b"<script>alert(1)</script>" + b"PK\x03\x04")
    assert b"<script>" not in made.data


def test_a_turned_photo_stands_upright_however_large() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    made = clean(picture("PNG", (6000, 1500), exif=exif))
    assert (made.width, made.height) == (650, LONGEST_SIDE)


def test_a_strip_too_long_for_a_page_is_refused() -> None:
    with pytest.raises(BrokenPageError):
        clean(png(1, 59_000_000, data=zlib.compress(b"\0" * 10)))


def test_a_large_picture_with_transparency_and_a_pdf_of_tokens_take_no_long_time() -> None:
    row = zlib.compressobj(9)
    pixels = b"".join(row.compress(bytes(7000 * 4 + 1)) for _ in range(7000)) + row.flush()
    head = chunk(b"IHDR", pack(">IIBBBBB", 7000, 7000, 8, 6, 0, 0, 0))
    large = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    tokens = b"%PDF-1.4\n" + b"/Type /Pages" * 600_000 + b"startxref 0 %%EOF"
    for data in (large, tokens):
        began = time.process_time()
        with suppress(BrokenPageError) if data is tokens else nullcontext():
            clean(data)
        assert time.process_time() - began < 1.5
