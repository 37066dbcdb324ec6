"""The first organiser."""

import re
import threading
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.errors import LinkUsedError
from accounts.models import User
from accounts.services.setup import make_first_organiser, setup_token
from tests.accounts.conftest import NOON, PASSWORD

TYPED = {"name": "梶本 ゆう", "username": "Yu", "password": PASSWORD}


def new_link() -> str:
    token = setup_token(NOON)
    assert token is not None
    return f"/setup/{token}/"


@pytest.mark.django_db
def test_the_link_makes_the_person_who_may_do_everything(client: Client) -> None:
    answer = client.post(new_link(), TYPED)
    assert answer.status_code == 302
    user = User.objects.get()
    assert (user.name, user.username) == ("梶本 ゆう", "yu")
    assert user.is_organiser
    assert user.is_staff
    assert user.is_superuser
    assert client.get("/people/").status_code == 200
    assert Client().login(username="yu", password=PASSWORD)


@pytest.mark.django_db
def test_the_link_works_once_and_says_so(client: Client) -> None:
    link = new_link()
    client.post(link, TYPED)
    for answer in (client.get(link), client.post(link, TYPED | {"username": "other"})):
        assert answer.status_code == 410
        assert "used already" in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_restart_prints_a_new_link_in_place_of_the_old(client: Client) -> None:
    old, new = new_link(), new_link()
    answer = client.get(old)
    assert answer.status_code == 410
    assert "newest" in answer.content.decode()
    assert client.get(new).status_code == 200
    assert client.post(old, TYPED).status_code == 410
    assert client.post(new, TYPED).status_code == 302


@pytest.mark.django_db
def test_there_is_no_link_once_there_is_an_organiser(organiser: User) -> None:
    assert setup_token(NOON) is None
    with pytest.raises(CommandError):
        call_command("setup_link")


@pytest.mark.django_db
def test_an_unused_link_ends_when_an_organiser_appears_otherwise(client: Client) -> None:
    link = new_link()
    User.objects.create_superuser("root", PASSWORD, name="Root")
    assert client.get(link).status_code == 410


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["x", "A" * 43, "%00", "..", "é"])
def test_a_made_up_link_is_no_page(client: Client, token: str) -> None:
    new_link()
    assert client.get(f"/setup/{token}/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "\u200b"},
        {"username": "two words"},
        {"username": ""},
        {"username": "a\0b"},
        {"password": "short"},
        {"password": "12345678901"},
        {"password": "password"},
        {"password": "yu", "username": "yu"},
        {"name": "x" * 201},
    ],
)
def test_bad_input_is_told_and_uses_nothing_up(client: Client, wrong: dict[str, str]) -> None:
    link = new_link()
    answer = client.post(link, TYPED | wrong)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not User.objects.exists()
    assert client.post(link, TYPED).status_code == 302


@pytest.mark.django_db
def test_what_was_typed_is_kept_but_for_the_password(client: Client) -> None:
    page = client.post(new_link(), TYPED | {"password": "zq-7"}).content.decode()
    assert 'value="梶本 ゆう"' in page
    assert "zq-7" not in page


@pytest.mark.django_db
def test_the_command_prints_a_link_that_works(client: Client) -> None:
    out = StringIO()
    call_command("setup_link", "--address", "https://taikai.example/", stdout=out)
    found = re.fullmatch(r"https://taikai\.example(/setup/\S+/)\n", out.getvalue())
    assert found is not None
    assert client.get(found[1]).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_two_browsers_at_once_one_wins() -> None:
    token = setup_token(NOON)
    assert token is not None
    start, outcomes = threading.Barrier(2), []

    def become(username: str) -> None:
        start.wait()
        try:
            made = make_first_organiser(
                token=token,
                name=username,
                username=username,
                password=PASSWORD,
                at=NOON + timedelta(minutes=1),
            )
            outcomes.append(made.username)
        except LinkUsedError:
            outcomes.append("too late")
        finally:
            connection.close()

    threads = [threading.Thread(target=become, args=[name]) for name in ("first", "second")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 2
    assert "too late" in outcomes
    assert User.objects.count() == 1
