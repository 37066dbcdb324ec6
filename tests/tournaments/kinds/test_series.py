"""Pairings of several games: the table follows its series."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Medium, Status
from games.rules.registry import game
from games.services.arbiter import adjudicate, pause_match, take_back
from games.services.matches import start_match
from tests.tournaments.conftest import NOON
from tournaments.models import Round, Table, Tournament
from tournaments.presets import PRESETS, Plan, StagePlan, knockout, swiss
from tournaments.services.collecting import collect_tournament
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, create_entries
from tournaments.services.pair_results import text_of
from tournaments.services.presence import check_in_all
from tournaments.services.rounds import publish_round
from tournaments.services.standings import stage_standings
from tournaments.services.tournaments import create_tournament
from tournaments.settings import StageConfig


def online(organiser: User, plan: StagePlan, games: int) -> Tournament:
    """Two people who play Oware on their devices, so many games a pairing."""
    config = StageConfig.from_json(plan.config.to_json() | {"games": [games]})
    stage = StagePlan(plan.part, plan.name, plan.name_en, 1, config, plan.kind)
    made = create_tournament(
        plan=Plan(
            name="番勝負",
            game="oware",
            medium=Medium.ONLINE,
            rules=game("oware").rules().to_json(),
            settings=PRESETS["oware_swiss"].settings,
            stages=(stage,),
        ),
        by=organiser,
        at=NOON,
    )
    create_entries(made, [Details(name="A", seed=1), Details(name="B", seed=2)], at=NOON)
    check_in_all(tournament=made, by=None, at=NOON)
    round_ = draw_round(tournament=made, seed=1, by=None, at=NOON)
    publish_round(round_id=round_.pk, by=None, at=NOON)
    return made


def the_table(made: Tournament) -> Table:
    return Table.objects.select_related("match", "round__stage__tournament").get(
        round__stage__tournament=made
    )


def end_game(made: Tournament, winner: str) -> None:
    """The game at the table is won by a name, by ruling; "" draws it."""
    match = the_table(made).match
    assert match is not None
    names = [seat.name for seat in match.seats.order_by("number")]
    places = [1, 1] if not winner else [1 if name == winner else 2 for name in names]
    if match.status == Status.WAITING:
        start_match(match_id=match.pk, by=None, at=NOON)
    adjudicate(match_id=match.pk, places=places, by=None, at=NOON, reason="test")
    collect_tournament(tournament_id=made.pk, at=NOON)


def test_the_table_leads_to_the_game_that_is_next(organiser: User) -> None:
    made = online(organiser, swiss(1), 3)
    first = the_table(made).match
    end_game(made, "A")
    table = the_table(made)
    assert table.match != first
    assert not table.result_source
    end_game(made, "A")
    table = the_table(made)
    assert table.result_source == "played"
    assert text_of(table, list(table.seats.all())) in {"1 – 0 (2 : 0)", "0 – 1 (0 : 2)"}
    rows = stage_standings(Round.objects.get(pk=table.round_id).stage)
    assert [row.points for row in rows] == [1, 0]


@pytest.mark.parametrize("winner", ["A", "B", ""])
def test_the_table_says_what_the_board_ended_with(organiser: User, winner: str) -> None:
    """T73: one source, also after the ruling on the board is another."""
    made = online(organiser, swiss(1), 1)
    end_game(made, "A" if winner == "" else "")
    match = the_table(made).match
    assert match is not None
    assert the_table(made).result_source
    take_back(match_id=match.pk, by=None, at=NOON, reason="誤り")
    collect_tournament(tournament_id=made.pk, at=NOON)
    assert not the_table(made).result_source
    end_game(made, winner)
    table = the_table(made)
    match.refresh_from_db()
    assert match.outcome is not None
    seats = list(table.seats.select_related("entry"))
    assert [seat.place for seat in seats] == match.outcome["places"]
    assert {seat.entry.name for seat in seats if seat.place == 1} == {winner} - {""} or {"A", "B"}
    rows = stage_standings(Round.objects.get(pk=table.round_id).stage)
    assert [row.points for row in rows] == ([1, 0] if winner else [Fraction(1, 2)] * 2)


def test_the_desk_counts_no_stones_at_a_table_of_two(client: Client, organiser: User) -> None:
    made = online(organiser, swiss(1), 1)
    match = the_table(made).match
    assert match is not None
    start_match(match_id=match.pk, by=None, at=NOON)
    pause_match(match_id=match.pk, by=organiser, at=NOON, reason="fire alarm")
    client.force_login(organiser)
    page = client.get(reverse("tournaments:desk", args=[made.pk]), {"lang": "en"}).content.decode()
    assert "clock stopped" in page
    assert "still in" not in page


def test_two_games_may_end_level(organiser: User) -> None:
    made = online(organiser, swiss(1), 2)
    end_game(made, "A")
    end_game(made, "B")
    table = the_table(made)
    assert text_of(table, list(table.seats.all())) == "½ – ½ (1 : 1)"


@pytest.mark.parametrize("games", [1, 3])
def test_a_drawn_match_of_a_knockout_is_no_result(organiser: User, games: int) -> None:
    made = online(organiser, knockout(), games)
    for _ in range(games):
        end_game(made, "")
    assert not the_table(made).result_source
