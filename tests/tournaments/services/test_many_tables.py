"""A round of many tables takes as many queries as one of few, and fits into one form."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.models import Medium
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import tournament
from tournaments.models import Tournament
from tournaments.presets import swiss
from tournaments.services.drawing import draw_round
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def published(organiser: User, people: int, medium: str) -> int:
    made = tournament(organiser, swiss(3), people=people)
    Tournament.objects.filter(pk=made.pk).update(medium=medium)
    round_ = draw_round(tournament=made, seed=1, by=organiser, at=NOON)
    with CaptureQueriesContext(connection) as captured:
        publish_round(round_id=round_.pk, by=organiser, at=NOON)
    assert round_.tables.filter(match=None).count() == 0
    return len(captured)


@pytest.mark.parametrize("medium", list(Medium))
def test_publishing_a_round_takes_no_more_queries_for_many(organiser: User, medium: str) -> None:
    assert published(organiser, 6, medium) == published(organiser, 40, medium)


def test_a_form_with_the_results_of_a_thousand_tables_is_read(
    client: Client, organiser: User
) -> None:
    """Two fields a table; what was typed at the only one there is comes back."""
    made = tournament(organiser, swiss(3), people=2)
    round_ = draw_round(tournament=made, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    client.force_login(organiser)
    fields: dict[str, Any] = {f"{name}{n}": "" for name in "tv" for n in range(2, 1000)}
    url = reverse("tournaments:round_results", args=[made.pk, 1])
    answer = client.post(url, fields | {"t1": "1", "v1": "0"})
    assert answer.status_code == 302
    assert round_.tables.get().result_source
