"""What two players, their arbiter and the sweepers do at the same moment."""

from collections.abc import Iterator

import pytest

from games.models import Match, MatchEvent
from games.services import arbiter, flags, matches, no_shows, play, sweep
from games.services.rebuild import compare
from games.services.series import current, follow_series, result
from games.services.state import forget
from tests.games.services.test_races import whole
from tests.games.services.test_series import a_series
from tests.games.services.test_two_players import oware
from tests.games.table import after
from tests.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = range(4)


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_draw_is_accepted_and_the_same_player_moves(round_: int) -> None:
    table = oware()
    table.move("C")
    table.say("offer_draw", 0)
    seen = table.seq
    answers = at_once(
        lambda: table.say("accept_draw", 1, 2), lambda: table.move("a", 2, seat=1, seen=seen)
    )
    assert answers in (["ok", "match_over"], ["no_offer", "ok"])
    assert len(table.kinds) == seen + 1
    whole(table)
    assert list(compare()) == []


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_draw_is_accepted_and_the_flag_falls(round_: int) -> None:
    table = oware(time={"timing": "sudden_death", "main_ms": 60_000})
    table.say("offer_draw", 0)
    answers = at_once(
        lambda: table.say("accept_draw", 1, 59.9),
        lambda: sweep.sweep(after(60.3)),
        lambda: flags.flag_if_overdue(match_id=table.id, at=after(60.3)),
    )
    assert answers[0] in {"ok", "match_over"}
    assert table.kinds[2:] in (["accept"], ["flag"])
    whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_both_are_ready_at_once(round_: int) -> None:
    table = oware(policy={"ready_check": True}, started=False)
    matches.call_match(match_id=table.id, by=None, at=after(0))
    answers = at_once(lambda: table.ready(0, 1), lambda: table.ready(1, 1))
    assert answers == ["ok", "ok"]
    assert table.kinds == ["start"]
    whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_the_last_player_comes_as_the_limit_passes(round_: int) -> None:
    table = oware(policy={"ready_check": True, "no_show_ms": 60_000}, started=False)
    matches.call_match(match_id=table.id, by=None, at=after(0))
    table.ready(0, 1)
    answers = at_once(
        lambda: table.ready(1, 59.99),
        lambda: no_shows.forfeit_if_absent(match_id=table.id, at=after(60)),
        lambda: sweep.sweep(after(60)),
    )
    assert answers[0] in {"ok", "already_started", "match_over"}
    assert table.kinds in (["start"], ["remove"])
    whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_the_next_game_of_a_series_is_made_once(round_: int) -> None:
    series = a_series()
    match = current(series)
    matches.start_match(match_id=match.pk, by=None, at=after(0))
    answers = at_once(
        lambda: play.resign(match_id=match.pk, seat=0, by=None, at=after(1)),
        lambda: play.resign(match_id=match.pk, seat=1, by=None, at=after(1)),
        lambda: arbiter.adjudicate(
            match_id=match.pk, places=(1, 2), by=None, at=after(1), reason="x"
        ),
        lambda: follow_series(series_id=series.pk, at=after(1)),
    )
    assert answers[2:] == ["ok", "ok"]
    assert sorted(answers[:2]) in (["match_over", "match_over"], ["match_over", "ok"])
    numbers = Match.objects.filter(series=series).values_list("game_number", flat=True)
    assert sorted(numbers) == [1, 2]
    assert sum(result(series).points) == 1


@pytest.mark.parametrize("round_", ROUNDS)
def test_an_end_is_taken_back_as_the_next_game_begins(round_: int) -> None:
    series = a_series()
    first = current(series)
    matches.start_match(match_id=first.pk, by=None, at=after(0))
    play.resign(match_id=first.pk, seat=0, by=None, at=after(1))
    second = current(series)
    answers = at_once(
        lambda: arbiter.take_back(match_id=first.pk, by=None, at=after(2), reason="x"),
        lambda: matches.start_match(match_id=second.pk, by=None, at=after(2)),
    )
    assert answers[0] == "ok"
    begun = MatchEvent.objects.filter(match=second.pk, kind="start").exists()
    assert begun == Match.objects.filter(pk=second.pk).exists() == (answers[1] == "ok")
