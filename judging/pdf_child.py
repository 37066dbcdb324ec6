"""A process of its own that opens one PDF: what is broken or hostile in it ends here.

``python -m judging.pdf_child count FILE`` prints how many pages there are;
``python -m judging.pdf_child draw FILE FOLDER MOST`` writes FOLDER/1.jpg … and prints their
widths and heights in pixels. Exit 3: it does not open; 4: too many pages, or too large ones.
"""

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pypdfium2

from judging.pdf import BROKEN, DRAW_SECONDS, MAX_DRAWN, TOO_LARGE

MEMORY = 1 << 30
"""Bytes of address space."""
LONGEST_SIDE = 2_600
"""Pixels, as of a photo."""
DOTS = 220 / 72
"""Pixels to a point where that is not too large."""
QUALITY = 85


def main(what: str, file: str, folder: str = "", most: str = "0") -> int:
    limit()
    try:
        with pypdfium2.PdfDocument(file) as document:
            count = len(document)
            if not count:
                return BROKEN
            if what == "count":
                document[0].close()
                return tell(count)
            if count > int(most):
                return TOO_LARGE
            sizes, bytes_left = [], MAX_DRAWN
            for number in range(count):
                page = Path(folder) / f"{number + 1}.jpg"
                sizes.append(draw(document, number, page))
                bytes_left -= page.stat().st_size
                if bytes_left < 0:
                    return TOO_LARGE
            return tell(sizes)
    except (pypdfium2.PdfiumError, MemoryError, OSError, ValueError):
        return BROKEN


def tell(found: Any) -> int:
    sys.stdout.write(json.dumps(found))
    return 0


def draw(document: pypdfium2.PdfDocument, number: int, to: Path) -> tuple[int, int]:
    """Write one page on white; its width and height in pixels."""
    page = document[number]
    scale = min(DOTS, LONGEST_SIDE / max(1.0, *page.get_size()))
    bitmap = page.render(scale=scale, may_draw_forms=False, rev_byteorder=True)
    image = bitmap.to_pil().convert("RGB")
    image.save(to, "JPEG", quality=QUALITY)
    bitmap.close()
    page.close()
    return image.width, image.height


def limit() -> None:
    """Processor time, memory and size of files, where the system knows such limits."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in (
        (resource.RLIMIT_CPU, DRAW_SECONDS),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, MAX_DRAWN),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
