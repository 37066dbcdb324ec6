"""The page of the rules of Kyōen: stones and claims tried on its boards."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.product.accessible import assert_accessible_everywhere
from tests.product.running import Product

Visitor = Callable[..., Page]


def test_stones_and_claims_are_tried_on_the_boards(live_product: Product, visitor: Visitor) -> None:
    page = visitor(390, 844, locale="en-GB")
    page.goto(f"{live_product.url}/rules/kyoen/")
    lesson = page.locator("#circle")
    told = lesson.locator('dl.told [aria-current="step"]')
    lesson.locator('[data-try="d2"]').click()
    expect(told).to_contain_text("on a circle of radius 2 around d4")
    expect(lesson.locator("circle.curve.found")).to_have_count(1)
    lesson.locator("[data-again]").click()
    expect(lesson.locator("circle.curve")).to_have_count(0)
    expect(lesson.locator("[data-stone]")).to_have_count(3)

    page.context.set_offline(True)
    lesson.locator('[data-point="a1"] .hit').click()
    expect(told).to_contain_text("did not answer")
    page.context.set_offline(False)
    lesson.locator('[data-point="a1"] .hit').click()
    expect(told).to_contain_text("a1 is safe")
    expect(lesson.locator("[data-stone]")).to_have_count(4)

    lesson = page.locator("#claim")
    told = lesson.locator('dl.told [aria-current="step"]')
    lesson.locator('[data-point="b5"]').focus()
    for _ in range(2):  # chosen, and let go again
        page.keyboard.press("Enter")
    expect(lesson.locator('[aria-selected="true"]')).to_have_count(0)
    for point in ("b5", "c2", "e6"):
        lesson.locator(f'[data-point="{point}"]').focus()
        page.keyboard.press("Enter")
    expect(told).to_contain_text("Player 3 is out")
    expect(lesson.locator("[data-stone]")).to_have_count(4)
    expect(lesson.locator("circle.gone")).to_have_count(1)
    assert_accessible_everywhere(page)


def test_without_a_script_the_page_says_it_all(live_product: Product, visitor: Visitor) -> None:
    page = visitor(1280, 800, locale="ja-JP", java_script_enabled=False)
    page.goto(f"{live_product.url}/rules/kyoen/")
    expect(page.locator(".lesson")).to_have_count(8)
    expect(page.locator("#circle .told")).to_contain_text("1つの円（中心d4、半径2）に載ります")
