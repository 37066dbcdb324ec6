"""Oware through the services: what is recorded, refused, and played by computers."""

from datetime import timedelta

import pytest

from games.clock import milliseconds
from games.models import MatchEvent
from games.present import match_view
from games.record_file import record_text
from games.rules.base import GameError
from games.services.computers import act_due
from tests.games.table import NOW, Table, after

pytestmark = pytest.mark.django_db
FISCHER = {"timing": "increment", "main_ms": 900_000, "step_ms": 5_000}


def board(**more: object) -> Table:
    return Table(2, game="oware", time=FISCHER, **more)  # type: ignore[arg-type]


def test_a_move_passes_the_clock_and_is_recorded_with_what_it_did() -> None:
    table = board()
    event = table.move("C", 10)
    assert event.data["did"]["path"] == "DEFa"
    assert event.data["used_ms"] == 10_000
    clock = table.state.clock
    left = [clock.remaining(seat, after(10)) for seat in (0, 1)]
    assert [milliseconds(time) for time in left if time is not None] == [895_000, 900_000]


@pytest.mark.parametrize(
    ("text", "code"), [("C", "not_your_pit"), ("c", "empty_pit"), ("g", "not_a_pit")]
)
def test_a_refused_move_changes_nothing(text: str, code: str) -> None:
    table = board()
    table.moves("C c A")
    before = table.seq
    with pytest.raises(GameError) as caught:
        table.move(text)
    assert (caught.value.code, table.seq) == (code, before)


def test_the_score_is_kept_with_the_result() -> None:
    table = board(rules={"ply_limit": 10})
    for _ in range(10):
        table.move(table.state.position.legal_moves()[0])
    outcome = table.row.outcome
    assert outcome is not None
    assert outcome["reason"] == "ply_limit"
    assert sum(outcome["scores"]) == 48
    last = MatchEvent.objects.filter(match=table.id).latest("seq")
    assert sum(last.data["did"]["shares"]) > 0


def test_everybody_is_told_pits_stores_and_legal_moves() -> None:
    table = board()
    table.move("C")
    view = match_view(table.row, table.seats, table.state, after(2))
    position = view["position"]
    assert position["pits"] == [4, 4, 0, 5, 5, 5, 5, 4, 4, 4, 4, 4]
    assert position["legal"] == list("abcdef")
    assert (position["to_move"], position["last_move"]["pit"]) == (2, "C")


def test_the_record_is_written_in_letters() -> None:
    table = board()
    table.moves("C c A e")
    events = list(MatchEvent.objects.filter(match=table.id).order_by("seq"))
    text = record_text(table.row, table.seats, events)
    moves = [line.split("\t")[-1] for line in text.splitlines() if "\tmove\t" in line]
    assert "".join(moves) == "CcAe"


@pytest.mark.parametrize("levels", [["beginner", "steady"], ["strong", "beginner"]])
def test_computers_play_each_other(levels: list[str]) -> None:
    time = {"timing": "sudden_death", "main_ms": 8_000}
    table = Table(2, game="oware", computers=levels, rules={"ply_limit": 10}, time=time)
    for _ in range(40):
        due = table.row.computer_due
        if due is None:
            break
        assert due <= NOW + timedelta(minutes=1)
        act_due(due)
    assert table.row.outcome is not None
    assert table.row.outcome["reason"] in {"ply_limit", "majority"}
