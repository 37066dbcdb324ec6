"""Public pages in a browser: looks, live parts, and that everybody can use them."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.product.accessible import assert_accessible_everywhere
from tests.product.running import Product

Visitor = Callable[..., Page]
MAKE = """
import json, sys
from accounts.models import User
from accounts.services.tokens import create_token
from django.utils import timezone
from tests.tournaments.public import stages
from tournaments.models import PublicationState, Table

user = User.objects.create_user(None, "a-long-password", name="凛", is_organiser=True)
over = stages.make(user, 11, rounds=3)
for seed in (1, 2, 3):
    stages.publish_after(stages.play(over, seed))
stages.publish_after(stages.play_final(over), PublicationState.FINAL)
live = stages.make(user, 8)
live.time_control = {"timing": "per_move", "step_ms": 3_600_000}
live.save()
stages.publish_after(stages.play(live, 1))
stages.begin(live, 2)
_, token = create_token(user=user, label="test", at=timezone.now())
tables = Table.objects.filter(round__stage__tournament=live, round__ordinal=2)
print(json.dumps({
    "over": str(over.pk), "live": str(live.pk), "token": token,
    "player": str(stages.entry(over, 2).pk),
    "matches": [str(table.match_id) for table in tables.order_by("number")],
}))
"""


@pytest.fixture(scope="module")
def made(product: Product) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(product.manage("shell", "--no-imports", "-c", MAKE))
    return found


def send(page: Page, product: Product, made: dict[str, Any], path: str, **body: Any) -> Any:
    answer = page.request.post(
        f"{product.url}/api/v1/{path}",
        data=body,
        headers={"Authorization": f"Bearer {made['token']}"},
    )
    assert answer.ok, answer.text()
    return answer.json()


def open_page(page: Page, product: Product, tournament: str, path: str = "") -> Page:
    page.goto(f"{product.url}/t/{tournament}/{path}")
    return page


def test_everybody_can_use_the_pages(product: Product, page: Page, made: dict[str, Any]) -> None:
    paths = [
        ("over", ""), ("over", "standings/"), ("over", "standings/?after=3"),
        ("over", f"players/{made['player']}/"), ("live", "rounds/2/"), ("live", "screen/"),
        ("over", "screen/"),
    ]  # fmt: skip
    for which, path in paths:
        open_page(page, product, made[which], path)
        assert_accessible_everywhere(page)


def test_a_value_of_the_standings_opens(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = open_page(visitor(), product, made["over"], "standings/?after=3")
    page.locator(".ranks tbody tr").first.locator(".value").first.click()
    expect(page.locator("#value")).to_be_visible()
    expect(page.locator("#value .parts li")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator("#value")).to_be_hidden()


def test_without_a_script_a_value_is_a_link(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = visitor(java_script_enabled=False)
    open_page(page, product, made["over"], "standings/?after=3")
    page.locator(".ranks tbody tr").first.locator(".value").first.click()
    expect(page).to_have_url(re.compile(r"/players/.*#PP-1$"))


def test_following_marks_a_row_and_the_thick_line(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = open_page(visitor(), product, made["over"], f"players/{made['player']}/")
    page.get_by_role("button", name="フォローする").click()
    open_page(page, product, made["over"], "standings/?after=3")
    expect(page.locator("tr[data-mine]")).to_have_count(1)
    expect(page.locator(".plot .mine")).to_have_count(1)
    page.locator("tr[data-mine] a").first.click()
    page.get_by_role("button", name="フォローをやめる").click()
    open_page(page, product, made["over"], "standings/?after=3")
    expect(page.locator("tr[data-mine]")).to_have_count(0)


def test_a_round_is_followed_as_it_happens(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = open_page(visitor(), product, made["live"], "rounds/2/")
    table = page.locator(f'[data-match="{made["matches"][0]}"]')
    expect(table.locator("time.left")).to_be_visible()
    expect(table.locator(".doing")).to_contain_text("石0個、残り4人")
    send(page, product, made, f"matches/{made['matches'][0]}/moves/",
         text="e5", expected_seq=1, seat=1)  # fmt: skip
    expect(table.locator(".doing")).to_contain_text("石1個、残り4人")
    expect(table.locator("[data-seat='2']")).to_have_attribute("aria-current", "step")
    send(page, product, made, f"matches/{made['matches'][0]}/actions/",
         action="end", reason="test")  # fmt: skip
    expect(page.locator("#table-1 .badge")).to_have_text("終了")
    expect(page.locator("#next")).to_contain_text("2卓のうち1卓が対局中です。")


def test_an_announcement_appears_by_itself(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page, screen = visitor(), visitor(1280, 720)
    open_page(page, product, made["live"])
    open_page(screen, product, made["live"], "screen/")
    expect(page.locator("#live")).not_to_contain_text("昼食は12時")
    send(page, product, made, f"tournaments/{made['live']}/announcements/", text="昼食は12時から")
    expect(page.locator(".news")).to_contain_text("昼食は12時から")
    expect(screen.locator(".said")).to_have_text("昼食は12時から")


def test_what_is_announced_before_the_stream_is_open_is_not_missed(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page, held = visitor(), list[Route]()
    page.route("**/live/**", lambda route: held.append(route))
    with page.expect_request("**/live/**"):
        open_page(page, product, made["live"])
    send(page, product, made, f"tournaments/{made['live']}/announcements/", text="集合は13時")
    expect(page.locator("#live")).not_to_contain_text("集合は13時")
    held.pop().continue_()
    expect(page.locator(".news")).to_contain_text("集合は13時")


def test_the_panels_of_the_screen_take_turns(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = open_page(visitor(1280, 720), product, made["live"], "screen/")
    expect(page.locator(".panel:visible")).to_have_count(1)
    expect(page.locator(".panel:visible")).to_have_attribute("data-kind", "live")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".panel:visible")).to_have_attribute("data-kind", "standings")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="切り替えを再開する")).to_be_visible()


def test_the_description_of_the_api_can_be_read(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = visitor(1280, 900)
    page.goto(f"{product.url}/api/v1/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
    expect(page.get_by_text("Play a move")).to_be_visible()
