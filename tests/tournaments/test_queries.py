"""Pages take as many queries for many rows as for few."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON, finish
from tournaments.models import Entry, Tournament
from tournaments.services.drawing import draw_round
from tournaments.services.rounds import publish_round, start_round

PAGES = ("desk", "desk_entries", "desk_standings", "desk_seating", "desk_audit")


def queries(client: Client, jko: Tournament) -> dict[str, int]:
    found = {}
    for name in PAGES:
        url = reverse(f"tournaments:{name}", args=[jko.pk])
        client.get(url)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url).status_code == 200
        found[name] = len(captured)
    return found


@pytest.mark.parametrize("state", ["draft", "running", "finished"])
def test_more_people_need_no_more_queries(
    client: Client,
    jko: Tournament,
    organiser: User,
    enter: Callable[..., list[Entry]],
    state: str,
) -> None:
    client.force_login(organiser)

    def play(seed: int) -> Any:
        round_ = draw_round(tournament=jko, seed=seed, by=organiser, at=NOON)
        if state != "draft":
            publish_round(round_id=round_.pk, by=organiser, at=NOON)
            start_round(round_id=round_.pk, by=organiser, at=NOON)
        if state == "finished":
            finish(round_, organiser)
        return round_

    enter(8)
    round_ = play(1)
    few = queries(client, jko)
    round_.delete()
    enter(40)
    play(2)
    many = queries(client, jko)
    assert many == few
