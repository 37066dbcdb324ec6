"""What pages, programs and viewers are told."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from games import live
from games.models import MatchEvent
from games.present import event_view, match_view
from games.record_events import Kind
from games.services import matches
from tests.games.table import KYOEN, NOW, Table, after

pytestmark = pytest.mark.django_db


def view(table: Table, seconds: float = 1) -> Any:
    return match_view(table.row, table.seats, table.state, after(seconds))


def said(table: Table, language: str = "en") -> str:
    event = MatchEvent.objects.filter(match=table.id).latest("seq")
    found: str = event_view(event, [seat.name for seat in table.seats], "kyoen")["say"][language]
    return found


def states(table: Table) -> list[str]:
    return [seat["state"] for seat in view(table)["seats"]]


def test_seats_count_from_one() -> None:
    table = Table()
    table.move("g8")
    found = view(table)
    assert found["to_move"] == 2
    assert found["clock"]["turn"] == 2
    assert found["position"]["owner"] == 1
    assert [seat["seat"] for seat in found["seats"]] == [1, 2, 3]


def test_the_clock_is_told_as_of_an_instant() -> None:
    table = Table()
    table.move("g8", 10)
    clock = view(table, 25)["clock"]
    assert clock["left_ms"] == [60_000, 45_000, 60_000]
    assert clock["deadline"] == "2026-08-01T03:01:10.000Z"
    assert clock["server_time"] == "2026-08-01T03:00:25.000Z"
    assert clock["running"] is True


def test_without_a_clock_nothing_runs() -> None:
    clock = view(Table(time={"timing": "none"}))["clock"]
    assert clock["running"] is False
    assert clock["deadline"] is None
    assert clock["left_ms"] == [None, None, None]


def test_each_seat_has_one_word() -> None:
    table = Table(5)
    assert states(table) == ["thinking", "next", "in", "in", "in"]
    table.move("g8")
    assert states(table) == ["placed", "thinking", "next", "in", "in"]
    table.do("remove_seat", seat=2)
    assert states(table) == ["placed", "thinking", "out", "next", "in"]


def test_before_the_start_nobody_thinks() -> None:
    table = Table(3, started=False)
    table.do("remove_seat", -1, seat=1)
    assert states(table) == ["in", "absent", "in"]


def test_the_place_of_who_is_out_is_known_at_once() -> None:
    table = Table(4)
    table.resign(2)
    table.resign(0)
    assert [seat["place"] for seat in view(table)["seats"]] == [3, None, 4, None]


def test_a_title_in_one_language_serves_both() -> None:
    found = view(Table(more={"title_ja": "決勝"}))
    assert found["title"] == {"ja": "決勝", "en": "決勝"}


def test_a_right_claim_is_shown_with_its_curve() -> None:
    table = Table()
    table.moves(" ".join(KYOEN))
    table.claim(2, "b7c2g2")
    claim = view(table)["position"]["last_claim"]
    assert (claim["claimant"], claim["against"], claim["right"]) == (3, 1, True)
    assert claim["curve"]["kind"] == "circle"


TOLD: list[tuple[str, Callable[[Table], object], str, str]] = [
    (
        "start",
        lambda table: None,
        "The match has begun. Aoi plays first.",
        "対局が始まりました。最初はAoiさんです。",
    ),
    (
        "move",
        lambda table: table.move("g8"),
        "Aoi placed a stone on g8.",
        "Aoiさんがg8に打ちました。",
    ),
    (
        "flag",
        lambda table: table.flag(61),
        "Aoi has used up the time. Aoi is out.",
        "Aoiさんの時間が切れました。Aoiさんは脱落です。",
    ),
    ("resign", lambda table: table.resign(1), "Ben resigned.", "Benさんが投了しました。"),
    (
        "withdraw",
        lambda table: table.do("withdraw_seat", seat=1),
        "Ben withdrew.",
        "Benさんが棄権しました。",
    ),
    (
        "remove",
        lambda table: table.do("remove_seat", seat=1),
        "The arbiter took Ben out of the match.",
        "審判がBenさんを対局から外しました。",
    ),
    (
        "pause",
        lambda table: table.do("pause_match"),
        "The match is paused; the clock stands still.",
        "対局を中断しました。時計は止まっています。",
    ),
    (
        "clock",
        lambda table: table.do("adjust_clock", seat=0, ms=-1500),
        "The arbiter took 1.5 s from Aoi.",
        "審判がAoiさんの時間を1.5秒減らしました。",
    ),
    (
        "end",
        lambda table: table.do("end_match"),
        "The arbiter ended the match. Aoi, Ben, Chika share first place.",
        "審判が対局を終えました。Aoiさん、Benさん、Chikaさんが1位を分け合います。",
    ),
]


@pytest.mark.parametrize(("kind", "act", "en", "ja"), TOLD, ids=[row[0] for row in TOLD])
def test_what_happened_is_said_in_both_languages(
    kind: str, act: Callable[[Table], object], en: str, ja: str
) -> None:
    table = Table()
    act(table)
    assert table.kinds[-1] == kind
    assert said(table, "en") == en
    assert said(table, "ja") == ja


def test_claims_are_said() -> None:
    table = Table(2)
    table.moves("a1 b1 a3 c5")
    table.claim(0, "a1b1a3")
    assert said(table) == "Aoi claimed a1 b1 a3 c5: not a kyōen with the last stone."
    table = Table(2)
    table.moves(" ".join(KYOEN))
    table.claim(0, "b7c2g2")
    assert said(table) == "Kyōen! Aoi claimed b7 c2 g2 g8. Ben is out. Aoi wins."
    assert said(table, "ja") == (
        "共円！Aoiさんがb7 c2 g2 g8を指摘しました。Benさんは脱落です。Aoiさんの勝ちです。"
    )


def test_the_reader_s_language_does_not_matter() -> None:
    table = Table()
    with override("ja"):
        assert said(table, "en") == "The match has begun. Aoi plays first."


def test_every_kind_of_event_has_its_sentence() -> None:
    assert {row[0] for row in TOLD} | {
        "claim", "restore", "resume", "ruling", "takeback", "outage",
        "offer", "accept", "decline", "illegal", "adjudicate",
        "away", "abandon",
    } == {kind.value for kind in Kind}  # fmt: skip
    table = Table(rules={"time_used_up": "arbiter"})
    table.flag(61)
    assert said(table) == "Aoi has used up the time; the arbiter rules."
    table.do("rule_on_time", 70, ruling="plays_on", ms=30_000)
    assert said(table) == "The arbiter ruled that Aoi plays on, with 30 s."
    table.move("g8", 71)
    table.do("take_back", 72)
    assert said(table) == "The arbiter took back the stone of Aoi on g8."
    table.do("remove_seat", 73, seat=1)
    table.do("restore_seat", 74, seat=1)
    assert said(table, "ja") == "審判がBenさんを対局に戻しました。"


def test_viewers_are_told_after_the_commit_once_for_all(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(
        live, "publish", lambda topic, data, *, seq: shown.append((topic, data, seq))
    )
    table = Table(started=False)
    with django_capture_on_commit_callbacks() as callbacks:
        matches.start_match(match_id=table.id, by=None, at=NOW)
    assert shown == []
    for callback in callbacks:
        callback()
    ((topic, data, seq),) = shown
    assert (topic, seq) == (f"match:{table.id}", 1)
    assert data["event"]["kind"] == "start"
    assert data["match"]["status"] == "running"
    assert "log" not in data["match"]


def test_a_flag_and_what_follows_are_shown_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    shown: list[Any] = []
    monkeypatch.setattr(live, "publish", lambda topic, data, *, seq: shown.append((data, seq)))
    table = Table()
    table.moves(" ".join(KYOEN))
    with django_capture_on_commit_callbacks(execute=True):
        table.claim(2, "b7c2g2", 62)
    assert [seq for _, seq in shown] == [6, 7]
    assert shown[0][0]["match"]["seq"] == 6
    assert shown[0][0]["match"]["outcome"] is None
    assert shown[1][0]["match"]["outcome"]["places"] == [2, 3, 1]


def test_a_view_asks_the_database_nothing() -> None:
    table = Table()
    row, seats, state = table.row, table.seats, table.state
    events = list(MatchEvent.objects.filter(match=table.id))
    with CaptureQueriesContext(connection) as queries:
        match_view(row, seats, state, NOW, events)
    assert len(queries) == 0
