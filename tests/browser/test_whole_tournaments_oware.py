"""Oware from an empty machine: a Swiss of eleven over five rounds, then a knockout of six."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.olympiad import Player, text_of
from tests.browser.pairings import PairingsDesk, first_organiser, is_over
from tests.product.running import Product

Visitor = Callable[..., Page]

NAMES = ["秋山", "石田", "内海", "遠藤", "岡本", "川端", "北野", "工藤", "小林", "佐伯"]
LATE = "島田"
RESTS = "工藤"
LEAVES = "佐伯"


def test_a_whole_swiss_and_knockout_of_oware(new_product: Product, visitor: Visitor) -> None:
    desk = first_organiser(new_product, visitor)
    desk.make("oware_swiss", "ワリ選手権2027")
    desk.enter_list(NAMES)
    public = visitor()

    rounds = [one_match_is_played_on_phones(desk, visitor)]
    somebody_comes_late(desk)
    rounds.append(desk.play_round()[0])
    rounds.append(somebody_rests(desk))
    somebody_leaves(desk)
    rounds.append(the_last_table_is_drawn(desk))
    a_result_is_corrected(desk)
    rounds.append(desk.play_round()[0])
    met = [frozenset(pair) for drawn in rounds for pair in drawn]
    assert [len(drawn) for drawn in rounds] == [5] * 5
    assert len(set(met)) == 25, "nobody meets twice"
    six = desk.decide_who_goes_on(6)
    the_knockout(desk, six)
    everybody_sees_it(desk, public, six)


def one_match_is_played_on_phones(desk: PairingsDesk, visitor: Visitor) -> list[list[str]]:
    """Table 1 on two phones, the four others entered by keyboard."""
    drawn, resting = desk.draw_round()
    assert resting == []
    links = desk.personal_links()
    phones = []
    for name in drawn[0]:
        page = visitor(has_touch=True, is_mobile=True)
        page.goto(links[name])
        phones.append(Player(page, name=name))
    desk.open_sheet(1)
    desk.press("/start/", of="/tables/")
    first, second = phones
    for phone, pit in ((first, "C"), (second, "c"), (first, "F")):
        phone.is_at_board()
        phone.is_to_play()
        phone.press(f'[data-pit="{pit}"] .hit')
        phone.send("moves", "#place")
    second.is_to_play()
    for phone in phones:
        expect(phone.page.locator('#log [data-kind="move"]')).to_have_count(3)
    loser = second if desk.seeds[drawn[0][0]] < desk.seeds[drawn[0][1]] else first
    loser.press("#menu-open")
    loser.press("#resign")
    loser.press('#resign-dialog [value="yes"]')
    for phone in phones:
        is_over(phone.page)
    desk.open()
    desk.sees_table(1, "done")
    desk.type_results()
    desk.close_round()
    return drawn


def somebody_comes_late(desk: PairingsDesk) -> None:
    desk.seeds[LATE] = 11
    desk.enter(LATE)
    expect(desk.page.locator("#e11 .state .badge")).to_have_attribute("data-state", "done")
    desk.open("byes/")
    row = desk.page.locator("table.byes-board tr", has_text=LATE)
    expect(row.locator("td").first).to_have_text("参加前")


def somebody_rests(desk: PairingsDesk) -> list[list[str]]:
    """With a half bye asked for before the draw, so nobody needs one of the pairing."""
    desk.open("byes/")
    row = desk.page.locator("table.byes-board tr", has_text=RESTS)
    row.locator("select").first.select_option("half")
    with desk.page.expect_navigation():
        desk.page.locator("form[action$='/byes/save/'] button.primary").click()
    desk.was_accepted()
    drawn, resting = desk.play_round()
    assert resting == [RESTS]
    return drawn


def somebody_leaves(desk: PairingsDesk) -> None:
    desk.open("entries/")
    desk.open_link(desk.page.locator("table.entries .who a", has_text=LEAVES))
    desk.page.locator("details", has_text="棄権").first.locator("summary").click()
    desk.page.locator("#why-out").fill("電車の時間")
    desk.press("/withdraw/")


def the_last_table_is_drawn(desk: PairingsDesk) -> list[list[str]]:
    drawn, _ = desk.draw_round()
    first, second = drawn[-1]
    desk.type_results(draws=[(first, second)])
    desk.close_round()
    return drawn


def a_result_is_corrected(desk: PairingsDesk) -> None:
    """In a closed round, with a reason; the standings follow."""
    desk.open("?round=3")
    desk.open_link(desk.table(1).locator(".no a"))
    first, second = text_of(desk.page.locator(".players-list bdi"))
    better, worse = sorted((first, second), key=desk.seeds.__getitem__)
    before = desk.points()
    desk.open("?round=3")
    desk.open_link(desk.table(1).locator(".no a"))
    outcome = "0-1" if better == first else "1-0"
    _choose(desk, outcome)
    desk.result_form().locator('[name="reason"]').fill("記録用紙の読み違い")
    _choose(desk, outcome)
    expect(desk.result_form().locator(".odd li")).not_to_have_count(0)
    desk.result_form().locator('[name="confirmed"]').check()
    _choose(desk, outcome)
    desk.was_accepted()
    after = desk.points()
    assert after[worse] == before[worse] + 1
    assert after[better] == before[better] - 1
    desk.open("audit/")
    expect(desk.page.locator("table.audit")).to_contain_text("記録用紙の読み違い")


def _choose(desk: PairingsDesk, outcome: str) -> None:
    form = desk.result_form()
    form.locator(f'[name="outcome"][value="{outcome}"]').check()
    with desk.page.expect_navigation():
        form.locator("footer button.primary").click()


def the_knockout(desk: PairingsDesk, six: list[str]) -> None:
    """Two rest in the quarter-finals; the last step also plays for third place."""
    quarter, resting = desk.play_round()
    assert len(quarter) == 2
    assert sorted(resting) == sorted(six[:2])
    semi, _ = desk.play_round()
    assert {name for pair in semi for name in pair} >= set(resting)
    last, _ = desk.play_round()
    assert len(last) == 2
    desk.publish_by_the_strip()
    desk.open()
    assert desk.page.locator("#next[data-calm]").count() == 1, desk.next_step()


def everybody_sees_it(desk: PairingsDesk, page: Page, six: list[str]) -> None:
    champion = min(six, key=desk.seeds.__getitem__)
    desk.sees(page, "standings/")
    first = page.locator("table.ranks tbody tr").first
    expect(first).to_contain_text(champion)
    expect(page.locator("table.ranks tbody tr")).to_have_count(11)
    desk.sees(page, "bracket/")
    expect(page.locator("#bracket .won-by")).to_contain_text(champion)
    for name in six:
        expect(page.locator("#bracket")).to_contain_text(name)
    desk.sees(page, "")
    desk.sees(page, "crosstable/")
