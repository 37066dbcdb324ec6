"""More people need no more queries, whatever is played."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.tournaments.kinds.field import better_wins, draw, tournament
from tournaments.models import Tournament
from tournaments.presets import StagePlan, knockout, round_robin, swiss

PAGES = ("desk", "desk_entries", "desk_standings", "desk_seating", "byes", "desk_audit")


def queries(client: Client, made: Tournament) -> dict[str, int]:
    found = {}
    addresses = {name: reverse(f"tournaments:{name}", args=[made.pk]) for name in PAGES}
    addresses["results"] = reverse("tournaments:round_results", args=[made.pk, 2])
    for name, url in addresses.items():
        client.get(url)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url).status_code == 200
        found[name] = len(captured)
    return found


@pytest.mark.parametrize("plan", [swiss(3), round_robin(), knockout()])
def test_more_people_need_no_more_queries(client: Client, organiser: User, plan: StagePlan) -> None:
    client.force_login(organiser)
    counted = []
    for people in (8, 16):
        made = tournament(organiser, plan, people=people)
        better_wins(draw(made))
        draw(made)
        counted.append(queries(client, made))
    few, many = counted
    assert many == few
