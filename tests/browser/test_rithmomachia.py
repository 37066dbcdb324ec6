"""Rithmomachia on the pages of a match: pieces chosen and played, sums and numbers shown."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.matches import make_match
from tests.product.accessible import assert_accessible, assert_accessible_everywhere
from tests.product.looking import box
from tests.product.running import Product

Visitor = Callable[..., Page]
OPENING = "h3-h5 b14-b12 g3-g5 b12-b10+b3 h5-h7"
"""A published game by Boissière's rules: Odd takes triangle 72, then a component of the pyramid."""
BOOK: dict[str, Any] = {"preset": "boissiere"}


def cell(page: Page, square: str, within: str = "#board") -> None:
    """Point at a square of the board."""
    page.locator(f'{within} [data-square="{square}"] .hit').click()


def stands(page: Page, square: str, value: str, within: str = "#board") -> None:
    node = page.locator(f'{within} [data-square="{square}"] .man text')
    if value:
        expect(node).to_have_text(value)
    else:
        expect(node).to_have_count(0)


def headline(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_contain_text(words)


def test_two_players_move_with_taps_and_keys(product: Product, visitor: Visitor) -> None:
    match = make_match(product, game="rithmomachia")
    phone = match.sit(visitor(has_touch=True, is_mobile=True), 1)
    laptop = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    phone.locator('[data-square="f4"] .hit').tap()
    headline(phone, "f4の円2の行き先を選ぶ")
    expect(phone.locator("#board .target")).to_have_count(2)
    phone.locator('[data-square="f5"] .hit').tap()
    headline(phone, "円2 f4 → f5")
    assert_accessible(phone)
    phone.locator("#place").tap()
    for page in (phone, laptop):
        stands(page, "f4", "")
        stands(page, "f5", "2")
    expect(laptop.locator("#said")).to_contain_text("早川 moved round 2 from f4 to f5.")

    top, low = (box(laptop.locator(f'[data-square="{square}"]')) for square in ("a1", "a16"))
    assert top["y"] < low["y"]
    for key in ("e", "1", "3", "Enter"):
        laptop.keyboard.press(key)
    headline(laptop, "round 7 on e13: where to?")
    laptop.keyboard.press("ArrowUp")
    expect(laptop.locator('[data-square="e12"]')).to_be_focused()
    expect(laptop.locator('[data-square="e12"]')).to_have_attribute(
        "aria-label", "e12, empty: to here"
    )
    laptop.keyboard.press("Enter")
    for page in (phone, laptop):
        stands(page, "e12", "7")
    assert_accessible(laptop)


def test_what_falls_is_shown_with_its_sum_and_counted(product: Product, visitor: Visitor) -> None:
    match = make_match(product, game="rithmomachia", moves=OPENING, **BOOK)
    page = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    camp = page.locator('[data-camp="2"]')
    expect(camp.locator('[data-measure="value"] dd')).to_have_text("72/160")
    expect(camp.locator(".caught li")).to_have_count(1)
    expect(page.locator("#log")).to_contain_text("b12-b10+b3 (12 × 6 = 72)")
    camp.locator("[data-numbers]").click()
    expect(page.locator("#numbers #sets li").first).to_contain_text("+")
    page.locator('#numbers [type="submit"]').click()


def test_the_mover_says_which_components_fall(product: Product, visitor: Visitor) -> None:
    moves = f"{OPENING} b10-b8 h2-h5"
    match = make_match(product, game="rithmomachia", moves=moves, **BOOK)
    page = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    cell(page, "b8")
    cell(page, "b6")
    headline(page, "What do you take?")
    choices = page.locator(".which button")
    expect(choices).to_have_count(3)
    assert_accessible(page)
    choices.filter(has_text="square 36").filter(has_not_text="round 4").click()
    stands(page, "b2", "55")
    expect(page.locator('[data-camp="2"] .caught li')).to_have_count(2)


def test_an_arbiter_moves_for_both_at_the_console(product: Product, visitor: Visitor) -> None:
    match = make_match(product, game="rithmomachia")
    console = match.preside(visitor(1280, 800, locale="en-GB"))
    cell(console, "f4")
    cell(console, "f5")
    console.keyboard.press("Enter")
    stands(console, "f5", "2")
    headline(console, "桐谷 to move")
    assert_accessible(console)


def test_lessons_are_tried_on_their_boards(live_product: Product, visitor: Visitor) -> None:
    page = visitor(390, 844, locale="en-GB")
    page.goto(f"{live_product.url}/rules/rithmomachia/")
    lesson = page.locator("#ambush")
    lesson.locator('[data-try="d5-d3"]').click()
    told = lesson.locator('dl.told [aria-current="step"]')
    expect(told).to_contain_text("ambush, 6 + 6 = 12")
    stands(page, "c3", "", "#board-ambush")
    lesson = page.locator("#assault")
    lesson.locator('[data-try="d1xd6"]').click()
    expect(lesson.locator("dl.told [data-refused]")).to_contain_text("6 × 4 = 24")
    cell(page, "b1", "#board-assault")
    cell(page, "b6", "#board-assault")
    stands(page, "b6", "4", "#board-assault")
    assert_accessible_everywhere(page)


POST = """
    async ([url, body]) => {
        const { post } = await import("/static/js/api.js");
        const { status, data } = await post(url, body);
        return [status, data.code, data.title];
    }
"""


def test_a_drop_off_the_back_rank_changes_nothing(product: Product, visitor: Visitor) -> None:
    """Fulke: what was captured changes side, and comes back on the own first rank."""
    moves = "g4-f7+f11 a14-d15"
    match = make_match(product, game="rithmomachia", moves=moves, preset="fulke")
    page = match.sit(visitor(1280, 800, locale="en-GB"), 1)
    hand = page.locator('[data-camp="1"] .caught button').first
    hand.click()
    headline(page, "from your hand: where to?")
    expect(page.locator("#board .target")).to_have_count(8)
    cell(page, "c9")
    expect(page.locator("#place")).to_be_hidden()
    body = {"text": "R9@c9", "expected_seq": 3}
    status, code, words = page.evaluate(POST, [f"/api/v1/matches/{match.id}/moves/", body])
    assert (status, code) == (409, "off_back_rank")
    assert words == "A piece is dropped on your back rank, a1 to h1, not on c9."
    expect(page.locator('#log [data-kind="move"]')).to_have_count(2)
    stands(page, "c9", "")

    hand.click()
    cell(page, "c1")
    stands(page, "c1", "9")
    expect(page.locator("#log li").first).to_contain_text("R9@c1")
