"""Marking proofs: by keyboard, with notes on the pages, and a decision where two disagree."""

import typst
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.papers import Made, make_paper
from tests.browser.sitting import begin, has_receipts, photo, send, shown
from tests.product.accessible import assert_accessible
from tests.product.fixtures import Visitor
from tests.product.looking import box
from tests.product.running import Product


def written(product: Product, page: Page, file: FilePayload | None = None) -> Made:
    """A proof of one file, a photographed page if not told otherwise, sent in."""
    made = make_paper(product, "proof")
    begin(page, made)
    shown(page, "[data-add]").last.set_input_files([file or photo("1.jpg", 180)])
    expect(shown(page, ".pages li a")).to_have_count(1)
    send(page)
    has_receipts(page, 1)
    return made


def test_two_mark_by_keyboard_pin_notes_and_a_third_decides(
    live_product: Product,
    page: Page,
    visitor: Visitor,
) -> None:
    made = written(live_product, page)
    one, two, three = made.act("deal")
    first = visitor(1280, 800)
    first.goto(f"{live_product.url}/p/{one['link']}/?lang=en")
    first.goto(f"{live_product.url}/marking/{one['sheets'][0]}/")
    image = first.locator("#viewer img")
    expect(first.locator("#mark-a")).to_be_focused()
    narrow = box(image)
    first.keyboard.press("+")
    assert box(image)["width"] > 1.3 * narrow["width"]
    first.keyboard.press("-")
    first.locator("[data-do=note]").click()
    image.click(position={"x": 40, "y": 30}, force=True)
    first.keyboard.type("この行が足りない")
    expect(first.locator(".pins .pin")).to_have_count(1)
    first.keyboard.press("Escape")
    first.keyboard.press("a")
    first.keyboard.type("2")
    first.keyboard.press("Enter")
    first.keyboard.press("ArrowUp")
    first.keyboard.press("ArrowUp")
    expect(first.locator("#total")).to_have_text("3")
    first.keyboard.press(";")
    first.keyboard.type("よく書けています。")
    assert_accessible(first)
    with first.expect_navigation():
        first.keyboard.press("Control+Enter")

    second = visitor(1280, 800)
    second.goto(f"{live_product.url}/p/{two['link']}/?lang=en")
    second.goto(f"{live_product.url}/marking/{two['sheets'][0]}/")
    expect(second.locator("#mark-a")).to_be_focused()
    expect(second.locator("main")).not_to_contain_text("この行が足りない")
    expect(second.locator("main")).not_to_contain_text("よく書けています。")
    second.keyboard.type("0")
    second.keyboard.press("b")
    second.keyboard.type("0")
    with second.expect_navigation():
        second.keyboard.press("Control+Enter")

    third = visitor(1280, 800)
    third.goto(f"{live_product.url}/p/{three['link']}/?lang=en")
    third.goto(f"{live_product.url}/marking/")
    third.locator(".queues .do a.button").first.click()
    with third.expect_navigation():
        third.locator('form[action$="/decide/"] button').click()
    expect(third.locator(".pin-notes")).to_contain_text("この行が足りない")
    expect(third.locator(".parts-table tfoot")).to_contain_text("3")
    third.keyboard.press("a")
    third.keyboard.type("1")
    third.keyboard.press("b")
    third.keyboard.type("1")
    assert_accessible(third)
    with third.expect_navigation():
        third.keyboard.press("Control+Enter")
    first.goto(f"{live_product.url}/marking/{one['sheets'][0]}/")
    expect(first.locator("main")).to_contain_text("frozen")
    expect(first.locator(".pins .pin").first).to_be_visible()


def test_a_note_is_pinned_on_the_second_page_of_a_pdf(
    live_product: Product,
    page: Page,
    visitor: Visitor,
) -> None:
    data = typst.compile(b"Claim\n#pagebreak()\nProof")
    assert isinstance(data, bytes)
    pdf: FilePayload = {"name": "proof.pdf", "mimeType": "application/pdf", "buffer": data}
    made = written(live_product, page, pdf)
    one = made.act("deal")[0]
    marker = visitor(1280, 800)
    marker.goto(f"{live_product.url}/p/{one['link']}/?lang=en")
    marker.goto(f"{live_product.url}/marking/{one['sheets'][0]}/")
    for _ in range(40):
        if not marker.get_by_role("link", name="Look again").count():
            break
        marker.wait_for_timeout(500)
        marker.reload()
    pages = marker.locator("#viewer .sheet-page")
    expect(pages.locator("img")).to_have_count(2)
    second = pages.nth(1)
    second.locator("[data-do=in]").click()
    second.locator("[data-do=note]").click()
    second.locator("img").click(position={"x": 60, "y": 50}, force=True)
    marker.keyboard.type("ここで場合を分けよ")
    expect(second.locator(".pins .pin")).to_have_count(1)
    assert_accessible(marker)
    with marker.expect_navigation():
        marker.locator("button[value=save]").click()
    expect(second.locator(".pins .pin")).to_have_count(1)
    expect(second.locator(".pin-notes input")).to_have_value("ここで場合を分けよ")
    expect(pages.nth(0).locator(".pins .pin")).to_have_count(0)
