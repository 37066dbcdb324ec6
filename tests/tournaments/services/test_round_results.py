"""Results of a whole round: what cannot be saved is told, with the way to it."""

import pytest
from django.utils.translation import override

from accounts.models import User
from games.models import Medium
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import tournament
from tournaments.models import Tournament
from tournaments.presets import swiss
from tournaments.services.drawing import draw_round
from tournaments.services.round_results import RoundResultsError, Typed, enter_round
from tournaments.services.rounds import publish_round, start_round

pytestmark = pytest.mark.django_db


def test_a_match_going_on_is_ended_on_the_page_of_its_table(organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=2)
    Tournament.objects.filter(pk=made.pk).update(medium=Medium.ONLINE)
    round_ = draw_round(tournament=made, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    start_round(round_id=round_.pk, by=organiser, at=NOON)
    with override("en"), pytest.raises(RoundResultsError) as refused:
        enter_round(round_id=round_.pk, typed={1: Typed("1-0", 0)}, by=organiser, at=NOON)
    assert "open it by its number" in refused.value.params["errors"][1]
    assert not round_.tables.get().result_source
