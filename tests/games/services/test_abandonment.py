"""Players who go away in the middle of a match."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from uuid import UUID

import pytest
from django.utils.translation import override

from accounts.models import User
from games import live
from games.live import Frame
from games.models import Heartbeat, Match, MatchEvent, Medium, Series
from games.present import match_view
from games.record_errors import NotAwaitedError, NotStartedError
from games.record_events import Kind
from games.rules.base import MatchOverError
from games.sayings import sentence
from games.services.ledger import CLOCKS, lock
from games.services.matches import NewSeat, start_match
from games.services.presence import beat_streams, look_for_missing, note_present, see_pages
from games.services.rebuild import compare
from games.services.series import create_series, current, result
from games.services.state import _kept
from games.services.sweep import sweep
from tests.games.table import NAMES, Table, after, person

pytestmark = pytest.mark.django_db
AWAY = {"away_ms": 180_000}
FORFEIT = {"away_ms": 180_000, "abandoned": "forfeit"}
NO_CLOCK = {"timing": "none"}


@pytest.fixture
def users() -> list[User]:
    return [person(name) for name in NAMES[:2]]


@pytest.fixture
def shown() -> Iterator[list[Frame]]:
    """What viewers were sent."""
    frames: list[Frame] = []
    live.listen(frames.append)
    yield frames
    live.unlisten(frames.append)


def oware(users: list[User], policy: dict[str, Any], **values: Any) -> Table:
    beat_streams(after(-1))
    more = {"policy": policy, **values.pop("more", {})}
    return Table(
        2, game="oware", users=users, time=values.pop("time", dict(NO_CLOCK)), more=more, **values
    )


def pages(table: Table, seconds: float, *users: User) -> None:
    """The streams tell at ``seconds`` that these have the page open; the sweeper looks."""
    see_pages({(user.pk, table.id) for user in users}, after(seconds))
    look(seconds)


def look(seconds: float) -> None:
    """A sweep of one who was never away."""
    Heartbeat.objects.filter(name=CLOCKS).update(at=after(seconds))
    sweep(after(seconds))


def minutes(table: Table, begin: int, end: int, *users: User, step: int = 10) -> None:
    """The same, every ``step`` seconds from ``begin`` until before ``end``."""
    for second in range(begin, end, step):
        pages(table, second, *users)


def away(table: Table, seconds: float) -> dict[str, Any] | None:
    found: dict[str, Any] | None = match_view(table.row, table.seats, table.state, after(seconds))[
        "away"
    ]
    return found


def told(table: Table, language: str = "en") -> str:
    event = MatchEvent.objects.filter(match=table.id).order_by("seq").last()
    assert event is not None
    with override(language):
        return sentence(event, NAMES[:2], "oware")


def test_who_has_the_page_open_is_not_away(users: list[User]) -> None:
    table = oware(users, FORFEIT)
    minutes(table, 0, 600, *users, step=15)
    assert away(table, 600) is None
    assert table.kinds == ["start"]


def test_who_closes_the_page_is_shown_as_away_until_back(
    users: list[User], shown: list[Frame], django_capture_on_commit_callbacks: Any
) -> None:
    table = oware(users, AWAY)
    minutes(table, 0, 61, *users)
    with django_capture_on_commit_callbacks(execute=True):
        minutes(table, 70, 130, users[1])
    assert away(table, 130) == {
        "seat": 1,
        "why": "away",
        "since": "2026-08-01T03:01:00.000Z",
        "until": "2026-08-01T03:04:00.000Z",
    }
    assert b'"away":{"seat":1' in shown[-1].body
    with django_capture_on_commit_callbacks(execute=True):
        pages(table, 130, *users)
    assert away(table, 130) is None
    assert b'"away":null' in shown[-1].body


def test_who_is_away_too_long_is_reported_to_the_arbiter_once(users: list[User]) -> None:
    table = oware(users, AWAY)
    minutes(table, 0, 400, users[1])
    assert table.kinds == ["start", "away"]
    assert table.row.status == "running"
    assert told(table) == "Aoi has been away for too long. The arbiter decides."
    table.do("declare_abandoned", 401, seat=0, reason="cannot be reached")
    assert table.places == [2, 1]
    assert table.row.outcome is not None
    assert table.row.outcome["reason"] == "abandoned"
    assert told(table) == "The arbiter declared that Aoi abandoned the match. Ben wins."
    assert not list(compare(only=[table.id]))


def test_a_player_who_was_reported_may_come_back_and_play(users: list[User]) -> None:
    table = oware(users, AWAY)
    minutes(table, 0, 300, users[1])
    minutes(table, 300, 320, *users)
    assert away(table, 320) is None
    table.move("C", 321)
    minutes(table, 330, 400, *users)
    assert table.kinds == ["start", "away", "move"]


def test_a_player_who_goes_away_again_is_reported_again(users: list[User]) -> None:
    table = oware(users, AWAY)
    minutes(table, 0, 300, users[1])
    minutes(table, 300, 320, *users)
    minutes(table, 320, 700, users[1])
    assert table.kinds == ["start", "away", "away"]


def test_the_match_is_forfeited_by_itself_where_the_policy_says_so(users: list[User]) -> None:
    table = oware(users, FORFEIT)
    minutes(table, 0, 180, users[1])
    assert table.row.status == "running"
    look(180.2)
    assert table.row.status == "running"
    look(180.3)
    assert (table.places, table.kinds) == ([2, 1], ["start", "abandon"])
    event = MatchEvent.objects.get(match=table.id, kind="abandon")
    assert event.data["why"] == "away"
    assert event.data["ms"] == 180_000
    assert told(table) == "Aoi was away for too long and has abandoned the match. Ben wins."
    assert (
        told(table, "ja")
        == "Aoiさんが長く席を外したため、対局放棄となりました。Benさんの勝ちです。"
    )
    assert not sweep(after(1000))
    assert not list(compare(only=[table.id]))


def test_only_the_player_on_turn_is_waited_for(users: list[User]) -> None:
    table = oware(users, FORFEIT)
    minutes(table, 0, 600, users[0])
    table.move("C", 600)
    assert away(table, 601) == {
        "seat": 2,
        "why": "away",
        "since": "2026-08-01T03:00:00.000Z",
        "until": "2026-08-01T03:13:00.000Z",
    }
    minutes(table, 610, 800, users[0])
    assert table.places == [1, 2]


def test_who_does_not_move_with_the_page_open_is_told_and_then_loses(users: list[User]) -> None:
    table = oware(users, {"idle_ms": 600_000, "abandoned": "forfeit"})
    minutes(table, 0, 300, *users)
    assert away(table, 290) is None
    pages(table, 301, *users)
    found = away(table, 301)
    assert found is not None
    assert (found["seat"], found["why"]) == (1, "idle")
    minutes(table, 310, 620, *users)
    assert table.places == [2, 1]
    assert told(table).startswith("Aoi did not move for too long")


def test_an_idle_player_is_reported_once(users: list[User]) -> None:
    table = oware(users, {"idle_ms": 60_000})
    minutes(table, 0, 600, *users)
    assert table.kinds == ["start", "away"]
    assert told(table) == "Aoi has not moved for too long. The arbiter decides."


def test_a_move_after_the_limit_that_nobody_noticed_is_played(users: list[User]) -> None:
    table = oware(users, FORFEIT)
    table.move("C", 500)
    assert table.row.status == "running"


def test_without_the_option_nobody_is_missed(users: list[User]) -> None:
    table = oware(users, {})
    minutes(table, 0, 300)
    assert table.row.away_at is None
    assert table.kinds == ["start"]


def test_with_a_clock_the_flag_decides_unless_the_limit_is_shorter(users: list[User]) -> None:
    clock = {"timing": "sudden_death", "main_ms": 60_000}
    table = oware(users, FORFEIT, time=clock)
    minutes(table, 0, 70, users[1], step=2)
    assert table.row.outcome is not None
    assert table.row.outcome["reason"] == "time"
    table = oware(
        [person("Chi"), person("Dai")],
        {"away_ms": 30_000, "abandoned": "forfeit"},
        time=clock,
    )
    minutes(table, 0, 60, step=2)
    assert table.row.outcome is not None
    assert table.row.outcome["reason"] == "abandoned"


def test_nobody_is_waited_for_over_the_board_or_without_a_page(users: list[User]) -> None:
    for table in (
        oware(users, FORFEIT, more={"medium": Medium.BOARD}),
        oware([], FORFEIT),
    ):
        minutes(table, 0, 400)
        assert table.kinds == ["start"]


def test_a_pause_stops_the_waiting(users: list[User]) -> None:
    table = oware(users, FORFEIT)
    table.do("pause_match", 100)
    minutes(table, 110, 600)
    assert table.row.status == "paused"
    table.do("resume_match", 600)
    minutes(table, 610, 770)
    assert table.row.status == "running"
    minutes(table, 770, 800)
    assert table.row.status == "finished"


def test_when_nothing_could_be_seen_everybodys_limit_begins_anew(users: list[User]) -> None:
    table = oware(users, FORFEIT)
    minutes(table, 0, 60, *users)
    sweep(after(500))
    assert table.row.status == "running"
    pages(table, 500)
    minutes(table, 510, 670)
    assert table.row.status == "running"
    minutes(table, 670, 700)
    assert table.row.status == "finished"


def test_an_arbiter_takes_it_back_and_the_limit_begins_anew(users: list[User]) -> None:
    table = oware(users, FORFEIT)
    minutes(table, 0, 200)
    table.do("take_back", 200, reason="the train was late")
    assert table.row.status == "running"
    minutes(table, 210, 370, users[1])
    assert table.row.status == "running"
    minutes(table, 370, 400, users[1])
    assert table.row.status == "finished"


def test_the_record_reports_only_the_player_on_turn(users: list[User]) -> None:
    table = oware(users, AWAY)
    ledger = lock(table.id, after(5))
    with pytest.raises(NotAwaitedError):
        ledger.add(Kind.AWAY, seat=1)


def test_only_a_match_that_goes_on_is_abandoned(users: list[User]) -> None:
    table = oware(users, AWAY, started=False)
    with pytest.raises(NotStartedError):
        table.do("declare_abandoned", 1, seat=0)
    start_match(match_id=table.id, by=None, at=after(2))
    table.resign(1, 3)
    with pytest.raises(MatchOverError):
        table.do("declare_abandoned", 4, seat=0)


def test_a_series_goes_on_after_a_game_was_abandoned(users: list[User]) -> None:
    series: Series = create_series(
        seats=[NewSeat(user.name, user) for user in users],
        games=3,
        first="given",
        game="oware",
        rules={},
        time_control=NO_CLOCK,
        policy=FORFEIT,
    )
    beat_streams(after(-1))
    first: Match = current(series)
    start_match(match_id=first.pk, by=None, at=after(0))
    for second in range(0, 200, 10):
        see_pages({(users[1].pk, first.pk)}, after(second))
        look(second)
    second_game: Match = current(series)
    assert second_game.game_number == 2
    assert second_game.policy["abandoned"] == "forfeit"
    assert list(result(series).points) == [Fraction(0), Fraction(1)]


def test_open_pages_are_written_down_in_few_queries(
    users: list[User], django_assert_num_queries: Any
) -> None:
    table = oware(users, AWAY)
    watching: set[tuple[UUID, UUID]] = {(user.pk, table.id) for user in users}
    note_present(watching, after(1))
    with django_assert_num_queries(5):
        note_present(watching, after(11))
    with django_assert_num_queries(1):
        note_present(watching, after(12))
    with django_assert_num_queries(1):
        assert look_for_missing(after(12)) == 0
    assert [seat.seen_at for seat in table.seats] == [after(11)] * 2


def test_at_a_table_of_several_the_others_play_on(users: list[User]) -> None:
    beat_streams(after(-1))
    everybody = [*users, person("Chika")]
    table = Table(3, users=everybody, time=dict(NO_CLOCK), more={"policy": FORFEIT})
    minutes(table, 0, 200, *everybody[1:])
    assert table.row.status == "running"
    assert table.state.position.alive == (1, 2)
    assert table.state.to_move == 1
    minutes(table, 200, 400, *everybody[1:])
    assert table.kinds == ["start", "abandon"]


def test_who_was_reported_and_comes_back_may_yet_be_reported_for_not_moving(
    users: list[User],
) -> None:
    table = oware(users, {"away_ms": 60_000, "idle_ms": 120_000})
    minutes(table, 0, 400, users[1])
    assert table.kinds == ["start", "away"]
    assert table.row.was_left
    minutes(table, 400, 440, *users)
    assert table.kinds == ["start", "away", "away"]
    assert told(table) == "Aoi has not moved for too long. The arbiter decides."
    table.move("C", 441)
    assert not table.row.was_left


def test_a_short_absence_of_the_server_is_nobodys(users: list[User]) -> None:
    table = oware(users, {"away_ms": 60_000, "abandoned": "forfeit"})
    pages(table, 1, *users)
    minutes(table, 10, 50)
    see_pages(set(), after(65))
    sweep(after(65))
    assert away(table, 65) == {
        "seat": 1,
        "why": "away",
        "since": "2026-08-01T03:00:26.000Z",
        "until": "2026-08-01T03:01:26.000Z",
    }
    look(86)
    assert table.row.status == "running"
    look(87)
    assert table.kinds == ["start", "abandon"]


def test_a_short_absence_of_the_server_is_no_idleness(users: list[User]) -> None:
    table = oware(users, {"idle_ms": 60_000, "abandoned": "forfeit"})
    minutes(table, 0, 50, *users)
    see_pages({(user.pk, table.id) for user in users}, after(65))
    sweep(after(65))
    look(84)
    assert table.row.status == "running"
    look(86)
    assert table.kinds == ["start", "abandon"]


def test_who_comes_back_after_the_limit_for_a_move_is_looked_for(users: list[User]) -> None:
    table = oware(users, {"idle_ms": 60_000})
    minutes(table, 0, 50, users[1])
    see_pages({(users[0].pk, table.id)}, after(65))
    look(65.5)
    assert table.kinds == ["start", "away"]


def test_a_record_that_cannot_be_followed_stops_nobody_else(users: list[User]) -> None:
    broken, table = oware(users, FORFEIT), oware(users, FORFEIT)
    uncalled = Table(started=False)
    flagging = Table()
    pages(table, 1, *users)
    MatchEvent.objects.filter(match=broken.id).update(kind="dance")
    Match.objects.filter(pk=uncalled.id).update(rules=["dance"], no_show_at=after(60))
    _kept.clear()
    pages(table, 300)
    pages(table, 310)
    minutes(table, 320, 500)
    assert table.kinds == ["start", "abandon"]
    assert flagging.kinds[:2] == ["start", "flag"]
