"""The API of tournaments, as programs use it."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.tournaments.public import stages
from tournaments.models import Entry, Table, Tournament

pytestmark = pytest.mark.django_db


class Caller:
    def __init__(self, tournament: Tournament, user: User | None) -> None:
        self.client = Client(headers={"Accept-Language": "en"})
        self.base = f"/api/v1/tournaments/{tournament.pk}/"
        if user is not None:
            self.client.force_login(user)

    def get(self, path: str = "", status: int = 200, **query: Any) -> Any:
        answer = self.client.get(self.base + path, query)
        assert answer.status_code == status, answer.content
        return answer.json()

    def send(self, path: str, status: int, method: str = "post", **body: Any) -> Any:
        call = getattr(self.client, method)
        answer = call(self.base + path, body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return stages.make(organiser)


@pytest.fixture
def desk(tournament: Tournament, organiser: User) -> Caller:
    return Caller(tournament, organiser)


@pytest.fixture
def anybody(tournament: Tournament) -> Caller:
    return Caller(tournament, None)


@pytest.fixture
def player(tournament: Tournament) -> Caller:
    return Caller(tournament, stages.entry(tournament).user)


def test_a_whole_tournament_runs_through_the_api(
    tournament: Tournament, desk: Caller, anybody: Caller
) -> None:
    late = desk.send("entries/", 201, name="遅刻 花子", club="白樺高")
    desk.send(f"entries/{late['id']}/actions/", 200, action="check_in")
    round_ = desk.send("rounds/", 201, seed=7)
    assert (round_["ordinal"], round_["state"], round_["draw_seed"]) == (1, "draft", 7)
    assert desk.send("rounds/", 201, seed=8)["draw_seed"] == 7
    anybody.get("rounds/1/", 404)
    assert desk.send("rounds/1/actions/", 200, action="publish")["state"] == "published"
    assert anybody.get("rounds/1/")["state"] == "published"
    assert desk.send("rounds/1/actions/", 200, action="start")["state"] == "running"
    for table in desk.get("rounds/1/")["all_tables"]:
        seats = [{"place": place} for place in range(1, len(table["seats"]) + 1)]
        path, seen = f"tables/{table['id']}/result/", table["version"]
        body: dict[str, Any] = {"seats": seats, "expected_version": seen}
        assert desk.send(path, 409, **body)["code"] == "match_going_on"
        done = desk.send(path, 200, **body, reason="entered by hand")
        assert [seat["place"] for seat in done["seats"]] == [one["place"] for one in seats]
    assert desk.send("rounds/1/actions/", 200, action="close")["state"] == "closed"
    anybody.get("standings/", 404)
    made = desk.send("publications/", 201, round=1, state="provisional")
    assert made["version"] == 1
    table = anybody.get("standings/")
    assert (table["version"], table["state"], table["count"]) == (1, "provisional", 9)
    assert table["results"][0]["values"][0]["parts"][0]["round"] == 1
    assert desk.send("publications/withdraw/", 200, reason="wrong")["state"] == "withdrawn"
    anybody.get("standings/", 404)


def test_what_there_is_to_see(tournament: Tournament, anybody: Caller, player: Caller) -> None:
    stages.begin(tournament)
    found = anybody.get()
    assert found["name"] == {"ja": "第5回 共円オリンピック", "en": "5th JKO"}
    assert [stage["part"] for stage in found["stages"]] == ["preliminary", "final"]
    assert found["rounds"][0]["name"] == {"ja": "第1回戦", "en": "Round 1"}
    assert (found["your_roles"], found["your_entry"]) == ([], None)
    mine = player.get()
    assert mine["your_roles"] == ["player"]
    assert mine["your_entry"] == str(stages.entry(tournament).pk)
    listed = anybody.client.get("/api/v1/tournaments/").json()
    assert [one["id"] for one in listed["results"]] == [str(tournament.pk)]


def test_what_only_the_desk_knows_is_null_for_others(
    tournament: Tournament, desk: Caller, player: Caller
) -> None:
    Entry.objects.filter(tournament=tournament, number=1).update(note="allergic")
    assert desk.get("entries/")["results"][0]["note"] == "allergic"
    for row in player.get("entries/")["results"]:
        hidden = ("note", "kana", "grade", "seed", "checked_in_at", "from_round", "listed_only")
        assert {row[name] for name in hidden} == {None}
        assert row["name"]


def test_those_on_the_list_only_are_the_desks_business(
    tournament: Tournament, desk: Caller, anybody: Caller
) -> None:
    someone = Entry.objects.get(tournament=tournament, number=8)
    Entry.objects.filter(pk=someone.pk).update(listed_only=True)
    assert desk.get("entries/")["count"] == 8
    assert anybody.get("entries/")["count"] == 7
    anybody.get(f"entries/{someone.pk}/", 404)


WRITES = [
    ("post", "entries/", {"name": "x"}),
    ("post", "announcements/", {"text": "x"}),
    ("post", "rounds/", {}),
    ("post", "rounds/1/actions/", {"action": "close"}),
    ("patch", "entries/{entry}/", {"name": "x"}),
    ("delete", "entries/{entry}/", {}),
    ("post", "entries/{entry}/actions/", {"action": "withdraw"}),
    ("post", "tables/{table}/result/", {"seats": [{"place": 1}], "expected_version": 0}),
    ("post", "tables/{table}/actions/", {"action": "start"}),
    ("post", "publications/", {"round": 1, "state": "draft"}),
    ("post", "publications/withdraw/", {"reason": "x"}),
]


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_only_the_desk_writes(
    tournament: Tournament, player: Caller, anybody: Caller, method: str, path: str, body: Any
) -> None:
    stages.begin(tournament)
    table = Table.objects.filter(round__stage__tournament=tournament).first()
    filled = path.format(entry=stages.entry(tournament).pk, table=table and table.pk)
    assert player.send(filled, 404, method, **body)["code"] == "not_found"
    assert anybody.send(filled, 401, method, **body)["code"] == "not_authenticated"


@pytest.mark.parametrize("path", ["tables/{table}/", "entries/{entry}/"])
def test_nothing_is_found_through_another_tournament(
    organiser: User, desk: Caller, path: str
) -> None:
    other = stages.make(organiser)
    stages.begin(other)
    table = Table.objects.filter(round__stage__tournament=other).first()
    desk.get(path.format(entry=stages.entry(other).pk, table=table and table.pk), 404)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("entries/", {}),
        ("entries/", {"name": ""}),
        ("entries/", {"name": "\u202e"}),
        ("entries/", {"name": "x" * 201}),
        ("entries/", {"name": 5}),
        ("entries/", {"name": "x", "seed": "1"}),
        ("entries/", {"name": "x", "unknown": 1}),
        ("entries/", {"name": "x", "from_round": 0}),
        ("announcements/", {"text": " "}),
        ("rounds/", {"seed": -1}),
        ("rounds/", {"seed": 2**60}),
        ("publications/", {"round": 1, "state": "withdrawn"}),
        ("publications/", {"round": 1, "state": "final", "embargo_until": "soon"}),
        ("publications/withdraw/", {"reason": ""}),
    ],
)
def test_nonsense_is_refused_by_field(
    tournament: Tournament, desk: Caller, path: str, body: dict[str, Any]
) -> None:
    answer = desk.send(path, 400, **body)
    assert answer["code"] == "invalid"
    assert answer["errors"]
    assert Entry.objects.filter(tournament=tournament).count() == 8


@pytest.mark.parametrize(
    "seats",
    [
        [{"place": 1}], [{"place": 1}] * 8, [{"place": 2}] * 4, [{"place": 1}, {}, {}, {}],
        [{"place": 1}, {"place": 5}, {"place": 2}, {"place": 3}],
    ],
)  # fmt: skip
def test_places_that_do_not_fit_are_refused(
    tournament: Tournament, desk: Caller, seats: list[dict[str, Any]]
) -> None:
    stages.begin(tournament)
    table = desk.get("rounds/1/")["all_tables"][0]
    body = {"seats": seats, "expected_version": table["version"], "reason": "x"}
    answer = desk.send(f"tables/{table['id']}/result/", 400, **body)
    assert answer["code"] == "invalid_places"
    assert desk.get(f"tables/{table['id']}/") == table


def test_a_correction_names_what_rests_on_it(tournament: Tournament, desk: Caller) -> None:
    stages.publish_after(stages.play(tournament))
    table = desk.get("rounds/1/")["all_tables"][0]
    body: dict[str, Any] = {
        "seats": [{"place": place} for place in (4, 3, 2, 1)],
        "expected_version": table["version"],
    }
    path = f"tables/{table['id']}/result/"
    assert desk.send(path, 400, **body)["code"] == "reason_needed"
    refused = desk.send(path, 409, **body, reason="misread")
    assert refused["code"] == "dependents"
    assert refused["params"]["dependents"]
    done = desk.send(path, 200, **body, reason="misread", confirmed=True)
    assert [seat["place"] for seat in done["seats"]] == [4, 3, 2, 1]
    body["seats"] = [{"place": place} for place in (2, 1, 3, 4)]
    late = desk.send(path, 409, **body, reason="again", confirmed=True)
    assert late["code"] == "result_changed"


def test_what_is_not_possible_now_says_why(tournament: Tournament, desk: Caller) -> None:
    stages.begin(tournament)
    assert desk.send("rounds/", 409)["code"] == "results_missing"
    assert desk.send("rounds/1/actions/", 409, action="close")["code"] == "results_missing"
    assert desk.send("rounds/1/actions/", 409, action="unpublish")["code"] == "round_started"
    taken = desk.send("entries/", 409, name="選手1", club="北辰")
    assert taken["code"] == "name_taken"
    refused = desk.send("publications/", 409, round=1, state="final")
    assert refused["code"] == "not_final"
    someone = stages.entry(tournament)
    assert desk.send(f"entries/{someone.pk}/", 409, "delete")["code"] == "entry_seated"


def test_too_few_to_draw_is_told_in_words(organiser: User) -> None:
    """A refusal of the pure core is an answer too."""
    tournament = stages.make(organiser, 1)
    answer = Caller(tournament, organiser).send("rounds/", 409)
    assert answer["code"] == "nobody_to_seat"


def test_people_come_late_leave_and_come_back(tournament: Tournament, desk: Caller) -> None:
    someone = stages.entry(tournament)
    path = f"entries/{someone.pk}/"
    changed = desk.send(path, 200, "patch", club="みなも塾")
    assert (changed["name"], changed["club"]) == ("選手1", "みなも塾")
    assert desk.send(f"{path}actions/", 200, action="withdraw")["left"] is True
    assert desk.send(f"{path}actions/", 200, action="re_enter")["left"] is False
    assert desk.send(f"{path}actions/", 400, action="disqualify")["code"] == "reason_needed"
    gone = desk.send(f"{path}actions/", 200, action="disqualify", reason="cheated")
    assert gone["disqualified_at"]
    desk.send(f"{path}actions/", 400, action="sit_out")
    desk.send(f"entries/{stages.entry(tournament, 2).pk}/actions/", 200, action="sit_out", round=1)
    made = desk.send("rounds/", 201)
    assert sum(len(table["seats"]) for table in made["all_tables"]) == 6
    desk.send("rounds/1/actions/", 204, action="discard")
    desk.get("rounds/1/", 404)


def test_standings_come_in_pages_and_do_not_change_by_themselves(
    tournament: Tournament, anybody: Caller
) -> None:
    stages.publish_after(stages.play(tournament))
    first = anybody.get("standings/", page_size=3)
    assert len(first["results"]) == 3
    assert first["previous"] is None
    last = anybody.get("standings/", page_size=3, page=3)
    assert (len(last["results"]), last["next"]) == (2, None)
    anybody.get("standings/", 404, page=4, page_size=3)
    anybody.get("standings/", 400, page=0)
    answer = anybody.client.get(f"{anybody.base}standings/")
    again = anybody.client.get(
        f"{anybody.base}standings/", headers={"If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304
    stages.publish_after(stages.play(tournament, 2))
    newer = anybody.client.get(
        f"{anybody.base}standings/", headers={"If-None-Match": answer["ETag"]}
    )
    assert newer.status_code == 200


def test_queries_do_not_grow_with_people(organiser: User) -> None:
    def counted(people: int) -> list[int]:
        tournament = stages.make(organiser, people)
        stages.publish_after(stages.play(tournament))
        caller, found = Caller(tournament, organiser), []
        for path in ("", "entries/", "rounds/", "rounds/1/", "standings/", "standings/?draft=1"):
            caller.get(path)
            with CaptureQueriesContext(connection) as captured:
                caller.get(path)
            found.append(len(captured))
        return found

    assert counted(8) == counted(24)
