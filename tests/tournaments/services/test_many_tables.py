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
from tournaments.models import AuditEntry, Tournament
from tournaments.presets import swiss
from tournaments.services.drawing import draw_round
from tournaments.services.round_results import Typed, enter_round
from tournaments.services.rounds import publish_round
from tournaments.services.undo import undo_last, undoable

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


def entered(organiser: User, people: int) -> int:
    made = tournament(organiser, swiss(3), people=people)
    round_ = draw_round(tournament=made, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    typed = {n: Typed("1/2" if n % 2 else "1-0", 0) for n in range(1, people // 2 + 1)}
    with CaptureQueriesContext(connection) as captured:
        changed = enter_round(round_id=round_.pk, typed=typed, by=organiser, at=NOON)
    assert changed == sorted(typed)
    assert not round_.tables.filter(result_source="").exists()
    lines = AuditEntry.objects.filter(tournament=made, action="result.entered").order_by("pk")
    assert len(lines) == people // 2
    for line in lines:
        assert line.before
        assert line.after
        assert [seat["place"] for seat in line.before["seats"]] == [None, None]
        assert line.after["seats"][0]["place"] == 1
    round_.refresh_from_db()
    assert round_.state == "running"
    return len(captured)


def test_a_round_of_results_takes_no_more_queries_for_many(organiser: User) -> None:
    assert entered(organiser, 6) == entered(organiser, 40)


def test_what_was_entered_with_others_is_taken_back_alone(organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=4)
    round_ = draw_round(tournament=made, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    typed = {1: Typed("1-0", 0), 2: Typed("0-1", 0)}
    enter_round(round_id=round_.pk, typed=typed, by=organiser, at=NOON)
    line = undoable(made)
    assert line is not None
    undo_last(tournament=made, expected=line.pk, by=organiser, at=NOON)
    assert [bool(one.result_source) for one in round_.tables.order_by("number")] == [True, False]
