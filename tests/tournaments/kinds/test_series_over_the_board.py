"""A match of several games over the board, entered as players write it down."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.rules.registry import game
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds import field
from tournaments.models import Round, Table, Tournament
from tournaments.presets import StagePlan, knockout, swiss
from tournaments.services.pair_results import text_of
from tournaments.services.round_results import RoundResultsError, Typed, enter_round
from tournaments.services.series_results import read, typed_games
from tournaments.services.snapshots import make_snapshot
from tournaments.services.standings import stage_standings
from tournaments.services.undo import undo_last, undoable
from tournaments.settings import StageConfig


def several(plan: StagePlan, games: int) -> StagePlan:
    config = StageConfig.from_json(plan.config.to_json() | {"games": [games]})
    return StagePlan(plan.part, plan.name, plan.name_en, 3, config, plan.kind)


def oware(organiser: User, plan: StagePlan, people: int) -> Tournament:
    made = field.tournament(organiser, plan, people=people)
    made.game, made.rules = "oware", game("oware").rules().to_json()
    made.save()
    return made


@pytest.fixture
def best_of_3(organiser: User) -> Round:
    """Two pairings of an Oware Swiss, best of three."""
    return field.draw(oware(organiser, several(swiss(3), 3), 4))


def the_table(round_: Round, number: int = 1) -> Table:
    return round_.tables.prefetch_related("seats__entry").get(number=number)


def text(round_: Round) -> str:
    table = the_table(round_)
    return text_of(table, list(table.seats.all()))


def typed(round_: Round, written: str, number: int = 1) -> dict[int, Typed]:
    one = read(written, 3, counted=True)
    assert one is not None
    version = the_table(round_, number).version
    return {number: Typed(one.code, version, one.score, one.games)}


def test_the_games_say_score_and_outcome(best_of_3: Round) -> None:
    enter_round(
        round_id=best_of_3.pk, typed=typed(best_of_3, "27-21 20-28 26-22"), by=None, at=NOON
    )
    assert text(best_of_3) == "1 – 0 (2 : 1)"
    assert typed_games(the_table(best_of_3).games) == "1(27-21) 0(20-28) 1(26-22)"
    rows = stage_standings(best_of_3.stage)
    assert [row.points for row in rows if row.points] == [1]


def test_the_score_alone_will_do(best_of_3: Round) -> None:
    enter_round(round_id=best_of_3.pk, typed=typed(best_of_3, "½ – 2½"), by=None, at=NOON)
    assert text(best_of_3) == "0 – 1 (0.5 : 2.5)"
    assert the_table(best_of_3).games == []


def test_the_seeds_of_all_games_make_the_difference(best_of_3: Round) -> None:
    stage = best_of_3.stage
    stage.config |= {"tie_breaks": ["DIFF"]}
    stage.save()
    enter_round(
        round_id=best_of_3.pk, typed=typed(best_of_3, "27-21 20-28 26-22"), by=None, at=NOON
    )
    enter_round(round_id=best_of_3.pk, typed=typed(best_of_3, "2-0", 2), by=None, at=NOON)
    known = {seat.entry_id for seat in the_table(best_of_3).seats.all()}
    amounts = {
        row.key: value.amount
        for row in stage_standings(stage)
        for value in row.values
        if value.code == "DIFF"
    }
    of_games = [amounts[str(key)] for key in known]
    assert sorted(of_games, key=str) == [-2, 2]
    assert sorted(map(str, amounts.values())) == ["-2", "-2", "2", "2"]
    snapshot = make_snapshot(stage.tournament, stage, 1)
    seats = snapshot["stages"][0]["rounds"][0]["tables"][0]["seats"]
    assert [seat["count"] for seat in seats] == ["73", "71"]


@pytest.mark.parametrize("wrong", ["1-0", "3-0", "1 1 1", "1 0", "27-21", "2-0.5"])
def test_what_no_such_series_ends_with_is_refused(best_of_3: Round, wrong: str) -> None:
    with pytest.raises(RoundResultsError):
        enter_round(round_id=best_of_3.pk, typed=typed(best_of_3, wrong), by=None, at=NOON)
    assert not the_table(best_of_3).result_source


def test_a_series_is_typed_into_the_page_of_the_round(
    best_of_3: Round, client: Client, organiser: User
) -> None:
    client.force_login(organiser)
    made = best_of_3.stage.tournament
    url = reverse("tournaments:round_results", args=[made.pk, 1])
    page = client.get(url).content.decode()
    assert "data-series" in page
    assert "2-1" in page
    versions = {"v1": "0", "v2": "0"}
    answer = client.post(url, {"t1": "2-1", "t2": "1 1 0", **versions})
    assert answer.status_code == 422
    assert not the_table(best_of_3).result_source
    assert client.post(url, {"t1": "2-1", "t2": "1 ½ ½", **versions}).status_code == 302
    assert text(best_of_3) == "1 – 0 (2 : 1)"
    shown = client.get(url).context["form"].lines
    assert [line.text for line in shown] == ["2 – 1", "2 – 1"]
    again = {f"t{line.row.number}": line.text for line in shown}
    again |= {f"v{line.row.number}": str(line.version) for line in shown}
    client.post(url, again)
    assert [one.version for one in best_of_3.tables.all()] == [1, 1]
    assert typed_games(the_table(best_of_3, 2).games) == "1 ½ ½"


@pytest.fixture
def send(best_of_3: Round, client: Client, organiser: User) -> Callable[..., int]:
    """Post the form of the first table; its status."""
    client.force_login(organiser)

    def post(**data: str) -> int:
        table = the_table(best_of_3)
        url = reverse("tournaments:desk_table", args=[best_of_3.stage.tournament_id, table.pk])
        sent = client.get(url).context["form"]
        known = {
            name: sent[name].value() or "" for name in ("outcome", "score0", "score1", "games")
        }
        return client.post(url, {**known, "version": table.version, **data}).status_code

    return post


def test_a_series_is_entered_and_corrected_on_its_tables_page(
    best_of_3: Round, send: Callable[..., int]
) -> None:
    assert send() == 422
    assert send(score0="2") == 422
    assert send(score0="1", score1="0") == 422
    assert send(games="1 0 9-9-9") == 422
    assert send(outcome="0-1", score0="2", score1="1") == 422
    assert send(score0="2", score1="1") == 302
    assert text(best_of_3) == "1 – 0 (2 : 1)"
    assert send(games="0 1 0") == 422, "a correction says why"
    assert send(games="0 1 0", reason="誤記") == 302
    assert text(best_of_3) == "0 – 1 (1 : 2)"
    assert typed_games(the_table(best_of_3).games) == "0 1 0"
    assert send(outcome="+-", score0="", score1="", games="", reason="誤記") == 302
    assert text(best_of_3) == "+ – −"


def test_taking_the_correction_back_brings_the_games_back(
    best_of_3: Round, send: Callable[..., int], organiser: User
) -> None:
    made = best_of_3.stage.tournament
    assert send(games="1 0 1(25-23)") == 302
    assert send(score0="0", score1="2", games="", reason="誤記") == 302
    assert the_table(best_of_3).games == []
    last = undoable(made)
    assert last is not None
    undo_last(tournament=made, expected=last.pk, by=organiser, at=NOON)
    assert text(best_of_3) == "1 – 0 (2 : 1)"
    assert typed_games(the_table(best_of_3).games) == "1 0 1(25-23)"


def test_a_knockout_goes_on_with_single_games_while_both_are_level(organiser: User) -> None:
    made = field.tournament(organiser, several(knockout(), 3), people=2)
    round_ = field.draw(made)
    with pytest.raises(RoundResultsError):
        enter_round(round_id=round_.pk, typed=typed(round_, "1 0 ½"), by=None, at=NOON)
    enter_round(round_id=round_.pk, typed=typed(round_, "1 0 ½ ½ 0"), by=None, at=NOON)
    assert text(round_) == "0 – 1 (2 : 3)"


def test_the_seeds_of_a_single_game_say_who_has_won(organiser: User) -> None:
    round_ = field.draw(oware(organiser, swiss(1), 2))
    one = read("21-27", 1, counted=True)
    assert one is not None
    given = {1: Typed(one.code, 0, one.score, one.games)}
    enter_round(round_id=round_.pk, typed=given, by=None, at=NOON)
    assert text(round_) == "0 – 1 (21 : 27)"
    assert [seat.score for seat in the_table(round_).seats.all()] == [Decimal(21), Decimal(27)]


def test_a_series_is_entered_through_the_api(
    best_of_3: Round, client: Client, organiser: User
) -> None:
    client.force_login(organiser)
    base = f"/api/v1/tournaments/{best_of_3.stage.tournament_id}/"

    def send(path: str, status: int, **body: object) -> dict[str, Any]:
        answer = client.post(base + path, body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()  # type: ignore[no-any-return]

    one = f"tables/{the_table(best_of_3).pk}/result/"
    games = [{"result": "1-0", "scores": [27, 21]}, {"result": "1-0"}]
    refused = send(one, 409, games=[*games, games[0]], expected_version=0)
    assert refused["code"] == "series_decided"
    found = send(one, 200, games=games, expected_version=0)
    assert [seat["score"] for seat in found["seats"]] == ["2", "0"]
    assert found["games"] == [
        {"result": "1-0", "scores": ["27", "21"]}, {"result": "1-0", "scores": []}
    ]  # fmt: skip
    known = [{"place": 1, "score": 3}, {"place": 2, "score": 0}]
    send(one, 409, seats=known, expected_version=1, reason="x")
    whole = {"table": 2, "score": [1.5, 1.5], "expected_version": 0}
    send("rounds/1/results/", 400, results=[{"table": 2, "expected_version": 0}])
    answer = send("rounds/1/results/", 200, results=[whole])
    assert [seat["place"] for seat in answer["all_tables"][1]["seats"]] == [1, 1]
