"""Rithmomachia: a double elimination of seven whose unbeaten finalist loses the first final."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pairings import PairingsDesk, first_organiser
from tests.product.running import Product

Visitor = Callable[..., Page]

NAMES = ["安藤", "馬場", "千葉", "土井", "江川", "藤井", "後藤"]


def test_a_whole_double_elimination_of_rithmomachia(new_product: Product, visitor: Visitor) -> None:
    desk = first_organiser(new_product, visitor)
    desk.make("rithmomachia_double", "数戦大会2027")
    desk.enter_list(NAMES)
    drawn, resting = desk.play_round()
    assert len(drawn) == 3
    assert resting == ["安藤"], "the first seed has the bye"
    lost = the_rounds_before_the_final(desk)
    assert lost == dict.fromkeys(NAMES[2:], 2) | {"馬場": 1}
    page = visitor()
    the_grand_final_is_played_again(desk, page)
    everybody_sees_the_champion(desk, page)


def the_rounds_before_the_final(desk: PairingsDesk) -> dict[str, int]:
    """The better seed wins everywhere; how often each has lost, the first round included."""
    lost: dict[str, int] = {}
    pairs = desk.round_of(1)
    for ordinal in range(2, 20):
        for pair in pairs:
            worse = max(pair, key=desk.seeds.__getitem__)
            lost[worse] = lost.get(worse, 0) + 1
        if sum(times > 1 for times in lost.values()) == len(NAMES) - 2:
            break
        pairs, _ = desk.play_round()
        assert pairs, ordinal
    return lost


def the_grand_final_is_played_again(desk: PairingsDesk, page: Page) -> None:
    """The one with a loss wins the first, so both have one and meet once more."""
    final, _ = desk.play_round(upsets=[("安藤", "馬場")])
    assert sorted(final[0]) == ["安藤", "馬場"]
    desk.sees(page, "bracket/")
    expect(page.locator("#bracket .won-by")).to_have_count(0)
    again, _ = desk.play_round(upsets=[("安藤", "馬場")])
    assert sorted(again[0]) == ["安藤", "馬場"]
    desk.publish_by_the_strip()
    desk.open()
    expect(desk.page.locator("#next[data-calm]")).to_have_count(1)


def everybody_sees_the_champion(desk: PairingsDesk, page: Page) -> None:
    desk.sees(page, "bracket/")
    expect(page.locator("#bracket .won-by")).to_contain_text("馬場")
    desk.sees(page, "standings/")
    rows = page.locator("table.ranks tbody tr")
    expect(rows).to_have_count(7)
    expect(rows.nth(0)).to_contain_text("馬場")
    expect(rows.nth(1)).to_contain_text("安藤")
    expect(rows.nth(2)).to_contain_text("千葉")
