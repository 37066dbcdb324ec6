"""Pages of the desk and the first page: everybody can use them, on a phone too."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.product.accessible import assert_accessible_everywhere
from tests.product.running import Product

Visitor = Callable[..., Page]

MAKE = """
import json
from accounts.models import User
from accounts.services.people import link_address, link_tokens
from tests.tournaments.kinds.field import better_wins, draw, numbered, tournament
from tournaments import presets

user = User.objects.create_user(None, "a-long-password", name="凛", is_organiser=True)
made = tournament(user, presets.swiss(4), presets.knockout(4), people=9)
better_wins(draw(made))
better_wins(draw(made, 2), close=False)
print(json.dumps({
    "made": str(made.pk), "person": str(numbered(made, 3).pk), "organiser": str(user.pk),
    "link": link_address(link_tokens([user])[user.pk], ""),
}))
"""
EMPTY = """
import sys
from accounts.models import User
from tests.tournaments.kinds.field import draw, tournament
from tournaments import presets

made = tournament(User.objects.get(pk=sys.stdin.read()), presets.swiss(4), people=8)
draw(made)
print(made.pk)
"""
PAGES = (
    "",
    "entries/",
    "entries/import/",
    "byes/",
    "seating/",
    "standings/",
    "advancement/2/",
    "print/",
    "files/",
    "settings/",
    "dry-run/",
    "audit/",
    "rounds/2/results/",
    "rounds/2/arbiters/",
)


@pytest.fixture(scope="module")
def made(product: Product) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(product.manage("shell", "--no-imports", "-c", MAKE))
    return found


def organiser(page: Page, product: Product, made: dict[str, Any]) -> Page:
    page.goto(product.url + made["link"])
    if page.locator("main form button").count():
        page.locator("main form button").first.click()
    expect(page.locator("header a.me")).to_contain_text("凛")
    return page


@pytest.mark.slow
def test_every_page_of_the_desk_can_be_used(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = organiser(visitor(), product, made)
    desk = f"/desk/{made['made']}/"
    entry = f"{desk}entries/{made['person']}/"
    for path in ("/", "/desk/new/?preset=oware_swiss", entry, *(desk + one for one in PAGES)):
        page.goto(product.url + path)
        assert_accessible_everywhere(page)


def test_wide_tables_fit_a_phone(product: Product, visitor: Visitor, made: dict[str, Any]) -> None:
    page = organiser(visitor(390, 800), product, made)
    for path in ("byes/", "standings/", "advancement/2/", "dry-run/", "rounds/2/arbiters/"):
        page.goto(f"{product.url}/desk/{made['made']}/{path}")
        expect(page.locator("table.stacked").first).to_be_visible()
        for box in page.locator(".wide-table").all():
            assert box.evaluate("node => node.scrollWidth - node.clientWidth") == 0, path


def test_by_keyboard_the_first_stop_skips_to_the_content(
    product: Product, visitor: Visitor
) -> None:
    page = visitor(1280, 800, locale="en-GB")
    page.goto(product.url)
    page.keyboard.press("Tab")
    expect(page.locator("a.skip")).to_be_focused()
    expect(page.locator("a.skip")).to_have_css("clip-path", "none")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    inside = page.evaluate("document.activeElement.closest('main') !== null")
    width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert (inside, width) == (True, "2px")


def test_a_sheet_opens_when_there_is_something_to_show(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = organiser(visitor(1280, 800), product, made)
    page.goto(f"{product.url}/desk/{made['made']}/standings/")
    link, sheet = page.locator("a[data-sheet]").first, page.locator("#sheet")
    page.route("**/standings/*/**", lambda route: route.fulfill(status=500))
    link.click()
    expect(page.locator("#notes .note")).to_be_visible()
    expect(sheet).to_be_hidden()
    page.unroute("**/standings/*/**")
    link.click()
    expect(sheet).to_be_visible()


PRESS_TWICE = """button => {
  const sent = [];
  addEventListener("submit", event => {
    sent.push(!event.defaultPrevented);
    event.preventDefault();
  });
  button.click();
  button.click();
  return sent;
}"""


def test_what_is_pressed_twice_is_sent_once(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = organiser(visitor(1280, 800), product, made)
    page.goto(f"{product.url}/desk/new/?preset=oware_swiss")
    page.fill("[name=name]", "二度押し杯")
    button = page.locator("form.plan button.primary")
    assert button.evaluate(PRESS_TWICE) == [True, False]
    page.reload()
    page.fill("[name=name]", "二度押し杯")
    for _ in range(2):  # also after the way back
        button.click()
        expect(page.get_by_text("二度押し杯").first).to_be_visible()
        page.go_back()


def test_what_is_pressed_twice_in_the_sheet_is_sent_once(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = organiser(visitor(1280, 800), product, made)
    pk = product.manage("shell", "--no-imports", "-c", EMPTY, stdin=made["organiser"]).strip()
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    page.goto(f"{product.url}/desk/{pk}/")
    page.locator('form[action$="/start/"] button').first.click()
    page.locator("a[data-sheet]").first.click()
    sent.clear()
    page.locator("#sheet-body form.result input[type=radio]").first.check()
    button = page.locator("#sheet-body form.result button.primary")
    button.evaluate("button => { button.click(); button.click(); }")
    expect(page.locator("#sheet")).to_be_hidden()
    page.wait_for_load_state("networkidle")
    assert len(sent) == 1


def test_results_are_typed_with_or_without_enter_after_each(
    product: Product, visitor: Visitor, made: dict[str, Any]
) -> None:
    page = organiser(visitor(1280, 800), product, made)
    pk = product.manage("shell", "--no-imports", "-c", EMPTY, stdin=made["organiser"]).strip()
    page.goto(f"{product.url}/desk/{pk}/rounds/1/results/")
    fields = page.locator("input.res")
    expect(fields).to_have_count(4)
    expect(fields.first).to_be_focused()
    for key in ("1", "Enter", "0", "5", "Enter", "1"):
        page.keyboard.press(key)
    expect(page.locator("form[data-results] button.primary")).to_be_focused()
    assert [field.input_value() for field in fields.all()] == ["1 – 0", "0 – 1", "½ – ½", "1 – 0"]
    fields.first.focus()
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_be_focused()
