"""Matches for the browser tests, made in the state of the running product."""

import atexit
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import Page

from tests.product.running import ROOT, Product

SCRIPT = """
import json, sys
from django.utils import timezone
from accounts.models import Role
from accounts.services import people, roles
from games.services.matches import NewSeat, call_match, create_match, start_match
from games.services.play import make_claim, play_move
from games.services.series import create_series, current

def make(asked):
    players = people.make_people(asked["names"])
    values = dict(
        game=asked["game"], rules=asked["rules"], time_control=asked["time_control"],
        seats=[NewSeat(player.name, player) for player in players],
        title_ja="第1回戦　1番卓", title_en="Round 1, table 1", is_public=True,
        is_practice=asked["is_practice"], policy=asked["policy"],
    )
    if asked["games"] > 1:
        match = current(create_series(games=asked["games"], first="given", **values))
    else:
        match = create_match(**values)
    arbiter = people.make_person("審判")
    roles.grant(user=arbiter, scope=match.scope, role=Role.ARBITER)
    if asked["start"]:
        start_match(match_id=match.pk, by=None, at=timezone.now())
    elif asked["policy"]:
        call_match(match_id=match.pk, by=None, at=timezone.now())
    for text in asked["moves"]:
        match.refresh_from_db()
        seat, _, points = text.rpartition("!")
        common = dict(match_id=match.pk, expected_seq=match.seq, by=None, at=timezone.now())
        if seat:
            make_claim(seat=int(seat) - 1, text=points, **common)
        else:
            play_move(seat=match.to_move, text=text, **common)
    links = people.link_tokens([*players, arbiter])
    return {
        "id": str(match.pk),
        "players": [links[player.pk] for player in players],
        "arbiter": links[arbiter.pk],
    }

for line in sys.stdin:
    print(json.dumps(make(json.loads(line))), flush=True)
"""


class Maker:
    """A process beside the product that makes matches in its state, one a line."""

    def __init__(self, product: Product) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", SCRIPT],
            cwd=ROOT,
            env=product.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(self.process.kill)

    def make(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found


@cache
def maker(product: Product) -> Maker:
    return Maker(product)


@dataclass(frozen=True)
class Made:
    """A match of the product and the links of those who take part."""

    product: Product
    id: str
    players: list[str]
    arbiter: str

    def path(self, page: str = "") -> str:
        return f"{self.product.url}/matches/{self.id}/{page}"

    def sit(self, page: Page, seat: int, path: str = "") -> Page:
        """Open the match as the player of ``seat``, from 1."""
        page.goto(f"{self.product.url}/p/{self.players[seat - 1]}/")
        page.goto(self.path(path))
        return ready(page)

    def preside(self, page: Page, path: str = "console/") -> Page:
        page.goto(f"{self.product.url}/p/{self.arbiter}/")
        page.goto(self.path(path))
        return ready(page)

    def watch(self, page: Page, path: str = "") -> Page:
        page.goto(self.path(path))
        return ready(page)


def ready(page: Page) -> Page:
    """Wait until the page's script has run."""
    page.locator("#seats small", has_text=re.compile(r"[^\s\u00a0]")).first.wait_for()
    return page


def make_match(
    product: Product,
    names: list[str] | None = None,
    *,
    moves: str = "",
    start: bool = True,
    step_s: float = 60,
    is_practice: bool = False,
    game: str = "kyoen",
    games: int = 1,
    policy: dict[str, Any] | None = None,
    time_control: dict[str, Any] | None = None,
    **rules: Any,
) -> Made:
    asked = {
        "names": names or ["早川", "桐谷"],
        "rules": rules,
        "time_control": time_control or {"timing": "per_move", "step_ms": int(step_s * 1000)},
        "game": game,
        "games": games,
        "policy": policy or {},
        "is_practice": is_practice,
        "start": start,
        "moves": moves.split(),
    }
    return Made(product, **maker(product).make(asked))
