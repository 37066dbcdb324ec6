"""A contestant at a paper: what is typed is never lost, and is judged by when it arrives."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.lines import Late
from tests.browser.papers import make_paper
from tests.browser.sitting import (
    answer_of,
    arrive,
    begin,
    comes_true,
    go_on,
    has_receipts,
    is_away,
    is_saved,
    pick,
    send,
    shown,
)
from tests.product.accessible import assert_accessible
from tests.product.fixtures import Visitor
from tests.product.running import Product

RIGHT, WRONG = ["a1", "b1", "a2", "b2"], ["a1", "b1", "a2", "e7"]


def test_four_stones_go_from_the_board_to_a_verdict(live_product: Product, page: Page) -> None:
    made = make_paper(live_product)
    arrive(page, made)
    assert_accessible(page)
    begin(page, made)
    pick(page, [*WRONG, "e7", "b2"])
    expect(answer_of(page)).to_have_value("a1 b1 a2 b2")
    pick(page, ["b2", "e7"])
    send(page)
    expect(shown(page, ".receipt .why")).to_contain_text("not on one circle")
    expect(shown(page, ".attempts")).to_have_text("2 attempts left of 3")
    assert_accessible(page)
    answer_of(page).fill("A1, B1, A2, B2")
    send(page)
    expect(shown(page, ".badge.state")).to_have_text("right")
    assert [one["raw"] for one in made.sent()] == ["a1 b1 a2 e7", "A1, B1, A2, B2"]


def test_a_board_is_answered_by_keyboard(live_product: Product, page: Page) -> None:
    begin(page, make_paper(live_product))
    shown(page, '[data-point="a1"]').focus()
    for key in ["Enter", "ArrowRight", "Enter", "ArrowUp", "Enter", "ArrowLeft", "Enter"]:
        page.keyboard.press(key)
    expect(answer_of(page)).to_have_value("a1 b1 b2 a2")
    answer_of(page).press("Enter")
    has_receipts(page, 1)


def test_a_double_click_and_a_lost_answer_make_one_submission(
    live_product: Product, page: Page
) -> None:
    made = make_paper(live_product)
    begin(page, made)
    lost: list[bool] = []

    def lose_the_first(route: object, request: object) -> None:
        if not lost and request.method == "POST":  # type: ignore[attr-defined]
            lost.append(True)
            route.fetch()  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/submissions/", lose_the_first)
    pick(page, WRONG)
    shown(page, ".send .primary").dblclick()
    has_receipts(page, 1)
    assert lost == [True]
    assert len(made.sent()) == 1


def test_a_receipt_that_was_lost_on_the_way_is_asked_again(
    live_product: Product, page: Page
) -> None:
    begin(page, make_paper(live_product, "integer"))
    lost = list[Route]()

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.abort()

    page.route("**/receipts/**", lose_the_first)
    answer_of(page).fill("12")
    send(page)
    has_receipts(page, 1)
    assert lost


def test_without_a_connection_everything_is_kept_and_sent_when_it_is_back(
    live_product: Product, page: Page
) -> None:
    made = make_paper(live_product, "integer", "rational")
    begin(page, made)
    page.context.set_offline(True)
    answer_of(page).fill("12")
    send(page)
    is_away(page)
    expect(shown(page, ".badge.state")).to_have_text("not on the server yet")
    go_on(page)
    answer_of(page).fill("3/4")
    assert made.sent() == []
    page.context.set_offline(False)
    is_saved(page)
    assert [one["raw"] for one in made.sent()] == ["12"]
    page.reload()
    page.goto(made.address("papers") + "#problem-2")
    expect(answer_of(page)).to_have_value("3/4")


def test_a_reload_loses_nothing_that_did_not_reach_the_server(
    live_product: Product, page: Page
) -> None:
    made = make_paper(live_product, "integer", "proof")
    begin(page, made)
    page.route("**/drafts/**", lambda route: route.abort())
    page.route("**/submissions/", lambda route: route.abort())
    answer_of(page).fill("12")
    send(page)
    go_on(page)
    answer_of(page).fill("等脚台形は線対称だから。")
    is_away(page)
    page.unroute("**/drafts/**")
    page.unroute("**/submissions/")
    page.reload()
    expect(page.locator("#problem-2 .typed-answer")).to_have_value("等脚台形は線対称だから。")
    expect(page.locator("#problem-1 .receipt")).to_have_count(1)
    is_saved(page)
    assert len(made.sent()) == 1


def test_nothing_of_a_paper_stays_after_its_end_or_for_the_next_person(
    live_product: Product, page: Page
) -> None:
    made = make_paper(live_product, "integer", names=("A", "B"))
    kept = "caches.keys().then(all => all.filter(one => one.startsWith('taikai-paper')).length)"
    begin(page, made)
    expect(page.locator("body[data-kept]")).to_be_visible()
    assert page.evaluate(kept) == 1
    made.act("sign_out")
    page.goto(f"{made.product.url}/p/{made.links[1]}/?lang=en")
    page.goto(made.product.url)
    expect(page.locator("header .me")).to_have_text(re.compile("B"))
    comes_true(page, f"{kept}.then(count => count === 0)")
    begin(page, made, 1)
    expect(page.locator("body[data-kept]")).to_be_visible()
    page.click("#hand-in")
    page.click("#hand-in-dialog [value=yes]")
    expect(page.locator("body[data-closed]")).to_be_visible()
    comes_true(page, f"{kept}.then(count => count === 0)")
    comes_true(page, "navigator.serviceWorker.getRegistrations().then(all => !all.length)")


def test_another_device_takes_over_and_the_first_is_told(
    live_product: Product, visitor: Visitor
) -> None:
    made = make_paper(live_product, "integer")
    first, second = visitor(), visitor(width=1280)
    begin(first, made)
    answer_of(first).fill("1")
    is_saved(first)
    arrive(second, made)
    expect(second.locator("#other-dialog")).to_contain_text("Chrome")
    second.click("#other-dialog .primary")
    expect(answer_of(second)).to_have_value("1")
    expect(second.locator("#other-dialog")).to_be_hidden()
    answer_of(second).fill("12")
    is_saved(second)
    answer_of(first).fill("13")
    expect(first.locator("#other-dialog")).to_be_visible()
    first.click("#other-dialog .primary")
    expect(shown(first, ".note")).to_contain_text("13")
    expect(answer_of(first)).to_have_value("12")


def test_an_expired_sign_in_loses_nothing(live_product: Product, page: Page) -> None:
    """J68."""
    made = make_paper(live_product, "integer")
    begin(page, made)
    made.act("sign_out")
    answer_of(page).fill("11")
    send(page)
    dialog = page.locator("#signed-out")
    expect(dialog).to_be_visible()
    tab = page.context.new_page()
    tab.goto(f"{live_product.url}/p/{made.links[0]}/")
    tab.close()
    expect(dialog).to_be_hidden()
    has_receipts(page, 1)
    page.context.clear_cookies(name="csrftoken")
    answer_of(page).fill("12")
    send(page)
    has_receipts(page, 2)
    assert [one["raw"] for one in made.sent()] == ["11", "12"]


def test_somebody_elses_sign_in_sends_nothing_of_mine(live_product: Product, page: Page) -> None:
    made = make_paper(live_product, "integer", names=("早川 澪", "田中 蓮"))
    begin(page, made)
    made.act("sign_out")
    answer_of(page).fill("12")
    expect(page.locator("#signed-out")).to_be_visible()
    tab = page.context.new_page()
    tab.goto(f"{live_product.url}/p/{made.links[1]}/")
    tab.close()
    expect(page.locator("#signed-out")).to_contain_text("Somebody else")
    expect(answer_of(page)).to_have_value("12")


def test_late_by_a_second_is_kept_and_marked(live_product: Product, page: Page) -> None:
    made = make_paper(live_product, "integer", "rational")
    begin(page, made)
    answer_of(page).fill("11")
    is_saved(page)
    made.act("end", seconds=8)
    expect(page.locator("#clock time")).to_have_text(re.compile("^0:0"))
    page.context.set_offline(True)
    answer_of(page).fill("12")
    send(page)
    go_on(page)
    answer_of(page).fill("3/4")
    expect(page.locator("#clock time")).to_have_text("0:00")
    page.wait_for_timeout(1_000)
    page.context.set_offline(False)
    expect(page.locator("#status")).to_contain_text("The time is over")
    expect(page.locator("#problem-1 .note")).to_contain_text("after the end")
    page.click("#leftovers button")
    expect(page.locator("#problem-2 .receipt")).to_have_count(1)
    late = [one for one in made.sent() if one["source"] == "sent"]
    assert [one["raw"] for one in late] == ["12", "3/4"]
    assert all(one["late_ms"] > 0 for one in late)


def test_more_time_and_a_pause_reach_the_open_page(live_product: Product, page: Page) -> None:
    made = make_paper(live_product, "integer", closes=600)
    begin(page, made)
    face = page.locator("#clock time")
    expect(face).to_have_text(re.compile("^(9|10):"))
    made.act("extend", seconds=1200)
    expect(page.locator("#status")).to_contain_text("now ends at")
    expect(face).to_have_text(re.compile("^(29|30):"))
    made.act("pause")
    expect(page.locator("#clock[data-stopped]")).to_be_visible()
    made.act("resume")
    expect(page.locator("#clock:not([data-stopped])")).to_be_visible()


def test_what_happens_before_the_stream_is_open_is_not_missed(
    live_product: Product, page: Page
) -> None:
    made, held = make_paper(live_product, "integer", closes=600), list[Route]()
    arrive(page, made)
    page.route("**/live/**", lambda route: held.append(route))
    with page.expect_request("**/live/**"):
        page.click("#start-button")
    expect(page.locator("body[data-ready]")).to_be_visible()
    made.act("extend", seconds=1200)
    held.pop().continue_()
    expect(page.locator("#status")).to_contain_text("now ends at")


FAST_CLOCK = """
const Real = Date, ahead = 3 * 3_600_000;
globalThis.Date = class extends Real {
  constructor(...given) { given.length ? super(...given) : super(Real.now() + ahead); }
  static now() { return Real.now() + ahead; }
};
"""


def test_a_clock_that_is_three_hours_fast_closes_nothing(live_product: Product, page: Page) -> None:
    """J11."""
    made = make_paper(live_product, "integer", closes=1800)
    page.add_init_script(FAST_CLOCK)
    begin(page, made)
    expect(page.locator("#clock time")).to_have_text(re.compile("^(29|30):"))
    answer_of(page).fill("12")
    send(page)
    has_receipts(page, 1)
    assert [one["late_ms"] for one in made.sent()] == [None]


def test_handing_in_names_what_has_no_answer(live_product: Product, page: Page) -> None:
    made = make_paper(live_product, "choice", "integer", "rational")
    begin(page, made)
    shown(page, ".options input").first.check()
    is_saved(page)
    page.click("#hand-in")
    expect(page.locator("#unanswered")).to_contain_text("Without an answer: 2, 3")
    expect(page.locator("#unanswered")).to_contain_text("Saved but not sent")
    assert_accessible(page)
    page.click('#hand-in-dialog button[value="yes"]')
    expect(page.locator("#status")).to_contain_text("handed this paper in")
    assert [(one["raw"], one["source"]) for one in made.sent()] == [("a", "draft")]
    assert_accessible(page)


def test_a_paper_that_is_closed_early_says_so_at_once(live_product: Product, page: Page) -> None:
    made = make_paper(live_product, "integer")
    begin(page, made)
    answer_of(page).fill("12")
    is_saved(page)
    made.act("close")
    expect(page.locator("#status")).to_contain_text("The organisers closed this paper")
    has_receipts(page, 1)
    assert [(one["raw"], one["source"]) for one in made.sent()] == [("12", "draft")]


def test_sets_are_collected(live_product: Product, page: Page) -> None:
    made = make_paper(live_product, "hantei_all")
    begin(page, made)
    pick(page, RIGHT)
    expect(shown(page, ".sets li")).to_have_count(1)
    answer_of(page).fill("c3 f3")
    send(page)
    expect(shown(page, ".error")).to_contain_text("2 are chosen")
    answer_of(page).fill("")
    send(page)
    has_receipts(page, 1)
    assert made.sent()[0]["raw"] == "a1 b1 a2 b2"


@pytest.mark.parametrize(("raw", "told"), [("1 1/2", "not"), ("3/4", "Understood as 3/4")])
def test_what_is_typed_is_read_back(live_product: Product, page: Page, raw: str, told: str) -> None:
    begin(page, make_paper(live_product, "rational"))
    answer_of(page).fill(raw)
    expect(shown(page, ".understood")).to_contain_text(told)


def test_receipts_that_were_overtaken_change_nothing(live_product: Product, page: Page) -> None:
    def still_judged(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["problem"]["waiting"] = ["1"]
        route.fulfill(response=answer, json=told)

    begin(page, make_paper(live_product, "integer"))
    late = Late(page, "**/receipts/?**")
    page.route("**/receipts/?**", still_judged, times=1)
    judged = {"status": "judged", "verdict": None}
    page.route("**/submissions/1/", lambda route: route.fulfill(json=judged))
    answer_of(page).fill("11")
    with page.expect_response("**/submissions/1/"):
        send(page)
    answer_of(page).fill("13")
    send(page)
    has_receipts(page, 2)
    shown(page, ".receipts").evaluate(
        """node => new MutationObserver(() => node.dataset.changed = "")
          .observe(node, { childList: true })"""
    )
    late.deliver()
    page.wait_for_timeout(200)
    expect(shown(page, ".receipts")).not_to_have_attribute("data-changed", "")
