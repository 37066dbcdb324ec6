"""A PDF's pages as pictures, drawn beside the server and within limits."""

import io
import subprocess
import time
from pathlib import Path

import pytest
import typst
from PIL import Image

from judging import pdf
from judging.pdf import BrokenPdfError, count_pages, drawn_pages
from judging.scans import BrokenPageError, clean

SHEET = "#set page(width: 148mm, height: 210mm)\n"


def written(*pages: str) -> bytes:
    text = SHEET + "\n#pagebreak()\n".join(pages)
    made = typst.compile(text.encode())
    assert isinstance(made, bytes)
    return made


def hostile(body: bytes, page: bytes = b"/MediaBox[0 0 200 200]") -> bytes:
    """One page that says of itself whatever it likes."""
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</A 4 0 R>>>>"
        + page
        + b">>endobj\n4 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]"
        b"/Resources<</XObject<</A 4 0 R>>>>/Length "
        + str(len(body)).encode()
        + b">>stream\n"
        + body
        + b"\nendstream endobj\nxref\n0 5\ntrailer<</Root 1 0 R/Size 5>>\nstartxref\n9\n%%EOF\n"
    )


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside other tests a process takes long to begin."""
    monkeypatch.setattr(pdf, "COUNT_SECONDS", 30)


def drawn(data: bytes, folder: Path, most: int = 50) -> list[tuple[int, int]]:
    file = folder / "x.pdf"
    file.write_bytes(data)
    with drawn_pages(file, most) as pages:
        for one in pages:
            with Image.open(io.BytesIO(one.file.read_bytes()), formats=["JPEG"]) as image:
                assert image.size == (one.width, one.height)
        return [(one.width, one.height) for one in pages]


@pytest.mark.usefixtures("patient")
def test_pages_are_counted_when_the_pdf_is_sent_and_drawn_at_reading_size(tmp_path: Path) -> None:
    data = written("One", "$a^2 + b^2$")
    assert count_pages(data) == 2
    assert clean(data).pages == 2
    assert drawn(data, tmp_path) == [(1282, 1819)] * 2


def test_a_poster_is_drawn_no_larger_than_a_photo_is_kept(tmp_path: Path) -> None:
    assert drawn(hostile(b"", b"/MediaBox[0 0 14400 7200]"), tmp_path) == [(2600, 1300)]


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    "data",
    [
        written("One")[:900] + b"\x00" * 900 + b"startxref\n9\n%%EOF\n",
        hostile(b"").replace(b"/Type/Pages/Kids[3 0 R]", b"/Type/Pages/Kids[2 0 R]"),
        b"%PDF-1.4\n" + b"1 0 obj<<" * 20_000 + b"startxref\n9\n%%EOF\n",
    ],
)
def test_what_does_not_open_is_refused_when_it_is_sent(data: bytes) -> None:
    with pytest.raises(BrokenPageError):
        clean(data)


def test_too_many_pages_are_not_drawn(tmp_path: Path) -> None:
    with pytest.raises(BrokenPdfError):
        drawn(written("1", "2", "3"), tmp_path, most=2)


def test_a_page_that_draws_itself_again_and_again_ends_with_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "DRAW_SECONDS", 10)
    with pytest.raises(BrokenPdfError):
        drawn(hostile(b"/A Do " * 50), tmp_path)


def test_what_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "DRAW_SECONDS", 0.001)
    with pytest.raises(BrokenPdfError):
        drawn(written("1"), tmp_path)
    monkeypatch.setattr(pdf, "COUNT_SECONDS", 0.001)
    began = time.monotonic()
    assert count_pages(written("1")) is None
    assert time.monotonic() - began < 5


def test_the_process_knows_nothing_of_the_servers_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, str]] = []

    def spy(*_: object, env: dict[str, str], **__: object) -> object:
        seen.append(env)
        raise subprocess.TimeoutExpired("x", 1)

    monkeypatch.setenv("SECRET_KEY", "secret")
    monkeypatch.setattr(subprocess, "run", spy)
    assert count_pages(b"") is None
    assert "SECRET_KEY" not in seen[0]
