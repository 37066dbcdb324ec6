"""Nothing of a draft, an embargo or an unpublished result is told anywhere but to the staff.

The tournament knows one result that is public (round 1) and one that is not (round 2, entered
by an arbiter): every address that anybody can open is asked, and none may tell the second.
"""

import io
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from accounts.models import User
from tests.tournaments.public import stages
from tournaments.models import Entry, PublicationState, Round, Table, TableSeat, Tournament
from tournaments.printing import render
from tournaments.services.publications import latest_public, withdraw_publication

pytestmark = pytest.mark.django_db

HIDDEN: dict[str, Callable[[Round], object]] = {
    "not published": lambda round_: None,
    "a draft": lambda round_: stages.publish_after(round_, PublicationState.DRAFT),
    "under embargo": lambda round_: stages.publish_after(
        round_, embargo_until=timezone.now() + timedelta(hours=1)
    ),
}
PAGES = [
    "", "rounds/1/", "rounds/2/", "standings/", "standings/?after=1", "standings/?after=2",
    "standings/?version=1", "standings/?version=2", "standings/?version=3", "players/{entry}/",
    "players/{entry}/?version=2", "players/{entry}/?after=2", "screen/", "standings.csv",
    "standings.json", "standings.xlsx", "standings.csv?version=2", "standings.json?after=2",
    "standings.pdf", "standings.pdf?version=2", "embed/standings/",
    "embed/standings/?after=2", "embed/standings.json", "rounds.ics", "bracket/", "crosstable/",
    "entries.csv", "entries.json", "entries.xlsx",
]  # fmt: skip
API = [
    "", "entries/", "entries/{entry}/", "rounds/", "rounds/1/", "rounds/2/", "tables/{table}/",
    "standings/", "standings/?after=2", "standings/?version=2", "standings/?draft=1",
    "standings/?draft=true", "publications/", "announcements/",
]  # fmt: skip


class Secret:
    """A tournament whose second round must not be known; ``winner`` won it."""

    def __init__(self, organiser: User, how: str) -> None:
        self.tournament = stages.make(organiser)
        stages.publish_after(stages.play(self.tournament, 1))
        round_ = stages.play(self.tournament, 2)
        HIDDEN[how](round_)
        self.round = round_
        self.table = Table.objects.filter(round=round_).first()
        self.winner = Entry.objects.get(seatings__table=self.table, seatings__place=1)
        self.player = Entry.objects.get(tournament=self.tournament, number=1)

    def told(self, client: Client, path: str) -> Iterator[str]:
        """What an address says, in plain text; a PDF by what it was made of."""
        filled = path.format(entry=self.winner.pk, table=self.table and self.table.pk)
        answer = client.get(filled, headers={"Accept-Language": "en"})
        assert answer.status_code in {200, 404}, filled
        if answer.status_code == 404:
            return
        kind = answer["Content-Type"]
        if "spreadsheet" in kind:
            for row in load_workbook(io.BytesIO(answer.content)).active.values:  # type: ignore[union-attr]
                yield " ".join(map(str, row))
        elif "pdf" not in kind:
            yield answer.content.decode()


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The data that PDFs were made of."""
    made: list[Any] = []
    real = render.pdf

    def keep(template: str, data: dict[str, Any]) -> bytes:
        made.append(data)
        return real(template, data)

    monkeypatch.setattr("tournaments.views.prints.pdf", keep)
    return made


def readers(secret: Secret) -> Iterator[Client]:
    """Nobody in particular, and a player: neither is staff."""
    yield Client()
    player = Client()
    assert secret.player.user is not None
    player.force_login(secret.player.user)
    yield player


def tells_round_two(said: str) -> bool:
    """Whether a text knows a place of the second round."""
    return bool(
        re.search(r"Round 2: place \d", said)
        or re.search(r"Standings after Round 2", said)
        or re.search(r"round_2|R2\b|第2回戦終了", said)
    )


@pytest.mark.parametrize("how", HIDDEN)
def test_no_page_tells(organiser: User, printed: list[Any], how: str) -> None:
    secret = Secret(organiser, how)
    for client, path in product(readers(secret), PAGES):
        for said in secret.told(client, f"/t/{secret.tournament.pk}/{path}"):
            assert not tells_round_two(said), path
            assert "data-placed" not in said or path != "rounds/2/"
    assert printed
    for data in printed:
        assert not tells_round_two(str(data))


@pytest.mark.parametrize("how", HIDDEN)
def test_a_round_shows_no_places_before_they_are_published(organiser: User, how: str) -> None:
    secret = Secret(organiser, how)
    page = Client().get(f"/t/{secret.tournament.pk}/rounds/2/").content.decode()
    assert "data-placed" not in page
    if how == "not published":
        stages.publish_after(secret.round)
        page = Client().get(f"/t/{secret.tournament.pk}/rounds/2/").content.decode()
        assert "data-placed" in page


@pytest.mark.parametrize("how", HIDDEN)
def test_no_answer_of_the_api_tells(organiser: User, how: str) -> None:
    secret = Secret(organiser, how)
    for client, path in product(readers(secret), API):
        address = f"/api/v1/tournaments/{secret.tournament.pk}/{path}"
        filled = address.format(entry=secret.winner.pk, table=secret.table and secret.table.pk)
        answer = client.get(filled)
        if "draft" in path or "after=2" in path or "version=2" in path:
            assert answer.status_code == 404
            continue
        assert answer.status_code == 200, filled
        body = answer.json()
        if path in {"rounds/2/", "tables/{table}/"}:
            tables = body["all_tables"] if path == "rounds/2/" else [body]
            seats = [seat for table in tables for seat in table["seats"]]
            assert [seat["place"] for seat in seats] == [None] * len(seats)
            assert {table["source"] for table in tables} == {None}
        elif path == "publications/":
            assert [one["version"] for one in body["results"]] == [1]
        elif path == "standings/":
            assert {line["round"] for row in body["results"] for line in row["rounds"]} == {1}
        elif path == "":
            assert body["publication"]["version"] == 1


def test_the_staff_sees_what_is_not_public(organiser: User) -> None:
    secret = Secret(organiser, "a draft")
    client = Client()
    client.force_login(organiser)
    api = f"/api/v1/tournaments/{secret.tournament.pk}/"
    rows = client.get(f"{api}standings/?draft=1").json()["results"]
    assert {line["round"] for row in rows for line in row["rounds"]} == {1, 2}
    seats = client.get(f"{api}rounds/2/").json()["all_tables"][0]["seats"]
    assert sorted(seat["place"] for seat in seats) == [1, 2, 3, 4]
    versions = client.get(f"{api}publications/").json()["results"]
    assert [one["state"] for one in versions] == ["draft", "provisional"]


def test_an_embargo_ends_by_itself(organiser: User) -> None:
    secret = Secret(organiser, "under embargo")
    at = timezone.now()
    assert (found := latest_public(secret.tournament, at)) is not None
    assert found.version == 1
    assert (found := latest_public(secret.tournament, at + timedelta(hours=2))) is not None
    assert found.version == 2


def test_nothing_is_public_after_a_withdrawal(organiser: User) -> None:
    secret = Secret(organiser, "not published")
    withdraw_publication(
        tournament=secret.tournament, by=organiser, at=timezone.now(), reason="wrong"
    )
    client, home = Client(), f"/t/{secret.tournament.pk}/"
    assert "ranks" not in client.get(f"{home}standings/").content.decode()
    for path in ("standings.pdf", "standings.csv", "standings/?version=1"):
        assert client.get(home + path).status_code == 404
    api = f"/api/v1/tournaments/{secret.tournament.pk}/"
    assert client.get(f"{api}standings/").status_code == 404
    assert client.get(f"{api}publications/").json()["results"] == []
    assert "data-placed" not in client.get(f"{home}rounds/1/").content.decode()


def test_a_correction_waits_for_the_next_version(organiser: User) -> None:
    """The table shows what was published, not what was entered since."""
    secret = Secret(organiser, "not published")
    table = Table.objects.filter(round__ordinal=1).first()
    assert table is not None
    first, last = table.seats.get(place=1), table.seats.get(place=4)
    TableSeat.objects.filter(pk=first.pk).update(place=4)
    TableSeat.objects.filter(pk=last.pk).update(place=1)
    page = Client().get(f"/t/{secret.tournament.pk}/rounds/1/").content.decode()
    seat = re.search(rf'num">1</span><a href="[^"]*{first.entry_id}', page)
    assert seat is not None


def test_a_player_of_a_draft_learns_nothing_from_their_page(organiser: User) -> None:
    tournament: Tournament = stages.make(organiser)
    stages.draft(tournament)
    someone = stages.entry(tournament)
    client = Client()
    assert someone.user is not None
    client.force_login(someone.user)
    page = client.get(f"/t/{tournament.pk}/players/{someone.pk}/").content.decode()
    assert "rounds/1/" not in page
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/rounds/1/").status_code == 404
