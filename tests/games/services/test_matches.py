"""Making, filling and beginning matches."""

from typing import Any

import pytest

from accounts.errors import UserError
from games.models import Match, Seat
from games.present import event_view
from games.rules.base import GameError
from games.services import matches
from games.services.matches import NewSeat, create_match
from tests.games.table import MINUTE, NOW, Table, person

pytestmark = pytest.mark.django_db


def make(**more: Any) -> Match:
    values: dict[str, Any] = {
        "game": "kyoen",
        "rules": {},
        "time_control": MINUTE,
        "seats": [NewSeat("Aoi"), NewSeat("Ben")],
    }
    return create_match(**values | more)


def test_a_new_match_waits_with_its_rules_in_full() -> None:
    match = make(rules={"size": 6})
    assert match.status == "waiting"
    assert match.rules["rows"] == 6
    assert match.rules["wrong_claim"] == "nothing"
    assert [seat.name for seat in match.seats.all()] == ["Aoi", "Ben"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"rules": {"size": 2}}, "invalid_rules"),
        ({"rules": {"colour": "red"}}, "invalid_rules"),
        ({"time_control": {"timing": "sundial"}}, "invalid_rules"),
        ({"seats": [NewSeat("Aoi")]}, "seats_invalid"),
        ({"seats": [NewSeat(str(n)) for n in range(9)]}, "seats_invalid"),
        ({"seats": [NewSeat("Aoi"), NewSeat("")]}, "seats_invalid"),
        ({"seats": [NewSeat("Aoi"), NewSeat("x" * 201)]}, "seats_invalid"),
        ({"seats": [NewSeat("Aoi"), NewSeat("HAL", computer="genius")]}, "unknown_computer"),
    ],
)
def test_a_match_that_cannot_be_is_not_made(more: dict[str, Any], code: str) -> None:
    with pytest.raises((GameError, UserError)) as refused:
        make(**more)
    assert getattr(refused.value, "code", "") == code
    assert not Match.objects.exists()


def test_nobody_sits_on_two_seats() -> None:
    aoi = person()
    with pytest.raises(UserError) as refused:
        make(seats=[NewSeat("Aoi", aoi), NewSeat("Aoi", aoi)])
    assert refused.value.code == "same_user_twice"


@pytest.mark.parametrize(
    "name", ["名" * 200, "🐙" * 100, "\u202eevil\u202c", "<script>", "%(x)s {y}"]
)
def test_any_name_is_kept_as_it_is(name: str) -> None:
    table = Table(started=False)
    Seat.objects.filter(match=table.id, number=0).update(name=name)
    event = matches.start_match(match_id=table.id, by=None, at=NOW)
    said = event_view(event, [seat.name for seat in table.seats], "kyoen")["say"]
    assert name in said["ja"]
    assert name in said["en"]


def test_a_friend_takes_the_free_seat() -> None:
    table = Table(2, users=[person()], started=False, more={"invite": "abc"})
    ben = person("Ben")
    seat = matches.take_seat(match_id=table.id, user=ben, name="Benjamin", at=NOW)
    assert (seat.number, seat.name, seat.user) == (1, "Benjamin", ben)


def test_who_sits_there_already_keeps_the_seat() -> None:
    aoi = person()
    table = Table(2, users=[aoi], started=False, more={"invite": "abc"})
    assert matches.take_seat(match_id=table.id, user=aoi, name="Aoi", at=NOW).number == 0


def test_a_match_without_a_link_gives_no_seats() -> None:
    table = Table(2, started=False)
    with pytest.raises(UserError) as refused:
        matches.take_seat(match_id=table.id, user=person(), name="Zoe", at=NOW)
    assert refused.value.code == "no_free_seat"


def test_a_match_with_free_seats_does_not_begin() -> None:
    table = Table(2, users=[person()], started=False, more={"invite": "abc"})
    with pytest.raises(UserError) as refused:
        matches.start_match(match_id=table.id, by=None, at=NOW)
    assert refused.value.code == "seats_free"


def test_practice_begins_when_its_player_is_ready() -> None:
    table = Table(
        2,
        users=[person()],
        computers=["", "careful"],
        started=False,
        more={"is_practice": True},
    )
    matches.set_ready(match_id=table.id, seat=0, by=None, at=NOW)
    assert table.row.status == "running"


def test_a_tournament_match_waits_for_its_arbiter() -> None:
    table = Table(2, started=False)
    for seat in (0, 1):
        matches.set_ready(match_id=table.id, seat=seat, by=None, at=NOW)
    assert table.row.status == "waiting"
    assert all(seat.ready_at for seat in table.seats)


def test_nobody_is_ready_after_the_start() -> None:
    table = Table()
    with pytest.raises(GameError) as refused:
        matches.set_ready(match_id=table.id, seat=0, by=None, at=NOW)
    assert refused.value.code == "already_started"
