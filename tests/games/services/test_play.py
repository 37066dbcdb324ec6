"""Placing and claiming through the services."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import MatchEvent
from games.record_events import Status
from games.rules.base import GameError, InvalidActionError, MatchOverError, NotYourTurnError
from games.services.errors import (
    AlreadyClaimedError,
    StaleMatchError,
    TimeUpError,
    TooLateError,
)
from tests.games.table import KYOEN, Table

pytestmark = pytest.mark.django_db


def test_a_move_is_recorded_and_the_turn_passes() -> None:
    table = Table()
    event = table.move("g8", 12)
    assert (event.seq, event.kind, event.seat, event.text) == (2, "move", 0, "g8")
    assert event.data["used_ms"] == 12_000
    assert table.state.to_move == 1
    assert table.row.to_move == 1


def test_the_same_move_sent_again_is_one_move() -> None:
    table = Table()
    first = table.move("g8", seat=0, seen=1)
    again = table.move("G8 ", 3, seat=0, seen=1)
    assert again.pk == first.pk
    assert again.is_repeated
    assert table.kinds == ["start", "move"]


def test_another_move_from_a_stale_page_is_refused_with_the_match_as_it_is() -> None:
    table = Table()
    table.move("g8")
    with pytest.raises(StaleMatchError) as refused:
        table.move("a1", seat=1, seen=1)
    assert refused.value.match is not None
    assert refused.value.match["seq"] == 2
    assert table.kinds == ["start", "move"]


def test_a_move_that_claims_to_have_seen_the_future_is_refused() -> None:
    table = Table()
    with pytest.raises(StaleMatchError):
        table.move("a1", seen=7)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("z9", "invalid_action"),
        ("j1", "off_board"),
        ("a10", "off_board"),
        ("a0", "invalid_action"),
        ("g8", "point_taken"),
        ("", "invalid_action"),
        ("2!b7c2g2", "invalid_action"),
        ("2-", "invalid_action"),
        ("-", "invalid_action"),
        ("a1" * 80, "invalid_action"),
        ("a1\x00", "invalid_action"),
        ("ａ１", "invalid_action"),
    ],
)
def test_what_is_no_move_changes_nothing(text: str, code: str) -> None:
    table = Table()
    table.move("g8")
    with pytest.raises(GameError) as refused:
        table.move(text)
    assert refused.value.code == code
    assert table.kinds == ["start", "move"]


def test_who_is_not_on_turn_does_not_move() -> None:
    table = Table()
    with pytest.raises(NotYourTurnError):
        table.move("a1", seat=2)


def test_a_seat_that_is_not_there_does_not_move() -> None:
    table = Table()
    with pytest.raises(InvalidActionError):
        table.move("a1", seat=3)


def test_nothing_is_placed_before_the_match_begins() -> None:
    with pytest.raises(GameError) as refused:
        Table(started=False).move("a1", seat=0)
    assert refused.value.code == "not_started"


def test_nothing_is_placed_after_the_match() -> None:
    table = Table(2)
    table.resign(0)
    with pytest.raises(MatchOverError):
        table.move("a1", seat=1)


def test_a_right_claim_takes_the_stone_off_and_its_player_out() -> None:
    table = Table()
    table.moves(" ".join(KYOEN))
    event = table.claim(2, "b7 c2 g2")
    assert event.text == "3!b7c2g2"
    assert event.data["points"] == ["b7", "c2", "g2", "g8"]
    assert event.data["right"]
    assert event.data["out"] == [0]
    assert table.state.position.alive == (1, 2)
    assert table.state.to_move == 1


def test_a_wrong_claim_is_recorded_and_play_goes_on() -> None:
    table = Table()
    table.moves("a1 b1 a3 c5")
    event = table.claim(1, "a1b1a3c5")
    assert not event.data["right"]
    assert table.state.to_move == 1
    assert table.move("d5", seat=1, seen=event.seq - 1).kind == "move"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "too_few_points"),
        ("b7 c2", "too_few_points"),
        ("b7 b7 c2 g2", "repeated_point"),
        ("b7 c2 g2 a1", "empty_point"),
        ("b7 c2 g2 t5", "invalid_action"),
        ("b7 c2 g2 k5", "off_board"),
        ("b7 c2 g2 g8 a2", "empty_point"),
        ("nonsense", "invalid_action"),
        ("!!", "too_few_points"),
    ],
)
def test_what_is_no_claim_changes_nothing(text: str, code: str) -> None:
    table = Table()
    table.moves(" ".join(KYOEN))
    with pytest.raises(GameError) as refused:
        table.claim(1, text)
    assert refused.value.code == code
    assert len(table.kinds) == 5


def test_the_same_wrong_claim_sent_again_counts_once() -> None:
    table = Table(rules={"wrong_claim": "limit", "wrong_claim_limit": 2})
    table.moves("a1 b1 a3 c5")
    first = table.claim(1, "a1b1a3", seen=5)
    assert table.claim(1, "a1b1a3", seen=5).pk == first.pk
    assert table.state.position.alive == (0, 1, 2)
    assert table.claim(1, "a1b1a3", seen=6).data["out"] == [1]


def test_the_second_right_claim_is_told_that_it_was_claimed_already() -> None:
    table = Table()
    table.moves(" ".join(KYOEN))
    table.claim(1, "b7c2g2", seen=5)
    with pytest.raises(AlreadyClaimedError) as refused:
        table.claim(2, "b7c2g2", seen=5)
    assert refused.value.match is not None
    assert table.wrong_claims == [0, 0, 0]


def test_so_is_one_in_a_match_that_the_first_ended() -> None:
    table = Table(2, rules={"arbiters_may_claim": True})
    table.moves(" ".join(KYOEN))
    table.claim(0, "b7c2g2", seen=5)
    assert table.row.status == Status.FINISHED.value
    with pytest.raises(AlreadyClaimedError):
        table.claim(None, "b7c2g2", seen=5)


def test_a_claim_of_an_older_stone_is_too_late_and_not_wrong() -> None:
    table = Table()
    table.moves(" ".join(KYOEN))
    table.move("a1")
    with pytest.raises(TooLateError):
        table.claim(2, "b7c2g2", seen=5)
    assert table.wrong_claims == [0, 0, 0]
    assert len(table.kinds) == 6


def test_a_move_after_a_right_claim_it_had_not_seen_is_stale() -> None:
    table = Table()
    table.moves(" ".join(KYOEN))
    table.claim(2, "b7c2g2", seen=5)
    with pytest.raises(StaleMatchError):
        table.move("a1", seat=1, seen=5)


def test_a_claim_survives_a_flag_and_a_resignation_that_it_had_not_seen() -> None:
    table = Table(4)
    table.moves(" ".join(KYOEN))
    table.flag(70)
    table.resign(1, 71)
    assert table.claim(2, "b7c2g2", 72, seen=5).data["right"]


def test_a_late_move_is_answered_by_the_flag() -> None:
    table = Table()
    with pytest.raises(TimeUpError) as refused:
        table.move("a1", 60.5)
    assert table.kinds == ["start", "flag"]
    assert refused.value.match is not None
    assert refused.value.match["to_move"] == 2


def test_a_late_claim_by_another_is_taken_after_the_flag() -> None:
    table = Table()
    table.moves(" ".join(KYOEN))
    event = table.claim(2, "b7c2g2", 62)
    assert table.kinds[-2:] == ["flag", "claim"]
    assert event.data["right"]
    assert table.row.status == "finished"
    assert table.places == [2, 3, 1]


def test_an_arbiter_claims_only_where_the_rules_allow_it() -> None:
    table = Table()
    table.moves(" ".join(KYOEN))
    with pytest.raises(GameError) as refused:
        table.claim(None, "b7c2g2")
    assert refused.value.code == "arbiter_may_not_claim"
    table = Table(rules={"arbiters_may_claim": True})
    table.moves(" ".join(KYOEN))
    event = table.claim(None, "b7c2g2")
    assert (event.seat, event.text) == (None, "A!b7c2g2")


def test_a_move_costs_the_same_however_long_the_record() -> None:
    table = Table()
    with CaptureQueriesContext(connection) as few:
        table.move("a1", seat=0, seen=1)
    table.moves("b3 c7 d2 e9 f4")
    with CaptureQueriesContext(connection) as many:
        table.move("i9", seat=0, seen=7)
    assert len(many) == len(few)


def test_events_have_no_gaps() -> None:
    table = Table()
    table.moves("a1 b3 c7")
    assert list(MatchEvent.objects.values_list("seq", flat=True)) == [1, 2, 3, 4]
