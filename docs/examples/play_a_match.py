"""Play one match of Kyōen through the API: python play_a_match.py http://host:8000 MATCH_ID TOKEN

Needs nothing but Python. The player places stones at random and claims every kyōen it sees.
Read it to see how an action says what it has seen, what to do with an answer of 409, and how
to follow a match without asking again and again. docs/api.md tells the rest.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Match = dict[str, Any]
SILENCE = 60
"""Seconds; the stream says something every 15."""


@dataclass(frozen=True)
class Answer:
    status: int
    body: dict[str, Any]


@dataclass(frozen=True)
class Client:
    base: str
    token: str

    def _request(self, path: str, body: dict[str, Any] | None = None) -> urllib.request.Request:
        return urllib.request.Request(
            f"{self.base}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )

    def call(self, path: str, body: dict[str, Any] | None = None) -> Answer:
        """GET, or POST when there is a body. What the API refuses is an answer too."""
        try:
            request = self._request(f"/api/v1/{path}", body)
            with urllib.request.urlopen(request, timeout=10) as response:
                return Answer(response.status, json.load(response))
        except urllib.error.HTTPError as error:
            return Answer(error.code, json.load(error))

    def match(self, match_id: str) -> Match:
        answer = self.call(f"matches/{match_id}/")
        if answer.status != 200:
            raise SystemExit(f"{answer.body['code']}: {answer.body['title']}")
        return answer.body

    def play(self, match: Match, text: str) -> Answer:
        """``expected_seq`` makes it safe to send again: the same move is not played twice."""
        body = {"text": text, "expected_seq": match["seq"]}
        return self.call(f"matches/{match['id']}/moves/", body)

    def claim(self, match: Match, points: list[str]) -> Answer:
        body = {"points": points, "expected_seq": match["seq"]}
        return self.call(f"matches/{match['id']}/claims/", body)

    def follow(self, match_id: str) -> Iterator[Match]:
        """The match as it is, then after everything that happens in it.

        When the stream ends (a server that restarts, a network that is away), it goes on
        where it was.
        """
        match = self.match(match_id)
        yield match
        while match["status"] != "finished":
            try:
                path = f"/live/matches/{match_id}?after={match['seq']}"
                with urllib.request.urlopen(self._request(path), timeout=SILENCE) as stream:
                    for line in stream:
                        if line.startswith(b"data:") and b'"match"' in line:
                            match = json.loads(line.removeprefix(b"data:"))["match"]
                            yield match
            except OSError:
                time.sleep(1)


def empty_points(position: dict[str, Any]) -> list[str]:
    columns, rows = position["columns"], position["rows"]
    points = [f"{chr(ord('a') + x)}{y + 1}" for x in range(columns) for y in range(rows)]
    return [point for point in points if point not in position["stones"]]


def is_kyoen(points: list[str]) -> bool:
    """Whether four points of a square lattice lie on one circle or line: det = 0, exactly."""
    (a, b, c, d) = [(ord(point[0]) - ord("a"), int(point[1:])) for point in points]
    rows = [(x - d[0], y - d[1]) for x, y in (a, b, c)]
    (x1, y1, q1), (x2, y2, q2), (x3, y3, q3) = [(x, y, x * x + y * y) for x, y in rows]
    return x1 * (y2 * q3 - y3 * q2) - y1 * (x2 * q3 - x3 * q2) + q1 * (x2 * y3 - x3 * y2) == 0


def kyoen_made(position: dict[str, Any]) -> list[str] | None:
    """Four stones that are a kyōen, the last one among them."""
    last = position["last"]
    others = [stone for stone in position["stones"] if stone != last]
    found = ([*three, last] for three in combinations(others, 3))
    return next((points for points in found if is_kyoen(points)), None)


def act(client: Client, match: Match, seat: int) -> Answer | None:
    """Do what there is to do for ``seat``, if anything."""
    position = match["position"]
    if match["status"] != "running":
        return None
    if position["claimable"] and position["owner"] != seat:
        may_claim = position["seats"][seat - 1]["may_claim"]
        points = kyoen_made(position)
        if points and may_claim:
            return client.claim(match, points)
    if match["to_move"] == seat:
        return client.play(match, random.choice(empty_points(position)))
    return None


def play_to_the_end(client: Client, match_id: str) -> Match:
    """Play for the seat the token's person has; return the finished match."""
    newest = client.match(match_id)
    seat = newest["your_seat"]
    if seat is None:
        raise SystemExit("This token's person has no seat in the match.")
    for match in client.follow(match_id):
        if match["seq"] < newest["seq"]:
            continue  # We know more already, by the answer to what we did ourselves.
        newest = match
        while answer := act(client, newest, seat):
            if answer.status >= 400:
                # Somebody was faster. A stale answer brings the match as it is now.
                print(f"{answer.body['code']}: {answer.body['title']}", file=sys.stderr)
            newest = answer.body.get("match") or client.match(match_id)
        if newest["status"] == "finished":
            break
    return newest


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    finished = play_to_the_end(Client(sys.argv[1].rstrip("/"), sys.argv[3]), sys.argv[2])
    places = zip(finished["outcome"]["places"], finished["seats"], strict=True)
    for place, player in sorted(places, key=lambda pair: pair[0]):
        print(place, player["name"])
