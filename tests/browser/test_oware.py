"""Oware on the pages of a match: sown with taps and keys, shown seed by seed, replayed."""

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from games.rules.oware.explain import Nothing, sowing
from tests.browser.matches import make_match
from tests.product.accessible import assert_accessible, assert_accessible_everywhere
from tests.product.running import Product

Visitor = Callable[..., Page]


def pit(page: Page, letter: str, within: str = "#board") -> None:
    """Point at the board where the pit is drawn."""
    page.locator(f'{within} [data-pit="{letter}"] .hit').click()


def holds(page: Page, letter: str, seeds: int, within: str = "#board") -> None:
    expect(page.locator(f'{within} [data-pit="{letter}"] .count')).to_have_text(str(seeds))


def headline(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_contain_text(words)


def below(page: Page) -> str:
    """The letters of the lower row, from the left."""
    places = page.locator("#board [data-pit]").evaluate_all(
        "pits => pits.map(pit => [pit.dataset.pit, pit.getBoundingClientRect()])"
        ".map(([letter, box]) => [letter, box.x, box.y])"
    )
    low = max(y for _, _, y in places)
    return "".join(letter for letter, _, y in sorted(places, key=lambda p: p[1]) if y > low - 20)


def test_two_players_sow_with_taps_and_keys(product: Product, visitor: Visitor) -> None:
    match = make_match(product, game="oware")
    phone = match.sit(visitor(has_touch=True, is_mobile=True), 1)
    laptop = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    headline(phone, "あなたの番です")
    assert below(phone) == "ABCDEF"
    assert below(laptop) == "abcdef"

    phone.locator('[data-pit="C"] .hit').tap()
    headline(phone, "C（4粒、aまで）をまきますか")
    holds(phone, "C", 4)
    expect(phone.locator("#board .ledge")).to_have_text("C → a")
    assert_accessible(phone)
    phone.locator("#place").tap()
    for page in (phone, laptop):
        holds(page, "C", 0)
        holds(page, "a", 5)
    expect(laptop.locator("#said")).to_contain_text("早川 sowed C, 4 seeds to a.")
    expect(phone.locator("#board .seed")).to_have_count(48)

    headline(laptop, "Your turn")
    laptop.keyboard.press("c")
    expect(laptop.locator('[data-pit="c"]')).to_be_focused()
    expect(laptop.locator('[data-pit="c"]')).to_have_attribute("aria-label", "c, 4 seeds: to A")
    laptop.keyboard.press("ArrowRight")
    laptop.keyboard.press("ArrowLeft")
    laptop.keyboard.press("Enter")
    for page in (phone, laptop):
        holds(page, "c", 0)
        holds(page, "A", 5)
    expect(phone.locator("#log li").first).to_contain_text("c → A")
    assert_accessible(laptop)


def test_a_pit_that_cannot_be_sown_is_told_and_changes_nothing(
    product: Product, visitor: Visitor
) -> None:
    page = make_match(product, game="oware", moves="C c").sit(visitor(1280, 800), 1)
    pit(page, "C")
    headline(page, "穴Cは空です")
    pit(page, "a")
    headline(page, "穴aは相手の側です")
    holds(page, "a", 5)


def test_the_reach_of_a_pit_is_shown_under_the_pointer(product: Product, visitor: Visitor) -> None:
    page = make_match(product, game="oware", moves="C c").sit(visitor(1280, 800), 1)
    page.locator('[data-pit="F"] .hit').hover()
    expect(page.locator("#board .ledge")).to_have_text("F → e")
    expect(page.locator("#board .way")).to_have_count(1)
    page.locator("#say").hover()
    expect(page.locator("#board .way")).to_have_count(0)


def test_an_arbiter_sows_for_both_at_the_console(product: Product, visitor: Visitor) -> None:
    match = make_match(product, game="oware")
    console = match.preside(visitor(1280, 800, locale="en-GB"))
    console.keyboard.press("c")
    headline(console, "Sow C: 4 seeds to a?")
    console.keyboard.press("Enter")
    holds(console, "C", 0)
    headline(console, "桐谷 to sow")
    console.keyboard.press("a")
    expect(console.locator('[data-pit="a"]')).to_be_focused()
    console.keyboard.press("Enter")
    holds(console, "a", 0)
    assert_accessible(console)


def test_the_replay_shows_every_step(product: Product, visitor: Visitor) -> None:
    match = make_match(product, game="oware", moves="C c A e B", is_practice=True)
    page = match.sit(visitor(1280, 800, locale="en-GB", reduced_motion="reduce"), 2)
    page.locator("#menu-open").click()
    page.locator("#resign").click()
    page.locator('#resign-dialog [value="yes"]').click()
    expect(page.locator("#act")).to_have_attribute("data-state", "over")
    page.goto(match.path("replay/#0"))
    expect(page.locator("#told")).to_have_text("Four seeds in every pit")
    for letter in ("C", "c", "A"):
        page.locator('[data-step="on"]').click()
        if letter == "C":  # the start of the match is a step
            page.locator('[data-step="on"]').click()
        holds(page, letter, 0)
    assert_accessible(page)


def test_the_script_sows_as_the_rules_do(live_product: Product, page: Page) -> None:
    random = Random(1)
    boards = []
    for _ in range(300):
        pits = [0] * 12
        for _ in range(random.randint(1, 48)):
            pits[random.choice((*range(12), 5, 6, 7))] += 1
        boards.append(pits)
    page.goto(f"{live_product.url}/rules/oware/")
    found = page.evaluate(
        "async boards => { const { sowing } = await import('/static/js/boards/oware/sowing.js');"
        " return boards.map(pits => pits.map((_, pit) => pits[pit] ? sowing(pits, pit) : null)); }",
        boards,
    )
    for pits, sowings in zip(boards, found, strict=True):
        for origin, seen in enumerate(sowings):
            if not pits[origin]:
                continue
            told = sowing(tuple(pits), origin)
            assert seen["path"] == list(told.path)
            assert seen["taken"] == [pit for pit, _ in told.taken]
            assert seen["captured"] == told.captured
            assert seen["slam"] == (told.nothing is Nothing.GRAND_SLAM)


def test_a_sowing_cut_short_leaves_every_seed_where_it_belongs(
    live_product: Product, page: Page
) -> None:
    page.goto(f"{live_product.url}/rules/oware/")
    drawn = page.evaluate(
        "async () => { const { Seeds } = await import('/static/js/boards/oware/seeds.js');"
        " const layer = document.createElementNS('http://www.w3.org/2000/svg', 'g');"
        " const seeds = new Seeds(layer, 'black', () => {});"
        " seeds.set(Array(12).fill(4), [0, 0]);"
        " const pits = [4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 4, 4];"
        " const did = { origin: 2, seat: 1, taken: [], shares: [0, 0] };"
        " const over = new Promise(done => seeds.sow(did, pits, [0, 0], done));"
        " const moving = seeds.moving; seeds.skip(); await over;"
        " return [moving, layer.childElementCount, seeds.holders.map(held => held.length)]; }"
    )
    assert drawn == [True, 48, [4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 4, 4, 0, 0]]


def test_lessons_are_tried_on_their_boards(live_product: Product, visitor: Visitor) -> None:
    page = visitor(390, 844, locale="en-GB")
    page.goto(f"{live_product.url}/rules/oware/")
    lesson = page.locator("#capture")
    lesson.locator('[data-try="F"]').click()
    expect(lesson.locator('dl.told [aria-current="step"]')).to_contain_text("7 seeds in all")
    holds(page, "e", 0, "#board-capture")
    expect(lesson.locator('[data-store="1"] .count')).to_have_text("18")
    pit(page, "c", "#board-capture")
    expect(lesson.locator("dl.told [data-refused]")).to_contain_text("Pit c is empty")
    lesson.locator("[data-again]").click()
    holds(page, "F", 5, "#board-capture")
    assert_accessible_everywhere(page)
