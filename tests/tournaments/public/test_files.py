"""Lists to take along: readable by a spreadsheet, exact to the byte, and safe."""

import csv
import io
import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from accounts.models import User
from tests.tournaments.public import stages
from tournaments.models import Entry, PublicationState, Tournament

pytestmark = pytest.mark.django_db

BOM = b"\xef\xbb\xbf"
FAMILY = "\U0001f389 \U0001f468\u200d\U0001f469\u200d\U0001f467"
NAMES = [f"山田 {FAMILY}", "=1+1", "\u202eabc", "髙﨑"]


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.fixture
def client() -> Client:
    return Client(headers={"Accept-Language": "en"})


def test_a_spreadsheet_sees_that_it_is_unicode(organiser: User, client: Client) -> None:
    """T79: with the mark by default, without it for programs."""
    tournament = stages.make(organiser)
    stages.publish_after(stages.play(tournament))
    for path in ("standings.csv", "entries.csv"):
        marked = client.get(f"/t/{tournament.pk}/{path}").content
        plain = client.get(f"/t/{tournament.pk}/{path}?bom=0").content
        assert marked == BOM + plain


def test_names_come_out_as_they_went_in(organiser: User, client: Client) -> None:
    """T80: emoji too, byte by byte."""
    tournament = stages.make(organiser, NAMES)
    stages.publish_after(stages.play(tournament))
    kept = [Entry.objects.get(tournament=tournament, number=n).name for n in range(1, 5)]
    assert kept[0] == NAMES[0]
    for kind in ("csv", "json", "xlsx"):
        content = client.get(f"/t/{tournament.pk}/standings.{kind}").content
        if kind == "csv":
            found = [row[2].removeprefix("'") for row in rows_of(content)[1:]]
        elif kind == "json":
            found = [row["name"] for row in json.loads(content)]
        else:
            sheet = load_workbook(io.BytesIO(content)).active
            assert sheet is not None
            found = [str(row[2]) for row in sheet.iter_rows(min_row=2, values_only=True)]
        assert sorted(found) == sorted(kept)


def test_no_cell_is_a_formula(organiser: User, client: Client) -> None:
    tournament = stages.make(organiser, NAMES)
    rows = rows_of(client.get(f"/t/{tournament.pk}/entries.csv").content)
    assert "'=1+1" in [row[1] for row in rows]
    assert not any(cell[:1] in {"=", "+", "-", "@"} for row in rows for cell in row)


def test_places_are_numbers_and_no_dates(organiser: User, client: Client) -> None:
    """2/4 would become the second of April in a spreadsheet."""
    tournament = stages.make(organiser)
    stages.publish_after(stages.play(tournament))
    rows = rows_of(client.get(f"/t/{tournament.pk}/standings.csv").content)
    column = rows[0].index("Round 1")
    assert sorted(row[column] for row in rows[1:]) == ["1", "1", "2", "2", "3", "3", "4", "4"]


def test_the_whole_tournament_has_every_round(organiser: User, client: Client) -> None:
    tournament = stages.make(organiser)
    stages.play(tournament, 1)
    stages.play(tournament, 2)
    stages.publish_after(stages.play_final(tournament), PublicationState.FINAL)
    found = json.loads(client.get(f"/t/{tournament.pk}/standings.json").content)
    assert len(found) == 8
    assert set(found[0]) >= {"rank", "name", "round_1", "round_2", "round_3", "PP_1", "PP_2"}
    assert found[7]["round_3"] is None


def test_the_public_list_tells_less_than_the_desks(organiser: User, client: Client) -> None:
    tournament = stages.make(organiser)
    Entry.objects.filter(tournament=tournament, number=1).update(note="allergic", grade="高2")
    one = tournament.entries.get(number=1)
    for path in ("entries.json", f"players/{one.pk}/"):
        told = client.get(f"/t/{tournament.pk}/{path}").content.decode()
        assert one.name in told
        assert "allergic" not in told
        assert "高2" not in told
    client.force_login(organiser)
    assert b"allergic" in client.get(f"/desk/{tournament.pk}/entries.json").content


def offered(client: Client, tournament: Tournament) -> set[str]:
    page = client.get(reverse("tournaments:desk_files", args=[tournament.pk])).content.decode()
    return set(re.findall(r'href="([^"]+\.(?:csv|xlsx|json|trf))"', page))


def test_every_file_that_is_offered_is_there(organiser: User, client: Client) -> None:
    client.force_login(organiser)
    tournament = stages.make(organiser)
    before = offered(client, tournament)
    stages.play(tournament)
    after = offered(client, tournament)
    assert len(after) > len(before)
    for path in before | after:
        assert client.get(path).status_code == 200
