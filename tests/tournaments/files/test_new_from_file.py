"""A tournament out of a file, at the desk."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.files.test_report_files import RUNNING
from tournaments.models import Entry, Round, Tournament
from tournaments.offered_files import OfferedFile
from tournaments.services.archive import make_archive, write_archive


@pytest.fixture
def desk(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client


def offer(client: Client, name: str, content: bytes) -> str:
    answer = client.post(
        "/desk/new/file/", {"file": SimpleUploadedFile(name, content)}, follow=True
    )
    found: str = answer.content.decode()
    return found


def test_a_report_file_is_looked_at_and_then_made(desk: Client) -> None:
    shown = offer(desk, "running.trf", RUNNING.encode())
    assert "山田 🎌" in shown
    assert not Tournament.objects.exists()
    answer = desk.post("/desk/new/file/look/", {"name": "続き", "game": "oware", "rounds": "5"})
    made = Tournament.objects.get()
    assert answer["Location"] == f"/desk/{made.pk}/"
    assert made.stages.get().planned_rounds == 5
    assert Entry.objects.filter(tournament=made).count() == 3
    assert not OfferedFile.objects.exists()
    for page in ("", "entries/", "seating/", "standings/", "settings/", "audit/"):
        assert desk.get(f"/desk/{made.pk}/{page}").status_code == 200


def test_what_a_report_file_does_not_tell_is_asked_again_and_kept(desk: Client) -> None:
    offer(desk, "running.trf", RUNNING.encode())
    answer = desk.post("/desk/new/file/look/", {"name": "続き", "game": "go", "rounds": "x"})
    assert answer.status_code == 422
    assert "続き" in answer.content.decode()


def test_a_broken_report_file_is_refused_by_line(desk: Client) -> None:
    shown = offer(desk, "x.trf", RUNNING.replace(" 0.5", " 1.5").encode())
    assert "4行目：" in shown
    assert not Tournament.objects.exists()


def test_an_archive_is_restored_as_a_copy_where_it_is_already(desk: Client, running: Round) -> None:
    tournament = running.stage.tournament
    data = write_archive(make_archive(tournament, NOON))
    shown = offer(desk, "jko.json", data)
    assert tournament.name in shown
    desk.post("/desk/new/file/look/", {})
    assert Tournament.objects.count() == 1
    desk.post("/desk/new/file/look/", {"copy": "1"})
    assert Tournament.objects.count() == 2


def test_a_broken_archive_says_so(desk: Client) -> None:
    shown = offer(desk, "x.json", json.dumps({"archive": "taikai", "version": 7}).encode())
    assert "version" in shown


def test_only_organisers_make_tournaments_out_of_files(client: Client, db: None) -> None:
    for path in ("/desk/new/file/", "/desk/new/file/look/"):
        assert client.get(path).status_code == 404
    client.force_login(User.objects.create_user("player", name="P"))
    assert client.post("/desk/new/file/").status_code == 404
