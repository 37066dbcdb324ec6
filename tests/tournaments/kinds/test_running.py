"""How the matches of a tournament are run: readiness, coming late, illegal moves."""

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts.models import User
from games.models import Match, Status
from games.policy import Abandoned, NoShow, Policy
from games.services.arbiter import declare_abandoned, end_match
from games.services.no_shows import forfeit_absent
from games.services.presence import beat_streams, look_for_missing
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import draw
from tests.tournaments.test_own_forms import filled, made
from tournaments.formats.errors import InvalidSettingError
from tournaments.forms.creation import settings_form
from tournaments.models import SeatingKind, TableSeat, Tournament
from tournaments.next_step import TableState
from tournaments.services.collecting import collect_tournament
from tournaments.services.entries import Details, create_entries
from tournaments.services.presence import check_in_all
from tournaments.services.rounds import start_round
from tournaments.services.table_rows import table_state
from tournaments.services.tournaments import change_tournament
from tournaments.settings import TournamentSettings

CHOSEN = Policy(
    ready_check=True, no_show_ms=600_000, no_show=NoShow.FORFEIT, illegal_ms=120_000,
    illegal_limit=2, draw_offers=False, away_ms=180_000, idle_ms=3_600_000,
    abandoned=Abandoned.FORFEIT,
)  # fmt: skip
TYPED = {"no_show_minutes": "10", "no_show": "forfeit", "illegal_seconds": "120",
         "illegal_limit": "2", "draw_offers": "", "away_minutes": "3", "idle_minutes": "60",
         "abandoned": "forfeit"}  # fmt: skip


def policy(tournament: Tournament) -> Policy:
    return TournamentSettings.from_json(tournament.settings).policy


def entered(tournament: Tournament) -> Tournament:
    create_entries(tournament, [Details(name=f"P{n}", seed=n) for n in (1, 2)], at=NOON)
    check_in_all(tournament=tournament, by=None, at=NOON)
    return tournament


@pytest.mark.parametrize("preset", ["jko", "oware_swiss"])
def test_without_a_word_nothing_is_asked_of_players(organiser: User, preset: str) -> None:
    assert policy(made(organiser, preset)) == Policy()


def test_what_was_typed_is_stored_shown_again_and_goes_to_every_match(organiser: User) -> None:
    tournament = made(organiser, "oware_swiss", **TYPED)
    assert policy(tournament) == CHOSEN
    form = settings_form(tournament, None)
    again = settings_form(tournament, filled(form))
    assert again.is_valid()
    change_tournament(tournament=tournament, plan=again.plan(), by=organiser, at=NOON)
    tournament.refresh_from_db()
    assert policy(tournament) == CHOSEN
    table = draw(entered(tournament)).tables.select_related("match").get()
    assert table.match is not None
    assert Policy.from_json(table.match.policy) == CHOSEN


def test_a_kyoen_tournament_asks_it_too(organiser: User) -> None:
    typed = {name: value for name, value in TYPED.items() if name != "draw_offers"}
    assert policy(made(organiser, "jko", **typed)) == replace(CHOSEN, draw_offers=True)


def test_starting_a_round_calls_the_players_and_a_second_time_begins(organiser: User) -> None:
    round_ = draw(entered(made(organiser, "oware_swiss", ready_check="on")))
    start_round(round_id=round_.pk, by=None, at=NOON)
    match = Match.objects.get(table__round=round_)
    assert (match.status, match.called_at) == (Status.WAITING, NOON)
    start_round(round_id=round_.pk, by=None, at=NOON + timedelta(minutes=1))
    match.refresh_from_db()
    assert match.status == Status.RUNNING


def test_two_who_do_not_come_in_time_both_forfeit(organiser: User) -> None:
    round_ = draw(entered(made(organiser, "oware_swiss", **TYPED)))
    start_round(round_id=round_.pk, by=None, at=NOON)
    late = NOON + timedelta(minutes=11)
    forfeit_absent(late)
    collect_tournament(tournament_id=round_.stage.tournament_id, at=late)
    seats = TableSeat.objects.filter(table__round=round_)
    assert [(seat.kind, seat.place) for seat in seats] == [(SeatingKind.NO_SHOW, None)] * 2


def test_a_table_that_a_player_left_waits_for_the_arbiter(organiser: User) -> None:
    left = TYPED | {"no_show_minutes": "0", "abandoned": "arbiter"}
    tournament = made(organiser, "oware_swiss", **left)
    round_ = draw(entered(tournament))
    table = round_.tables.select_related("match").get()
    assert table.match is not None
    for seat, name in zip(table.match.seats.all(), ("Aoi", "Ben"), strict=True):
        seat.user = User.objects.create_user(name=name)
        seat.save()
    start_round(round_id=round_.pk, by=None, at=NOON)

    def state(minutes: float) -> TableState:
        at = NOON + timedelta(minutes=minutes)
        beat_streams(at)
        look_for_missing(at)
        return table_state(tournament, round_, round_.tables.select_related("match").get())

    beat_streams(NOON)
    assert [state(minutes / 4) for minutes in range(13)] == [TableState.PLAYING] * 13
    assert state(3.1) is TableState.RULING
    declare_abandoned(match_id=table.match.pk, seat=0, by=None, at=NOON + timedelta(minutes=4))
    collect_tournament(tournament_id=tournament.pk, at=NOON + timedelta(minutes=5))
    assert state(5) is TableState.DONE


@pytest.mark.parametrize("wrong", [{"no_show_ms": -1}, {"later": True}, "soon"])
def test_a_senseless_policy_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidSettingError):
        TournamentSettings.from_json({"policy": wrong})


@pytest.mark.parametrize("came", [0, 1, 3])
def test_who_does_not_come_to_a_table_of_several_is_said_not_to_have_come(
    organiser: User, came: int
) -> None:
    """They are no last players: the others play on, or win without a game."""
    typed = {name: value for name, value in TYPED.items() if name != "draw_offers"}
    tournament = made(organiser, "jko", **typed)
    create_entries(tournament, [Details(name=f"P{n}") for n in range(4)], at=NOON)
    check_in_all(tournament=tournament, by=None, at=NOON)
    round_ = draw(tournament)
    start_round(round_id=round_.pk, by=None, at=NOON)
    match = Match.objects.get(table__round=round_)
    match.seats.filter(number__lt=came).update(ready_at=NOON)
    late = NOON + timedelta(minutes=11)
    forfeit_absent(late)
    match.refresh_from_db()
    if match.status == Status.RUNNING:
        end_match(match_id=match.pk, by=None, at=late, reason="time")
    collect_tournament(tournament_id=tournament.pk, at=late)
    seats = list(TableSeat.objects.filter(table__round=round_).order_by("number"))
    away = SeatingKind.NO_SHOW
    assert [seat.kind for seat in seats] == [SeatingKind.PLAYED] * came + [away] * (4 - came)
    assert [seat.place is None for seat in seats] == [False] * came + [True] * (4 - came)
