"""A player's link: one person, any phone, until it is revoked."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import PersonalLink, User
from accounts.services.people import (
    link_token,
    link_tokens,
    make_people,
    new_link,
    personal_link,
    revoke_links,
)
from tests.accounts.conftest import NOON


def path(user: User) -> str:
    return f"/p/{link_token(user)}/"


def whose(client: Client) -> str:
    answer = client.get("/api/v1/me/")
    return answer.json().get("name", "") if answer.status_code == 200 else ""


def test_the_link_signs_its_owner_in(client: Client, player: User) -> None:
    assert client.get(path(player)).status_code == 302
    assert whose(client) == player.name


def test_the_link_stays_the_same_and_names_the_site(player: User) -> None:
    link = personal_link(player, "http://192.0.2.1:8000/")
    assert link == f"http://192.0.2.1:8000{path(player)}"
    assert personal_link(player, "http://192.0.2.1:8000") == link


def test_it_works_again_on_a_new_phone_while_the_old_one_stays_in(player: User) -> None:
    old, new = Client(), Client()
    old.get(path(player))
    new.get(path(player))
    assert whose(old) == whose(new) == player.name


def test_opening_it_again_changes_nothing(client: Client, player: User) -> None:
    client.get(path(player))
    session = client.cookies["sessionid"].value
    client.get(path(player))
    assert client.cookies["sessionid"].value == session


def test_a_preview_by_head_signs_nobody_in(client: Client, player: User) -> None:
    client.head(path(player))
    assert whose(client) == ""


def test_someone_else_is_asked_first(signed_in: Client, organiser: User, player: User) -> None:
    answer = signed_in.get(path(player))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert organiser.name in page
    assert player.name in page
    assert whose(signed_in) == organiser.name
    assert signed_in.post(path(player)).status_code == 302
    assert whose(signed_in) == player.name


def test_revoking_ends_the_link_and_the_sessions(client: Client, player: User) -> None:
    link = path(player)
    client.get(link)
    revoke_links(player, NOON)
    assert whose(client) == ""
    answer = client.get(link)
    assert answer.status_code == 410
    assert "no longer works" in answer.content.decode()


def test_a_new_link_takes_the_place_of_the_old(client: Client, player: User) -> None:
    old = path(player)
    new = f"/p/{new_link(player, NOON)}/"
    assert client.get(old).status_code == 410
    assert client.get(new).status_code == 302
    assert path(player) == new


def test_the_link_of_someone_without_access_is_closed(client: Client, player: User) -> None:
    link = path(player)
    player.is_active = False
    player.save()
    assert client.get(link).status_code == 410


def test_a_link_is_one_persons_alone(player: User) -> None:
    other = make_people(["小暮 蒼"])[0]
    assert path(player) != path(other)
    assert PersonalLink.objects.filter(user=player).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["x", "A" * 43, "%F0%9F%8F%86", "a%00b"])
def test_a_made_up_link_is_no_page(client: Client, token: str) -> None:
    assert client.get(f"/p/{token}/").status_code == 404


@pytest.mark.django_db
def test_links_of_many_take_no_more_queries_than_of_one(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    people = make_people([f"player {number}" for number in range(100)])
    with django_assert_max_num_queries(6):
        tokens = link_tokens(people)
    assert len(set(tokens.values())) == 100
    assert link_tokens(people) == tokens


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "👩‍🏫 Ana", "שרה כהן", "あ" * 200])
def test_any_name_is_shown_as_it_is(signed_in: Client, name: str) -> None:
    person = make_people([name])[0]
    page = signed_in.get(path(person)).content.decode()
    assert "<script>alert" not in page
    assert f"<bdi>{name.replace('<', '&lt;').replace('>', '&gt;')}</bdi>" in page


def test_somebody_with_a_password_signs_in_by_no_link(client: Client, player: User) -> None:
    address = path(player)
    player.username = "now-an-organiser"
    player.save()
    assert client.get(address).status_code == 410
    assert whose(client) == ""
