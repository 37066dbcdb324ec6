"""Draws, rulings and beginnings of a match between two."""

from typing import Any

import pytest
from django.utils.translation import override

from games.models import MatchEvent
from games.present import match_view
from games.record_errors import AlreadyOfferedError, NoDrawsError, NoOfferError, OfferStandsError
from games.rules.base import GameError, InvalidActionError, MatchOverError
from games.sayings import sentence
from games.services import matches, no_shows
from games.services.rebuild import compare
from games.services.sweep import sweep
from tests.games.table import NAMES, Table, after

pytestmark = pytest.mark.django_db
LONG = {"timing": "increment", "main_ms": 600_000, "step_ms": 5_000}


def oware(**values: Any) -> Table:
    policy = values.pop("policy", {})
    values.setdefault("time", dict(LONG))
    return Table(2, game="oware", more={"policy": policy, **values.pop("more", {})}, **values)


def told(table: Table, language: str = "en") -> str:
    event = MatchEvent.objects.filter(match=table.id).order_by("seq").last()
    assert event is not None
    with override(language):
        return sentence(event, NAMES[:2], "oware")


def refused(code: str, act: Any) -> None:
    with pytest.raises(GameError) as found:
        act()
    assert found.value.code == code


# Draws


def test_players_agree_on_a_draw() -> None:
    table = oware()
    table.say("offer_draw", 0)
    assert table.state.offer == 0
    table.move("C")
    table.say("accept_draw", 1)
    outcome = table.row.outcome
    assert outcome is not None
    assert (outcome["places"], outcome["reason"]) == ([1, 1], "agreed")
    assert outcome["scores"] == [0, 0]
    assert told(table) == "Ben accepts the draw. The match is drawn."
    assert told(table, "ja") == "Benさんが引き分けに同意しました。引き分けです。"


def test_a_move_of_the_other_player_declines() -> None:
    table = oware()
    table.move("C")
    table.say("offer_draw", 0)
    table.move("a")
    assert table.state.offer is None
    with pytest.raises(NoOfferError):
        table.say("accept_draw", 1)


def test_an_offer_is_declined_and_not_repeated_at_once() -> None:
    table = oware()
    table.say("offer_draw", 0)
    table.say("decline_draw", 1)
    with pytest.raises(AlreadyOfferedError):
        table.say("offer_draw", 0)
    table.move("C")
    table.say("offer_draw", 0)
    assert table.state.offer == 0


def test_nobody_accepts_the_own_offer_or_offers_against_one() -> None:
    table = oware()
    table.say("offer_draw", 0)
    with pytest.raises(NoOfferError):
        table.say("accept_draw", 0)
    with pytest.raises(OfferStandsError):
        table.say("offer_draw", 1)


def test_the_same_offer_sent_again_is_the_same_event() -> None:
    table = oware()
    first = table.say("offer_draw", 0, expected_seq=1)
    again = table.say("offer_draw", 0, expected_seq=1)
    assert again.is_repeated
    assert again.seq == first.seq


def test_a_match_may_know_no_draws_by_agreement() -> None:
    for table in (oware(policy={"draw_offers": False}), Table(2)):
        with pytest.raises(NoDrawsError):
            table.say("offer_draw", 0)


def test_an_offer_makes_no_move_stale() -> None:
    table = oware()
    table.say("offer_draw", 1, 1)
    table.move("C", 2, seen=1)
    assert table.kinds[-1] == "move"


def test_an_agreed_draw_is_taken_back() -> None:
    table = oware()
    table.say("offer_draw", 0)
    table.say("accept_draw", 1)
    table.do("take_back", 5, reason="by mistake")
    assert table.row.status == "running"
    assert table.state.offer is None


# Rulings


@pytest.mark.parametrize("places", [(1, 2), (2, 1), (1, 1), (2, 2)])
def test_an_arbiter_decides_how_a_match_ends(places: tuple[int, int]) -> None:
    table = oware()
    table.move("C", 10)
    table.do("adjudicate", 20, places=places, reason="the hall closes")
    row = table.row
    assert row.status == "finished"
    assert row.outcome == {"places": list(places), "reason": "adjudicated", "scores": [0, 0]}
    assert row.to_move is None
    assert row.deadline is None
    view = match_view(row, table.seats, table.state, after(30))
    assert view["position"]["to_move"] is None
    with pytest.raises(MatchOverError):
        table.move("a", 31, seat=1)


def test_a_result_is_overruled_and_the_ruling_taken_back() -> None:
    table = oware()
    table.resign(0)
    table.do("adjudicate", 20, places=(1, 1), reason="he had not resigned")
    assert table.places == [1, 1]
    table.do("take_back", 21, reason="he had")
    assert table.places == [2, 1]
    table.do("take_back", 22, reason="he had not")
    assert table.row.status == "running"


def test_nobody_comes_back_into_a_match_that_an_arbiter_decided() -> None:
    table = oware()
    table.do("adjudicate", 20, places=(1, 2), reason="x")
    with pytest.raises(MatchOverError):
        table.do("restore_seat", 21, seat=1, reason="x")


@pytest.mark.parametrize("places", [(1,), (0, 1), (1, 3), (1, 2, 1), (-1, 1)])
def test_places_that_cannot_be(places: tuple[int, ...]) -> None:
    table = oware()
    with pytest.raises(InvalidActionError):
        table.do("adjudicate", 20, places=places, reason="x")
    assert table.kinds == ["start"]


def test_an_illegal_move_gives_the_other_time_and_the_second_loses() -> None:
    table = oware(policy={"illegal_ms": 120_000, "illegal_limit": 2})
    table.do("record_illegal", 10, seat=0)
    assert table.left(1, 10) == 720
    assert table.row.status == "running"
    assert told(table) == "Illegal move no. 1 of Aoi. The other player has 120 s more."
    table.do("record_illegal", 20, seat=0)
    assert table.row.outcome is not None
    assert table.row.outcome["reason"] == "illegal_moves"
    assert table.places == [2, 1]
    assert told(table) == "Illegal move no. 2 of Aoi. Ben wins."
    table.do("take_back", 30, reason="it was legal")
    assert table.state.illegal == (1, 0)
    assert table.left(1, 30) == 720


def test_illegal_moves_are_counted_whatever_is_taken_back() -> None:
    table = oware()
    table.move("C", 5)
    table.do("record_illegal", 10, seat=1)
    table.do("take_back", 11, reason="wrong pit")
    assert table.state.illegal == (0, 1)
    assert "illegal" in table.kinds


def test_a_seat_loses_on_time_and_the_score_is_kept() -> None:
    table = oware(time={"timing": "sudden_death", "main_ms": 60_000})
    table.move("C", 10)
    assert table.flag(70.3) is not None
    assert table.places == [1, 2]
    assert table.row.outcome is not None
    assert table.row.outcome["scores"] == [0, 0]
    assert told(table) == "Ben has used up the time. Aoi wins."


# Beginning


def test_the_clock_starts_when_both_are_ready() -> None:
    table = oware(policy={"ready_check": True}, started=False)
    table.ready(0)
    assert table.row.status == "waiting"
    matches.call_match(match_id=table.id, by=None, at=after(5))
    assert table.row.status == "waiting"
    table.ready(1, 8)
    row = table.row
    assert row.status == "running"
    assert row.started_at == after(8)


def test_without_a_ready_check_arbiters_begin_it() -> None:
    table = oware(started=False)
    matches.call_match(match_id=table.id, by=None, at=after(0))
    table.ready(0)
    table.ready(1)
    assert table.row.status == "waiting"


def test_who_does_not_come_has_lost() -> None:
    table = oware(policy={"ready_check": True, "no_show_ms": 60_000}, started=False)
    matches.call_match(match_id=table.id, by=None, at=after(0))
    assert table.row.no_show_at == after(60)
    table.ready(1, 10)
    assert sweep(after(59)) == 0
    assert table.row.status == "waiting"
    sweep(after(61))
    row = table.row
    assert row.status == "finished"
    assert table.places == [2, 1]
    assert row.outcome is not None
    assert row.outcome["reason"] == "absent"
    assert row.no_show_at is None
    assert told(table) == "Aoi did not come. Ben wins."


def test_when_nobody_comes_nobody_wins() -> None:
    table = oware(policy={"no_show_ms": 60_000}, started=False)
    matches.call_match(match_id=table.id, by=None, at=after(0))
    no_shows.forfeit_absent(after(60))
    assert table.places == [2, 2]
    assert told(table) == "Nobody came. Nobody wins."
    assert not no_shows.forfeit_if_absent(match_id=table.id, at=after(61))


def test_the_limit_may_be_left_to_arbiters() -> None:
    table = oware(policy={"no_show_ms": 60_000, "no_show": "arbiter"}, started=False)
    matches.call_match(match_id=table.id, by=None, at=after(0))
    assert no_shows.forfeit_absent(after(100)) == 0
    view = match_view(table.row, table.seats, table.state, after(100))
    assert view["no_show_at"] == "2026-08-01T03:01:00.000Z"


def test_an_absence_of_the_server_moves_the_limit() -> None:
    table = oware(policy={"no_show_ms": 60_000}, started=False)
    sweep(after(0))
    matches.call_match(match_id=table.id, by=None, at=after(1))
    sweep(after(500))
    assert table.row.status == "waiting"
    assert table.row.no_show_at == after(561)


def test_of_many_players_those_who_came_begin() -> None:
    table = Table(4, started=False, more={"policy": {"ready_check": True, "no_show_ms": 60_000}})
    matches.call_match(match_id=table.id, by=None, at=after(0))
    for seat in (0, 1, 3):
        table.ready(seat)
    no_shows.forfeit_absent(after(60))
    assert table.kinds == ["remove", "start"]
    assert table.state.position.alive == (0, 1, 3)


@pytest.mark.parametrize(
    "policy",
    [
        {"no_show_ms": -1},
        {"illegal_limit": 100},
        {"ready_check": 1},
        {"no_show": "whatever"},
        {"colour": "red"},
    ],
)
def test_a_policy_that_cannot_be_is_refused(policy: dict[str, Any]) -> None:
    refused("invalid_rules", lambda: oware(policy=policy))


def test_what_is_stored_follows_from_the_record() -> None:
    table = oware(policy={"illegal_ms": 60_000})
    table.move("C", 2)
    table.do("record_illegal", 10, seat=1)
    table.say("offer_draw", 1, 11)
    table.say("accept_draw", 0, 12)
    table.do("adjudicate", 20, places=(1, 2), reason="x")
    assert list(compare()) == []
