"""A JKO of 23: three rounds of tables of four and three, then a final."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.pairings import PairingsDesk, first_organiser
from tests.product.running import Product

Visitor = Callable[..., Page]

FAMILIES = ["赤井", "井上", "上田", "江口"]
NAMES = [f"{family}　{given}" for family in FAMILIES for given in "葵蓮凛楓陽翼"][:23]


def test_a_whole_olympiad_of_twenty_three(new_product: Product, visitor: Visitor) -> None:
    desk = first_organiser(new_product, visitor)
    desk.create("共円五輪2028", medium="board", rounds="3")
    desk.enter_list(NAMES)
    met: set[frozenset[str]] = set()
    for ordinal in (1, 2, 3):
        drawn = a_round_of_tables(desk)
        assert sorted(map(len, drawn)) == [3, 4, 4, 4, 4, 4]
        pairs = {frozenset({a, b}) for table in drawn for a in table for b in table if a < b}
        assert not (ordinal == 2 and met & pairs), "nobody meets again in the second round"
        met |= pairs
    four = desk.decide_who_goes_on(4)
    (final,) = a_round_of_tables(desk)
    assert sorted(final) == sorted(four)
    desk.publish_by_the_strip()
    everybody_sees_it(desk, visitor(), four)


def a_round_of_tables(desk: PairingsDesk) -> list[list[str]]:
    """Drawn and published; each table's places are entered as the strip asks; closed."""
    drawn, _ = desk.draw_round()
    for number, names in enumerate(drawn, 1):
        desk.open_sheet(number)
        order = sorted(names, key=desk.seeds.__getitem__)
        desk.enter_places([order.index(name) + 1 for name in names])
        desk.was_accepted()
    desk.close_round()
    return drawn


def everybody_sees_it(desk: PairingsDesk, page: Page, four: list[str]) -> None:
    champion = min(four, key=desk.seeds.__getitem__)
    desk.sees(page, "standings/")
    rows = page.locator("table.ranks tbody tr")
    expect(rows).to_have_count(23)
    expect(rows.first).to_contain_text(champion)
    desk.sees(page, "rounds/4/")
    for name in four:
        expect(page.locator("#table-1")).to_contain_text(name)
    desk.sees(page, "")
