"""What a published snapshot tells is what was so when it was made."""

import pytest

from accounts.models import User
from tests.tournaments.public import stages
from tournaments.models import Publication, Stage
from tournaments.public.shot import Shot
from tournaments.public.standings import standings_table
from tournaments.services.standings import stage_standings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_earlier_rounds_come_out_as_they_were(organiser: User, seed: int) -> None:
    tournament = stages.make(organiser, 11, rounds=3)
    for number in range(1, 4):
        last = stages.play(tournament, seed * 10 + number)
    stages.publish_after(last)
    stage = Stage.objects.get(tournament=tournament, order=1)
    shot = Shot(Publication.objects.get())
    for number in (1, 2, 3):
        made = shot.stages[0].standings_after(number)
        live = stage_standings(stage, number)
        assert {row.key: row.rank for row in made} == {row.key: row.rank for row in live}
        assert {row.key: row.values for row in made} == {row.key: row.values for row in live}


def test_movement_is_counted_from_the_round_before(organiser: User) -> None:
    tournament = stages.make(organiser, 8)
    stages.play(tournament, 1)
    stages.publish_after(stages.play(tournament, 2))
    stage = Shot(Publication.objects.get()).stages[0]
    before = {row.key: row.rank for row in stage.standings_after(1)}
    for row in stage.standings_after(2):
        assert row.rank is not None
        was = before[row.key]
        assert was is not None
        assert stage.moved_after(2)[str(row.key)] == was - row.rank


def test_the_cut_lies_below_the_last_who_can_go_on(organiser: User) -> None:
    tournament = stages.make(organiser, 8)
    stages.play(tournament, 1)
    stages.publish_after(stages.play(tournament, 2))
    by_order = {stage.order: stage for stage in Stage.objects.filter(tournament=tournament)}
    table = standings_table(Shot(Publication.objects.get()), None, by_order)
    assert table is not None
    cut = [row for row in table.rows if row.cut]
    assert len(cut) == 1
    assert cut[0].rank is not None
    assert cut[0].rank <= 4
