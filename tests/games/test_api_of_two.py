"""The API of matches between two: draws, rulings, readiness, series, other games."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import MatchEvent
from games.record_file import record_json, record_text
from games.services.series import current
from tests.games.services.test_series import a_series, end
from tests.games.table import Table, arbiter_of, person
from tests.games.test_api import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return [person("Aoi"), person("Ben")]


def oware(users: list[User], **more: Any) -> Table:
    return Table(2, game="oware", users=users, time={"timing": "none"}, **more)


def act(table: Table, user: User, action: str, **values: Any) -> Any:
    return Caller(table, user).post("actions", action=action, **values)


def test_a_draw_is_offered_and_accepted(users: list[User]) -> None:
    table = oware(users)
    offered = act(table, users[0], "offer_draw", expected_seq=1)
    assert offered.status_code == 201
    assert offered.json()["match"]["offer"] == 1
    again = act(table, users[0], "offer_draw", expected_seq=1)
    assert again.status_code == 200
    done = act(table, users[1], "accept_draw").json()
    assert done["match"]["offer"] is None
    assert done["match"]["outcome"]["places"] == [1, 1]
    assert done["event"]["say"]["en"] == "Ben accepts the draw. The match is drawn."


def test_what_cannot_be_answered_is_told(users: list[User]) -> None:
    table = oware(users)
    refused = act(table, users[1], "accept_draw")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_offer")
    kyoen = Table(2, users=users)
    assert act(kyoen, users[0], "offer_draw").json()["code"] == "no_draws"


def test_an_arbiter_decides_with_a_reason(users: list[User]) -> None:
    table = oware(users)
    arbiter = arbiter_of(table.match)
    assert act(table, arbiter, "adjudicate", places=[1, 2]).json()["code"] == "reason_missing"
    missing = act(table, arbiter, "adjudicate", reason="x")
    assert missing.status_code == 400
    assert act(table, users[0], "adjudicate", places=[1, 2], reason="x").status_code in (403, 404)
    bad = act(table, arbiter, "adjudicate", places=[1, 3], reason="x")
    assert (bad.status_code, bad.json()["code"]) == (400, "invalid_action")
    done = act(table, arbiter, "adjudicate", places=[2, 1], reason="a call").json()
    assert [seat["place"] for seat in done["match"]["seats"]] == [2, 1]
    assert [seat["score"] for seat in done["match"]["seats"]] == [0, 0]


def test_an_illegal_move_is_counted(users: list[User]) -> None:
    table = oware(users)
    done = act(table, arbiter_of(table.match), "illegal", seat=2).json()
    assert [seat["illegal"] for seat in done["match"]["seats"]] == [0, 1]
    assert act(table, users[0], "illegal", seat=2).status_code in (403, 404)


def test_players_who_are_called_begin_by_themselves(users: list[User]) -> None:
    policy = {"ready_check": True, "no_show_ms": 600_000}
    table = oware(users, started=False, more={"policy": policy})
    called = act(table, arbiter_of(table.match), "call")
    assert called.status_code == 200
    assert called.json()["match"]["no_show_at"] is not None
    assert act(table, users[0], "ready").status_code == 200
    begun = act(table, users[1], "ready")
    assert begun.status_code == 201
    assert begun.json()["match"]["status"] == "running"
    assert begun.json()["match"]["no_show_at"] is None


def test_matches_are_listed_by_game(users: list[User]) -> None:
    tables = [oware(users), Table(2, users=users)]
    client = Client()
    client.force_login(users[0])
    for table, game in zip(tables, ("oware", "kyoen"), strict=True):
        found = client.get("/api/v1/matches/", {"game": game}).json()["results"]
        assert [match["id"] for match in found] == [str(table.id)]
    assert client.get("/api/v1/matches/", {"game": "chess"}).status_code == 400


def test_a_series_is_told_to_who_may_see_its_match(users: list[User]) -> None:
    series = a_series()
    end(series, 0)
    match = current(series)
    client = Client()
    assert client.get(f"/api/v1/matches/{match.pk}/series/").status_code == 404
    type(match).objects.update(is_public=True)
    found = client.get(f"/api/v1/matches/{match.pk}/series/").json()
    assert (found["points"], found["planned"], found["over"]) == ([1, 0], 3, False)
    assert found["current"] == str(match.pk)
    whole = client.get(f"/api/v1/matches/{match.pk}/").json()
    assert whole["series"] == {"id": str(series.pk), "game": 2}


def test_what_a_game_tells_of_a_position_is_not_for_kyoen(users: list[User]) -> None:
    assert Caller(Table(2, users=users), users[0]).get("study/").status_code == 404


def test_the_analysis_of_another_game_has_its_steps(users: list[User]) -> None:
    table = oware(users)
    table.move("C")
    table.resign(1)
    found = Caller(table, users[0]).get("analysis/").json()
    assert [step["text"] for step in found["steps"]] == ["", "C", ""]


def test_the_record_of_a_game_of_two(users: list[User]) -> None:
    table = oware(users, more={"policy": {"illegal_limit": 2}})
    table.move("C")
    table.resign(1)
    events = list(MatchEvent.objects.filter(match=table.id).order_by("seq"))
    text = record_text(table.row, table.seats, events)
    assert "Policy: illegal_limit=2\n" in text
    assert "Places: 1 2\nScores: 0 0\nEnded: resigned\n" in text
    assert "\tmove\t1\tC\n" in text
    found = record_json(table.row, table.seats, events)
    assert found["policy"] == {"illegal_limit": 2}
    assert json.dumps(found)


def test_an_arbiter_says_that_a_player_abandoned_the_match(users: list[User]) -> None:
    table = oware(users)
    arbiter = arbiter_of(table.match)
    assert act(table, users[0], "abandon", seat=2).status_code in (403, 404)
    missing = act(table, arbiter, "abandon")
    assert (missing.status_code, missing.json()["code"]) == (400, "invalid")
    done = act(table, arbiter, "abandon", seat=2, reason="left the hall").json()
    assert done["event"]["kind"] == "abandon"
    assert done["match"]["outcome"]["reason"] == "abandoned"
    assert done["match"]["outcome"]["places"] == [1, 2]
    assert done["match"]["away"] is None


def test_an_arbiter_says_that_both_agreed_on_a_draw(users: list[User]) -> None:
    table = oware(users)
    arbiter = arbiter_of(table.match)
    assert act(table, users[0], "agree_draw").status_code in (403, 404)
    done = act(table, arbiter, "agree_draw").json()
    assert done["match"]["outcome"]["reason"] == "agreed"
    assert done["event"]["say"]["en"] == "The players agreed on a draw. The match is drawn."
    strict = oware([], more={"policy": {"draw_offers": False}})
    refused = act(strict, arbiter_of(strict.match, "Mao"), "agree_draw")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_draws")
