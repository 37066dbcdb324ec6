"""From the console of a match back to where its staff work."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from accounts.services.people import make_person
from accounts.services.roles import grant
from games.desks import desk_of
from tournaments.models import Round


def console(client: Client, round_: Round, user: User) -> str:
    client.force_login(user)
    table = round_.tables.get(number=2)
    return client.get(reverse("games:console", args=[table.match_id])).content.decode()


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.ARBITER])
def test_staff_go_back_to_the_table_at_the_desk(client: Client, running: Round, role: Role) -> None:
    user = make_person("審判")
    grant(user=user, scope=running.stage.tournament_id, role=role)
    desk = reverse("tournaments:desk", args=[running.stage.tournament_id])
    page = console(client, running, user)
    assert page.count(f'href="{desk}?round=1#table-2"') == 2
    assert f'id="table-{running.tables.get(number=2).number}"' in client.get(desk).content.decode()


def test_who_does_not_work_at_the_desk_is_not_sent_there(running: Round) -> None:
    match = running.tables.get(number=1).match
    assert match is not None
    assert desk_of(match, make_person("観客")) == ""
    assert desk_of(match, None) == ""
