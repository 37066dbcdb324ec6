"""A paper that is opened again without a connection, from what the browser kept."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.papers import Made, make_paper
from tests.browser.sitting import (
    answer_of,
    begin,
    comes_true,
    go_on,
    has_receipts,
    is_away,
    is_saved,
    photo,
    send,
    shown,
)
from tests.product.proxy import Proxy
from tests.product.running import Product
from tests.services.servers import free_port

KEPT_ONCE = """
const tell = ServiceWorker.prototype.postMessage;
let told = false;
ServiceWorker.prototype.postMessage = function (...all) {
  if (!told) tell.apply(this, all);
  told = true;
};
"""
"""The browser keeps the page as it came, and never again."""


@pytest.fixture
def line(live_product: Product) -> Iterator[Proxy]:
    """The way to the product, which may be cut; a browser's own switch does not reach workers."""
    port = urlsplit(live_product.url).port
    assert port is not None
    made = Proxy(free_port(), web=port, live=port)
    made.start()
    yield made
    made.stop()


def begin_over(line: Proxy, page: Page, made: Made) -> str:
    """Begin the paper, wait until the browser keeps it, and tell its address."""
    home = f"http://127.0.0.1:{line.port}"
    page.goto(f"{home}/p/{made.links[0]}/?lang=en")
    page.goto(f"{home}/papers/{made.paper}/")
    page.click("#start-button")
    expect(page.locator("body[data-kept]")).to_be_visible()
    return page.url


def test_a_reload_without_a_connection_opens_the_paper_again(
    live_product: Product, line: Proxy, page: Page
) -> None:
    made = make_paper(live_product, "integer", "rational")
    address = begin_over(line, page, made)
    answer_of(page).fill("12")
    is_saved(page)
    left = page.locator("#clock time").text_content() or ""
    line.stop()
    page.reload()
    is_away(page)
    expect(answer_of(page)).to_have_value("12")
    assert 0 < seconds(page.locator("#clock time").text_content() or "") <= seconds(left)
    go_on(page)
    answer_of(page).fill("3/4")
    send(page)
    page.goto("about:blank")
    page.goto(address.partition("#")[0] + "#problem-2")
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(answer_of(page)).to_have_value("3/4")
    line.start()
    is_saved(page)
    has_receipts(page, 1)
    assert [one["raw"] for one in made.sent()] == ["3/4"]


def test_a_page_that_was_kept_learns_what_was_sent_since(
    live_product: Product, line: Proxy, page: Page
) -> None:
    made = make_paper(live_product, "integer", "proof")
    page.add_init_script(KEPT_ONCE)
    begin_over(line, page, made)
    answer_of(page).fill("12")
    send(page)
    has_receipts(page, 1)
    go_on(page)
    shown(page, "[data-add]").last.set_input_files([photo("1.jpg", 200)])
    expect(shown(page, ".pages li img")).to_have_count(1)
    send(page)
    has_receipts(page, 1)
    line.stop()
    page.reload()
    is_away(page)
    has_receipts(page, 0)
    expect(shown(page, ".pages li")).to_have_count(0)
    line.start()
    has_receipts(page, 1)
    expect(shown(page, ".pages li img")).to_have_count(1)
    expect(page.locator("#problem-1 .receipt")).to_have_count(1)
    expect(page.locator("#status")).to_contain_text("Every problem has an answer")


def test_what_was_sent_is_kept_soon(live_product: Product, page: Page) -> None:
    begin(page, make_paper(live_product, "integer"))
    expect(page.locator("body[data-kept]")).to_be_visible()
    answer_of(page).fill("12")
    send(page)
    has_receipts(page, 1)
    comes_true(
        page,
        """caches.match(location.pathname).then(page => page?.text()).then(text =>
          !!new DOMParser().parseFromString(text, "text/html").querySelector(".receipt"))""",
    )


def seconds(face: str) -> int:
    total = 0
    for part in face.split(":"):
        total = 60 * total + int(part)
    return total
