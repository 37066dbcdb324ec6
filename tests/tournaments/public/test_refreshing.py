"""The parts of a page that everybody fetches at once."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from tests.tournaments.public import stages
from tournaments.services.announcements import announce

pytestmark = pytest.mark.django_db
REFRESH = {"X-Refresh": "1", "Accept-Language": "en"}


def test_only_the_parts_that_change_are_sent(organiser: User) -> None:
    tournament = stages.make(organiser)
    for path in ("", "standings/", "screen/"):
        page = Client().get(f"/t/{tournament.pk}/{path}", headers=REFRESH).content.decode()
        assert 'id="live"' in page
        assert "<html" not in page
        assert "csrfmiddlewaretoken" not in page


def test_they_are_made_once_for_all_and_anew_when_something_happened(organiser: User) -> None:
    tournament = stages.make(organiser)
    stages.begin(tournament)
    path = f"/t/{tournament.pk}/"
    first = Client().get(path, headers=REFRESH)
    with CaptureQueriesContext(connection) as captured:
        again = Client().get(path, headers=REFRESH)
    assert again.content == first.content
    assert len(captured) <= 3
    announce(tournament=tournament, text="lunch", by=organiser, at=timezone.now())
    assert "lunch" in Client().get(path, headers=REFRESH).content.decode()


def test_what_one_reader_follows_is_not_shown_to_another(organiser: User) -> None:
    tournament = stages.make(organiser)
    follower, other = Client(), Client()
    path = f"/t/{tournament.pk}/"
    follower.post(f"{path}follow/", {"entry": stages.entry(tournament).pk})
    assert "data-mine" in follower.get(path, headers=REFRESH).content.decode()
    assert "data-mine" not in other.get(path, headers=REFRESH).content.decode()


def test_a_signed_in_reader_gets_their_own(organiser: User) -> None:
    tournament = stages.make(organiser, public=False)
    path = f"/t/{tournament.pk}/"
    staff = Client()
    staff.force_login(organiser)
    assert staff.get(path, headers=REFRESH).status_code == 200
    assert Client().get(path, headers=REFRESH).status_code == 404


def test_whoever_has_it_already_gets_nothing(organiser: User) -> None:
    tournament = stages.make(organiser)
    path = f"/t/{tournament.pk}/standings/"
    answer = Client().get(path, headers=REFRESH)
    again = Client().get(path, headers=REFRESH | {"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "X-Refresh" in answer["Vary"]
