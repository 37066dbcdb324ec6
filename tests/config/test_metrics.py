"""What a monitor may ask."""

import pytest
from django.test import Client

from accounts.models import User
from games.services.matches import NewSeat, create_match

pytestmark = pytest.mark.django_db


def test_pages_are_served(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


def test_this_computer_is_told_how_things_are(client: Client) -> None:
    create_match(game="kyoen", rules={}, time_control={}, seats=[NewSeat("A"), NewSeat("B")])
    text = client.get("/metrics").content.decode()
    assert 'taikai_matches{status="waiting"} 1.0' in text
    assert "taikai_live_viewers 0.0" in text


def test_others_see_nothing_unless_they_are_staff(client: Client) -> None:
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 404
    player = User.objects.create_user(name="Player")
    client.force_login(player)
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 404
    staff = User.objects.create_user("anna", "correct horse", name="Anna", is_staff=True)
    client.force_login(staff)
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 200
