"""Computer players act by themselves, through the same door as people."""

from datetime import timedelta
from typing import Any

import pytest

from games.computers import budget
from games.faces.registry import FACES, face
from games.models import Match, MatchEvent
from games.services import computers
from games.services.computers import act_due
from games.services.matches import start_match
from games.services.state import _kept
from tests.games.table import KYOEN, NOW, Table, after

pytestmark = pytest.mark.django_db

FOREVER = after(10_000)


def play_out(table: Table, limit: int = 300) -> None:
    """Let time pass to whatever is due next, until nothing is."""
    for _ in range(limit):
        due = table.row.computer_due
        if due is None:
            return
        act_due(due)
    raise AssertionError("the computer players do not come to an end")


def test_a_computer_on_turn_moves_after_a_while() -> None:
    table = Table(2, computers=["careful", ""])
    due = table.row.computer_due
    assert due is not None
    assert NOW + timedelta(seconds=1) <= due <= NOW + timedelta(seconds=25)
    assert act_due(due - timedelta(milliseconds=1)) == 0
    assert act_due(due) == 1
    assert table.kinds == ["start", "move"]
    assert table.row.computer_due is None


def test_it_acts_once() -> None:
    table = Table(2, computers=["careful", ""])
    due = table.row.computer_due
    assert due is not None
    assert act_due(due) == 1
    assert act_due(due) == 0
    assert table.kinds == ["start", "move"]


def test_it_claims_a_kyoen_of_another() -> None:
    table = Table(3, computers=["", "careful", "careful"])
    for number, point in enumerate(KYOEN):
        table.move(point, number)
    due = table.row.computer_due
    assert due is not None
    act_due(due)
    assert table.kinds[-1] == "claim"
    assert table.state.position.alive == (1, 2)


@pytest.mark.parametrize("levels", [["careful"] * 4, ["careless"] * 4, ["careful", "careless"]])
def test_computers_play_a_match_to_its_end(levels: list[str]) -> None:
    table = Table(len(levels), rules={"size": 5}, computers=levels)
    play_out(table)
    assert table.row.status == "finished"
    assert "flag" not in table.kinds


def test_they_keep_their_time_however_short() -> None:
    table = Table(
        2,
        rules={"size": 4},
        computers=["careless", "careless"],
        time={"timing": "per_move", "step_ms": 3_000},
    )
    play_out(table)
    assert "flag" not in table.kinds


def test_a_pause_stops_them() -> None:
    table = Table(2, computers=["careful", ""])
    table.do("pause_match", 0.5)
    assert table.row.computer_due is None
    assert act_due(FOREVER) == 0
    table.do("resume_match", 100)
    assert table.row.computer_due is not None


def test_wrong_claims_do_not_put_them_off_for_ever() -> None:
    table = Table(3, computers=["", "", "careful"])
    table.moves("a1 b1 a3 c5 e5", 0)
    first = table.row.computer_due
    assert first is not None
    table.claim(0, "a1b1a3", 0.5)
    assert table.row.computer_due is not None
    assert table.row.computer_due <= max(first, after(1.5))


def test_what_a_computer_is_refused_is_not_tried_again() -> None:
    table = Table(2, computers=["careful", ""])
    assert act_due(after(300)) == 0
    assert table.kinds == ["start", "flag"]
    assert Match.objects.get().computer_due is None


def test_a_match_of_people_is_never_looked_at() -> None:
    assert Table().row.computer_due is None


SUDDEN = {"timing": "sudden_death", "main_ms": 60_000}


def thinking(**values: Any) -> Table:
    """A match of a game whose computer players think for a while."""
    game = next(found for found in FACES.values() if found.thinks)
    level = game.levels[0][0]
    return Table(2, game=game.name, computers=[level, ""], time=dict(SUDDEN), **values)


def test_who_thinks_does_so_in_the_worker_only(monkeypatch: pytest.MonkeyPatch) -> None:
    thought = []

    def choose(*_: Any) -> None:
        thought.append(True)
        raise AssertionError

    table = thinking(started=False)
    monkeypatch.setattr(type(face(table.row.game)), "choose", choose)
    start_match(match_id=table.id, by=None, at=NOW)
    assert table.row.computer_due is not None
    assert not thought
    act_due(table.row.computer_due)
    assert thought


def test_who_thinks_plays_and_the_clock_runs_meanwhile() -> None:
    table = thinking()
    due = table.row.computer_due
    assert due is not None
    assert act_due(due) == 1
    row = table.row
    assert table.kinds == ["start", "move"]
    assert row.started_at is not None
    left = table.state.clock.remaining(0, due)
    assert left is not None
    assert timedelta(seconds=60) - left >= due - row.started_at
    assert row.computer_due is None


def test_one_process_thinks_at_a_time() -> None:
    table = thinking()
    due = table.row.computer_due
    stale = Match.objects.prefetch_related("seats").get()
    Match.objects.update(computer_due=after(5))
    assert due is not None
    assert not computers._think(stale, due)
    assert table.kinds == ["start"]


@pytest.mark.parametrize(("left", "most"), [(600, 2), (30, 1), (2.5, 0.083), (1, 0.05)])
def test_the_time_to_think_follows_the_clock(left: float, most: float) -> None:
    table = Table(2, game="oware", time={"timing": "sudden_death", "main_ms": int(left * 1000)})
    assert budget(table.state, 0).total_seconds() == pytest.approx(most, abs=0.01)


def test_a_player_that_fails_stops_nobody_else() -> None:
    broken, table = (Table(2, computers=["careful", ""]) for _ in range(2))
    MatchEvent.objects.filter(match=broken.id).update(kind="dance")
    Match.objects.filter(pk=broken.id).update(computer_due=after(0.5))
    _kept.clear()
    due = table.row.computer_due
    assert due is not None
    assert act_due(due) == 1
    assert table.kinds == ["start", "move"]
    assert act_due(due) == 0
