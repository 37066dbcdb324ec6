"""What a contestant does at a paper, for the browser tests."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.papers import Made


def arrive(page: Page, made: Made, who: int = 0) -> Page:
    page.goto(f"{made.product.url}/p/{made.links[who]}/?lang=en")
    page.goto(made.address("papers"))
    return page


def begin(page: Page, made: Made, who: int = 0) -> Page:
    arrive(page, made, who)
    page.click("#start-button")
    expect(page.locator("body[data-ready]")).to_be_visible()
    return page


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
