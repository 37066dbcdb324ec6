"""The frame of the site in a real browser: scripts, colours, keyboard, screen readers."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from accounts.services.people import link_token, make_person
from accounts.services.setup import setup_token
from tests.accounts.conftest import NOON, PASSWORD
from tests.product.accessible import assert_accessible_everywhere

Visitor = Callable[..., Page]
pytestmark = pytest.mark.django_db(transaction=True)
SIZES = [(390, 844), (1280, 800)]


def sign_in(page: Page, site: str) -> None:
    page.goto(f"{site}/sign-in/")
    page.fill("[name=username]", "yu")
    page.fill("[name=password]", PASSWORD)
    page.click("main button.primary")
    page.wait_for_url(lambda url: "/sign-in/" not in url)


def test_pages_of_people_are_open_to_all(live_server: LiveServer, page: Page) -> None:
    for path in (f"/setup/{setup_token(NOON)}/", "/sign-in/", "/nothing/"):
        page.goto(live_server.url + path)
        assert_accessible_everywhere(page)
    organiser = User.objects.create_superuser("yu", PASSWORD, name="梶本 ゆう")
    User.objects.create_user("koval", PASSWORD, name="Mira Koval", is_organiser=True)
    player = make_person("早川 みどり " * 10)
    sign_in(page, live_server.url)
    for path in ("/account/", "/people/", f"/p/{link_token(player)}/"):
        page.goto(live_server.url + path)
        assert_accessible_everywhere(page)
    page.goto(f"{live_server.url}/people/")
    page.locator(".do button").first.click()
    expect(page.locator("svg.qr")).to_be_visible()
    assert_accessible_everywhere(page)
    assert organiser.is_active


@pytest.fixture
def site(live_server: LiveServer) -> str:
    User.objects.create_superuser("yu", PASSWORD, name="梶本 ゆう")
    return str(live_server.url)


def test_a_password_can_be_shown_and_is_sent_hidden(page: Page, site: str) -> None:
    page.goto(f"{site}/sign-in/")
    page.fill("[name=password]", "wrong")
    page.get_by_role("button", name="表示").click()
    expect(page.locator("[name=password]")).to_have_attribute("type", "text")
    page.get_by_role("button", name="隠す").click()
    expect(page.locator("[name=password]")).to_have_attribute("type", "password")


def test_colours_change_at_once_and_stay(page: Page, site: str) -> None:
    page.goto(f"{site}/sign-in/?next=/people/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_label("配色").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url == f"{site}/sign-in/?next=%2Fpeople%2F"
    assert page.evaluate(ground) != light
    page.goto(f"{site}/nothing/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_colours_change_without_a_script(visitor: Visitor, site: str) -> None:
    page = visitor(java_script_enabled=False)
    page.goto(f"{site}/sign-in/")
    page.get_by_label("配色").select_option("dark")
    page.get_by_role("button", name="変える").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_keyboard_reaches_the_content_first(page: Page, site: str) -> None:
    page.goto(f"{site}/sign-in/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="本文へ")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("[name=username]")).to_be_focused()


def test_the_wrong_field_has_the_focus(page: Page, site: str) -> None:
    sign_in(page, site)
    page.goto(f"{site}/people/")
    page.fill("#id_name", "小暮 蒼")
    page.fill("#id_username", "two words")
    page.get_by_role("button", name="追加").click()
    expect(page.locator("#id_username")).to_be_focused()
    expect(page.locator("#id_name")).to_have_value("小暮 蒼")


def test_a_form_outlives_a_sign_in_in_another_tab(page: Page, site: str) -> None:
    sign_in(page, site)
    page.goto(f"{site}/account/")
    page.fill("#id_name", "梶本 優")
    other = page.context.new_page()
    other.goto(f"{site}/account/")
    other.evaluate("document.querySelector('.as-link button').click()")
    other.wait_for_url(f"{site}/")
    sign_in(other, site)
    page.get_by_role("button", name="名前を変える").click()
    expect(page.get_by_role("heading", name="もう一度送る")).to_be_visible()
    expect(page.locator(".typed")).to_have_text("梶本 優")
    expect(page.locator("main")).to_contain_text("梶本 ゆうさんとして送ります")
    page.get_by_role("button", name="もう一度送る").click()
    expect(page.locator(".note")).to_contain_text("名前を変えました")


def test_a_browser_that_is_too_old_is_told_so(page: Page, site: str) -> None:
    def as_it_reads(route: Route) -> None:
        css = route.fetch()
        route.fulfill(response=css, body=css.text().replace("light-dark(", "unknown("))

    words = page.locator(".too-old")
    page.goto(f"{site}/sign-in/")
    expect(words).to_be_hidden()
    page.route("**/*.css", as_it_reads)
    page.reload()
    expect(words).to_be_visible()
    assert words.evaluate("node => node.getBoundingClientRect().width") == page.evaluate(
        "innerWidth"
    )


def test_styles_are_decided_anew_when_the_window_narrows(page: Page, site: str) -> None:
    """For Safari, which keeps what a wider window had decided."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site}/sign-in/")
    page.evaluate(
        """() => {
          globalThis.sizes = [];
          const root = document.documentElement;
          const watch = () => globalThis.sizes.push(root.style.fontSize);
          new MutationObserver(watch).observe(root, { attributeFilter: ["style"] });
        }"""
    )
    page.set_viewport_size({"width": 600, "height": 800})
    page.wait_for_function("globalThis.sizes.length > 0")
    assert page.evaluate("globalThis.sizes.at(-1)") == ""
