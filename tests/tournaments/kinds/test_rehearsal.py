"""The dry run of every kind, before and in the middle."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import better_wins, draw, tournament
from tournaments.models import Table
from tournaments.presets import (
    StagePlan,
    final,
    knockout,
    preliminary,
    round_robin,
    swiss,
)
from tournaments.services.rehearsal import Wishes, rehearse

WISHES = Wishes(moves=60)


@pytest.mark.parametrize(
    ("plans", "rounds", "matches"),
    [
        ((swiss(3),), 3, 12),
        ((round_robin(),), 7, 28),
        ((round_robin(groups=2), knockout(4)), 5, 16),
        ((knockout(),), 3, 8),
        ((swiss(3), knockout(4)), 5, 16),
        ((preliminary(2), final(4)), 3, 5),
    ],
)
def test_the_rounds_and_matches_to_come_are_counted(
    organiser: User, plans: tuple[StagePlan, ...], rounds: int, matches: int
) -> None:
    made = tournament(organiser, *plans, people=8)
    found = rehearse(made, WISHES, NOON)
    assert (found.rounds, found.matches) == (rounds, matches)
    assert found.typical <= found.careful
    assert not Table.objects.exists()


def test_what_is_played_is_not_counted_again(organiser: User) -> None:
    made = tournament(organiser, knockout(), people=8)
    better_wins(draw(made))
    assert rehearse(made, WISHES, NOON).rounds == 2


def test_a_problem_is_told_before_it_happens(client: Client, organiser: User) -> None:
    made = tournament(organiser, swiss(6), people=4)
    found = rehearse(made, WISHES, NOON)
    assert found.rounds == 3
    assert found.stages[0].problem
    client.force_login(organiser)
    url = reverse("tournaments:dry_run", args=[made.pk])
    assert client.get(url, {"pause": "15", "boards": "1"}).status_code == 200
    assert client.get(url, {"moves": "x"}).status_code == 422
