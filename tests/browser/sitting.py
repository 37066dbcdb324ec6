"""What a contestant does at a paper, for the browser tests."""

import io
import time

from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.papers import Made
from tests.product.fixtures import PATIENCE


def arrive(page: Page, made: Made, who: int = 0) -> Page:
    page.goto(f"{made.product.url}/p/{made.links[who]}/?lang=en")
    page.goto(made.address("papers"))
    return page


def begin(page: Page, made: Made, who: int = 0) -> Page:
    arrive(page, made, who)
    page.click("#start-button")
    expect(page.locator("body[data-ready]")).to_be_visible()
    return page


def comes_true(page: Page, promised: str) -> None:
    """Wait until what a script promises is so; Playwright takes any promise for true."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(promised):
        assert time.monotonic() < deadline, promised
        page.wait_for_timeout(50)


def shown(page: Page, what: str = "") -> Locator:
    return page.locator(f".problem[data-shown] {what}".strip())


def pick(page: Page, names: list[str]) -> None:
    for name in names:
        shown(page, f'[data-point="{name}"] .hit').click()


def send(page: Page) -> None:
    shown(page, ".send .primary").click()


def go_on(page: Page) -> None:
    """To the next problem; it is shown a moment after the address has changed."""
    before = shown(page).get_attribute("id")
    shown(page, ".following").click()
    expect(shown(page)).not_to_have_id(str(before))


def answer_of(page: Page) -> Locator:
    return shown(page, ".typed-answer")


def is_saved(page: Page) -> None:
    expect(page.locator("#saved")).to_contain_text("All saved")


def is_away(page: Page) -> None:
    expect(page.locator("#status")).to_contain_text("No connection")


def has_receipts(page: Page, count: int) -> None:
    expect(shown(page, ".receipt")).to_have_count(count)


def photo(name: str, shade: int) -> FilePayload:
    file = io.BytesIO()
    Image.new("RGB", (300, 400), (shade, shade, shade)).save(file, "JPEG")
    return {"name": name, "mimeType": "image/jpeg", "buffer": file.getvalue()}
