"""Files over the API: what is published for everybody, the rest for the desk."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds import field
from tournaments.models import PublicationState, Stage, Tournament
from tournaments.presets import swiss
from tournaments.services.drawing import draw_round
from tournaments.services.publications import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(organiser: User) -> Tournament:
    """A round played and not published, the next one a draft."""
    tournament = field.tournament(organiser, swiss(3), people=4)
    field.better_wins(field.draw(tournament))
    draw_round(tournament=tournament, seed=2, by=organiser, at=NOON)
    return tournament


def status(client: Client, made: Tournament, path: str) -> int:
    return client.get(f"/api/v1/tournaments/{made.pk}/files/{path}").status_code


DESK_ONLY = [
    "archive.json", "stages/1.trf", "rounds/2.csv", "results.csv?draft=1",
    "standings.csv?draft=True",
]  # fmt: skip


@pytest.mark.parametrize("path", DESK_ONLY)
def test_what_is_not_published_is_for_the_desk(
    made: Tournament, organiser: User, path: str
) -> None:
    visitor, desk = Client(), Client()
    desk.force_login(organiser)
    assert status(visitor, made, path) in {401, 403, 404}
    assert status(desk, made, path) == 200


@pytest.mark.parametrize("asked", ["draft=perhaps", "bom=x"])
def test_neither_yes_nor_no_is_said(made: Tournament, organiser: User, asked: str) -> None:
    desk = Client()
    desk.force_login(organiser)
    assert status(desk, made, f"results.csv?{asked}") == 400


def test_results_and_standings_are_those_published(made: Tournament, organiser: User) -> None:
    visitor = Client()
    for name in ("results", "standings"):
        assert status(visitor, made, f"{name}.json") == 404
    stage = Stage.objects.get(tournament=made)
    publish(
        tournament=made,
        stage=stage,
        after_round=1,
        state=PublicationState.PROVISIONAL,
        by=organiser,
        at=NOON,
    )
    for name in ("results", "standings", "entries"):
        for kind in ("csv", "xlsx", "json"):
            assert status(visitor, made, f"{name}.{kind}") == 200
    assert status(visitor, made, "results.pdf") == 404
    assert status(visitor, made, "secrets.csv") == 404


def test_a_public_round_shows_who_meets_whom_but_no_result(made: Tournament) -> None:
    answer = Client().get(f"/api/v1/tournaments/{made.pk}/files/rounds/1.json")
    assert [row["result"] for row in answer.json()] == ["", ""]
