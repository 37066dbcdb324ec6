"""What went wrong in other tournaments: people who left, and what became of their games."""

import pytest

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import draw, enter, numbered, pairs, tournament
from tournaments.errors import ResultsMissingError
from tournaments.models import RoundState, Table
from tournaments.presets import swiss
from tournaments.services.presence import disqualify, withdraw
from tournaments.services.rounds import close_round, start_round
from tournaments.services.standings import stage_standings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("begun", [False, True])
def test_a_round_closes_when_only_the_disqualified_have_not_played(
    organiser: User, begun: bool
) -> None:
    """T25: at a table that has begun, somebody says why there is no result."""
    made = tournament(organiser, swiss(3), people=4)
    round_ = draw(made)
    if begun:
        start_round(round_id=round_.pk, by=organiser, at=NOON)
    first, second = round_.tables.order_by("number")
    enter(first)
    for seat in second.seats.select_related("entry__tournament"):
        disqualify(entry=seat.entry, by=organiser, at=NOON, reason="両者の不正")
    try:
        close_round(round_id=round_.pk, by=organiser, at=NOON)
    except ResultsMissingError:
        assert begun
        close_round(round_id=round_.pk, by=organiser, at=NOON, reason="両者失格")
    round_.refresh_from_db()
    assert round_.state == RoundState.CLOSED
    assert {row.points for row in stage_standings(round_.stage)} == {0, 1}


def test_somebody_without_a_club_withdraws_like_everybody(organiser: User) -> None:
    """T19: a club is words beside a name; nothing hangs on it."""
    made = tournament(organiser, swiss(3), people=5)
    withdraw(entry=numbered(made, 5), by=organiser, at=NOON)
    assert sorted(seed for pair in pairs(draw(made)) for seed in pair if seed) == [1, 2, 3, 4]


def test_whoever_leaves_without_an_account_loses_the_open_game_and_is_not_paired(
    organiser: User,
) -> None:
    """T20: the entry stays when the person is gone; leaving is asked of the entry."""
    made = tournament(organiser, swiss(3), people=4)
    round_ = draw(made)
    table = Table.objects.get(round=round_, seats__entry=numbered(made, 4))
    user = numbered(made, 4).user
    if user is not None:
        user.delete()
    withdraw(entry=numbered(made, 4), from_round=1, by=organiser, at=NOON)
    table.refresh_from_db()
    assert table.result_source
    (other,) = table.seats.exclude(entry=numbered(made, 4))
    won = {row.key: row.points for row in stage_standings(round_.stage)}
    assert won[str(other.entry_id)] == 1
    assert won[str(numbered(made, 4).pk)] == 0
    enter(Table.objects.exclude(pk=table.pk).get(round=round_))
    close_round(round_id=round_.pk, by=organiser, at=NOON)
    assert 4 not in [seed for pair in pairs(draw(made, seed=2)) for seed in pair]
