"""The people of a judging contest: its committee, its contestants and its markers."""

import re
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from playwright.sync_api import APIRequestContext, Page, expect

from tests.browser.olympiad import Desk, text_of
from tests.product.fixtures import PATIENCE


def wall(minutes: int) -> str:
    """So many minutes from now, as a clock in Tokyo shows it."""
    at = datetime.now(UTC) + timedelta(hours=9, minutes=minutes)
    return f"{at:%Y-%m-%dT%H:%M}"


@dataclass
class Committee(Desk):
    """The organiser, who also heads the problem bank."""

    bank: str = ""

    def make_contest(self, name: str) -> None:
        self.page.goto(f"{self.product.url}/desk/new/?preset=jkho")
        self.page.locator('[name="name"]').fill(name)
        self.send(self.page.locator("form.plan button.primary"))
        self.url = re.sub(r"(/desk/[0-9a-f-]{36}/).*", r"\1", self.page.url)

    def send(self, button: Any) -> None:
        """Press what sends a form, and see that it was not refused."""
        with self.page.expect_navigation():
            button.click()
        self.was_accepted()

    def personal_links(self) -> dict[str, str]:
        """Read without being drawn: they are many."""
        self.open("entries/")
        links = {}
        for one in self.page.locator("table.entries .who a").all():
            path = one.get_attribute("href")
            text = self.page.request.get(f"{self.product.url}{path}link/").text()
            links[one.inner_text()] = re.findall(r'id="link"[^>]*>([^<]+)<', text)[0].strip()
        return links

    # Writing

    def make_bank(self, name: str) -> None:
        self.page.goto(f"{self.product.url}/bank/")
        self.page.fill("[name=name]", name)
        self.send(self.page.locator("main form button"))
        self.bank = self.page.url

    def write(self, title: str, kind: str, statement: str, **fields: str) -> None:
        """A problem, marked ready. ``stones``: tapped on the board one by one."""
        page = self.page
        page.goto(f"{self.bank}new/?kind={kind}")
        page.fill("[name=title]", title)
        page.fill("[name=statement]", statement)
        for stone in fields.pop("stones", "").split():
            page.locator(f'#editor [data-point="{stone}"] .hit').click()
        for name, text in fields.items():
            page.fill(f"[name={name}]", text)
        self.send(page.locator("form#write .sticky button.primary"))
        self.send(page.locator('.next button[name="state"][value="ready"]'))

    def generate(self, title: str, count: int, seed: str) -> dict[str, str]:
        """So many hantei problems; their answers by title."""
        page = self.page
        page.goto(f"{self.bank}generate/")
        page.fill("[name=count]", str(count))
        page.select_option("[name=answer]", "circle")
        page.fill("[name=seed]", seed)
        self.send(page.locator("form.filter button"))
        answers = text_of(page.locator("ol.made li p small bdi"))
        page.fill("[name=title]", title)
        self.send(page.locator("form .sticky button.primary"))
        return {f"{title} {n}": answer for n, answer in enumerate(answers, 1)}

    # Papers

    def make_paper(self, stage: int, titles: list[str], points: int, **plan: str) -> str:
        """A paper of a stage that is set, with these problems of the bank; its address."""
        page = self.page
        attempts = plan.pop("attempts", "")
        self.open(f"papers/new/?stage={stage}")
        for name, text in plan.items():
            page.fill(f"[name={name}]", text)
        self.send(page.locator("main form button.primary"))
        paper = page.url.partition("?")[0]
        for title in titles:
            page.locator("#offer label", has_text=title).locator("input").check()
        page.fill("#offer [name=points]", str(points))
        page.fill("#offer [name=attempts]", attempts)
        self.send(page.locator('#offer form[method="post"] > .row button'))
        self.send(page.locator('form[action$="/do/set/"] button'))
        return paper

    def labels(self, paper: str) -> dict[str, str]:
        """The number of each problem on a paper, by title."""
        self.page.goto(paper)
        rows = self.page.locator("ol.arrange > li")
        return dict(
            zip(text_of(rows.locator(".title bdi")), text_of(rows.locator(".label")), strict=True)
        )

    def give_time(self, paper: str, name: str, minutes: int) -> None:
        page = self.page
        page.goto(f"{paper}sittings/")
        page.locator("table.sittings tr", has_text=name).locator("a[data-sheet]").click()
        page.fill("#sheet [name=extra]", str(minutes))
        page.fill("#sheet [name=reason]", "事前の申請による")
        self.send(page.locator("#sheet button.primary"))
        expect(page.locator("table.sittings tr", has_text=name)).to_contain_text(f"＋{minutes}分")

    def accept_late(self, paper: str, name: str) -> None:
        page = self.page
        page.goto(f"{paper}sittings/")
        row = page.locator("#late li", has_text=name)
        row.locator("[name=reason]").fill("会場の時計が遅れていた")
        self.send(row.locator('button[value="yes"]'))
        expect(row.locator('.badge[data-state="done"]')).to_be_visible()

    def close(self, paper: str) -> None:
        self.page.goto(paper)
        closing = self.page.locator("details", has=self.page.locator('[action$="/do/close/"]'))
        closing.locator("summary").click()
        self.send(closing.locator("button"))

    def try_key(self, paper: str, label: str, accepted: str, reason: str) -> None:
        """Correct a key and wait until everything is judged under it; the preview is open."""
        page = self.page
        page.goto(paper)
        row = page.locator("ol.arrange > li").filter(
            has=page.locator(".label", has_text=re.compile(f"^{label}$"))
        )
        self.open_link(row.locator('a[href$="/key/"]'))
        page.fill("[name=accepted]", accepted)
        page.fill("[name=reason]", reason)
        self.send(page.locator("form button.primary").last)
        expect(page.locator("#rejudge .numbers")).to_be_visible()

    # Results

    def board(self, stage: int) -> dict[str, tuple[str, str]]:
        """Rank and points of everybody, as the staff sees them."""
        self.open(f"contest/{stage}/")
        found = {}
        for row in self.page.locator("table.result-board tbody tr").all():
            cells = text_of(row.locator("td, th"))
            name = row.locator("th bdi").first.inner_text()
            points = row.locator("td b").first.inner_text()
            found[name] = (cells[0], points)
        return found

    def sees_board(self, stage: int, expected: dict[str, tuple[str, str]]) -> None:
        """Soon: a board is computed anew at most every two seconds."""
        waiting = time.monotonic() + PATIENCE / 1000
        while not expected.items() <= (found := self.board(stage)).items():
            assert time.monotonic() < waiting, found
            time.sleep(0.3)

    def publish_results(self, stage: int, state: str) -> None:
        self.open(f"contest/{stage}/")
        self.page.select_option("#publish [name=state]", state)
        self.send(self.page.locator("#publish button.primary"))


@dataclass
class Api:
    """Somebody's signed-in program or page."""

    http: APIRequestContext
    link: str
    csrf: str = ""

    @property
    def root(self) -> str:
        parts = urlsplit(self.link)
        return f"{parts.scheme}://{parts.netloc}"

    def sign_in(self) -> None:
        """By the personal link; the token for writing is that of the page."""
        assert self.http.get(self.link).ok
        cookies = self.http.storage_state()["cookies"]
        self.csrf = next(one["value"] for one in cookies if one["name"] == "csrftoken")

    def __call__(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        headers = {"X-CSRFToken": self.csrf}
        answer = self.http.fetch(
            f"{self.root}/api/v1/{path}", method=method, data=body, headers=headers
        )
        assert answer.status == status, (path, answer.status, answer.text())
        return answer.json()


@dataclass
class Contestant:
    """Somebody who writes; by the API, or on ``page``."""

    name: str
    api: Api
    page: Page | None = None
    problems: dict[str, str] = field(default_factory=dict)

    def start(self, paper: str) -> None:
        """By the API; the ids of the problems come by their numbers."""
        self.paper = paper_id(paper)
        shown = self.api("POST", f"papers/{self.paper}/start/", {})
        self.problems = {one["label"]: one["id"] for one in shown["problems"]}

    def clock(self) -> Any:
        return self.api("GET", f"papers/{self.paper}/clock/")

    def answer(self, label: str, raw: str) -> Any:
        body = {"problem": self.problems[label], "answer": raw, "form_key": str(uuid4())}
        return self.api("POST", f"papers/{self.paper}/submissions/", body, 201)

    def hand_in(self) -> None:
        self.api("POST", f"papers/{self.paper}/hand-in/", {})

    def receipts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.api("GET", f"papers/{self.paper}/submissions/")
        return found

    # On a page

    def begin(self, paper: str) -> Page:
        assert self.page is not None
        self.paper = paper_id(paper)
        self.page.goto(f"{self.api.root}/papers/{self.paper}/")
        self.page.click("#start-button")
        expect(self.page.locator("body[data-ready]")).to_be_visible()
        return self.page

    def turn_to(self, label: str) -> None:
        assert self.page is not None
        link = self.page.locator("nav.problems a", has_text=re.compile(rf"^\s*{label}"))
        link.click()
        expect(link).to_have_attribute("aria-current", "true")


def paper_id(address: str) -> str:
    return str(re.findall(r"[0-9a-f-]{36}", address)[-1])


@dataclass
class Marker:
    """Somebody who marks proofs, with a page and the API."""

    name: str
    page: Page
    api: Api

    def waiting(self) -> list[dict[str, Any]]:
        """Sheets still to be completed, problem by problem."""
        found = self.api("GET", "markings/")["results"]
        return [one for row in found for one in row["scripts"] if not one["complete"]]

    def mark(self, sheet: str, marks: dict[str, str]) -> None:
        own = self.api("GET", f"markings/{sheet}/")["own"]
        body = {"marks": marks, "expected_version": own["version"], "complete": True}
        self.api("PUT", f"markings/{sheet}/", body)

    def mark_on_page(self, marks: dict[str, str], comment: str = "") -> None:
        """The open sheet, by keyboard: its script has run when a field has the focus."""
        expect(self.page.locator("#marks input:focus")).to_be_visible()
        for letter, points in marks.items():
            self.page.locator(f"#mark-{letter}").fill(points)
        if comment:
            self.page.fill("#comment", comment)
        with self.page.expect_navigation():
            self.page.keyboard.press("Control+Enter")
