"""Replay, practice and the big screen."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.matches import Made, make_match, ready
from tests.product.accessible import assert_accessible_everywhere
from tests.product.looking import box
from tests.product.running import Product

Visitor = Callable[..., Page]
PLAYED = "b7 c2 g2 g8 2!b7c2g2 a1 e5 i9"


def finished(product: Product) -> Made:
    """A match that the flag ends: g8 was claimed, i9 (on a1 e5) was not."""
    return make_match(product, ["早川", "桐谷", "三上"], moves=PLAYED, step_s=2)


def over(page: Page, match: Made) -> None:
    match.watch(page)
    expect(page.locator("#act")).to_have_attribute("data-state", "over", timeout=20_000)


def test_a_match_is_replayed(product: Product, visitor: Visitor) -> None:
    page = visitor(1280, 800)
    page.goto(make_match(product, moves="b7").path("replay/"))
    expect(page.locator("body")).to_contain_text("まだ終わっていません")
    over(page, finished(product))
    page.get_by_role("link", name="対局を振り返る").click()
    expect(page.locator("#kyoens")).to_contain_text("g8　早川が作り、桐谷が指摘")
    page.locator("[data-step=first]").click()
    expect(page.locator("[data-stone]")).to_have_count(0)
    for _ in range(5):
        page.locator("body").press("ArrowRight")
    expect(page.locator("[data-stone]")).to_have_count(4)
    expect(page.locator("circle.curve.found")).to_have_count(1)
    page.locator("#safe").check()
    expect(page.locator("circle.safe").first).to_be_attached()
    expect(page).to_have_url(re.compile(r"#5$"))
    page.locator("[data-step=on]").click()
    expect(page.locator(".gone")).to_have_count(1)
    page.goto(page.url.partition("#")[0] + "?ply=3")
    expect(page.locator("#step")).to_have_text(re.compile("^3／"))
    page.locator("#play").click()
    expect(page.locator("#step")).to_have_text(re.compile("^4／"))


def test_the_safe_points_of_the_page_are_those_of_the_rules(
    product: Product, visitor: Visitor
) -> None:
    """The page counts them by itself; the API tells what the rules say."""
    boards: list[dict[str, Any]] = [
        {},
        {"lattice": "triangular", "columns": 7, "rows": 7},
        {"lattice": "triangular", "shape": "triangle", "columns": 8, "rows": 8},
        {"lattice": "rectangular", "columns": 6, "rows": 8},
    ]
    for rules in boards:
        match = make_match(
            product, moves="a1 c3 b2 d1 e2 b4", is_practice=True, step_s=600, **rules
        )
        page = match.sit(visitor(1280, 800), 1)
        page.locator("#menu-open").click()
        page.locator("#menu [name=safe]").check()
        found = page.evaluate(
            """async ([api]) => {
                const steps = (await (await fetch(api)).json()).steps;
                const { safe } = await import("/static/js/boards/kyoen/practice.js");
                const view = JSON.parse(document.getElementById("page").textContent).match.position;
                const points = [...document.querySelectorAll("[data-point]")];
                const all = points.map(node => node.dataset.point);
                return [steps.at(-1).safe.sort(), safe(view.lattice, view.stones, all).sort()];
            }""",
            [f"{product.url}/api/v1/matches/{match.id}/analysis/"],
        )
        assert found[0] == found[1]
        assert page.locator("circle.safe").count() == len(found[0])


def test_practice_against_computer_players(product: Product, visitor: Visitor) -> None:
    page = visitor(1280, 800)
    page.goto(f"{product.url}/practice/")
    page.get_by_label("打つ順").select_option("me")
    page.get_by_label("盤", exact=True).select_option("square")
    page.get_by_label("一辺の点の数").select_option("5")
    page.get_by_role("button", name="対局を始める").click()
    expect(ready(page).locator("#say")).to_contain_text("あなたの番です")
    page.locator('[data-point="c3"]').click()
    expect(page.locator("[data-stone]")).to_have_count(2, timeout=30_000)


def test_practice_shows_the_circle_before_a_claim_when_asked(
    product: Product, visitor: Visitor
) -> None:
    match = make_match(product, moves="b7 c2 g2 g8", is_practice=True)
    page = match.sit(visitor(1280, 800), 1)
    page.locator("#menu-open").click()
    page.locator("#menu [name=preview]").check()
    page.keyboard.press("Escape")
    page.keyboard.press("!")
    for point in ("b7", "c2", "g2"):
        page.locator(f'[data-point="{point}"]').click()
    expect(page.locator("circle.curve.found")).to_have_count(1)
    expect(page.locator("#send")).to_have_text("この円で指摘する")
    page.locator('[data-point="g2"]').click()
    expect(page.locator("circle.curve.found")).to_have_count(0)


def test_a_friend_joins_by_the_link(product: Product, visitor: Visitor) -> None:
    host, friend = visitor(1280, 800), visitor()
    host.goto(f"{product.url}/practice/")
    host.get_by_label("名前").fill("花子")
    host.get_by_label("コンピュータの人数").select_option("0")
    host.get_by_label("リンクで誘う友だちの人数").select_option("1")
    host.get_by_label("打つ順").select_option("me")
    host.get_by_role("button", name="対局を始める").click()
    expect(host.locator("#say")).to_contain_text("あと1人を待っています")
    link = host.locator("#invite-link").inner_text()
    friend.goto(link)
    friend.get_by_label("名前").fill("太郎")
    friend.get_by_role("button", name="席に着く").click()
    expect(host.locator("#say")).to_contain_text("準備はできましたか")
    friend.locator("#ready").click()
    host.locator("#ready").click()
    expect(host.locator("#say")).to_contain_text("あなたの番です")
    host.locator('[data-point="c3"]').click()
    expect(friend.locator("[data-stone]")).to_have_count(1)


def test_a_screen_shows_several_live_boards(product: Product, visitor: Visitor) -> None:
    first = make_match(product, moves="b7")
    second = make_match(product, ["三上", "Koval"], moves="c2 e5")
    screen = visitor(1920, 1080)
    screen.goto(f"{product.url}/screen/?match={first.id}&match={second.id}")
    tables = screen.locator("article.table")
    expect(tables).to_have_count(2)
    expect(tables.nth(1).locator("[data-stone]")).to_have_count(2)
    console = first.preside(visitor(1280, 800))
    console.locator('[data-point="c2"]').click()
    expect(tables.nth(0).locator("[data-stone]")).to_have_count(2)
    expect(tables.nth(0).locator("time")).to_contain_text(re.compile(r"^(1:00|0:[1-5]\d)"))


LAMP = """
Object.defineProperty(navigator, "wakeLock", { value: { async request() {
  const lock = new EventTarget(), { dataset } = document.documentElement;
  lock.release = async () => {
    delete dataset.lit;
    lock.dispatchEvent(new Event("release"));
  };
  dataset.lit = "";
  return lock;
} } });
"""


def test_screens_stay_lit_while_they_are_needed(product: Product, visitor: Visitor) -> None:
    match = make_match(product)
    player, screen = visitor(), visitor(1920, 1080)
    for page in (player, screen):
        page.add_init_script(LAMP)
    screen.goto(f"{product.url}/screen/?match={match.id}")
    match.sit(player, 1)
    for page in (player, screen):
        expect(page.locator("html[data-lit]")).to_be_visible()
    player.locator("#menu-open").click()
    player.locator("#resign").click()
    player.locator("#resign-dialog [value=yes]").click()
    expect(player.locator("html:not([data-lit])")).to_be_visible()
    expect(screen.locator("html[data-lit]")).to_be_visible()


def test_a_clock_is_a_fifth_of_the_screen(product: Product, visitor: Visitor) -> None:
    match, screen = make_match(product), visitor(1920, 1080)
    screen.goto(f"{product.url}/screen/?match={match.id}")
    assert box(screen.locator("article .clock time"))["height"] >= 0.2 * 1080


def test_nothing_lies_over_the_places_on_a_phone(product: Product, visitor: Visitor) -> None:
    page = visitor(390, 844)
    over(page, finished(product))
    buttons, places = box(page.locator("#act")), box(page.locator("#over"))
    assert buttons["y"] + buttons["height"] <= places["y"]


def test_these_pages_are_accessible(product: Product, visitor: Visitor) -> None:
    page = visitor(dark=True)
    page.goto(f"{product.url}/practice/")
    assert_accessible_everywhere(page)
    match = finished(product)
    over(page, match)
    page.goto(match.path("replay/"))
    expect(page.locator("#kyoens li")).not_to_have_count(0)
    assert_accessible_everywhere(page)
    page.goto(f"{product.url}/screen/?match={match.id}")
    assert_accessible_everywhere(page)
