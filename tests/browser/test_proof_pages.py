"""The photographed pages of a proof: kept here until the server has them, sent once."""

from playwright.sync_api import FilePayload, Page, Route, expect

from tests.browser.papers import make_paper
from tests.browser.sitting import begin, has_receipts, photo, send, shown
from tests.product.accessible import assert_accessible
from tests.product.running import Product


def test_photographed_pages_are_kept_put_in_order_and_sent(
    live_product: Product, page: Page
) -> None:
    made = make_paper(live_product, "proof")
    begin(page, made)
    chosen, rows = shown(page, "[data-add]").last, shown(page, ".pages li")
    page.context.set_offline(True)
    chosen.set_input_files([photo("1.jpg", 200)])
    expect(rows).to_contain_text(["kept here"])
    page.context.set_offline(False)
    expect(rows.locator("img")).to_have_count(1)
    broken: FilePayload = {"name": "x.txt", "mimeType": "text/plain", "buffer": b"not a page"}
    chosen.set_input_files([photo("2.jpg", 90), broken])
    expect(rows.locator("img")).to_have_count(2)
    expect(shown(page, ".error")).to_contain_text("neither a photo")
    rows.nth(1).locator(".up").click()
    expect(rows.nth(0)).to_contain_text("2.jpg")
    assert_accessible(page)
    send(page)
    has_receipts(page, 1)
    page.reload()
    expect(rows.nth(0)).to_contain_text("2.jpg")
    rows.nth(0).locator(".drop").click()
    expect(rows).to_have_count(1)


def test_photos_that_came_too_late_stay_and_are_sent_when_time_is_given(
    live_product: Product, page: Page
) -> None:
    made = make_paper(live_product, "proof")
    begin(page, made)
    page.context.set_offline(True)
    shown(page, "[data-add]").last.set_input_files([photo("1.jpg", 200)])
    expect(shown(page, ".pages li")).to_contain_text(["kept here"])
    made.act("end", seconds=0)
    page.context.set_offline(False)
    expect(page.locator("body[data-closed]")).to_be_visible()
    expect(page.locator("#leftovers")).to_contain_text("They stay in this browser")
    expect(page.locator("#leftovers")).to_contain_text("1.jpg")
    made.act("extend", seconds=600)
    expect(page.locator("body[data-ready]:not([data-closed])")).to_be_visible()
    expect(shown(page, ".pages li img")).to_have_count(1)
    send(page)
    has_receipts(page, 1)


SLOW_TO_KEEP = """
const known = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  const asked = known.apply(this, given), late = {};
  asked.onsuccess = () => addEventListener("kept", () => late.onsuccess(), { once: true });
  return late;
};
"""


def test_a_proof_is_sent_when_the_page_chosen_last_is_up(live_product: Product, page: Page) -> None:
    page.add_init_script(SLOW_TO_KEEP)
    begin(page, make_paper(live_product, "proof"))
    shown(page, "[data-add]").last.set_input_files([photo("1.jpg", 120)])
    send(page)
    expect(shown(page, ".kept")).to_have_text("It is sent when its pages are up.")
    has_receipts(page, 0)
    with page.expect_request("**/submissions/") as sent:
        page.evaluate("dispatchEvent(new Event('kept'))")
    asked = sent.value.post_data_json
    assert asked is not None
    assert len(asked["pages"]) == 1
    has_receipts(page, 1)


def test_a_proof_is_sent_with_its_pages_when_the_connection_is_back(
    live_product: Product, page: Page
) -> None:
    begin(page, make_paper(live_product, "proof"))
    page.context.set_offline(True)
    shown(page, "[data-add]").last.set_input_files([photo("1.jpg", 120)])
    send(page)
    expect(shown(page, ".kept")).to_contain_text("it goes when the connection is back")
    page.context.set_offline(False)
    has_receipts(page, 1)
    expect(shown(page, ".pages li img")).to_have_count(1)


def test_a_proof_is_not_sent_without_the_page_that_was_refused(
    live_product: Product, page: Page
) -> None:
    page.add_init_script(SLOW_TO_KEEP)
    begin(page, make_paper(live_product, "proof"))
    broken: FilePayload = {"name": "x.txt", "mimeType": "text/plain", "buffer": b"not a page"}
    shown(page, "textarea").fill("明らか。")
    shown(page, "[data-add]").last.set_input_files([broken])
    send(page)
    page.evaluate("dispatchEvent(new Event('kept'))")
    expect(shown(page, ".error")).to_contain_text("neither a photo")
    has_receipts(page, 0)
    send(page)
    has_receipts(page, 1)


SLOW_TO_OPEN = """
const known = IDBObjectStore.prototype.getAll;
IDBObjectStore.prototype.getAll = function (...given) {
  const asked = known.apply(this, given), late = {};
  asked.onsuccess = () => setTimeout(() => {
    late.result = asked.result;
    late.onsuccess();
    document.body.dataset.opened = "";
  }, 300);
  return late;
};
"""


def test_a_page_chosen_before_the_browser_has_opened_what_it_keeps_goes_up_once(
    live_product: Product, page: Page
) -> None:
    page.add_init_script(SLOW_TO_OPEN)
    going_up = list[Route]()
    page.route("**/uploads/?**", lambda route: going_up.append(route))
    begin(page, make_paper(live_product, "proof"))
    with page.expect_request("**/uploads/?**"):
        shown(page, "[data-add]").last.set_input_files([photo("1.jpg", 180)])
    expect(page.locator("body[data-opened]")).to_be_visible()
    expect(shown(page, ".pages li")).to_have_count(1)
    going_up.pop().continue_()
    expect(shown(page, ".pages li a")).to_have_count(1)
    send(page)
    has_receipts(page, 1)
    assert going_up == []
