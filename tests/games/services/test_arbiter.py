"""What arbiters do through the services."""

import pytest

from games.models import MatchEvent
from games.rules.base import GameError
from games.services import arbiter
from games.services.errors import StaleMatchError
from tests.games.table import KYOEN, Table, after, arbiter_of

pytestmark = pytest.mark.django_db


def test_a_correction_has_its_author_and_reason() -> None:
    table = Table()
    rei = arbiter_of(table.match)
    arbiter.remove_seat(match_id=table.id, seat=1, by=rei, at=after(5), reason="left the hall")
    event = MatchEvent.objects.get(seq=2)
    assert (event.kind, event.seat, event.by, event.reason) == ("remove", 1, rei, "left the hall")


def test_a_match_that_was_over_is_reopened() -> None:
    table = Table(2)
    table.resign(0, 5)
    assert table.row.finished_at == after(5)
    table.do("restore_seat", 60, seat=0)
    row = table.row
    assert (row.status, row.outcome, row.finished_at) == ("running", None, None)
    assert row.deadline == after(120)


def test_the_step_that_ended_a_match_is_taken_back() -> None:
    table = Table(2)
    table.moves(" ".join(KYOEN), 5)
    table.claim(0, "b7c2g2", 6)
    assert table.places == [1, 2]
    table.do("take_back", 60)
    assert table.row.status == "running"
    assert table.state.position.alive == (0, 1)


def test_what_was_taken_back_is_told() -> None:
    table = Table()
    table.move("g8", 5)
    event = table.do("take_back", 6)
    assert event.data["undone"] == {"seq": 2, "kind": "move", "seat": 0, "text": "g8"}


def test_a_take_back_that_had_not_seen_the_last_step_is_refused() -> None:
    table = Table()
    table.moves("g8 a1", 5)
    with pytest.raises(StaleMatchError):
        table.do("take_back", 6, expected_seq=2)
    assert table.kinds == ["start", "move", "move"]


def test_a_request_made_twice_gives_time_once() -> None:
    table = Table()
    first = table.do("adjust_clock", 5, seat=0, ms=10_000, expected_seq=1)
    again = table.do("adjust_clock", 6, seat=0, ms=10_000, expected_seq=1)
    assert again.pk == first.pk
    assert table.left(0, 6) == 64


def test_time_that_was_given_is_not_time_that_was_not_used() -> None:
    table = Table()
    table.do("adjust_clock", 5, seat=0, ms=30_000)
    assert table.left(0, 5) == 85
    table.move("a1", 20)
    assert MatchEvent.objects.get(match=table.id, kind="move").data["used_ms"] == 20_000
    assert table.left(1, 20) == 60


def test_a_ruling_made_twice_is_one() -> None:
    table = Table(rules={"time_used_up": "arbiter"})
    table.flag(61)
    first = table.do("rule_on_time", 70, ruling="out", expected_seq=2)
    assert table.do("rule_on_time", 71, ruling="out", expected_seq=2).pk == first.pk
    assert table.state.position.alive == (1, 2)


def test_plays_on_with_what_the_arbiter_says() -> None:
    table = Table(rules={"time_used_up": "arbiter"})
    table.flag(61)
    table.do("rule_on_time", 70, ruling="plays_on", ms=15_000)
    assert table.row.deadline == after(85)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    table = Table()
    for name in ("remove_seat", "restore_seat", "withdraw_seat"):
        with pytest.raises(GameError):
            table.do(name, seat=seat)
    assert table.kinds == ["start"]


def test_a_no_show_goes_out_before_the_start() -> None:
    table = Table(started=False)
    table.do("remove_seat", -60, seat=2)
    assert table.row.status == "waiting"
    assert table.row.deadline is None


def test_places_at_the_end_are_stored() -> None:
    table = Table(4)
    table.do("withdraw_seat", 1, seat=2)
    table.do("remove_seat", 2, seat=0)
    table.resign(1, 3)
    assert table.places == [3, 2, 4, 1]
