"""The people of a tournament at their devices: who they are, what they press, what they see."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.product.fixtures import PATIENCE
from tests.product.running import Product

BOARD = "**/matches/**"


def text_of(found: Locator) -> list[str]:
    return [text.strip() for text in found.all_text_contents()]


@dataclass
class Hand:
    """Somebody with a board before them: a player's phone, or the arbiter's console."""

    page: Page
    touch: bool = False

    def press(self, what: str | Locator) -> None:
        found = self.page.locator(what) if isinstance(what, str) else what
        found.tap() if self.touch else found.click()

    def point(self, name: str) -> Locator:
        return self.page.locator(f'[data-point="{name}"]')

    def sees_stone(self, name: str) -> None:
        expect(self.page.locator(f'[data-point="{name}"][data-stone]')).to_have_count(1)

    def place(self, name: str) -> None:
        """On a phone the first tap aims and the second places."""
        expect(self.point(name)).not_to_have_attribute("data-stone", "")
        if self.touch:
            self.press(self.point(name))
            expect(self.page.locator("#place")).to_be_visible()
        self.send("moves", self.point(name))
        self.sees_stone(name)

    def send(self, what: str, button: str | Locator) -> None:
        """Press what posts to the match, and wait for the answer as the page does."""
        with self.page.expect_response(f"**/{what}/") as answer:
            self.press(button)
        assert answer.value.ok, answer.value.text()

    def sees(self, kind: str, after: float = 0) -> None:
        """The newest line of the record is of this kind, ``after`` seconds or sooner."""
        newest = self.page.locator("#log li").first
        expect(newest).to_have_attribute("data-kind", kind, timeout=PATIENCE + after * 1000)

    def sees_claim(self, *, right: bool) -> None:
        self.sees("claim")
        found = self.page.locator("#log li:first-child[data-right]")
        expect(found).to_have_count(1 if right else 0)

    def point_at(self, names: Iterable[str]) -> None:
        for name in names:
            self.press(self.point(name))
        expect(self.page.locator("#send")).to_have_attribute("aria-disabled", "false")
        self.send("claims", "#send")


@dataclass
class Player(Hand):
    """A player with a phone of their own."""

    name: str = ""
    touch: bool = True

    def is_at_board(self) -> None:
        """Led there by the page itself when the table begins."""
        self.page.wait_for_url(BOARD)
        expect(self.page.locator("#seats li[data-me] small")).not_to_be_empty()

    def is_to_play(self) -> None:
        mine = self.page.locator("#seats li[data-me]")
        expect(mine).to_have_attribute("aria-current", "step")

    def claim(self, against: str, *others: str) -> None:
        """Claim that the stone just placed lies on a circle or line with three others."""
        self.sees_stone(against)
        self.press("#claim")
        self.point_at(others)

    @property
    def left_ms(self) -> int:
        """Time left of whoever is to play, by the page's own account of the server."""
        minutes, seconds = self.page.locator("#clock time").inner_text().split(":")
        return round((int(minutes) * 60 + float(seconds)) * 1000)

    def match(self) -> dict[str, Any]:
        """The match as the API tells it to this player."""
        key = re.findall(r"/matches/([0-9a-f-]{36})", self.page.url)[0]
        api = re.sub(r"/matches/.*", f"/api/v1/matches/{key}/", self.page.url)
        answer = self.page.request.get(api)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found


@dataclass
class Console(Hand):
    """An arbiter who plays for every seat."""

    def claim(self, seat: int, against: str, *others: str) -> None:
        self.sees_stone(against)
        self.press(f'[data-claim="{seat}"]')
        self.point_at(others)

    def rule(self, action: str, reason: str) -> None:
        self.press(f'[data-ask="{action}"] >> visible=true')
        self.page.locator("#reason").fill(reason)
        self.press("#reason-send")


@dataclass
class Desk:
    """An organiser or an arbiter at the desk of one tournament."""

    page: Page
    product: Product
    url: str = ""
    links: dict[str, str] = field(default_factory=dict)

    @property
    def public(self) -> str:
        return self.url.replace("/desk/", "/t/")

    @property
    def me(self) -> str:
        return f"{self.public}me/"

    def open(self, path: str = "") -> None:
        answer = self.page.goto(self.url + path)
        assert answer is not None
        assert answer.ok, (self.url + path, answer.status)

    def press(self, action: str, of: str = "/") -> None:
        """Send the first form for an action, and see that it was not refused."""
        forms = f'form[action*="{of}"][action$="{action}"]'
        with self.page.expect_navigation():
            self.page.locator(f"{forms} button:visible").first.click()
        self.was_accepted()

    def was_accepted(self) -> None:
        assert text_of(self.page.locator('.note[data-level="error"], p.error:visible')) == []

    def next_step(self) -> str:
        return self.page.locator("#next span").inner_text()

    # Before play

    def create(self, name: str, **plan: str) -> None:
        """From the preset: only what differs from a JKO is chosen."""
        self.page.goto(f"{self.product.url}/desk/new/")
        for group in self.page.locator("details.card > summary").all():
            group.click()
        self.page.locator('[name="name"]').fill(name)
        for field_, value in plan.items():
            box = self.page.locator(f'[name="{field_}"]')
            if box.evaluate("node => node.tagName") == "SELECT":
                box.select_option(value)
            else:
                box.fill(value)
        with self.page.expect_navigation():
            self.page.locator("form.plan button.primary").click()
        self.was_accepted()
        self.url = re.sub(r"(/desk/[0-9a-f-]{36}/).*", r"\1", self.page.url)

    def read_list(self, name: str, content: bytes) -> None:
        """Choose a file, look at the preview, and enter everybody in it."""
        self.open("entries/import/")
        file: Any = {"name": name, "mimeType": "text/csv", "buffer": content}
        self.page.locator('[name="file"]').set_input_files([file])
        with self.page.expect_navigation():
            self.page.locator("main form[enctype] button.primary").click()

    def confirm_list(self) -> None:
        with self.page.expect_navigation():
            self.page.locator('button[form="reading"]').click()
        self.was_accepted()

    def enter(self, name: str, club: str = "") -> None:
        self.open("entries/")
        form = self.page.locator("#add form")
        form.locator('[name="name"]').fill(name)
        form.locator('[name="club"]').fill(club)
        with self.page.expect_navigation():
            form.locator(".row button").last.click()
        self.was_accepted()

    def entered(self) -> list[str]:
        self.open("entries/")
        return text_of(self.page.locator("table.entries .who a bdi"))

    def personal_links(self) -> dict[str, str]:
        """The address that signs each person in, by name."""
        self.open("entries/")
        pages = self.page.locator("table.entries .who a")
        found = [(one.inner_text(), one.get_attribute("href")) for one in pages.all()]
        links = {}
        for name, href in found:
            self.page.goto(f"{self.product.url}{href}link/")
            links[name] = self.page.locator("#link").inner_text().strip()
        return links

    def add_arbiter(self, name: str) -> str:
        """Make an arbiter who signs in by a link; return the link."""
        self.open("settings/")
        staff = self.page.locator("#staff")
        staff.locator("summary").click()
        staff.locator('[name="role"]').select_option("arbiter")
        staff.locator('[name="name"]').fill(name)
        with self.page.expect_navigation():
            staff.locator('form[action$="/staff/add/"] .row button').click()
        self.was_accepted()
        if not self.page.locator("#link").count():
            self.open("settings/")
            self.page.locator('#staff a[href$="/link/"]').last.click()
        return self.page.locator("#link").inner_text().strip()

    def check_in(self, name: str) -> None:
        """Among those who are missing; the row stays where it is and says so."""
        self.open("entries/?show=missing")
        row = self.page.locator("table.entries tr", has=self.page.locator("bdi", has_text=name))
        row.locator('form[action$="/check-in/"] button').click()
        expect(row.locator('.badge[data-state="done"]')).to_be_visible()
        expect(row.locator('form[action$="/undo-check-in/"] button')).to_be_focused()

    # Rounds

    def draft(self) -> list[list[str]]:
        """The names at each table of the draft, in seat order."""
        self.open("seating/")
        tables = self.page.locator(".draft > li")
        return [text_of(table.locator(".seats .seat > bdi")) for table in tables.all()]

    def tables(self) -> list[list[str]]:
        """The names at each table of the current round, in seat order."""
        self.open()
        rows = self.page.locator("table.tables tbody tr")
        return [text_of(row.locator(".who bdi")) for row in rows.all()]

    def table(self, number: int) -> Locator:
        row = self.page.locator("table.tables tbody tr")
        return row.filter(has=self.page.locator("th.no", has_text=re.compile(f"^{number}$")))

    def sees_table(self, number: int, state: str) -> None:
        """The row of the table comes to this state by itself."""
        badge = self.table(number).locator(".badge")
        expect(badge).to_have_attribute("data-state", state)

    def draw_and_publish(self) -> list[list[str]]:
        self.open()
        self.press("/seating/draw/")
        drawn = self.draft()
        self.press("/publish/")
        return drawn

    def open_table(self, number: int) -> None:
        """What the button of the table's row leads to: its console while it plays."""
        self.open()
        self.open_link(self.table(number).locator(".do a"))

    def open_sheet(self, number: int) -> None:
        """The table's own page, where a result is entered."""
        self.open()
        self.open_link(self.table(number).locator(".no a"))

    def open_link(self, link: Locator) -> None:
        href = link.get_attribute("href")
        self.page.goto(f"{self.product.url}{href}")

    def result_form(self) -> Locator:
        return self.page.locator("form.result")

    def enter_places(self, places: Sequence[int]) -> None:
        form = self.result_form()
        for seat, place in enumerate(places):
            form.locator(f'[name="seat{seat}"]').select_option(str(place))
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            form.locator("footer button.primary").click()

    # Standings

    def decide(self, what: str) -> None:
        with self.page.expect_navigation():
            self.page.locator(f'button[name="what"][value="{what}"]:visible').first.click()
        self.was_accepted()

    def going_on(self) -> list[str]:
        return text_of(self.page.locator("table.standing tr[data-in] th > bdi"))

    def publish(self) -> None:
        """The standings as they stand after the last round; as what, the desk proposes."""
        self.open("standings/")
        with self.page.expect_navigation():
            self.page.locator("#publish button.primary").click()
        self.was_accepted()
