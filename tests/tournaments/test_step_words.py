"""What the desk is told to do next."""

import pytest
from django.utils.translation import override

from accounts.models import User
from games.models import Match, Medium, Status
from tests.tournaments.conftest import NOON, finish
from tests.tournaments.kinds.field import better_wins, draw, tournament
from tournaments.models import Round, Table, Tournament
from tournaments.presets import knockout, swiss
from tournaments.services.overview import overview
from tournaments.step_words import step_view


@pytest.mark.parametrize(("medium", "clocks"), [(Medium.BOARD, False), (Medium.ONLINE, True)])
def test_no_clocks_are_promised_over_the_board(
    organiser: User, medium: Medium, clocks: bool
) -> None:
    made = tournament(organiser, swiss(3), people=4)
    made.medium = medium
    made.save()
    draw(made)
    with override("en"):
        why = step_view(overview(made, NOON), made).why
    assert ("clocks" in why) is clocks


def test_only_the_first_round_of_a_bracket_is_drawn(organiser: User) -> None:
    made = tournament(organiser, knockout(), people=4)
    with override("en"):
        first = step_view(overview(made, NOON), made)
        better_wins(draw(made))
        second = step_view(overview(made, NOON), made)
    assert [one.text for one in (first, second)] == ["Draw Round 1", "Make Final"]
    assert second.primary is not None
    assert second.primary.label == "Make Final"


@pytest.mark.parametrize(("over", "words"), [(0, "play already"), (1, "are over")])
def test_what_the_others_do_is_said_where_one_table_waits(
    jko: Tournament, organiser: User, running: Round, over: int, words: str
) -> None:
    """As after a correction that lets one table be played again."""
    tables = list(running.tables.select_related("match").order_by("number"))
    if over:
        finish(running)
    waiting, _other = tables
    waiting.refresh_from_db()
    match = waiting.match
    assert match is not None
    Match.objects.filter(pk=match.pk).update(status=Status.WAITING)
    Table.objects.filter(pk=waiting.pk).update(result_source="")
    with override("en"):
        why = step_view(overview(jko, NOON), jko).why
    assert words in why
