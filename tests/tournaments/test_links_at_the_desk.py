"""The desk hands out links of players, never of people who may do more."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import PersonalLink, Role, User
from accounts.services.people import make_person
from accounts.services.roles import grant
from tournaments.models import Entry, Tournament
from tournaments.printing.sheets import cards_sheet
from tournaments.services.entries import Details, add_entry, put_back

NOON = datetime(2027, 8, 1, 3, 0, tzinfo=UTC)
ELSEWHERE = UUID("00000000-0000-4000-8000-000000000001")


@pytest.fixture
def desk(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


@pytest.fixture
def enter_as(jko: Tournament) -> Callable[[User], Entry]:
    def enter(user: User) -> Entry:
        return add_entry(
            tournament=jko, details=Details(name=user.name), user=user, by=None, at=NOON
        )

    return enter


@pytest.fixture(params=["password", "arbiter by link"])
def worker(request: pytest.FixtureRequest, db: None) -> User:
    """Somebody whose link would open more than a player's page."""
    if request.param == "password":
        return User.objects.create_superuser("root", "a-long-password", name="管理者")
    user = make_person("審判")
    grant(user=user, scope=ELSEWHERE, role=Role.ARBITER)
    return user


def test_the_link_of_a_player_is_shown(desk: Client, enter_as: Callable[[User], Entry]) -> None:
    entry = enter_as(make_person("選手"))
    page = desk.get(reverse("tournaments:desk_entry_link", args=[entry.tournament_id, entry.pk]))
    assert "/p/" in page.content.decode()


def test_nobody_with_more_powers_is_handed_over(
    desk: Client, worker: User, enter_as: Callable[[User], Entry]
) -> None:
    entry = enter_as(worker)
    page = desk.get(reverse("tournaments:desk_entry_link", args=[entry.tournament_id, entry.pk]))
    assert page.status_code == 200
    assert "/p/" not in page.content.decode()
    assert not PersonalLink.objects.filter(user=worker).exists()


@pytest.mark.parametrize("what", ["new-link", "revoke-link"])
def test_nobody_with_more_powers_is_signed_out(
    desk: Client, worker: User, enter_as: Callable[[User], Entry], what: str
) -> None:
    entry = enter_as(worker)
    address = reverse("tournaments:entry_action", args=[entry.tournament_id, entry.pk, what])
    assert desk.post(address).status_code == 404
    put_back(entry=entry, by=None, at=NOON)
    epoch = worker.session_epoch
    worker.refresh_from_db()
    assert worker.session_epoch == epoch


def test_their_card_leads_to_their_own_page(
    jko: Tournament, worker: User, enter_as: Callable[[User], Entry]
) -> None:
    entries = [enter_as(worker), enter_as(make_person("選手"))]
    cards = cards_sheet(jko, entries, None, NOON, "http://192.0.2.1:8000")["cards"]
    assert [bool(card["note"]) for card in cards] == [False, True]
    assert not PersonalLink.objects.filter(user=worker).exists()
