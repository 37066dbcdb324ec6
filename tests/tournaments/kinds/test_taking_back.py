"""What was just done is taken back, and arbiters are given to the tables of a round."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import DRAW, LOSS, WIN, better_wins, draw, enter, tournament
from tournaments.errors import NothingToUndoError
from tournaments.models import Table
from tournaments.presets import knockout, round_robin, swiss
from tournaments.services.formats.values import Follow
from tournaments.services.standings import stage_standings
from tournaments.services.undo import undo_last, undoable


@pytest.mark.parametrize("plan", [swiss(3), round_robin(), knockout()])
def test_the_last_result_is_taken_back(organiser: User, plan: object) -> None:
    made = tournament(organiser, plan, people=6)  # type: ignore[arg-type]
    round_ = draw(made)
    before = stage_standings(round_.stage)
    table = enter(round_.tables.get(number=1))
    corrected = stage_standings(round_.stage)
    enter(table, LOSS, reason="misread")
    line = undoable(made)
    assert line is not None
    undo_last(tournament=made, expected=line.pk, by=None, at=NOON)
    assert stage_standings(round_.stage) == corrected
    assert undoable(made) is None
    enter(table, LOSS, reason="misread after all")
    assert stage_standings(round_.stage) != before


def test_a_first_result_taken_back_leaves_none(organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=4)
    round_ = draw(made)
    before = stage_standings(round_.stage)
    enter(round_.tables.get(number=1), DRAW)
    line = undoable(made)
    assert line is not None
    undo_last(tournament=made, expected=line.pk, by=None, at=NOON)
    assert stage_standings(round_.stage) == before
    with pytest.raises(NothingToUndoError):
        undo_last(tournament=made, expected=line.pk, by=None, at=NOON)


def test_a_correction_that_changed_a_bracket_is_corrected_not_taken_back(
    organiser: User,
) -> None:
    made = tournament(organiser, knockout(), people=4)
    first = draw(made)
    better_wins(first)
    draw(made)
    table = first.tables.get(number=1)
    other = LOSS if table.seats.get(place=1).number == 0 else WIN
    enter(table, other, reason="misread", confirmed=True, follow=Follow.REPLACE)
    assert undoable(made) is None


def test_arbiters_are_given_to_the_tables_of_a_round(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    made = tournament(organiser, swiss(3), people=6)
    draw(made)
    url = reverse("tournaments:round_arbiters", args=[made.pk, 1])
    assert client.get(url).status_code == 200
    client.post(url, {"a1": str(organiser.pk), "a2": "", "a3": "nonsense"})
    given = Table.objects.order_by("number").values_list("arbiter", flat=True)
    assert list(given) == [organiser.pk, None, None]
