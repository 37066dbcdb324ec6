"""Every page answers, at every moment of a tournament's life."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON, finish
from tournaments.models import Entry, Registration, Round, Stage, Tournament
from tournaments.services.advancement import decide
from tournaments.services.drawing import draw_round
from tournaments.services.rounds import close_round, publish_round, start_round

PAGES = (
    "desk",
    "desk_entries",
    "desk_import",
    "desk_seating",
    "desk_standings",
    "desk_print",
    "desk_settings",
    "desk_audit",
)


@pytest.fixture
def staff(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def look(client: Client, tournament: Tournament) -> None:
    for index, name in enumerate(PAGES):
        url = reverse(f"tournaments:{name}", args=[tournament.pk])
        answer = client.get(url, {"lang": "ja" if index % 2 else "en"})
        assert answer.status_code == 200, name
    for entry in tournament.entries.all()[:1]:
        for name in ("desk_entry", "desk_entry_link"):
            answer = client.get(reverse(f"tournaments:{name}", args=[tournament.pk, entry.pk]))
            assert answer.status_code == 200
    for stage in Stage.objects.filter(tournament=tournament, order__gt=1):
        url = reverse("tournaments:desk_advancement", args=[tournament.pk, stage.order])
        assert client.get(url).status_code == 200
    for round_ in Round.objects.filter(stage__tournament=tournament):
        for table in round_.tables.all()[:1]:
            url = reverse("tournaments:desk_table", args=[tournament.pk, table.pk])
            assert client.get(url).status_code == 200
            assert client.get(url, headers={"HX-Request": "true"}).status_code == 200


@pytest.mark.slow
def test_every_page_answers_at_every_step(
    staff: Client, jko: Tournament, organiser: User, enter: Callable[..., list[Entry]]
) -> None:
    look(staff, jko)
    enter(8)
    look(staff, jko)
    for number in (1, 2):
        round_ = draw_round(tournament=jko, seed=number, by=organiser, at=NOON)
        look(staff, jko)
        publish_round(round_id=round_.pk, by=organiser, at=NOON)
        look(staff, jko)
        start_round(round_id=round_.pk, by=organiser, at=NOON)
        look(staff, jko)
        finish(round_, organiser)
        close_round(round_id=round_.pk, by=organiser, at=NOON)
    look(staff, jko)
    final = Stage.objects.get(tournament=jko, part="final")
    decide(target=final, by=organiser, at=NOON)
    look(staff, jko)
    answer = staff.get(reverse("tournaments:create"))
    assert answer.status_code == 200
    assert staff.get("/").status_code == 200


def test_a_visitor_sees_the_first_page_and_no_desk(client: Client, jko: Tournament) -> None:
    assert client.get("/").status_code == 200
    for name in PAGES:
        assert client.get(reverse(f"tournaments:{name}", args=[jko.pk])).status_code == 404


def test_the_code_is_offered_where_people_may_join_with_it(
    staff: Client, jko: Tournament, organiser: User
) -> None:
    desk = reverse("tournaments:desk", args=[jko.pk])
    for state, words in (
        (Registration.CLOSED, "To let people join with the code, open registration"),
        (Registration.OPEN, "Read a list, let people join with the code, or type names."),
    ):
        jko.registration = state
        jko.save()
        assert words in staff.get(desk, {"lang": "en"}).content.decode()
