"""A race in a hall: the host's screen, and contestants with their phones."""

from playwright.sync_api import Page, expect

from tests.browser.lines import Late
from tests.browser.papers import Made, make_race
from tests.product.accessible import assert_accessible
from tests.product.fixtures import Visitor
from tests.product.running import Product


def host(page: Page, made: Made) -> Page:
    page.goto(f"{made.product.url}/sign-in/?lang=en")
    page.fill("[name=username]", "papers")
    page.fill("[name=password]", "a-long-password")
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda url: "sign-in" not in url)
    page.goto(f"{made.product.url}/desk/papers/{made.paper}/host/")
    return page


def take_part(page: Page, made: Made, who: int) -> Page:
    page.goto(f"{made.product.url}/p/{made.links[who]}/?lang=en")
    page.goto(made.address("race"))
    page.click(".next .primary")
    expect(page.locator("#told")).to_contain_text("Wait for the host")
    return page


def answer(page: Page, names: str) -> None:
    expect(page.locator("#told")).to_contain_text("Answer problem")
    for name in names.split():
        page.click(f'[data-point="{name}"] .hit')
    page.click("#problem .send button")


def test_the_first_right_answers_score_in_the_order_they_arrive(
    live_product: Product, visitor: Visitor
) -> None:
    made = make_race(live_product, "hantei", "safe_point", names=("早川 澪", "田中 蓮", "佐藤 葵"))
    screen = host(visitor(width=1280, height=800), made)
    expect(screen.locator("#door svg").first).to_be_visible()
    phones = [take_part(visitor(), made, who) for who in range(3)]
    assert_accessible(screen)
    screen.keyboard.press("n")
    answer(phones[0], "a1 b1 a2 e7")
    expect(phones[0].locator("#told")).to_contain_text("Not right")
    answer(phones[1], "a1 b1 a2 b2")
    expect(phones[1].locator("#told")).to_contain_text("No. 1: 3 points")
    answer(phones[2], "b2 b1 a2 a1")
    expect(phones[2].locator("#told")).to_contain_text("No. 2: 2 points")
    assert_accessible(phones[2])
    expect(screen.locator(".scored li")).to_contain_text(["田中 蓮", "佐藤 葵"])
    expect(phones[0].locator(".race-table [data-mine]")).to_contain_text("早川 澪")
    screen.keyboard.press("n")
    expect(phones[0].locator("#problem article")).to_have_count(0)
    expect(screen.locator("#answer")).to_be_visible()
    screen.keyboard.press("a")
    expect(screen.locator("#solution")).to_contain_text("a1 a2 b1 b2")
    assert_accessible(screen)
    screen.keyboard.press("n")
    expect(phones[0].locator("#told")).to_contain_text("Answer problem 2")


def test_an_answer_of_the_server_that_was_overtaken_changes_nothing(
    live_product: Product, visitor: Visitor
) -> None:
    made = make_race(live_product, "hantei", names=("早川 澪",))
    screen, phone = host(visitor(width=1280, height=800), made), take_part(visitor(), made, 0)
    late = Late(phone, "**/state/")
    with phone.expect_request("**/state/"):
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    screen.keyboard.press("n")
    expect(phone.locator("#told")).to_contain_text("Answer problem")
    phone.click('[data-point="a1"] .hit')
    late.deliver()
    expect(phone.locator("#told")).to_contain_text("Answer problem")
    expect(phone.locator("#problem .typed-answer")).to_have_value("a1")


def test_a_host_is_told_why_a_step_was_refused(live_product: Product, visitor: Visitor) -> None:
    made = make_race(live_product, "hantei", names=("早川 澪",))
    screen = host(visitor(width=1280, height=800), made)
    refusal = {"code": "paper_over", "title": "The paper is over."}
    screen.route("**/actions/", lambda route: route.fulfill(status=409, json=refusal))
    with screen.expect_event("requestfinished", lambda one: one.url.endswith("/state/")):
        screen.click("#step")
    expect(screen.locator("#line")).to_have_text("The paper is over.")
    screen.unroute("**/actions/")
    screen.click("#step")
    expect(screen.locator("#step")).to_contain_text("Close")
    expect(screen.locator("#line")).to_be_empty()
