"""The first page: the lists, the door, and what is to do."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tournaments.models import Entry, Round, Tournament

pytestmark = pytest.mark.django_db


def test_tournaments_are_called_by_their_name_in_the_readers_language(jko: Tournament) -> None:
    assert "5th JKO" in Client().get("/?lang=en").content.decode()
    assert "第5回 共円オリンピック" in Client().get("/?lang=ja").content.decode()


def test_every_game_can_be_practised_and_learnt_from_here() -> None:
    page = Client().get("/?lang=en").content.decode()
    for game in ("kyoen", "oware", "rithmomachia"):
        assert f'href="/practice/{game}/"' in page
        assert f'href="/rules/{game}/"' in page


def test_an_organiser_is_told_what_to_do_next_and_where(
    client: Client, organiser: User, jko: Tournament, enter: Callable[..., list[Entry]]
) -> None:
    client.force_login(organiser)
    enter(8)
    strip = client.get("/?lang=en").content.decode().split('<aside class="next"')[1]
    assert "Draw Round 1" in strip
    assert f'href="/desk/{jko.pk}/"' in strip


def test_while_people_play_the_strip_is_calm(
    client: Client, organiser: User, running: Round
) -> None:
    client.force_login(organiser)
    strip = client.get("/?lang=en").content.decode().split('<aside class="next"')[1]
    assert "data-calm" in strip.split("</aside>")[0]
