"""The product runs, in both ways, and a browser can look at it."""

import urllib.error
import urllib.request

from playwright.sync_api import Page

from tests.product.accessible import assert_accessible
from tests.product.running import Product, answers


def test_the_first_page_answers_and_stopping_ends_it(product: Product) -> None:
    assert answers(product.url)
    product.stop()
    assert not answers(product.url)
    product.start()
    assert answers(product.url)


def test_the_first_page_is_japanese_and_accessible(product: Product, page: Page) -> None:
    page.goto(product.url)
    assert page.locator("html").get_attribute("lang") == "ja"
    assert_accessible(page)


def test_a_live_address_reaches_the_live_process(product: Product) -> None:
    try:
        with urllib.request.urlopen(f"{product.url}/live/nothing", timeout=5) as answer:
            status = answer.status
    except urllib.error.HTTPError as error:
        status = error.code
    assert status in {400, 404}
