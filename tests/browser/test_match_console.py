"""The arbiter's console: over-the-board play and rulings."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.matches import Made, make_match
from tests.product.accessible import assert_accessible_everywhere
from tests.product.running import Product

Visitor = Callable[..., Page]


def headline(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_contain_text(words)


def give_reason(page: Page, reason: str) -> None:
    page.locator("#reason").fill(reason)
    page.locator("#reason-send").click()


def open_console(product: Product, visitor: Visitor, **options: Any) -> tuple[Made, Page]:
    names = ["早川", "桐谷", "三上"]
    match = make_match(product, names, **options)
    return match, match.preside(visitor(1280, 800))


def test_a_match_over_the_board_is_entered_here(product: Product, visitor: Visitor) -> None:
    match, page = open_console(product, visitor, start=False)
    watcher = match.watch(visitor())
    headline(page, "対局はまだ始まっていません")
    page.get_by_role("button", name="対局を始める").click()
    headline(page, "早川さんの番です")
    page.locator('[data-point="b7"]').click()
    headline(page, "桐谷さんの番です")
    for point in ("c2", "g2", "g8"):
        page.keyboard.type(point)
        page.keyboard.press("Enter")
        expect(page.locator(f'[data-point="{point}"][data-stone]')).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("body").press("3")
    headline(page, "3番 三上さんの指摘")
    for point in ("b7", "c2", "g2"):
        page.locator(f'[data-point="{point}"]').click()
    page.locator("#send").click()
    for who in (page, watcher):
        expect(who.locator("circle.curve.found")).to_have_count(1)
        expect(who.locator("#seats li").first).to_have_attribute("data-out", "")
    expect(page.locator('[data-claim="2"]')).to_have_attribute("aria-disabled", "true")


def test_pause_and_resume(product: Product, visitor: Visitor) -> None:
    match, page = open_console(product, visitor)
    player = match.sit(visitor(), 1)
    page.get_by_role("button", name="中断").click()
    page.get_by_role("button", name="規則についての質問").click()
    page.locator("#reason-send").click()
    headline(page, "対局を中断しました")
    expect(player.locator("#clock")).to_have_attribute("data-stopped", "")
    expect(player.locator("#act")).to_have_attribute("data-state", "none")
    expect(player.locator("#log")).to_contain_text("理由：規則についての質問")
    page.get_by_role("button", name="対局を再開する").click()
    expect(player.locator("#act")).to_have_attribute("data-state", "play")
    assert player.locator("#clock").get_attribute("data-stopped") is None


def test_a_correction_needs_a_reason(product: Product, visitor: Visitor) -> None:
    _, page = open_console(product, visitor, moves="b7")
    page.locator("#takeback").click()
    page.locator("#reason-send").click()
    expect(page.locator("#reason-dialog")).to_be_visible()
    give_reason(page, "打った点が違う")
    expect(page.locator("[data-stone]")).to_have_count(0)
    headline(page, "取り消しました")
    expect(page.locator("#log")).to_contain_text("理由：打った点が違う")


def test_a_ruling_that_was_refused_keeps_its_reason(product: Product, visitor: Visitor) -> None:
    match = make_match(product, ["早川", "桐谷", "三上"], moves="b7")
    page = visitor(1280, 800)
    page.route("**/live/**", lambda route: route.abort())
    match.preside(page)
    match.preside(visitor(1280, 800)).locator('[data-point="c2"]').click()
    page.locator("#takeback").click()
    give_reason(page, "打った点が違う")
    expect(page.locator('[data-point="c2"][data-stone]')).to_have_count(1)
    page.locator("#takeback").click()
    expect(page.locator("#reason")).to_have_value("打った点が違う")
    page.locator("#reason-send").click()
    expect(page.locator('[data-point="c2"][data-stone]')).to_have_count(0)
    page.locator("#takeback").click()
    expect(page.locator("#reason")).to_have_value("")


def turn_to(page: Page, *, seen: bool) -> None:
    """As a browser does when its tab comes to the front, or leaves it."""
    page.evaluate(
        """seen => {
        Object.defineProperty(document, "hidden", { value: !seen, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""",
        seen,
    )


def test_a_tab_that_nobody_sees_lets_its_stream_go_but_not_a_player(
    product: Product, visitor: Visitor
) -> None:
    """A browser opens six connections to a server: a seventh table would never open."""
    match, page = open_console(product, visitor)
    player, other = match.sit(visitor(), 1), match.preside(visitor(1280, 800))
    stones = page.locator("[data-stone]")
    turn_to(player, seen=False)
    with page.expect_event("requestfailed", lambda request: "/live/" in request.url):
        turn_to(page, seen=False)
    other.locator('[data-point="b7"]').click()
    expect(player.locator("[data-stone]")).to_have_count(1)
    expect(stones).to_have_count(0)
    turn_to(page, seen=True)
    expect(stones).to_have_count(1)
    other.locator('[data-point="c2"]').click()
    expect(stones).to_have_count(2)


def test_the_clock_is_adjusted(product: Product, visitor: Visitor) -> None:
    _, page = open_console(product, visitor, step_s=600)
    page.locator('[data-more="1"]').click()
    page.get_by_role("button", name="時計を直す").click()
    page.locator("#quick-seconds").get_by_role("button", name="60", exact=True).click()
    give_reason(page, "始動が遅れた")
    expect(page.locator("#log li").first).to_have_attribute("data-kind", "clock")
    expect(page.locator("#clock time")).to_have_text(re.compile(r"^10:"))


def test_a_player_is_taken_out_and_put_back(product: Product, visitor: Visitor) -> None:
    match, page = open_console(product, visitor, moves="b7")
    player = match.sit(visitor(), 3)
    page.locator('[data-more="3"]').click()
    page.get_by_role("button", name="対局から外す").click()
    give_reason(page, "席を離れた")
    expect(page.locator("#seats li").nth(2)).to_have_attribute("data-out", "")
    expect(player.locator("#act")).to_have_attribute("data-state", "none")
    page.locator('[data-more="3"]').click()
    page.get_by_role("button", name="対局に戻す").click()
    give_reason(page, "誤って外した")
    expect(player.locator("#act")).to_have_attribute("data-state", "play")


def test_a_flag_that_waits_is_ruled_on(product: Product, visitor: Visitor) -> None:
    match, page = open_console(product, visitor, step_s=1, time_used_up="arbiter")
    player = match.sit(visitor(), 1)
    headline(player, "時間切れ")
    page.get_by_role("button", name="続行").click()
    page.locator("#seconds").fill("90")
    give_reason(page, "時間内に打っていた")
    headline(player, "あなたの番です")
    expect(player.locator("#clock time")).to_have_text(re.compile(r"^1:[0-3]"))


def test_the_match_is_ended(product: Product, visitor: Visitor) -> None:
    _, page = open_console(product, visitor, moves="b7")
    page.locator("#end").click()
    give_reason(page, "回戦の時間切れ")
    headline(page, "審判が対局を終えました")
    expect(page.get_by_role("link", name="対局を振り返る")).to_be_visible()


def test_the_console_is_accessible(product: Product, visitor: Visitor) -> None:
    _, page = open_console(product, visitor, moves="b7 c2")
    assert_accessible_everywhere(page)
    page.locator('[data-more="1"]').click()
    page.get_by_role("button", name="時計を直す").click()
    assert_accessible_everywhere(page)
