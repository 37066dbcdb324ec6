"""The API of matches, as programs and pages use it."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import MatchEvent
from tests.games.table import KYOEN, Table, arbiter_of, person

pytestmark = pytest.mark.django_db


class Caller:
    """A person's session, and where the answers of one match are."""

    def __init__(self, table: Table, user: User | None) -> None:
        self.client = Client()
        self.table = table
        if user is not None:
            self.client.force_login(user)

    def post(self, what: str, body: Any = None, **values: Any) -> Any:
        data: Mapping[str, Any] = values if body is None else body
        return self.client.post(
            f"/api/v1/matches/{self.table.id}/{what}/",
            data,
            content_type="application/json",
            headers={"Accept-Language": "en"},
        )

    def get(self, what: str = "", **query: Any) -> Any:
        return self.client.get(f"/api/v1/matches/{self.table.id}/{what}", query)


@pytest.fixture
def users() -> list[User]:
    return [person(name) for name in ("Aoi", "Ben", "Chika")]


@pytest.fixture
def table(users: list[User]) -> Table:
    """A running match, not a minute old when it is asked about."""
    return Table(users=users, time={"timing": "none"})


def test_seats_count_from_one(table: Table, users: list[User]) -> None:
    done = Caller(table, users[1]).post("actions", action="resign").json()
    assert (done["event"]["seat"], done["event"]["out"]) == (2, [2])
    assert done["match"]["position"]["out"] == [2]
    refused = Caller(table, users[1]).post("actions", action="resign").json()
    assert (refused["code"], refused["params"]) == ("seat_out", {"seat": 2})
    arbiter = Caller(table, arbiter_of(table.match))
    in_play = arbiter.post("actions", action="restore", seat=1, reason="x").json()
    assert (in_play["code"], in_play["params"]) == ("seat_in", {"seat": 1})
    no_clock = arbiter.post("actions", action="clock", seat=3, ms=1000, reason="x").json()
    assert (no_clock["code"], no_clock["params"]) == ("no_clock", {"seat": 3})


def test_a_player_plays(table: Table, users: list[User]) -> None:
    answer = Caller(table, users[0]).post("moves", text="g8", expected_seq=1)
    assert answer.status_code == 201
    body = answer.json()
    assert body["event"]["text"] == "g8"
    assert body["event"]["seat"] == 1
    assert body["match"]["seq"] == 2
    assert body["match"]["to_move"] == 2
    assert body["match"]["position"]["owner"] == 1


def test_a_request_made_twice_is_answered_with_200(table: Table, users: list[User]) -> None:
    caller = Caller(table, users[0])
    first = caller.post("moves", text="g8", expected_seq=1).json()
    again = caller.post("moves", text="g8", expected_seq=1)
    assert again.status_code == 200
    assert again.json()["event"] == first["event"]
    assert MatchEvent.objects.count() == 2


def test_a_stale_move_is_answered_with_the_match_as_it_is(table: Table, users: list[User]) -> None:
    table.move("g8")
    answer = Caller(table, users[1]).post("moves", text="a1", expected_seq=1)
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "stale_match"
    assert answer.json()["match"]["seq"] == 2
    assert "Look at the board" in answer.json()["title"]


def test_a_player_claims(table: Table, users: list[User]) -> None:
    table.moves(" ".join(KYOEN))
    answer = Caller(table, users[2]).post("claims", points=["b7", "c2", "g2"], expected_seq=5)
    assert answer.status_code == 201
    assert answer.json()["event"]["right"] is True
    assert answer.json()["match"]["position"]["last_claim"]["claimant"] == 3
    assert answer.json()["match"]["position"]["last_claim"]["against"] == 1


@pytest.mark.parametrize("seat", [1, 3, 99])
def test_nobody_plays_for_another(table: Table, users: list[User], seat: int) -> None:
    answer = Caller(table, users[1]).post("moves", text="g8", expected_seq=1, seat=seat)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")


def test_an_arbiter_plays_for_every_seat(table: Table) -> None:
    rei = Caller(table, arbiter_of(table.match))
    assert rei.post("moves", text="g8", expected_seq=1, seat=1).status_code == 201
    assert MatchEvent.objects.get(seq=2).by is not None
    assert rei.post("moves", text="a1", expected_seq=2, seat=9).status_code == 400
    assert rei.post("moves", text="a1", expected_seq=2).json()["code"] == "not_your_seat"


def test_a_match_that_one_may_not_see_does_not_exist(table: Table) -> None:
    stranger = Caller(table, person("Zoe"))
    assert stranger.get().status_code == 404
    assert stranger.get("events/").status_code == 404
    assert stranger.post("moves", text="g8", expected_seq=1).status_code == 404
    assert stranger.post("claims", points=[], expected_seq=1).status_code == 404
    assert stranger.post("actions", action="pause").status_code == 404
    assert Caller(table, None).get().status_code == 404


def test_spectators_watch_public_matches_only() -> None:
    Table(more={"is_public": True})
    Table()
    found = Client().get("/api/v1/matches/").json()
    assert found["count"] == 1


def test_spectators_of_a_public_match_may_not_play() -> None:
    table = Table(more={"is_public": True})
    assert Caller(table, None).get().status_code == 200
    assert Caller(table, None).post("moves", text="g8", expected_seq=1).status_code == 401
    zoe = Caller(table, person("Zoe"))
    assert zoe.post("moves", text="g8", expected_seq=1).json()["code"] == "not_your_seat"
    assert zoe.post("actions", action="pause").json()["code"] == "may_not_rule"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": "g8"},
        {"expected_seq": 1},
        {"text": 5, "expected_seq": 1},
        {"text": None, "expected_seq": 1},
        {"text": "", "expected_seq": 1},
        {"text": "g8", "expected_seq": "1"},
        {"text": "g8", "expected_seq": True},
        {"text": "g8", "expected_seq": -1},
        {"text": "g8", "expected_seq": 1.5},
        {"text": "g8", "expected_seq": 10**30},
        {"text": "g8\x00", "expected_seq": 1},
        {"text": "\ud800", "expected_seq": 1},
        {"text": "g" * 101, "expected_seq": 1},
        {"text": "g8", "expected_seq": 1, "seat": 0},
        {"text": "g8", "expected_seq": 1, "more": 1},
        {"text": ["g8"], "expected_seq": 1},
        [],
        "g8",
        None,
    ],
)
def test_a_body_that_is_no_move_is_refused(table: Table, users: list[User], body: object) -> None:
    import json

    answer = Caller(table, users[0]).client.post(
        f"/api/v1/matches/{table.id}/moves/", json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert MatchEvent.objects.count() == 1


@pytest.mark.parametrize("raw", [b"{", b"\xff\xfe", b"[" * 100_000, b'{"text": NaN}', b""])
def test_what_is_not_json_is_refused(table: Table, users: list[User], raw: bytes) -> None:
    answer = Caller(table, users[0]).client.post(
        f"/api/v1/matches/{table.id}/moves/", raw, content_type="application/json"
    )
    assert answer.status_code == 400


def test_only_json_is_read(table: Table, users: list[User]) -> None:
    answer = Caller(table, users[0]).client.post(
        f"/api/v1/matches/{table.id}/moves/", {"text": "g8", "expected_seq": 1}
    )
    assert answer.status_code == 415


@pytest.mark.parametrize(
    ("points", "status", "code"),
    [
        ([], 409, "too_few_points"),
        (["b7", "c2"], 409, "too_few_points"),
        (["b7", "b7", "g2", "g8"], 409, "repeated_point"),
        (["b7", "c2", "g2", "a1"], 409, "empty_point"),
        (["b7", "c2", "g2", "k9"], 400, "off_board"),
        (["b7", "c2", "g2", "z9"], 400, "invalid_action"),
        (["b7c2", "g2"], 400, "invalid"),
        (["b7", "c2", "g2", ""], 400, "invalid"),
        (["b7", "c2", "g2", 8], 400, "invalid"),
        ("b7c2g2", 400, "invalid"),
        (["b7"] * 9, 400, "invalid"),
    ],
)
def test_what_is_no_claim_is_refused(
    table: Table, users: list[User], points: object, status: int, code: str
) -> None:
    table.moves(" ".join(KYOEN))
    answer = Caller(table, users[1]).post("claims", points=points, expected_seq=5)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert MatchEvent.objects.count() == 5


def test_the_match_says_who_asks(table: Table, users: list[User]) -> None:
    body = Caller(table, users[1]).get().json()
    assert body["your_seat"] == 2
    assert body["may_rule"] is False
    assert [line["kind"] for line in body["log"]] == ["start"]
    assert Caller(table, arbiter_of(table.match)).get().json()["may_rule"] is True


def test_nothing_in_a_match_helps_to_find_a_kyoen(table: Table, users: list[User]) -> None:
    table.moves("b7 c2 g2")
    before = Caller(table, users[0]).get().json()
    table.move("g8")
    after = Caller(table, users[0]).get().json()
    assert set(after["position"]) == set(before["position"])
    assert "safe" not in str(after)
    assert "curve" not in str(after)
    assert after["position"]["last_claim"] is None


def test_the_analysis_exists_when_the_match_is_over(table: Table, users: list[User]) -> None:
    table.moves(" ".join(KYOEN))
    caller = Caller(table, users[0])
    assert caller.get("analysis/").status_code == 404
    table.resign(0)
    table.resign(1)
    body = caller.get("analysis/").json()
    assert [step["seq"] for step in body["steps"]] == [1, 2, 3, 4, 5, 6, 7]
    assert body["kyoens"][0]["missed"] is True
    assert "g8" not in body["steps"][3]["safe"]


def test_practice_may_be_analysed_while_it_goes_on() -> None:
    aoi = person()
    table = Table(users=[aoi], more={"is_practice": True})
    assert Caller(table, aoi).get("analysis/").status_code == 200


def test_events_are_read_from_an_event_on(table: Table, users: list[User]) -> None:
    table.moves("a1 b3 c7")
    body = Caller(table, users[0]).get("events/", after=2, limit=1).json()
    assert [event["seq"] for event in body["events"]] == [3]
    assert body["seq"] == 4
    assert Caller(table, users[0]).get("events/", after="x").status_code == 400


@pytest.mark.parametrize(
    ("action", "more", "status", "code"),
    [
        ("pause", {}, 201, None),
        ("takeback", {}, 400, "reason_missing"),
        ("takeback", {"reason": " "}, 400, "reason_missing"),
        ("takeback", {"reason": "mistyped"}, 201, None),
        ("remove", {"reason": "left"}, 400, "invalid"),
        ("remove", {"reason": "left", "seat": 2}, 201, None),
        ("remove", {"reason": "left", "seat": 4}, 400, "invalid_action"),
        ("restore", {"reason": "mistake", "seat": 2}, 409, "seat_in"),
        ("withdraw", {"seat": 2}, 201, None),
        ("resume", {}, 409, "not_paused"),
        ("clock", {"seat": 1, "reason": "late"}, 400, "invalid"),
        ("clock", {"seat": 1, "ms": 5000, "reason": "late"}, 409, "no_clock"),
        ("clock", {"seat": 1, "ms": 10**18, "reason": "late"}, 400, "invalid"),
        ("ruling", {}, 400, "invalid"),
        ("ruling", {"ruling": "out"}, 409, "no_ruling_needed"),
        ("end", {"reason": "agreed"}, 201, None),
        ("start", {}, 409, "already_started"),
        ("dance", {}, 400, "invalid"),
    ],
)
def test_arbiters_act(
    table: Table, action: str, more: dict[str, Any], status: int, code: str | None
) -> None:
    table.move("g8")
    answer = Caller(table, arbiter_of(table.match)).post("actions", action=action, **more)
    assert (answer.status_code, answer.json().get("code")) == (status, code)


def test_a_repeated_take_back_takes_one_step_back(table: Table) -> None:
    table.moves("g8 a1")
    rei = Caller(table, arbiter_of(table.match))
    ask = {"action": "takeback", "reason": "mistyped", "expected_seq": 3}
    assert rei.post("actions", ask).status_code == 201
    assert rei.post("actions", ask).status_code == 200
    assert len(table.state.position.view()["stones"]) == 1


def test_players_of_a_friendly_match_begin_it_by_being_ready(users: list[User]) -> None:
    table = Table(2, users=users[:2], started=False, more={"invite": "abc"})
    answer = Caller(table, users[0]).post("actions", action="ready")
    assert answer.status_code == 200
    assert answer.json()["event"] is None
    assert answer.json()["match"]["seats"][0]["ready"] is True
    answer = Caller(table, users[1]).post("actions", action="ready")
    assert answer.status_code == 201
    assert answer.json()["match"]["status"] == "running"


def test_players_of_a_tournament_match_do_not_begin_it(users: list[User]) -> None:
    table = Table(users=users, started=False)
    for user in users:
        Caller(table, user).post("actions", action="ready")
    assert table.row.status == "waiting"
    answer = Caller(table, users[0]).post("actions", action="start")
    assert answer.json()["code"] == "may_not_rule"


def test_an_address_that_is_no_match_is_a_problem_too() -> None:
    for path in (f"matches/{uuid4()}/", "matches/nonsense/", "nothing/"):
        answer = Client().get(f"/api/v1/{path}")
        assert answer.status_code == 404
        assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("query", ["status=dancing", "scope=1", "page=0", "page=x", "status=%00"])
def test_a_list_that_cannot_be_asked_for(query: str) -> None:
    assert Client().get(f"/api/v1/matches/?{query}").status_code in {400, 404}


def test_the_list_costs_the_same_for_any_number_of_matches(users: list[User]) -> None:
    client = Client()
    client.force_login(users[0])
    counts = []
    for _ in range(2):
        Table(users=users)
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/api/v1/matches/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_move_through_the_api_takes_few_queries(table: Table, users: list[User]) -> None:
    caller = Caller(table, users[0])
    caller.post("moves", text="g8", expected_seq=1)
    with CaptureQueriesContext(connection) as queries:
        Caller(table, users[1])
        caller = Caller(table, users[1])
    with CaptureQueriesContext(connection) as queries:
        assert caller.post("moves", text="a1", expected_seq=2).status_code == 201
    assert len(queries) <= 14, [query["sql"][:90] for query in queries]
