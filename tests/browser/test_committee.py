"""A committee writes problems by tap and by keyboard, and an organiser makes a paper of them."""

from playwright.sync_api import Page, Route, expect

from tests.browser.papers import make_paper
from tests.product.accessible import assert_accessible
from tests.product.fixtures import Visitor
from tests.product.running import Product


def signed_in(page: Page, product: Product) -> Page:
    page.goto(f"{product.url}/sign-in/?lang=en")
    page.fill("[name=username]", "papers")
    page.fill("[name=password]", "a-long-password")
    page.click("main form button.primary")
    expect(page.locator(".me")).to_be_visible()
    return page


def point(page: Page, name: str) -> None:
    page.locator(f'#editor [data-point="{name}"] .hit').click()


def test_a_problem_is_drawn_by_tap_and_by_keyboard_and_put_on_a_paper(
    live_product: Product, visitor: Visitor
) -> None:
    make_paper(live_product)  # for its organiser
    page = signed_in(visitor(), live_product)
    page.goto(f"{live_product.url}/bank/")
    page.fill("[name=name]", "Our bank")
    page.get_by_role("button", name="Make the bank").click()
    page.get_by_role("link", name="Write a problem").first.click()
    page.fill("[name=title]", "By hand")
    page.fill("[name=statement]", "Find four: $x^2 + y^2 = r^2$.")
    for name in ("a1", "b1", "a2", "e7"):
        point(page, name)
    preview = page.locator("#preview")
    expect(preview.locator("math").first).to_be_visible()
    expect(preview).to_contain_text("no kyōen")
    point(page, "b1")
    page.locator('#editor [data-point="b1"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("[name=stones]")).to_have_value("a1 a2 e7 b1 b2")
    expect(preview).to_contain_text("can be asked")
    expect(preview).to_contain_text("Estimated difficulty")
    assert_accessible(page)
    page.locator("[name=stones]").fill("1" * 3 + "0" * 6 + "0" * 72)
    expect(page.locator("#editor [data-stone]")).to_have_count(3)
    expect(page.locator("[name=stones]")).to_have_value("a9 b9 c9")
    page.locator("[name=stones]").fill("a1 b1 a2 b2 e7")
    expect(preview).to_contain_text("can be asked")
    page.get_by_role("button", name="Keep it as a draft").click()
    page.get_by_role("button", name="Mark it ready").first.click()
    expect(page.locator(".next")).to_contain_text("This problem is ready")
    assert_accessible(page)


def test_every_lattice_has_its_board_in_the_editor(live_product: Product, visitor: Visitor) -> None:
    make_paper(live_product)
    page = signed_in(visitor(width=1280), live_product)
    page.goto(f"{live_product.url}/bank/")
    page.get_by_role("link", name="試験用").first.click()
    page.get_by_role("link", name="Write a problem").first.click()
    points = page.locator("#editor [data-point]")
    expect(points).to_have_count(81)
    page.select_option("[name=lattice]", "triangular")
    page.fill("[name=columns]", "6")
    page.locator("[name=columns]").dispatch_event("change")
    expect(points).to_have_count(54)
    page.select_option("[name=shape]", "triangle")
    expect(points).to_have_count(21)
    point(page, "a1")
    expect(page.locator("[name=stones]")).to_have_value("a1")


def test_a_board_chosen_before_the_script_has_run_is_drawn(
    live_product: Product, visitor: Visitor
) -> None:
    make_paper(live_product)
    page = signed_in(visitor(width=1280), live_product)
    page.goto(f"{live_product.url}/bank/")
    page.get_by_role("link", name="試験用").first.click()
    held: list[Route] = []
    page.route("**/board_editor.js", lambda route: held.append(route))
    with page.expect_request("**/board_editor.js"):
        page.get_by_role("link", name="Write a problem").first.click()
    page.select_option("[name=lattice]", "triangular")
    page.fill("[name=columns]", "6")
    held[0].continue_()
    expect(page.locator("#editor [data-point]")).to_have_count(54)


def test_a_stone_set_while_another_board_is_on_its_way_is_kept(
    live_product: Product, visitor: Visitor
) -> None:
    make_paper(live_product)
    page = signed_in(visitor(width=1280), live_product)
    page.goto(f"{live_product.url}/bank/")
    page.get_by_role("link", name="試験用").first.click()
    page.get_by_role("link", name="Write a problem").first.click()
    lines = page.locator("#editor .lines")
    square = lines.get_attribute("d") or ""
    held: list[Route] = []
    page.route("**/board/?*", lambda route: held.append(route), times=1)
    with page.expect_request("**/board/?*"):
        page.select_option("[name=lattice]", "triangular")
    point(page, "b2")
    expect(page.locator("[name=stones]")).to_have_value("b2")
    held[0].continue_()
    expect(lines).not_to_have_attribute("d", square)
    expect(page.locator('#editor [data-point="b2"][data-stone]')).to_be_visible()


def test_the_desk_gives_time_and_moves_problems(live_product: Product, visitor: Visitor) -> None:
    made = make_paper(live_product)
    page = signed_in(visitor(width=1280), live_product)
    page.goto(made.address("desk/papers") + "sittings/")
    assert_accessible(page)
    page.locator("a[data-sheet]").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    page.fill("#sheet [name=extra]", "10")
    page.fill("#sheet [name=reason]", "agreed before")
    page.click("#sheet button.primary")
    expect(page.locator(".sittings")).to_contain_text("+10 min")
    page.goto(made.address("desk/papers"))
    assert_accessible(page)
    page.goto(made.address("desk/papers") + "preview/")
    assert_accessible(page)
