"""The snapshot of every format gives the standings after each of its rounds as they were."""

import pytest

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds import field
from tournaments.models import Round, Stage
from tournaments.presets import StagePlan, knockout, round_robin, swiss
from tournaments.public.shot import StageShot
from tournaments.services.presence import withdraw
from tournaments.services.snapshots import make_snapshot
from tournaments.services.standings import stage_standings

pytestmark = pytest.mark.django_db

FORMATS = {
    "Swiss": (swiss(3), 7, 3),
    "round robin": (round_robin(), 5, 3),
    "groups": (round_robin(groups=2), 7, 3),
    "knockout": (knockout(), 6, 3),
    "double elimination": (knockout(double=True), 5, 4),
}


def play(organiser: User, plan: StagePlan, people: int, rounds: int) -> Stage:
    """Somebody leaves after the first round."""
    made = field.tournament(organiser, plan, people=people)
    for number in range(1, rounds + 1):
        field.better_wins(field.draw(made, number))
        if number == 1:
            withdraw(entry=field.numbered(made, people), by=None, at=NOON)
    return Stage.objects.select_related("tournament").get(tournament=made)


@pytest.mark.parametrize("name", FORMATS)
def test_earlier_rounds_come_out_of_the_snapshot_as_they_were(organiser: User, name: str) -> None:
    stage = play(organiser, *FORMATS[name])
    numbers = list(Round.objects.filter(stage=stage).values_list("number", flat=True))
    snapshot = make_snapshot(stage.tournament, stage, max(numbers))
    shot = StageShot(snapshot["stages"][0])
    for number in numbers[:-1]:
        live, made = stage_standings(stage, number), shot.standings_after(number)
        assert {row.key: row.rank for row in made} == {row.key: row.rank for row in live}
        assert {row.key: row.values for row in made} == {row.key: row.values for row in live}
