"""The desk of a tournament of pairings, gone through by its strip of the next step."""

import re
from collections.abc import Callable, Collection, Sequence

from playwright.sync_api import Page, expect

from tests.browser.olympiad import Desk, text_of
from tests.product.running import Product

Visitor = Callable[..., Page]
Pair = tuple[str, str]


def first_organiser(product: Product, visitor: Visitor) -> "PairingsDesk":
    """Somebody opens the link an empty machine prints, and has a desk."""
    page = visitor(1280, 800)
    page.goto(product.setup_link())
    page.locator('[name="name"]').fill("大会　花子")
    page.locator('[name="username"]').fill("hanako")
    page.locator('[name="password"]').fill("kyoen-no-kai-2027")
    page.locator("main form button.primary").click()
    expect(page.locator("header a.me")).to_contain_text("大会　花子")
    return PairingsDesk(page, product)


class PairingsDesk(Desk):
    """Its people have seeding numbers; the smaller one wins unless a test says otherwise."""

    seeds: dict[str, int]

    # Before play

    def make(self, preset: str, name: str) -> None:
        self.page.goto(f"{self.product.url}/desk/new/?preset={preset}")
        self.page.locator('[name="name"]').fill(name)
        self._go("form.plan button.primary")
        self.url = re.sub(r"(/desk/[0-9a-f-]{36}/).*", r"\1", self.page.url)

    def enter_list(self, names: Sequence[str]) -> None:
        """By the strip: a list with seeding numbers, and everybody is here."""
        self.seeds = {name: seed for seed, name in enumerate(names, 1)}
        self.open()
        assert "/entries/import/" in self.step_leads_to()
        lines = ["氏名,シード", *(f"{name},{seed}" for name, seed in self.seeds.items())]
        self.read_list("名簿.csv", "\r\n".join(lines).encode("cp932"))
        self.confirm_list()
        self.open("entries/")
        self.press("/check-in-all/")

    # By the strip

    def step_leads_to(self) -> str:
        """Where the button of the next step leads or posts."""
        button = self.page.locator("#next .primary").first
        found: str = button.evaluate("node => node.href || node.form.action")
        return found

    def step(self, leads_to: str) -> None:
        """The next step is the one meant, by the end of its address; press it."""
        self.open()
        assert re.search(leads_to, self.step_leads_to()), (self.next_step(), self.step_leads_to())
        self._go("#next .primary")

    def _go(self, button: str) -> None:
        with self.page.expect_navigation():
            self.page.locator(f"{button}:visible").first.click()
        self.was_accepted()

    # Rounds

    def draw_round(self) -> tuple[list[list[str]], list[str]]:
        """Draw and publish the next round; its tables, and who has none."""
        self.step("/seating/draw/")
        drawn = self.draft()
        resting = text_of(self.page.locator("section.byes .seat > bdi"))
        self.step("/seating/$")
        self.press("/publish/")
        return drawn, resting

    def type_results(self, *, upsets: Collection[Pair] = (), draws: Collection[Pair] = ()) -> None:
        """One key a table where no result is known, then save; the cursor goes on by itself.

        ``upsets`` and ``draws`` are pairs of names in any order, or are not met in this round.
        """
        self.open()
        self.open_link(self.page.locator('main a[href$="/results/"]').first)
        for row in self.page.locator("table.results tbody tr").all():
            field = row.locator("input.res")
            if field.input_value():
                self.page.keyboard.press("Enter")
                continue
            expect(field).to_be_focused()
            first, second = text_of(row.locator("bdi"))
            self.page.keyboard.press(self._key(first, second, upsets, draws))
        expect(self.page.locator("form[data-results] button.primary")).to_be_focused()
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")
        self.was_accepted()

    def _key(
        self, first: str, second: str, upsets: Collection[Pair], draws: Collection[Pair]
    ) -> str:
        if (first, second) in draws or (second, first) in draws:
            return "5"
        upset = (first, second) in upsets or (second, first) in upsets
        return "1" if (self.seeds[first] < self.seeds[second]) != upset else "0"

    def round_of(self, ordinal: int) -> list[list[str]]:
        """The names at each table of a round that is public."""
        self.open(f"?round={ordinal}")
        rows = self.page.locator("table.tables tbody tr").all()
        return [text_of(row.locator(".who bdi")) for row in rows]

    def close_round(self) -> None:
        self.step("/close/")

    def play_round(self, **how: Collection[Pair]) -> tuple[list[list[str]], list[str]]:
        drawn = self.draw_round()
        self.type_results(**how)
        self.close_round()
        return drawn

    # Standings

    def points(self) -> dict[str, float]:
        """By name, as the desk's standings show them."""
        self.open("standings/")
        rows = self.page.locator("table.standing tbody tr")
        names, points = rows.locator("th bdi"), rows.locator("th + td")
        return {
            name: float(text.replace("½", ".5"))
            for name, text in zip(text_of(names), text_of(points), strict=True)
        }

    def decide_who_goes_on(self, places: int) -> list[str]:
        """By the strip; where equal people are left, the first of them."""
        self.step("/advancement/")
        asked = self.page.locator('input[name="chosen"]')
        left = places - self.page.locator("table.standing tr[data-in]").count()
        for box in asked.all()[: left if asked.count() else 0]:
            box.check()
        self.decide("decide")
        names = self.going_on()
        assert len(names) == places
        return names

    def publish_by_the_strip(self) -> None:
        self.step("/standings/")
        self._go("#publish button.primary")

    # What everybody sees

    def sees(self, page: Page, path: str) -> Page:
        """A public page, which fits the width it is looked at."""
        answer = page.goto(self.public + path)
        assert answer is not None
        assert answer.ok, (path, answer.status)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (path, wide)
        return page


def is_over(page: Page) -> None:
    expect(page.locator("#act")).to_have_attribute("data-state", "over")
