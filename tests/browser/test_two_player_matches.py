"""Matches of two on their own devices: draws, flags, series, and the arbiter's part."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from games.clock import TimeControl
from games.present import clock_view
from games.record import begin
from games.record_events import Event, Kind
from games.rules.oware.game import OWARE
from tests.browser.lines import Late
from tests.browser.matches import Made, make_match, ready
from tests.games.table import after
from tests.product.looking import box
from tests.product.running import Product

Visitor = Callable[..., Page]
LONG = {"timing": "increment", "main_ms": 900_000, "step_ms": 5_000}
SHORT = {"timing": "sudden_death", "main_ms": 6_000}


def headline(page: Page, words: str) -> None:
    expect(page.locator("#say")).to_contain_text(words)


def both(match: Made, visitor: Visitor) -> tuple[Page, Page]:
    """The first player on a phone, the second on a laptop that speaks English."""
    phone = match.sit(visitor(has_touch=True, is_mobile=True), 1)
    return phone, match.sit(visitor(1280, 800, locale="en-GB"), 2)


def test_a_game_of_oware_ends_in_an_agreed_draw(product: Product, visitor: Visitor) -> None:
    match = make_match(product, game="oware", time_control=LONG)
    phone, laptop = both(match, visitor)
    headline(phone, "あなたの番です")
    phone.locator('[data-pit="C"]').tap()
    phone.locator("#place").tap()
    expect(laptop.locator("#log li").first).to_contain_text("C")
    headline(laptop, "Your turn")
    laptop.keyboard.press("a")
    laptop.keyboard.press("Enter")
    headline(phone, "あなたの番です")
    expect(phone.locator("#seats time").nth(1)).to_be_visible()

    laptop.locator("#menu-open").click()
    laptop.locator("#draw").click()
    headline(phone, "桐谷さんが引き分けを提案しています")
    phone.locator("#decline").tap()
    expect(laptop.locator("#log li").first).to_contain_text("declines the draw")
    phone.locator('[data-pit="D"]').tap()
    phone.locator("#place").tap()
    headline(laptop, "Your turn")

    phone.locator("#menu-open").tap()
    phone.locator("#draw").tap()
    laptop.locator("#accept").click()
    headline(laptop, "The match is drawn")
    headline(phone, "引き分け")
    expect(phone.locator("#offer")).to_be_hidden()
    expect(phone.locator("#seats small").first).to_contain_text("引き分け")


GAMES = [("oware", ["C"], '[data-pit="C"]'), ("rithmomachia", ["c4", "c5"], '[data-square="c5"]')]


@pytest.mark.parametrize(("game", "taps", "marked"), GAMES)
def test_a_game_is_played_until_a_flag_falls_and_the_next_begins(
    product: Product, visitor: Visitor, game: str, taps: list[str], marked: str
) -> None:
    policy = {"ready_check": True, "no_show_ms": 600_000}
    match = make_match(product, game=game, games=3, time_control=SHORT, policy=policy, start=False)
    phone, laptop = both(match, visitor)
    expect(laptop.locator("#series")).to_contain_text("Game 1 of 3")
    headline(laptop, "Who is not ready in 9:")
    laptop.locator("#ready").click()
    headline(laptop, "Waiting for 早川")
    phone.locator("#ready").tap()
    headline(phone, "あなたの番です")
    for name in taps:
        phone.locator(f'[data-pit="{name}"], [data-square="{name}"]').tap()
    phone.locator("#place").tap()
    expect(laptop.locator('#log [data-kind="move"]')).to_have_count(1)
    expect(laptop.locator(marked)).to_be_visible()

    expect(phone.locator("#say")).to_contain_text("あなたの勝ち", timeout=20_000)
    headline(laptop, "早川 won the match")
    expect(laptop.locator("#series")).to_contain_text("早川 1 – 0 桐谷")
    expect(laptop.locator("#say small")).to_contain_text("Game 2 is ready to be played.")
    laptop.locator("#next-game").click()
    phone.locator("#next-game").tap()
    ready(laptop)
    expect(laptop.locator("#seats b").first).to_have_text("You")
    laptop.locator("#ready").click()
    phone.locator("#ready").tap()
    headline(laptop, "Your turn")
    expect(phone.locator("#series")).to_contain_text("全3局の第2局")


def test_an_arbiter_counts_illegal_moves_and_decides_the_result(
    product: Product, visitor: Visitor
) -> None:
    match = make_match(product, game="oware", time_control=LONG, policy={"illegal_ms": 120_000})
    player = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    page = match.preside(visitor(1280, 800, locale="en-GB"))
    page.locator('[data-more="1"]').click()
    page.get_by_role("button", name="Record an illegal move").click()
    page.locator("#reason-send").click()
    expect(player.locator("#log li").first).to_contain_text("Illegal move no. 1")
    expect(page.locator("#seats time").nth(1)).to_contain_text("17:")

    page.locator('[data-pit="C"]').click()
    expect(player.locator("#log li").first).to_contain_text("C")
    page.get_by_role("button", name="Decide the result").click()
    page.get_by_label("桐谷 wins").check()
    page.locator("#reason").fill("The hall closes")
    page.locator("#reason-send").click()
    headline(player, "You won the match")
    expect(player.locator("#say small")).to_contain_text("The arbiter decided it.")
    page.locator("#takeback").click()
    page.locator("#reason").fill("Too early")
    page.locator("#reason-send").click()
    headline(player, "Your turn")


FACES = """
    async ([clock, seconds]) => {
        const { face } = await import("/static/js/clock.js");
        const now = Date.parse(clock.server_time) + seconds * 1000;
        const { text, periods, free } = face(clock, 1, now);
        return [text, periods, Math.ceil(free / 1000)];
    }
"""
BYO_YOMI = {"timing": "byo_yomi", "main_ms": 40_000, "step_ms": 30_000, "periods": 3}
DELAY = {"timing": "delay", "main_ms": 600_000, "step_ms": 15_000}
CONTROLS = [
    ({"timing": "sudden_death", "main_ms": 600_000}, 20, ["9:10", 0, 0]),
    ({"timing": "increment", "main_ms": 600_000, "step_ms": 5_000}, 20, ["9:15", 0, 0]),
    (DELAY, 10, ["9:45", 0, 5]),
    (DELAY, 20, ["9:40", 0, 0]),
    (BYO_YOMI, 4, ["0:06", 0, 0]),
    (BYO_YOMI, 20, ["0:20", 3, 0]),
    (BYO_YOMI, 50, ["0:20", 2, 0]),
]


def test_each_clock_shows_what_the_server_counts(product: Product, visitor: Visitor) -> None:
    """The first seat took 30 s for its first move, and so many for its second until now."""
    page = visitor()
    page.goto(product.url)
    for control, seconds, shown in CONTROLS:
        state = begin(OWARE.start(OWARE.rules(), 2), TimeControl.from_json(control))
        told = [(Kind.START, None, "", 0), (Kind.MOVE, 0, "C", 30), (Kind.MOVE, 1, "a", 31)]
        for seq, (kind, seat, text, at) in enumerate(told, start=1):
            state = state.apply(Event(seq, after(at), kind, seat, text))
        assert page.evaluate(FACES, [clock_view(state, after(31)), seconds]) == shown, control


def test_a_period_is_shown_with_its_tenths_and_how_many_there_are(
    product: Product, visitor: Visitor
) -> None:
    short = {"timing": "byo_yomi", "main_ms": 1_000, "step_ms": 9_500, "periods": 5}
    page = make_match(product, game="oware", time_control=short).sit(visitor(), 1)
    expect(page.locator("#seats time").first).to_have_text(re.compile(r"^0:0\d\.\d ×[1-5]$"))
    expect(page.locator("#periods")).to_have_text(re.compile("^秒読み　残り[1-5]回$"))
    words, digits = box(page.locator("#periods")), box(page.locator("#clock time"))
    assert words["y"] + words["height"] <= digits["y"] + 4


def test_a_move_entered_while_another_is_sent_is_not_lost(
    product: Product, visitor: Visitor
) -> None:
    match = make_match(product, game="oware", time_control=LONG)
    page = match.preside(visitor(1280, 800, locale="en-GB"))

    def late(route: Route) -> None:
        page.wait_for_timeout(600)
        route.continue_()

    page.route("**/moves/", late)
    page.locator('[data-pit="C"]').click()
    page.locator('[data-pit="a"]').click()
    expect(page.locator('#log [data-kind="move"]')).to_have_count(2)
    expect(page.locator("#log li").first).to_contain_text("a")


@pytest.mark.parametrize(("game", "taps"), [(game, taps) for game, taps, _ in GAMES])
def test_everything_of_a_match_of_two_fits(
    product: Product, visitor: Visitor, game: str, taps: list[str]
) -> None:
    match = make_match(product, game=game, games=3, time_control=LONG)
    phone = match.sit(visitor(390, 664, has_touch=True, is_mobile=True), 1)
    laptop = match.sit(visitor(1280, 800), 2)
    for name in taps:
        phone.locator(f'[data-pit="{name}"], [data-square="{name}"]').tap()
    for page, part, width, height in ((phone, "#act", 390, 664), (laptop, "#board", 1280, 800)):
        expect(page.locator("#series")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        place = box(page.locator(part))
        assert place["y"] + place["height"] <= height + 1


NO_CLOCK = {"timing": "none"}


def test_a_player_who_does_nothing_is_told_and_an_arbiter_decides(
    product: Product, visitor: Visitor
) -> None:
    match = make_match(
        product, game="oware", time_control=NO_CLOCK, policy={"idle_ms": 8_000}, start=False
    )
    phone, laptop = both(match, visitor)
    console = match.preside(visitor(1280, 800, locale="en-GB"))
    console.locator('[data-now="start"]').click()
    headline(console, "早川 to sow")
    expect(console.locator("#abandon")).to_be_hidden()
    expect(laptop.locator("#say small")).to_contain_text("The arbiter is told in 0:0")
    expect(phone.locator("#say small")).to_contain_text("着手しないと、審判が決めます")
    expect(console.locator("#log li").first).to_contain_text("has not moved for too long")
    console.locator("#abandon").click()
    console.locator("#reason-send").click()
    headline(laptop, "You won the match")
    expect(laptop.locator("#say small")).to_contain_text("abandoned the match")
    headline(phone, "桐谷さんの勝ち")


def test_a_game_that_was_abandoned_is_forfeited_and_the_series_goes_on(
    product: Product, visitor: Visitor
) -> None:
    policy = {"idle_ms": 4_000, "abandoned": "forfeit"}
    match = make_match(product, game="oware", games=3, time_control=NO_CLOCK, policy=policy)
    laptop = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    headline(laptop, "You won the match")
    expect(laptop.locator("#log li").first).to_contain_text("has abandoned the match")
    expect(laptop.locator("#next-game")).to_be_visible()


def test_an_arbiter_records_a_draw_that_was_agreed_over_the_board(
    product: Product, visitor: Visitor
) -> None:
    match = make_match(product, game="oware", time_control=LONG)
    player = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    console = match.preside(visitor(1280, 800, locale="en-GB"))
    console.locator("#agree").click()
    console.locator("#reason-send").click()
    headline(player, "The match is drawn")
    expect(player.locator("#say small")).to_contain_text("The players agreed on it.")
    expect(console.locator("#agree")).to_be_hidden()
    expect(console.locator("#log li").first).to_contain_text("The players agreed on a draw.")
    strict = make_match(product, game="oware", policy={"draw_offers": False})
    page = strict.preside(visitor(1280, 800, locale="en-GB"))
    expect(page.locator("#agree")).to_be_hidden()


def ruled(console: Page, reason: str) -> None:
    console.locator("#reason").fill(reason)
    console.locator("#reason-send").click()


def test_a_next_game_that_was_not_heard_of_is_asked_for(product: Product, visitor: Visitor) -> None:
    match = make_match(product, game="oware", games=3, time_control=LONG)
    phone, laptop = both(match, visitor)
    laptop.route("**/series/", lambda route: route.abort())
    phone.locator("#menu-open").tap()
    phone.locator("#resign").tap()
    with laptop.expect_event("requestfailed", lambda request: request.url.endswith("/series/")):
        phone.locator("#resign-dialog [value=yes]").tap()
    headline(laptop, "You won the match")
    laptop.unroute("**/series/")
    laptop.context.set_offline(True)
    headline(laptop, "Connection lost")
    laptop.context.set_offline(False)
    expect(laptop.locator("#next-game")).to_be_visible()


def test_a_game_of_a_series_that_is_taken_back_takes_the_next_one_with_it(
    product: Product, visitor: Visitor
) -> None:
    match = make_match(product, game="oware", games=3, time_control=LONG)
    phone, laptop = both(match, visitor)
    console = match.preside(visitor(1280, 800, locale="en-GB"))
    for begun in (False, True):
        console.get_by_role("button", name="Decide the result").click()
        console.get_by_label("早川 wins").check()
        ruled(console, "A call")
        expect(laptop.locator("#series")).to_contain_text("早川 1 – 0 桐谷")
        laptop.locator("#next-game").click()
        headline(laptop, "Are you ready?")
        if begun:
            phone.locator("#next-game").tap()
            laptop.locator("#ready").click()
            phone.locator("#ready").tap()
            headline(laptop, "Your turn")
        console.locator("#takeback").click()
        ruled(console, "A mistake")
        expect(console.locator("#series")).to_contain_text("早川 0 – 0 桐谷")
        if begun:
            laptop.get_by_role("link", name="Game 1 goes on").click()
        expect(laptop).to_have_url(match.path())
        headline(laptop, "早川 is thinking")


def test_an_answer_about_the_series_that_was_overtaken_changes_nothing(
    product: Product, visitor: Visitor
) -> None:
    match = make_match(product, game="oware", games=3, time_control=LONG)
    laptop = match.sit(visitor(1280, 800, locale="en-GB"), 2)
    console = match.preside(visitor(1280, 800, locale="en-GB"))

    def decide() -> None:
        console.get_by_role("button", name="Decide the result").click()
        console.get_by_label("早川 wins").check()
        ruled(console, "A call")
        expect(laptop.locator("#next-game")).to_be_visible()

    decide()
    late = Late(laptop, "**/series/")
    with laptop.expect_request("**/series/"):
        console.locator("#takeback").click()
        ruled(console, "A mistake")
    headline(laptop, "早川 is thinking")
    decide()
    late.deliver()
    headline(laptop, "早川 won the match")
    expect(laptop.locator("#next-game")).to_be_visible()
    expect(laptop.locator("#series")).to_contain_text("早川 1 – 0 桐谷")


def test_long_names_leave_the_board_where_it_is(product: Product, visitor: Visitor) -> None:
    names = ["Wilhelmina Featherstonehaugh-Cholmondeley", "寿限無寿限無五劫の擦り切れ海砂利水魚"]
    for game in ("oware", "rithmomachia"):
        match = make_match(product, names, game=game, games=3, time_control=LONG)
        page = match.sit(visitor(390, 664, locale="en-GB"), 2)
        expect(page.locator("#series")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for part in ("#say", "#series", "#seats b >> nth=0", "#seats small >> nth=1"):
            node = page.locator(part)
            height, whole = node.evaluate("node => [node.clientHeight, node.scrollHeight]")
            assert height > 0
            place = box(node)
            assert place["y"] + min(place["height"], whole) <= 664 + 1, part
