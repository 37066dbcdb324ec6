"""Lots among those whom no tie-break tells apart."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import DRAW, draw, enter, tournament
from tournaments.errors import NothingToDrawError
from tournaments.models import Round, Stage, Tournament
from tournaments.presets import StagePlan, knockout, round_robin, swiss
from tournaments.services.lots import draw_lots
from tournaments.services.standings import stage_standings


def drawn(made: Tournament) -> Round:
    """A round in which nobody won."""
    round_ = draw(made)
    for table in round_.tables.all():
        enter(table, DRAW)
    return round_


def ranks(stage: Stage) -> list[int | None]:
    return [row.rank for row in stage_standings(stage)]


@pytest.mark.parametrize("plan", [swiss(3), round_robin()])
def test_lots_count_though_they_are_none_of_the_criteria(
    client: Client, organiser: User, plan: StagePlan
) -> None:
    stage = drawn(tournament(organiser, plan, people=4)).stage
    client.force_login(organiser)
    page = reverse("tournaments:desk_standings", args=[stage.tournament_id])
    assert client.get(page).context["found"].ties == {1: 4}
    there = reverse("tournaments:lots", args=[stage.tournament_id, 1])
    assert client.post(there, {"rank": "1"}).status_code == 302
    assert ranks(Stage.objects.get()) == [1, 2, 3, 4]
    assert "LOTS" in [code for code, *_ in client.get(page).context["found"].columns]
    assert "くじを引く" not in client.get(page).content.decode()


def test_lots_between_groups_count(organiser: User) -> None:
    plan = round_robin(groups=2)
    stage = drawn(tournament(organiser, plan, people=4)).stage
    assert ranks(stage) == [1, 1, 1, 1]
    draw_lots(stage=stage, rank=1, seed=1, by=None, at=NOON)
    assert ranks(Stage.objects.get()) == [1, 2, 3, 4]


def test_lots_are_drawn_once(organiser: User) -> None:
    stage = drawn(tournament(organiser, swiss(3), people=4)).stage
    draw_lots(stage=stage, rank=1, seed=1, by=None, at=NOON)
    with pytest.raises(NothingToDrawError):
        draw_lots(stage=stage, rank=1, seed=2, by=None, at=NOON)


def test_each_draw_is_told_apart(organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=4)
    first = draw(made)
    for table in first.tables.all():
        enter(table)
    for number, rank in enumerate((1, 3), 1):
        draw_lots(stage=first.stage, rank=rank, seed=number, by=None, at=NOON)
    stage = Stage.objects.get()
    assert ranks(stage) == [1, 2, 3, 4]
    assert sorted(stage.lots.values()) == [[1, 1], [1, 2], [2, 1], [2, 2]]


def test_a_bracket_has_no_lots(client: Client, organiser: User) -> None:
    stage = draw(tournament(organiser, knockout())).stage
    client.force_login(organiser)
    page = client.get(reverse("tournaments:desk_standings", args=[stage.tournament_id]))
    assert page.context["found"].ties == {}
    with pytest.raises(NothingToDrawError):
        draw_lots(stage=stage, rank=1, seed=1, by=None, at=NOON)
