"""Administrators add organisers, reset passwords, end access."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services.organisers import LASTS, password_token
from tests.accounts.conftest import NOON, PASSWORD

LINK = re.compile(r"http://testserver(/password/[\w-]+/)")


def add(client: Client, **typed: str) -> str:
    """The page after adding someone."""
    answer = client.post("/people/invite/", {"name": "小暮 蒼", "username": "kogure"} | typed)
    return answer.content.decode()


def link_in(page: str) -> str:
    found = LINK.search(page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("get", "/people/"),
        ("post", "/people/invite/"),
        ("post", "/people/{person}/password/"),
        ("post", "/people/{person}/deactivate/"),
        ("post", "/people/{person}/reactivate/"),
    ],
)
def test_to_others_there_is_no_such_page(
    client: Client, colleague: User, organiser: User, method: str, address: str
) -> None:
    client.force_login(colleague)
    address = address.format(person=organiser.pk)
    assert getattr(client, method)(address).status_code == 404
    organiser.refresh_from_db()
    assert organiser.is_active


def test_an_added_organiser_chooses_a_password_once(signed_in: Client, client: Client) -> None:
    link = link_in(add(signed_in))
    newcomer = Client()
    assert "kogure" in newcomer.get(link).content.decode()
    assert newcomer.post(link, {"password": "short"}).status_code == 422
    assert newcomer.post(link, {"password": PASSWORD}).status_code == 302
    assert newcomer.get("/account/").status_code == 200
    assert newcomer.get("/people/").status_code == 404
    assert newcomer.get(link).status_code == 410
    assert Client().login(username="kogure", password=PASSWORD)


def test_an_administrator_can_add_another(signed_in: Client) -> None:
    add(signed_in, administrator="on")
    assert User.objects.get(username="kogure").is_superuser


@pytest.mark.parametrize("username", ["yu", "YU", "two words", ""])
def test_a_username_that_cannot_be_is_told_and_the_name_kept(
    signed_in: Client, username: str
) -> None:
    page = add(signed_in, username=username)
    assert 'value="小暮 蒼"' in page
    assert 'aria-invalid="true"' in page
    assert User.objects.count() == 1


def test_a_reset_leaves_the_old_password_until_a_new_one_is_chosen(
    signed_in: Client, colleague: User
) -> None:
    theirs = Client()
    theirs.login(username="koval", password=PASSWORD)
    page = signed_in.post(f"/people/{colleague.pk}/password/").content.decode()
    assert theirs.get("/account/").status_code == 200
    Client().post(link_in(page), {"password": "another-long-one"})
    assert theirs.get("/account/").status_code == 302
    assert not Client().login(username="koval", password=PASSWORD)
    assert Client().login(username="koval", password="another-long-one")


def test_a_second_reset_replaces_the_first_link(signed_in: Client, colleague: User) -> None:
    first, second = (
        link_in(signed_in.post(f"/people/{colleague.pk}/password/").content.decode())
        for _ in range(2)
    )
    assert Client().get(first).status_code == 410
    assert Client().get(second).status_code == 200


def test_a_link_lasts_a_week(colleague: User, monkeypatch: pytest.MonkeyPatch) -> None:
    link = f"/password/{password_token(user=colleague, at=NOON)}/"
    for late, status in ((LASTS - timedelta(seconds=1), 200), (LASTS, 410)):
        monkeypatch.setattr("django.utils.timezone.now", lambda late=late: NOON + late)
        assert Client().get(link).status_code == status


def test_ended_access_ends_sessions_passwords_and_links(signed_in: Client, colleague: User) -> None:
    theirs = Client()
    theirs.login(username="koval", password=PASSWORD)
    link = f"/password/{password_token(user=colleague, at=NOON)}/"
    signed_in.post(f"/people/{colleague.pk}/deactivate/")
    assert theirs.get("/account/").status_code == 302
    assert not Client().login(username="koval", password=PASSWORD)
    assert Client().get(link).status_code == 410
    assert signed_in.post(f"/people/{colleague.pk}/password/").status_code == 404
    signed_in.post(f"/people/{colleague.pk}/reactivate/")
    assert Client().login(username="koval", password=PASSWORD)
    assert theirs.get("/account/").status_code == 302


def test_nobody_locks_themselves_out(signed_in: Client, organiser: User) -> None:
    answer = signed_in.post(f"/people/{organiser.pk}/deactivate/")
    assert answer.status_code == 409
    assert "your own access" in answer.content.decode()
    organiser.refresh_from_db()
    assert organiser.is_active


def test_players_are_not_on_the_page(signed_in: Client, player: User) -> None:
    assert player.name not in signed_in.get("/people/").content.decode()
    assert signed_in.post(f"/people/{player.pk}/deactivate/").status_code == 404


def test_the_list_takes_as_many_queries_for_fifty_as_for_one(
    signed_in: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(50):
        User.objects.create_user(f"u{number}", None, name=f"u{number}", is_organiser=True)
    with django_assert_max_num_queries(4):
        signed_in.get("/people/")


def test_the_command_resets_a_password_when_no_administrator_can(colleague: User) -> None:
    out = StringIO()
    call_command("reset_password", "KOVAL", "--address", "http://testserver", stdout=out)
    assert Client().get(link_in(out.getvalue())).status_code == 200
    with pytest.raises(CommandError):
        call_command("reset_password", "nobody")
