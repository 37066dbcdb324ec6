"""Practice without an account: against computer players and with friends."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Status

pytestmark = pytest.mark.django_db
PRACTICE = {
    "name": "花子", "computers": "2", "level": "careful", "friends": "0",
    "board": "square", "size": "9", "time": "60", "order": "me",
}  # fmt: skip


def begin(client: Client, **changes: str) -> Any:
    return client.post(reverse("games:practice"), PRACTICE | changes)


def visitor() -> Client:
    return Client(headers={"accept-language": "en"})


def test_a_match_against_computer_players_starts_at_once() -> None:
    client = visitor()
    response = begin(client)
    match = Match.objects.get()
    assert response.url == reverse("games:match", args=[match.pk])
    assert match.status == Status.RUNNING
    assert match.is_practice
    assert not match.is_public
    assert [seat.computer for seat in match.seats.all()] == ["", "careful", "careful"]
    assert match.time_control["step_ms"] == 60_000
    assert client.get(response.url).status_code == 200


def test_others_do_not_see_it() -> None:
    url = begin(visitor()).url
    assert visitor().get(url).status_code == 404


def test_a_triangle_is_made() -> None:
    begin(visitor(), board="triangle", size="6", time="none")
    match = Match.objects.get()
    assert match.rules["lattice"] == "triangular"
    assert match.rules["shape"] == "triangle"
    assert match.rules["columns"] == 6


def test_a_friend_takes_a_seat_by_the_link() -> None:
    host, friend = visitor(), visitor()
    url = begin(host, computers="0", friends="1").url
    match = Match.objects.get()
    assert match.status == Status.WAITING
    link = reverse("games:invite", args=[match.invite])
    assert link in host.get(url).content.decode()
    assert "花子" in friend.get(link).content.decode()
    assert friend.post(link, {"name": "太郎"})["Location"] == url
    assert friend.get(link)["Location"] == url
    assert [seat.name for seat in match.seats.all()] == ["花子", "太郎"]
    assert b"All seats" in visitor().get(link).content
    assert visitor().post(link, {"name": "三郎"}).status_code == 409


def test_a_friend_needs_a_name_and_what_was_typed_is_kept() -> None:
    begin(visitor(), computers="0", friends="1")
    link = reverse("games:invite", args=[Match.objects.get().invite])
    response = visitor().post(link, {"name": "x" * 300})
    assert response.status_code == 422
    assert "x" * 300 in response.content.decode()


@pytest.mark.parametrize(
    "changes",
    [
        {"computers": "0"},
        {"computers": "5", "friends": "4"},
        {"size": "20"},
        {"size": "2"},
        {"board": "hexagon"},
        {"level": "perfect"},
        {"computers": "-1"},
        {"time": "soon"},
    ],
)
def test_bad_choices_are_refused_in_words(changes: dict[str, str]) -> None:
    response = begin(visitor(), **changes)
    assert response.status_code == 422
    assert b'class="error"' in response.content
    assert not Match.objects.exists()


def test_an_unknown_invitation_does_not_exist() -> None:
    begin(visitor())
    assert visitor().get("/m/nothing/").status_code == 404
