"""The API of pairings: making a tournament, its staff, results, advancement."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import better_wins, draw, tournament
from tournaments.models import Stage, Tournament
from tournaments.presets import knockout, swiss
from tournaments.services.rounds import start_round

pytestmark = pytest.mark.django_db
BASE = "/api/v1/tournaments/"


class Caller:
    def __init__(self, user: User) -> None:
        self.client = Client(headers={"Accept-Language": "en"})
        self.client.force_login(user)

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.client.get(BASE + path)
        assert answer.status_code == status, answer.content
        return answer.json()

    def send(self, path: str, status: int, **body: Any) -> Any:
        answer = self.client.post(BASE + path, body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()


@pytest.fixture
def desk(organiser: User) -> Caller:
    return Caller(organiser)


def test_a_swiss_is_made_and_played_through_the_api(desk: Caller) -> None:
    made = desk.send("", 201, name="オワレ大会", preset="oware_swiss", medium="board")
    base = f"{made['id']}/"
    assert [one["kind"] for one in made["stages"]] == ["swiss", "knockout"]
    for name in ("A", "B", "C", "D", "E"):
        entry = desk.send(base + "entries/", 201, name=name)
        desk.send(f"{base}entries/{entry['id']}/actions/", 200, action="check_in")
    round_ = desk.send(base + "rounds/", 201)
    assert len(round_["all_tables"]) == 2
    assert [one["kind"] for one in round_["byes"]] == ["pairing"]
    for action in ("publish", "start"):
        desk.send(base + "rounds/1/actions/", 200, action=action)
    results = [{"table": n, "outcome": code, "expected_version": 0} for n, code in
               ((1, "1-0"), (2, "1/2"))]  # fmt: skip
    done = desk.send(base + "rounds/1/results/", 200, results=results)
    assert [seat["place"] for seat in done["all_tables"][0]["seats"]] == [1, 2]
    desk.send(base + "rounds/1/results/", 200, results=results)
    refused = desk.send(base + "rounds/1/results/", 409,
                        results=[results[0] | {"outcome": "0-1"}])  # fmt: skip
    assert refused["code"] == "round_results"


def test_stages_of_ones_own_are_taken_and_senseless_ones_refused(desk: Caller) -> None:
    stages = [
        {"kind": "round_robin", "config": {"groups": 2, "points": {"win": "3", "draw": "1"}}},
        {"kind": "knockout", "config": {"admission": {"mode": "per_group", "count": 4,
                                                      "per_group": 2}}},
    ]  # fmt: skip
    made = desk.send("", 201, name="x", game="oware", preset="empty", stages=stages)
    stored = Stage.objects.filter(tournament=made["id"])
    assert stored[0].config["groups"] == 2
    assert stored[1].config["admission"]["per_group"] == 2
    wrong = [{"kind": "swiss", "config": {"games": [0]}}]
    assert desk.send("", 409, name="x", stages=wrong)["code"] == "invalid_setting"
    desk.send("", 400, name="x", stages=[{"kind": "chess"}])
    desk.send("", 400, name="")


SENSELESS = [
    *(
        {"points": {"win": win}}
        for win in ("1e999999999", "1e-5000", 1e300, "nan", "1/0", "2" + " " * 40 + "x", [1])
    ),
    *({"points": points} for points in ([1, 2], 5, True, "x", None)),
    *({"admission": rule} for rule in ([], "x", 5, True, [[1, 2]], {"by_hand": 5})),
    *({"admission": {"count": 4, "minimum": least}} for least in ("1e999999999", "1e-5000")),
    *({"edition": edition} for edition in (5, {"a": 1}, "2025")),
    {"tie_breaks": ["XX"]},
]


@pytest.mark.parametrize("config", SENSELESS, ids=str)
def test_a_stage_that_could_not_be_played_is_not_made(desk: Caller, config: Any) -> None:
    stages = [{"kind": "swiss", "config": {}}, {"kind": "knockout", "config": config}]
    refused = desk.send("", 409, name="x", game="oware", preset="empty", stages=stages)
    assert refused["code"] in {"invalid_setting", "unknown_tie_break"}
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("kind", ["knockout", "double_elimination"])
def test_a_bracket_of_an_even_number_of_games_is_not_made(desk: Caller, kind: str) -> None:
    stages = [{"kind": kind, "config": {"games": [3, 2]}}]
    refused = desk.send("", 409, name="x", game="oware", preset="empty", stages=stages)
    assert refused["code"] == "even_games"
    assert "odd number of games" in refused["title"]
    assert not Tournament.objects.exists()
    desk.send("", 201, name="x", game="oware", preset="empty",
              stages=[{"kind": "swiss", "config": {"games": [2]}}])  # fmt: skip


@pytest.mark.parametrize(
    ("sent", "japanese"),
    [
        ({"stages": [{"kind": "swiss", "config": {"games": [0]}}]},
         "gamesは「0」にできません。使えるのは：1〜15"),
        ({"stages": [{"kind": "knockout", "config": {"admission": []}}]},
         "admissionは「[]」にできません。使えるのは：項目名と値の組"),
        ({"settings": {"policy": {"no_show_ms": -1}}},
         "no_show_msは「-1」にできません。使えるのは：0〜86400000"),
        ({"settings": {"policy": {"no_show": "x"}}},
         "no_showは「x」にできません。使えるのは：arbiter または forfeit"),
    ],
)  # fmt: skip
def test_a_refusal_in_japanese_has_no_english(
    desk: Caller, sent: dict[str, Any], japanese: str
) -> None:
    answer = desk.client.post(
        BASE, sent | {"name": "x"}, content_type="application/json",
        headers={"Accept-Language": "ja"},
    )  # fmt: skip
    assert answer.json()["title"] == japanese


@pytest.mark.parametrize("order", [1, 2])
def test_tables_are_not_made_for_a_game_that_two_play(desk: Caller, order: int) -> None:
    stages = [{"kind": "swiss", "config": {}}, {"kind": "tables", "config": {}}][-order:]
    refused = desk.send("", 409, name="x", game="oware", preset="empty", stages=stages)
    assert refused["code"] == "tables_too_large"
    assert not Tournament.objects.exists()


def test_tables_of_two_are_made_for_a_game_that_two_play(desk: Caller) -> None:
    two = {"smallest": 2, "preferred": 2, "largest": 2}
    stages = [{"kind": "tables"}]
    desk.send("", 201, name="x", game="oware", preset="empty", settings=two, stages=stages)


def test_a_result_of_a_table_that_is_not_there_is_told(desk: Caller, organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=4)
    start_round(round_id=draw(made).pk, by=organiser, at=NOON)
    results = [{"table": n, "outcome": "1-0", "expected_version": 0} for n in (1, 99)]
    refused = desk.send(f"{made.pk}/rounds/1/results/", 409, results=results)
    assert refused["params"]["errors"] == {"99": "There is no table 99."}
    tables = made.stages.get().rounds.get().tables
    assert not tables.filter(seats__place__isnull=False).exists()


def test_only_organisers_make_tournaments(db: None) -> None:
    caller = Caller(User.objects.create_user("someone", "a-long-password", name="x"))
    caller.send("", 403, name="x")
    assert not Tournament.objects.exists()


def test_staff_come_and_go(desk: Caller, organiser: User) -> None:
    made = tournament(organiser, swiss(3))
    member = desk.send(f"{made.pk}/staff/", 201, role="arbiter", name="審判 太郎")
    assert [one["role"] for one in desk.get(f"{made.pk}/staff/")] == ["organiser", "arbiter"]
    gone = desk.client.delete(f"{BASE}{made.pk}/staff/{member['id']}/")
    assert gone.status_code == 204
    last = desk.get(f"{made.pk}/staff/")[0]["id"]
    assert desk.client.delete(f"{BASE}{made.pk}/staff/{last}/").status_code == 409
    stranger = Caller(User.objects.create_user("stranger", "a-long-password", name="y"))
    stranger.get(f"{made.pk}/staff/", 404)


def test_who_goes_on_is_proposed_and_decided(desk: Caller, organiser: User) -> None:
    made = tournament(organiser, swiss(3), knockout(4), people=9)
    for _ in range(3):
        better_wins(draw(made))
    path = f"{made.pk}/stages/2/advancement/"
    proposed = desk.get(path)
    assert not proposed["decided"]
    decided = desk.send(path, 200, action="decide")
    assert decided["decided"]
    assert [one["seed"] for one in decided["qualifiers"]] == [1, 2, 3, 4]
    out = decided["qualifiers"][1]["entry"]
    desk.send(path, 400, action="promote", entries=[out])
    after = desk.send(path, 200, action="promote", entries=[out], reason="ill")
    assert out not in [one["entry"] for one in after["qualifiers"]]
    assert not desk.send(path, 200, action="undo")["decided"]
    by_hand = [one["entry"] for one in proposed["qualifiers"][:2]]
    assert len(desk.send(path, 200, action="hand", entries=by_hand)["qualifiers"]) == 2
    desk.get(f"{made.pk}/stages/1/advancement/", 404)


def test_a_correction_in_a_bracket_says_what_it_would_change(desk: Caller, organiser: User) -> None:
    made = tournament(organiser, knockout(), people=4)
    first = draw(made)
    better_wins(first)
    draw(made)
    table = first.tables.get(number=1)
    outcome = "0-1" if table.seats.get(place=1).number == 0 else "1-0"
    path = f"{made.pk}/tables/{table.pk}/result/"
    body = {"outcome": outcome, "expected_version": table.version, "reason": "misread"}
    refused = desk.send(path, 409, **body)
    assert refused["code"] == "dependents"
    desk.send(path, 200, **body, confirmed=True, follow="replace")


def test_players_report_through_the_api(organiser: User) -> None:
    made = tournament(organiser, swiss(3), people=4)
    round_ = draw(made)
    start_round(round_id=round_.pk, by=None, at=NOON)
    table = round_.tables.get(number=1)
    for seat in table.seats.select_related("entry__user"):
        assert seat.entry.user is not None
        caller = Caller(seat.entry.user)
        caller.send(f"{made.pk}/tables/{table.pk}/report/", 200, outcome="1/2")
    table.refresh_from_db()
    assert table.result_source == "agreed"
    Caller(organiser).send(f"{made.pk}/tables/{table.pk}/report/", 404, outcome="1/2")
