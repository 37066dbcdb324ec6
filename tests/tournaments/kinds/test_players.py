"""Players of a pairing report the result; a bye is told; the board of byes."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import byes, draw, numbered, tournament
from tournaments.errors import InvalidPlacesError, NotYourTableError, TableStateError
from tournaments.models import Absence, Table, Tournament
from tournaments.next_step import Do
from tournaments.presets import knockout, swiss
from tournaments.services.overview import overview
from tournaments.services.reports import report_result
from tournaments.services.rounds import start_round


@pytest.fixture
def made(organiser: User) -> Tournament:
    made = tournament(organiser, swiss(3), people=5)
    start_round(round_id=draw(made).pk, by=None, at=NOON)
    return made


def table(made: Tournament) -> tuple[Table, User, User]:
    found = Table.objects.filter(round__stage__tournament=made, number=1).get()
    one, two = (seat.entry.user for seat in found.seats.select_related("entry__user"))
    assert one is not None
    assert two is not None
    return found, one, two


def test_the_same_from_both_is_the_result(made: Tournament) -> None:
    found, one, two = table(made)
    report_result(table_id=found.pk, code="1-0", by=one, at=NOON)
    assert not Table.objects.get(pk=found.pk).result_source
    report_result(table_id=found.pk, code="1-0", by=two, at=NOON)
    found.refresh_from_db()
    assert found.result_source == "agreed"
    assert [seat.place for seat in found.seats.all()] == [1, 2]
    with pytest.raises(TableStateError):
        report_result(table_id=found.pk, code="0-1", by=one, at=NOON)


def test_different_results_go_to_the_arbiter_until_they_agree(made: Tournament) -> None:
    found, one, two = table(made)
    report_result(table_id=found.pk, code="1-0", by=one, at=NOON)
    report_result(table_id=found.pk, code="1/2", by=two, at=NOON)
    step = overview(made, NOON).step
    assert (step.do, step.tables) == (Do.DECIDE_RESULT, (1,))
    report_result(table_id=found.pk, code="1/2", by=one, at=NOON)
    found.refresh_from_db()
    assert found.result_source == "agreed"


def test_nobody_reports_for_another_table_or_what_is_the_arbiters(made: Tournament) -> None:
    found, one, _two = table(made)
    with pytest.raises(NotYourTableError):
        report_result(table_id=found.pk, code="1-0", by=User.objects.create(name="x"), at=NOON)
    with pytest.raises(InvalidPlacesError):
        report_result(table_id=found.pk, code="+-", by=one, at=NOON)


def test_a_knockout_takes_no_draw_from_players(organiser: User) -> None:
    made = tournament(organiser, knockout(), people=4)
    start_round(round_id=draw(made).pk, by=None, at=NOON)
    found, one, _two = table(made)
    with pytest.raises(InvalidPlacesError):
        report_result(table_id=found.pk, code="1/2", by=one, at=NOON)


def test_players_report_on_their_own_page(client: Client, made: Tournament) -> None:
    found, one, two = table(made)
    for user, said in ((one, "lost"), (two, "won")):
        client.force_login(user)
        page = client.get(reverse("tournaments:me", args=[made.pk])).content.decode()
        assert 'name="result"' in page
        client.post(reverse("tournaments:report_result", args=[made.pk]), {"result": said})
    found.refresh_from_db()
    assert [seat.place for seat in found.seats.all()] == [2, 1]
    page = client.get(reverse("tournaments:me", args=[made.pk])).content.decode()
    assert "勝ち" in page, page[page.index("<section") :][:900]


def test_who_has_the_bye_is_told_and_led_to_no_board(client: Client, made: Tournament) -> None:
    """T16."""
    round_ = made.stages.get().rounds.get()
    ((seed, _kind),) = byes(round_)
    user = numbered(made, seed or 0).user
    assert user is not None
    client.force_login(user)
    page = client.get(reverse("tournaments:me", args=[made.pk])).content.decode()
    assert "不戦" in page
    assert "data-go" not in page


def test_byes_are_chosen_for_many_at_once(
    client: Client, organiser: User, made: Tournament
) -> None:
    client.force_login(organiser)
    page = client.get(reverse("tournaments:byes", args=[made.pk])).content.decode()
    assert 'name="1-2"' in page
    assert 'name="1-1"' not in page
    client.post(
        reverse("tournaments:save_byes", args=[made.pk]),
        {"1-2": "half", "2-2": "", "3-3": "zero", "4-1": "full", "5-2": "nonsense"},
    )
    stored = set(Absence.objects.values_list("entry__number", "ordinal", "kind"))
    assert stored == {(1, 2, "half"), (3, 3, "zero")}
    client.post(reverse("tournaments:save_byes", args=[made.pk]), {"1-2": "", "3-3": "zero"})
    assert Absence.objects.count() == 1
