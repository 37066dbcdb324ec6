"""Playing one match of a running product over its API and streams."""

import http.client
import json
from collections.abc import Iterator
from typing import Any

from tests.product.running import Product

PREPARE = """
from django.utils import timezone
from accounts.models import Membership, Role, User
from accounts.services.tokens import create_token
from games.services.matches import NewSeat, create_match
user = User.objects.create_user(username=None, name="Arbiter")
token, secret = create_token(user=user, label="test", at=timezone.now())
print(secret)
for _ in range({count}):
    match = create_match(
        game="kyoen", rules={{}}, time_control={{"timing": "per_move", "step_ms": 30_000}},
        is_public=True, seats=[NewSeat("A"), NewSeat("B")],
    )
    Membership.objects.create(user=user, scope=match.scope, role=Role.ORGANISER)
    print(match.pk)
"""


class Game:
    """A match of two with 30 s a move, begun, and an arbiter who plays for both."""

    def __init__(self, product: Product, secret: str, match: str) -> None:
        self.product, self.secret, self.match = product, secret, match
        status, answer = self.call("POST", "actions/", {"action": "start"})
        assert status == 201, answer

    def call(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.product.port, timeout=20)
        headers = {
            "Authorization": f"Bearer {self.secret}",
            "Content-Type": "application/json",
            "Accept-Language": "en",
        }
        connection.request(
            method, f"/api/v1/matches/{self.match}/{path}", json.dumps(body), headers
        )
        answer = connection.getresponse()
        found = answer.status, json.loads(answer.read())
        connection.close()
        return found

    def move(self, number: int, text: str, seen: int) -> int:
        """The status of the answer to a move of seat ``number`` (from 1)."""
        return self.call("POST", "moves/", {"text": text, "expected_seq": seen, "seat": number})[0]

    def view(self) -> dict[str, Any]:
        """The match with its log."""
        status, found = self.call("GET", "")
        assert status == 200, found
        return found

    def record(self) -> list[tuple[Any, ...]]:
        """The events, without what only serves people."""
        names = ("seq", "at", "kind", "seat", "text")
        return [tuple(event[name] for name in names) for event in self.view()["log"]]


class Games:
    """Matches of a product, made at once. Each begins when it is asked for."""

    def __init__(self, product: Product, count: int) -> None:
        self.product = product
        command = PREPARE.format(count=count)
        made = product.manage("shell", "-v", "0", "-c", command).split()
        self.secret, self.matches = made[0], iter(made[1:])

    def begin(self) -> Game:
        return Game(self.product, self.secret, next(self.matches))


class Stream:
    """One open stream of a match."""

    def __init__(self, game: Game, seen: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", game.product.port, timeout=20)
        headers = {"Last-Event-ID": str(seen)}
        self.connection.request("GET", f"/live/matches/{game.match}", headers=headers)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200
        self.seen = seen

    def events(self) -> Iterator[dict[str, Any]]:
        """Messages as they come; ends when the stream does."""
        while line := self.answer.readline():
            if line.startswith(b"id: "):
                self.seen = int(line[4:])
            elif line.startswith(b"data: ") and b'"event"' in line:
                yield json.loads(line[6:])["event"]

    def next_event(self) -> dict[str, Any]:
        return next(self.events())

    def close(self) -> None:
        self.connection.close()
