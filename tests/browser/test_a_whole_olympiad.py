"""A JKO from an empty machine to published standings: eight players, two tables, an arbiter."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.olympiad import Console, Desk, Player
from tests.product.running import Product

Visitor = Callable[..., Page]

NAME = "共円五輪2027"
SECONDS = 30
LONG = "長" * 200
TAG = "<script>alert(1)</script>"
EMOJI = "なると🍥"
HEBREW = "\u200fדוד כהן"
LISTED = [
    ("早川　葵", "はやかわ あおい", "東高"),
    ("桐谷　蓮", "きりたに れん", "西高"),
    ("髙﨑①", "たかさき いち", "東高"),
    (TAG, "", "南高"),
    (LONG, "", ""),
]
BY_HAND = [(EMOJI, "北高"), (HEBREW, "Tel Aviv")]
JOINED = "飛び入り　楓"
OPENING = ["b7", "c2", "g2"]
FOURTH = "g8"
"""On the circle through the opening."""


@dataclass
class Day:
    """Everybody of the tournament; the organiser first."""

    product: Product
    visitor: Visitor
    desk: Desk = field(init=False)
    arbiter: Desk = field(init=False)
    public: Page = field(init=False)
    players: dict[str, Player] = field(default_factory=dict)
    champion: str = ""

    def at(self, names: list[str]) -> list[Player]:
        return [self.players[name] for name in names]

    def arrives(self, name: str, address: str) -> Player:
        """A player with a phone opens an address."""
        page = self.visitor(has_touch=True, is_mobile=True)
        page.goto(address)
        self.players[name] = Player(page, name=name)
        return self.players[name]


def test_a_whole_olympiad(new_product: Product, visitor: Visitor) -> None:
    day = Day(new_product, visitor)
    become_the_first_organiser(day)
    make_the_tournament(day)
    enter_the_players(day)
    everybody_comes(day)
    first_round(day)
    second_round_by_hand(day)
    go_on_to_the_final(day)
    correct_a_result(day)
    final_round(day)
    publish(day)


def become_the_first_organiser(day: Day) -> None:
    page = day.visitor(1280, 800)
    link = day.product.setup_link()
    page.goto(link)
    page.locator('[name="name"]').fill("大会　花子")
    page.locator('[name="username"]').fill("hanako")
    page.locator('[name="password"]').fill("kyoen-no-kai-2027")
    page.locator("main form button.primary").click()
    expect(page.locator("header a.me")).to_contain_text("大会　花子")
    answer = page.goto(link)
    assert answer is not None
    assert answer.status >= 400, "the link works once"
    day.desk = Desk(page, day.product)


def make_the_tournament(day: Day) -> None:
    day.desk.create(
        NAME,
        venue="第二会議室",
        starts_at="2027-08-01T13:00",
        registration="open",
        rounds="2",
        step_seconds=str(SECONDS),
    )
    link = day.desk.add_arbiter("審判　太郎")
    page = day.visitor(1280, 800)
    page.goto(link)
    day.arbiter = Desk(page, day.product, day.desk.url)
    day.arbiter.open()
    day.public = day.visitor()
    day.public.goto(day.desk.public)
    expect(day.public.locator("main")).to_contain_text(NAME)


def enter_the_players(day: Day) -> None:
    desk = day.desk
    lines = ["氏名,ふりがな,所属", *(",".join(row) for row in LISTED)]
    desk.read_list("名簿.csv", "\r\n".join(lines).encode("cp932"))
    expect(desk.page.locator("main table").first).to_contain_text(TAG)
    expect(desk.page.locator("main table").first).to_contain_text("髙﨑①")
    desk.confirm_list()
    for name, club in BY_HAND:
        desk.enter(name, club)
    names = desk.entered()
    assert names[:5] == [name for name, _, _ in LISTED]
    assert len(names) == 7
    links = desk.personal_links()
    for name in names:
        day.arrives(name, links[name])


def everybody_comes(day: Day) -> None:
    """One enters with the code, one checks in by phone, the desk checks in the others."""
    desk = day.desk
    desk.open("entries/")
    code = desk.page.locator("#join-title ~ .code").inner_text()
    late = day.arrives(JOINED, f"{day.product.url}/join/")
    late.page.locator('[name="code"]').fill(code.lower())
    late.press("main form button.primary")
    late.page.locator('[name="name"]').fill(JOINED)
    late.press("main form button.primary")
    expect(late.page.locator("#me h1")).to_have_text(JOINED)

    first = day.players[LISTED[0][0]]
    first.press('form[action$="/me/check-in/"] button')
    expect(first.page.locator('#me [data-state="check_in"]')).to_have_count(0)
    desk.check_in(EMOJI)
    desk.check_in(TAG)
    expect(desk.page.locator('#filters a[href="?show=here"]')).to_contain_text("3")
    desk.press("/check-in-all/")
    desk.open("entries/?show=here")
    expect(desk.page.locator('.badge[data-state="done"]')).to_have_count(8)


def seated(day: Day, ordinal: int) -> list[list[str]]:
    """Draw a round, see that nobody else sees it, publish it; the names at each table."""
    desk, page = day.desk, day.public
    address = f"{desk.public}rounds/{ordinal}/"
    desk.open()
    desk.press("/seating/draw/")
    drawn = desk.draft()
    assert status(page, address) == 404
    desk.press("/publish/")
    assert status(page, address) == 200
    for name in drawn[0]:
        expect(page.locator("#table-1")).to_contain_text(name)
    return drawn


def status(page: Page, address: str) -> int:
    answer = page.goto(address)
    assert answer is not None
    return answer.status


def first_round(day: Day) -> None:
    desk = day.desk
    drawn = seated(day, 1)
    assert [len(table) for table in drawn] == [4, 4]
    assert {name for table in drawn for name in table} == set(day.players)
    one, two = (day.at(names) for names in drawn)
    for player in one:
        expect(player.page.locator("#me .big-table")).to_contain_text("1")

    desk.open_sheet(1)
    desk.press("/start/", of="/tables/")
    first_table_until_its_clock_runs(day, one)
    desk.open()
    desk.press("/start/")
    second_table(day, two, number=2)
    the_flag_falls_and_the_table_ends(one)

    day.arbiter.open()
    day.arbiter.sees_table(1, "done")
    day.arbiter.sees_table(2, "done")
    nothing_is_published(day)
    day.arbiter.press("/close/")


def first_table_until_its_clock_runs(day: Day, players: list[Player]) -> None:
    """A wrong claim, a right one, a reload and a restart; then the second seat is to play."""
    one, two, three, four = players
    for player in players:
        player.is_at_board()
    one.place("b7")
    two.place("c2")
    three.place("h2")
    four.place("g8")
    two.claim("g8", "b7", "c2", "h2")
    for player in players:
        player.sees_claim(right=False)
    three.page.reload()
    for point in ("b7", "c2", "h2", "g8"):
        three.sees_stone(point)
    one.place("g2")
    three.claim("g2", "b7", "c2", "g8")
    for player in players:
        player.sees_claim(right=True)
    expect(two.page.locator("#seats li").first).to_have_attribute("data-out", "")
    two.is_to_play()
    restarted(day, players)


def restarted(day: Day, players: list[Player]) -> None:
    """Stopped and started in mid-game: all is there, and the clock is given back."""
    watched = players[1]
    day.arbiter.open()
    pages = [day.arbiter.page, *(player.page for player in players)]
    before = watched.match()
    day.product.stop()
    stopped = time.monotonic()
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-offline", "")
    expect(day.arbiter.page.locator("#lost")).to_be_visible()
    away = timedelta(seconds=time.monotonic() - stopped)
    day.product.start()
    for page in pages:
        expect(page.locator("body")).not_to_have_attribute("data-offline", "")
    expect(day.arbiter.page.locator("#notes")).to_be_empty()
    for player in players:
        player.sees("outage")
        expect(player.page.locator("[data-stone]")).to_have_count(4)
    after = watched.match()
    record = len(before["log"])
    assert after["log"][:record] == before["log"]
    assert {event["kind"] for event in after["log"][record:]} == {"outage"}
    assert after["to_move"] == 2
    assert deadline(after) - deadline(before) >= away


def deadline(match: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(match["clock"]["deadline"])


def second_table(day: Day, players: list[Player], number: int) -> None:
    """The arbiter helps out: enters a stone, stops the clock, lets it go on."""
    for player in players:
        player.is_at_board()
    one, two, three, four = players
    console = Console(day.arbiter.page)
    day.arbiter.open_table(number)
    one.place("b7")
    console.sees_stone("b7")
    console.place("c2")
    two.sees_stone("c2")
    console.rule("pause", "席を替えます")
    three.sees("pause")
    expect(three.page.locator("#clock")).to_have_attribute("data-stopped", "")
    console.press('[data-now="resume"]')
    three.sees("resume")
    three.place("g2")
    four.place("g8")
    one.claim("g8", "b7", "c2", "g2")
    for out, claimant in ((one, two), (two, three)):
        out.is_to_play()
        out.place("g8")
        claimant.claim("g8", "b7", "c2", "g2")
        out.sees_claim(right=True)
    over(players)


def the_flag_falls_and_the_table_ends(players: list[Player]) -> None:
    _one, two, three, four = players
    two.sees("flag", after=SECONDS)
    three.is_to_play()
    three.place("g2")
    four.claim("g2", "b7", "c2", "g8")
    over(players)
    assert four.match()["outcome"]["places"] == [4, 3, 2, 1]


def over(players: list[Player]) -> None:
    for player in players:
        expect(player.page.locator("#act")).to_have_attribute("data-state", "over")


def nothing_is_published(day: Day) -> None:
    page = day.public
    page.goto(f"{day.desk.public}standings/")
    expect(page.locator("main .empty")).to_be_visible()
    expect(page.locator("main table")).to_have_count(0)


def second_round_by_hand(day: Day) -> None:
    """One table's result is entered, the other is played at the arbiter's console."""
    desk, arbiter = day.desk, day.arbiter
    drawn = seated(day, 2)
    desk.open()
    desk.press("/start/")

    arbiter.open_table(2)
    console = Console(arbiter.page)
    for point in (*OPENING, FOURTH):
        console.place(point)
    for claimant in (1, 2):
        console.claim(claimant, FOURTH, *OPENING)
        console.sees_claim(right=True)
        console.place(FOURTH)
    console.claim(3, FOURTH, *OPENING)
    expect(arbiter.page.locator("#act")).to_have_attribute("data-state", "over")

    arbiter.open_sheet(1)
    arbiter.enter_places([1, 1, 3, 4])
    form = arbiter.result_form()
    expect(form.locator(".error")).to_be_visible()
    form.locator('[name="reason"]').fill("盤上で打ちました")
    arbiter.enter_places([1, 2, 2, 4])

    desk.open()
    desk.sees_table(1, "done")
    desk.sees_table(2, "done")
    assert desk.tables() == drawn
    expect(desk.table(1).locator(".placed")).to_have_text(
        [re.compile(f"^{place} ") for place in (1, 2, 2, 4)]
    )
    desk.press("/close/")
    nothing_is_published(day)


def go_on_to_the_final(day: Day) -> None:
    """The first four of the standings, decided before a mistake is found."""
    desk = day.desk
    desk.open()
    desk.open_link(desk.page.locator('#next a[href*="/advancement/"]'))
    desk.decide("decide")
    assert len(desk.going_on()) == 4


def correct_a_result(day: Day) -> None:
    """It asks for a reason and names what rests on it; then the desk asks about the final."""
    arbiter, desk = day.arbiter, day.desk
    arbiter.open("?round=2")
    arbiter.open_link(arbiter.table(1).locator(".do a"))
    arbiter.enter_places([4, 2, 2, 1])
    form = arbiter.result_form()
    expect(form.locator(".error").first).to_be_visible()
    form.locator('[name="reason"]').fill("記録用紙を逆に読んでいました")
    arbiter.enter_places([4, 2, 2, 1])
    form = arbiter.result_form()
    expect(form.locator(".odd li")).not_to_have_count(0)
    form.locator('[name="confirmed"]').check()
    arbiter.enter_places([4, 2, 2, 1])

    desk.open()
    before = desk.next_step()
    desk.open_link(desk.page.locator('#next a[href*="/advancement/"]'))
    expect(desk.page.locator(".card.warn li")).not_to_have_count(0)
    desk.page.locator('.card.warn [name="reason"]').fill("訂正後の順位による")
    desk.decide("decide")
    expect(desk.page.locator(".card.warn")).to_have_count(0)
    desk.open()
    assert desk.next_step() != before


def final_round(day: Day) -> None:
    desk = day.desk
    (drawn,) = seated(day, 3)
    assert len(drawn) == 4
    finalists = day.at(drawn)
    for player in finalists:
        player.page.goto(desk.me)
    desk.open()
    desk.press("/start/")
    second_table(day, finalists, number=1)
    desk.open()
    desk.sees_table(1, "done")
    desk.press("/close/")
    nothing_is_published(day)
    day.champion = drawn[2]


def publish(day: Day) -> None:
    desk, page = day.desk, day.public
    desk.publish()
    page.goto(f"{desk.public}standings/")
    first = page.locator("table.ranks tbody tr").first
    expect(page.locator('main .badge[data-state="done"]').first).to_be_visible()
    expect(first).to_contain_text(day.champion)
    expect(page.locator("table.ranks tbody tr")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    desk.open("audit/")
    record = desk.page.locator("table.audit")
    for words in ("記録用紙を逆に読んでいました", "訂正後の順位による"):
        expect(record).to_contain_text(words)
