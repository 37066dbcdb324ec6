"""A browser can look at the running product."""

from playwright.sync_api import Page

from tests.product.accessible import assert_accessible
from tests.product.running import Product


def test_the_first_page_is_japanese_and_accessible(product: Product, page: Page) -> None:
    page.goto(product.url)
    assert page.locator("html").get_attribute("lang") == "ja"
    assert_accessible(page)
