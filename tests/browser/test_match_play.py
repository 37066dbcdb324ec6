"""Two people play a match on their own devices."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matches import make_match
from tests.product.accessible import assert_accessible_everywhere
from tests.product.looking import box
from tests.product.running import Product

Visitor = Callable[..., Page]
OPENING = "b7 c2 g2"


WRITTEN_AGAIN = """async time => {
  const again = [];
  const found = records => records.forEach(({ target, attributeName, oldValue }) => {
    if (target.getAttribute(attributeName) === oldValue) again.push([target.id, attributeName]);
  });
  const watch = new MutationObserver(found);
  watch.observe(document, { attributes: true, attributeOldValue: true, subtree: true });
  await new Promise(done => setTimeout(done, time));
  return again;
}"""
"""Attributes that were given the value they had, within so many milliseconds."""


def spot(page: Page, point: str) -> None:
    """Point at the board where the point is drawn."""
    page.locator(f'[data-point="{point}"]').click()


def stone(page: Page, point: str) -> None:
    expect(page.locator(f'[data-point="{point}"][data-stone]')).to_have_count(1)


def headline(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_contain_text(words)


def test_two_players_play_with_taps_and_keys(product: Product, visitor: Visitor) -> None:
    match = make_match(product)
    phone = match.sit(visitor(has_touch=True, is_mobile=True), 1)
    laptop = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    headline(phone, "あなたの番です")
    headline(laptop, "早川 is thinking")

    phone.locator('[data-point="b7"]').tap()
    headline(phone, "b7に打ちますか")
    expect(phone.locator("[data-stone]")).to_have_count(0)
    phone.locator('[data-point="b7"]').tap()
    stone(phone, "b7")
    stone(laptop, "b7")
    headline(laptop, "Your turn")
    expect(laptop.locator("#said")).to_contain_text("早川 placed a stone on b7.")

    laptop.keyboard.type("c2")
    expect(laptop.locator('[data-point="c2"]')).to_be_focused()
    laptop.keyboard.press("ArrowRight")
    laptop.keyboard.press("ArrowLeft")
    laptop.keyboard.press("Enter")
    stone(phone, "c2")
    expect(phone.locator('[data-point="c2"]')).to_have_attribute("aria-label", "c2、最後の石")
    expect(phone.locator("#log li").first).to_contain_text("c2")


def test_a_tap_takes_the_nearest_point(product: Product, visitor: Visitor) -> None:
    match = make_match(product)
    page = match.sit(visitor(has_touch=True, is_mobile=True), 1)
    hit = box(page.locator('[data-point="e5"] .hit'))
    x, y = hit["x"] + hit["width"] * 0.9, hit["y"] + hit["height"] * 0.2
    page.touchscreen.tap(x, y)
    headline(page, "e5に打ちますか")
    page.locator("#place").tap()
    stone(page, "e5")


def test_a_claim_is_only_marked_until_it_is_sent(product: Product, visitor: Visitor) -> None:
    match = make_match(product, ["早川", "桐谷", "三上"], moves=f"{OPENING} g8")
    claimant = match.sit(visitor(), 2)
    watcher = match.watch(visitor(1280, 800))
    claimant.locator("#claim").click()
    for point in ("b7", "c2", "g2"):
        spot(claimant, point)
    expect(claimant.locator(".pick")).to_have_count(4)
    expect(claimant.locator(".curve")).to_have_count(0)
    expect(claimant.locator("#send")).to_have_text("この4つで指摘する")
    claimant.locator("#send").click()
    for page in (claimant, watcher):
        expect(page.locator("circle.curve.found")).to_have_count(1)
        headline(page, "共円！")
        expect(page.locator('[data-point="g8"]')).to_have_attribute("aria-label", "g8、空き")
        expect(page.locator("#seats li").first).to_have_attribute("data-out", "")
    expect(claimant.locator("#claim")).to_have_attribute("aria-disabled", "true")


def test_a_wrong_claim_says_so_and_play_goes_on(product: Product, visitor: Visitor) -> None:
    match = make_match(product, moves="b7 c2 h2 g8")
    claimant, other = match.sit(visitor(), 1), match.sit(visitor(), 2)
    claimant.keyboard.press("!")
    for point in ("b7", "c2", "h2"):
        claimant.keyboard.type(point)
        claimant.keyboard.press("Enter")
    expect(claimant.locator("#send")).to_be_focused()
    claimant.keyboard.press("Enter")
    for page in (claimant, other):
        expect(page.locator("#log li").first).to_have_attribute("data-kind", "claim")
        expect(page.locator(".pick.wrong")).to_have_count(4)
        stone(page, "g8")
    headline(claimant, "共円ではありません")


def test_a_new_stone_ends_a_claim_that_was_being_chosen(product: Product, visitor: Visitor) -> None:
    match = make_match(product, ["早川", "桐谷", "三上"], moves=f"{OPENING} g8")
    claimant, next_player = match.sit(visitor(), 3), match.sit(visitor(1280, 800), 2)
    claimant.locator("#claim").click()
    spot(claimant, "b7")
    spot(next_player, "a1")
    headline(claimant, "その指摘はもうできません")
    expect(claimant.locator(".pick")).to_have_count(0)


def test_a_refusal_is_told_in_words(product: Product, visitor: Visitor) -> None:
    match = make_match(product, moves="b7")
    page = match.sit(visitor(1280, 800), 2)
    spot(page, "b7")
    headline(page, "b7にはもう石があります")
    # A stale page: the server refuses, and the page catches up.
    page.route("**/live/**", lambda route: route.abort())
    page.reload()
    other = match.preside(visitor(1280, 800))
    spot(other, "c3")
    stone(other, "c3")
    page.keyboard.type("d4")
    page.keyboard.press("Enter")
    stone(page, "c3")
    expect(page.locator('[data-point="d4"][data-stone]')).to_have_count(0)


def test_time_used_up_ends_the_match(product: Product, visitor: Visitor) -> None:
    match = make_match(product, step_s=9)
    page = match.sit(visitor(), 1)
    expect(page.locator("#clock")).to_have_attribute("data-low", "")
    expect(page.locator("#say small")).to_contain_text("残り")
    expect(page.locator("#urgent")).to_contain_text("残り")
    expect(page.locator("#act")).to_have_attribute("data-state", "over", timeout=15_000)
    headline(page, "桐谷さんの勝ち")
    expect(page.get_by_role("link", name="対局を振り返る")).to_be_visible()


def test_a_running_clock_writes_nothing_that_stands_there(
    product: Product, visitor: Visitor
) -> None:
    page = make_match(product, step_s=600).sit(visitor(), 1)
    expect(page.locator("#clock time")).to_have_text(re.compile("^9:"))
    assert page.evaluate(WRITTEN_AGAIN, 2_000) == []


def test_a_reload_loses_nothing(product: Product, visitor: Visitor) -> None:
    match = make_match(product, ["早川", "桐谷", "三上"], moves=f"{OPENING} g8 2!b7c2g2g8")
    page = match.sit(visitor(), 3)
    before = page.locator("#log").inner_text()
    page.reload()
    expect(page.locator("circle.curve.found")).to_have_count(1)
    expect(page.locator("#log")).to_have_text(re.compile("対局が始まりました"))
    assert page.locator("#log").inner_text() == before
    expect(page.locator("[data-stone]")).to_have_count(3)


def test_the_page_mends_its_stream_and_sends_again(product: Product, visitor: Visitor) -> None:
    match = make_match(product)
    page, other = match.sit(visitor(1280, 800), 1), match.watch(visitor())
    page.context.set_offline(True)
    spot(page, "e5")
    headline(page, "接続が切れました")
    expect(page.locator("#say small")).to_contain_text("時計はサーバーが守ります。")
    page.context.set_offline(False)
    stone(page, "e5")
    stone(other, "e5")
    expect(page.locator("body[data-offline]")).to_have_count(0)
    expect(page.locator("#log li[data-kind=move]")).to_have_count(1)


def test_a_restart_of_the_server_is_survived(product: Product, visitor: Visitor) -> None:
    match = make_match(product, moves="b7")
    page, other = match.sit(visitor(1280, 800), 2), match.sit(visitor(), 1)
    product.restart()
    spot(page, "c2")
    stone(other, "c2")
    headline(other, "あなたの番です")


def test_resigning_asks_first(product: Product, visitor: Visitor) -> None:
    match = make_match(product)
    page = match.sit(visitor(), 2)
    page.locator("#menu-open").click()
    page.locator("#resign").click()
    page.locator("#resign-dialog [value=no]").click()
    expect(page.locator("#act")).to_have_attribute("data-state", "play")
    page.locator("#menu-open").click()
    page.locator("#resign").click()
    page.locator("#resign-dialog [value=yes]").click()
    headline(page, "早川さんの勝ち")


def test_choices_are_remembered_on_the_device(product: Product, visitor: Visitor) -> None:
    match = make_match(product)
    page = match.sit(visitor(1280, 800), 1)
    page.locator("#menu-open").click()
    for name in ("confirm", "sound"):
        page.locator(f"#menu [name={name}]").check()
    page.reload()
    page.locator("#menu-open").click()
    expect(page.locator("#menu [name=confirm]")).to_be_checked()
    expect(page.locator("#menu [name=sound]")).to_be_checked()
    expect(page.locator("#menu [name=vibration]")).not_to_be_checked()


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"columns": 19, "rows": 19},
        {"lattice": "triangular", "columns": 9, "rows": 9},
        {"lattice": "triangular", "shape": "triangle", "columns": 10, "rows": 10},
        {"lattice": "rectangular"},
    ],
)
def test_everything_needed_fits_a_small_phone(
    product: Product, visitor: Visitor, rules: dict[str, Any]
) -> None:
    match = make_match(product, ["早川", "桐谷", "三上", "Koval", "佐藤"], moves="a1", **rules)
    page = match.sit(visitor(390, 664, has_touch=True, is_mobile=True), 2)
    for part in ("#say", "#clock", "#seats", "#board", "#claim"):
        place = box(page.locator(part))
        assert place["y"] >= 0
        assert place["y"] + place["height"] <= 664, part
        assert place["x"] >= -1
        assert place["x"] + place["width"] <= 391, part
    board, act = box(page.locator("#board")), box(page.locator("#act"))
    assert board["y"] + board["height"] <= act["y"] + 1


def test_the_page_is_accessible(product: Product, visitor: Visitor) -> None:
    match = make_match(product, ["早川", "桐谷", "三上"], moves=f"{OPENING} g8 2!b7c2g2g8")
    page = match.sit(visitor(), 3)
    assert_accessible_everywhere(page)
    page.locator("#menu-open").click()
    assert_accessible_everywhere(page)
