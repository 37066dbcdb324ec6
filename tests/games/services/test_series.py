"""Series: the next game is made when one ends, until it is decided."""

from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import live
from games.live import Frame
from games.models import Match, Series
from games.rules.base import InvalidRulesError
from games.series_view import series_summary
from games.services import arbiter, matches
from games.services.matches import NewSeat
from games.services.series import create_series, current, follow_series, result, results
from games.services.sweep import sweep
from tests.games.table import after, person

pytestmark = pytest.mark.django_db
HALF = Fraction(1, 2)


def a_series(games: int = 3, mode: str = "best_of", **more: Any) -> Series:
    return create_series(
        **{
            "game": "oware",
            "rules": {},
            "time_control": {"timing": "none"},
            "seats": [NewSeat("Aoi"), NewSeat("Ben")],
            "games": games,
            "mode": mode,
            "first": "given",
            **more,
        }
    )


def end(series: Series, winner: int | None, seconds: float = 1) -> Match:
    """End the current game: ``winner`` is a side, None a draw."""
    match = current(series)
    if match.status == "waiting":
        matches.start_match(match_id=match.pk, by=None, at=after(seconds))
    first = match.seats.all()[0].name
    names = ["Aoi", "Ben"]
    places = (1, 1) if winner is None else (1, 2) if first == names[winner] else (2, 1)
    arbiter.adjudicate(match_id=match.pk, places=places, by=None, at=after(seconds), reason="x")
    match.refresh_from_db()
    return match


def points(series: Series) -> list[Fraction]:
    """By side."""
    return list(result(series).points)


def names(match: Match) -> list[str]:
    return [seat.name for seat in match.seats.all()]


def test_the_next_game_has_the_other_first_mover() -> None:
    series = a_series()
    first = end(series, 0)
    second = current(series)
    assert second.pk != first.pk
    assert (second.game_number, second.status) == (2, "waiting")
    assert names(second) == ["Ben", "Aoi"]
    assert second.rules == first.rules
    assert points(series) == [1, 0]


def test_a_series_that_is_decided_is_not_played_on() -> None:
    series = a_series()
    end(series, 0)
    last = end(series, 0)
    found = result(series)
    assert (found.decided, found.over, found.winner) == (True, True, 0)
    assert series.matches.count() == 2
    assert current(series) == last


def test_a_lead_that_can_be_made_up_is_played_on() -> None:
    series = a_series()
    for winner in (0, None):
        end(series, winner)
    assert points(series) == [Fraction(3, 2), HALF]
    assert not result(series).decided
    end(series, 1)
    found = result(series)
    assert points(series) == [Fraction(3, 2)] * 2
    assert (found.winner, found.over) == (None, True)
    assert series.matches.count() == 3


def test_all_games_may_be_played() -> None:
    series = a_series(mode="all")
    end(series, 0)
    end(series, 0)
    found = result(series)
    assert (found.decided, found.over) == (True, False)
    assert current(series).game_number == 3
    end(series, 1)
    assert result(series).over


def test_both_may_lose() -> None:
    series = a_series(games=1)
    match = current(series)
    arbiter.adjudicate(match_id=match.pk, places=(2, 2), by=None, at=after(1), reason="x")
    assert points(series) == [0, 0]
    assert result(series).winner is None


def test_scores_are_added_by_side() -> None:
    series = a_series()
    match = current(series)
    Match.objects.filter(pk=match.pk).update(
        status="finished", outcome={"places": [1, 2], "reason": "majority", "scores": [25, 10]}
    )
    follow_series(series_id=series.pk, at=after(1))
    Match.objects.filter(pk=current(series).pk).update(
        status="finished", outcome={"places": [1, 2], "reason": "majority", "scores": [26, 12]}
    )
    found = result(series)
    assert found.scores == (25 + 12, 10 + 26)
    assert points(series) == [1, 1]


def test_a_game_that_was_ended_too_soon_takes_the_next_with_it() -> None:
    series = a_series()
    first = end(series, 0)
    assert series.matches.count() == 2
    arbiter.take_back(match_id=first.pk, by=None, at=after(5), reason="x")
    assert list(series.matches.all()) == [first]
    end(series, 1, 6)
    assert names(current(series)) == ["Ben", "Aoi"]


def test_a_game_that_has_begun_stays() -> None:
    series = a_series()
    first = end(series, 0)
    matches.start_match(match_id=current(series).pk, by=None, at=after(3))
    arbiter.take_back(match_id=first.pk, by=None, at=after(5), reason="x")
    assert series.matches.count() == 2
    assert current(series) == first


def test_the_next_game_waits_for_both_and_not_for_ever() -> None:
    series = a_series(policy={"no_show_ms": 60_000})
    end(series, 0, 10)
    match = current(series)
    assert match.no_show_at == after(70)
    matches.set_ready(match_id=match.pk, seat=0, by=None, at=after(20))
    sweep(after(71))
    assert points(series) == [1, 1]
    assert current(series).game_number == 3


def test_computers_play_on_by_themselves() -> None:
    seats = [NewSeat("Aoi", computer="careful"), NewSeat("Ben", computer="careful")]
    series = a_series(game="kyoen", seats=seats)
    matches.start_match(match_id=current(series).pk, by=None, at=after(0))
    end(series, 0)
    assert current(series).status == "running"
    assert current(series).computer_due is not None


def test_who_begins_is_drawn_by_the_seed() -> None:
    firsts = [a_series(first="drawn", seed=seed).first_side for seed in range(12)]
    assert set(firsts) == {0, 1}
    assert firsts == [a_series(first="drawn", seed=seed).first_side for seed in range(12)]
    series = a_series(first="drawn", seed=firsts.index(1))
    assert names(current(series)) == ["Ben", "Aoi"]
    assert result(series).games[0].seats == (1, 0)


def test_players_keep_their_seats_by_side() -> None:
    users = [person("Aoi"), person("Ben")]
    series = a_series(seats=[NewSeat(user.name, user) for user in users])
    end(series, None)
    assert [seat.user for seat in current(series).seats.all()] == users[::-1]


def test_the_results_of_many_are_one_query() -> None:
    many = [a_series() for _ in range(4)]
    end(many[1], 0)
    with CaptureQueriesContext(connection) as queries:
        found = results(many)
    assert len(queries) == 1
    assert list(found[many[1].pk].points) == [1, 0]


def test_a_match_by_itself_is_a_series_of_one() -> None:
    match = matches.create_match(
        game="oware", rules={}, time_control={}, seats=[NewSeat("Aoi"), NewSeat("Ben")]
    )
    assert result(match).planned == 1
    assert current(match) == match
    assert series_summary(match) is None


def test_pages_are_told_how_it_stands() -> None:
    series = a_series(first="drawn", seed=1)
    end(series, 1)
    found = series_summary(current(series))
    assert found is not None
    assert found["names"] == ["Aoi", "Ben"]
    assert found["points"] == [0, 1]
    assert found["current"] == str(current(series).pk)
    assert [game["number"] for game in found["games"]] == [1, 2]


@pytest.mark.parametrize(
    "values", [{"games": 0}, {"games": 100}, {"mode": "x"}, {"first": "x"}, {"seats": []}]
)
def test_a_series_that_cannot_be(values: dict[str, Any]) -> None:
    with pytest.raises(InvalidRulesError):
        a_series(**values)
    assert not Series.objects.exists()


def test_who_watches_a_game_hears_of_the_others(
    django_capture_on_commit_callbacks: Any,
) -> None:
    series = a_series()
    heard: list[Frame] = []
    live.listen(heard.append)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            first = end(series, 0)
        assert (f"match:{first.pk}", True) in [
            (one.topic, b'"series":true' in one.body) for one in heard
        ]
        second = current(series)
        heard.clear()
        with django_capture_on_commit_callbacks(execute=True):
            arbiter.take_back(match_id=first.pk, by=None, at=after(2), reason="x")
        gone = [one for one in heard if one.topic == f"match:{second.pk}"]
        assert f'"gone":"{first.pk}"'.encode() in gone[0].body
    finally:
        live.unlisten(heard.append)
