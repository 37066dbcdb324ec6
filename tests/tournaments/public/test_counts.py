"""Pages ask the database as often for many as for few."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.tournaments.public import stages

pytestmark = pytest.mark.django_db
PATHS = [
    "", "rounds/1/", "standings/", "standings/?after=1", "screen/", "standings.csv",
    "standings.pdf",
]  # fmt: skip


def counts(organiser: User, people: int) -> dict[str, int]:
    tournament = stages.make(organiser, people)
    stages.publish_after(stages.play(tournament, 1))
    stages.begin(tournament, 2)
    client, found = Client(), {}
    for path in [*PATHS, f"players/{stages.entry(tournament).pk}/", "rounds/2/"]:
        client.get(f"/t/{tournament.pk}/{path}")
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/t/{tournament.pk}/{path}").status_code == 200
        found["player" if path.startswith("players") else path] = len(captured)
    return found


def test_more_people_are_no_more_queries(organiser: User) -> None:
    few, many = counts(organiser, 8), counts(organiser, 40)
    assert few == many
    assert max(few.values()) <= 25, few


def test_a_page_of_standings_has_a_hundred_rows(organiser: User) -> None:
    tournament = stages.make(organiser, 105)
    stages.publish_after(stages.play(tournament, 1))
    client = Client()
    rows = [
        client.get(f"/t/{tournament.pk}/standings/?page={page}").content.decode().count('id="e-')
        for page in (1, 2)
    ]
    assert rows == [100, 5]
    last = stages.entry(tournament, 105)
    client.post(f"/t/{tournament.pk}/follow/", {"entry": last.pk})
    page = client.get(f"/t/{tournament.pk}/standings/?at={last.pk}").content.decode()
    assert f'id="e-{last.pk}"' in page
