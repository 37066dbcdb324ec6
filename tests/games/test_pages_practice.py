"""Practice without an account: against computer players and with friends."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.faces.registry import FACES
from games.forms import PracticeForm
from games.models import Match, Status
from games.rules.registry import GAMES
from games.services import pace

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


PAIR = {"name": "花子", "opponent": "friend", "games": "3", "order": "me"}
PAIRS = [name for name in FACES if GAMES[name].max_seats == 2]


def options(game: str) -> dict[str, str]:
    """What the form of a game offers at first."""
    form = PracticeForm(game)
    found = {"time": form.face.time_controls[0][0]}
    for bound in form.options:
        choices = getattr(bound.field, "choices", [])
        value = choices[0][0] if bound.initial is None and choices else bound.initial
        if value not in (None, False):
            found[bound.name] = str(value)
    return found


@pytest.mark.parametrize("game", PAIRS)
def test_a_series_against_a_friend(game: str) -> None:
    host, friend = visitor(), visitor()
    response = host.post(reverse("games:practice", args=[game]), options(game) | PAIR)
    assert response.status_code == 302, response.content.decode()
    match = Match.objects.get()
    assert (match.game, match.game_number, match.status) == (game, 1, Status.WAITING)
    assert friend.post(f"/m/{match.invite}/", {"name": "太郎"})["Location"] == response["Location"]
    assert host.get(response["Location"]).status_code == 200


@pytest.mark.parametrize("game", PAIRS)
def test_a_match_of_two_against_the_computer(game: str) -> None:
    level = PracticeForm(game).face.levels[0][0]
    values = options(game) | PAIR | {"opponent": level, "games": "1"}
    url = visitor().post(reverse("games:practice", args=[game]), values)["Location"]
    match = Match.objects.get()
    assert url == reverse("games:match", args=[match.pk])
    assert match.status == Status.RUNNING
    assert [seat.computer for seat in match.seats.all()] == ["", level]


@pytest.mark.parametrize("game", PAIRS)
def test_a_friendly_match_leaves_nothing_to_an_arbiter(game: str) -> None:
    values = options(game) | PAIR | {"time_used_up": "arbiter"}
    assert visitor().post(reverse("games:practice", args=[game]), values).status_code == 302
    assert Match.objects.get().rules["time_used_up"] == "loses"


def test_a_game_that_does_not_exist_has_no_practice() -> None:
    assert visitor().get("/practice/chess/").status_code == 404


def test_too_many_matches_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "PER_PERSON", 2)
    client = visitor()
    assert [begin(client).status_code for _ in range(3)] == [302, 302, 429]
    assert b"wait a few minutes" in begin(client).content
    assert Match.objects.count() == 2


def test_computer_players_are_called_in_the_reader_s_language() -> None:
    client = visitor()
    url = begin(client, computers="1", order="others").url
    match = Match.objects.get()
    assert match.seats.exclude(computer="").get().name == "Computer 1"
    said = client.get(f"/api/v1/matches/{match.pk}/").json()["log"][0]["say"]
    assert said["ja"] == "対局が始まりました。最初はコンピュータ1さんです。"
    assert said["en"] == "The match has begun. Computer 1 plays first."
    for language, name in (("ja", "コンピュータ1"), ("en", "Computer 1")):
        page = client.get(url, headers={"accept-language": language}).content.decode()
        assert f"<b>{name}</b>" in page


def test_a_friend_who_leaves_a_match_without_a_clock_has_lost_it() -> None:
    client = visitor()
    begin(client, computers="0", friends="1", time="none")
    assert Match.objects.get().policy == {"away_ms": 300_000, "abandoned": "forfeit"}
    begin(client, computers="1", friends="0", time="none")
    assert Match.objects.latest("created_at").policy == {}
