"""What takes long, as the desk and the API tell it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import better_wins, draw, tournament
from tournaments.formats.apart import PairingFailedError
from tournaments.formats.swiss import pair_swiss
from tournaments.models import Job, Publication, Round, Table, Tournament
from tournaments.presets import swiss
from tournaments.services import jobs, large
from tournaments.services.formats import ahead
from tournaments.services.formats.swiss import Swiss

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(
    client: Client, organiser: User, monkeypatch: pytest.MonkeyPatch, settings: object
) -> Tournament:
    """Round 1 of two is over, and everything takes long."""
    monkeypatch.setattr(Swiss, "seconds", lambda *_: 11.0)
    monkeypatch.setattr(large, "publishing_seconds", lambda *_: 20.0)
    monkeypatch.setattr(ahead, "pair_apart", pair_swiss)
    made = tournament(organiser, swiss(3), people=6)
    better_wins(draw(made))
    Round.objects.update(created_at=NOON - timedelta(days=3650))
    client.force_login(organiser)
    client.cookies["django_language"] = "en"
    return made


def url(made: Tournament, name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[made.pk, *args])


def do_jobs() -> int:
    return jobs.do_jobs(large.WORKS, lambda: NOON)


def test_the_desk_says_how_far_a_pairing_is_and_shows_it(client: Client, made: Tournament) -> None:
    page = client.post(url(made, "draw"), follow=True).content.decode()
    job = Job.objects.get(tournament=made)
    polled = f"{url(made, 'job', job.pk)}?reload=1"
    assert polled in page
    assert "Round 2 is being paired" in page
    assert "usually takes about 11 seconds" in page
    assert f'action="{url(made, "draw")}"' not in page
    waiting = client.get(polled)
    assert polled in waiting.content.decode()
    do_jobs()
    assert client.get(polled).headers["HX-Refresh"] == "true"
    elsewhere = client.get(url(made, "job", job.pk)).content.decode()
    assert "Round 2 is drawn" in elsewhere
    assert url(made, "desk_seating") in elsewhere
    assert "hx-get" not in elsewhere
    assert "being paired" not in client.get(url(made, "desk")).content.decode()


def test_a_failure_stays_on_the_desk_with_a_button_until_something_follows(
    client: Client, made: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T26: the engine's error is shown."""

    def fails(*_args: object, **_wishes: object) -> object:
        raise PairingFailedError(said="Segmentation fault")

    monkeypatch.setattr(ahead, "pair_apart", fails)
    client.post(url(made, "draw"))
    do_jobs()
    page = client.get(url(made, "desk")).content.decode()
    assert "Round 2 could not be drawn" in page
    assert "Segmentation fault" in page
    assert "Try once more" in page
    monkeypatch.setattr(ahead, "pair_apart", pair_swiss)
    client.post(url(made, "draw"))
    do_jobs()
    assert "could not be drawn" not in client.get(url(made, "desk")).content.decode()


def test_a_failure_is_told_in_the_language_of_who_reads_it(
    client: Client, made: Tournament
) -> None:
    client.post(url(made, "draw"))
    Round.objects.update(state="running")
    Table.objects.filter(number=1).update(result_source="")
    with override("ja"):
        do_jobs()
    page = client.get(url(made, "desk")).content.decode()
    assert "Results are missing: Round 1, table 1." in page
    page = client.get(url(made, "desk"), {"lang": "ja"}).content.decode()
    assert "結果がまだです：第1回戦 1番卓。" in page


def test_publishing_says_that_it_is_being_done(client: Client, made: Tournament) -> None:
    page = client.post(
        url(made, "publish_standings"), {"state": "provisional", "embargo_until": ""}, follow=True
    ).content.decode()
    assert "The standings after Round 1 are being published" in page
    do_jobs()
    assert Publication.objects.filter(tournament=made).count() == 1
    assert "are being published" not in client.get(url(made, "desk")).content.decode()


def test_the_api_answers_202_and_where_to_ask(client: Client, made: Tournament) -> None:
    at = f"/api/v1/tournaments/{made.pk}"
    answer = client.post(f"{at}/rounds/", {}, content_type="application/json")
    assert answer.status_code == 202
    where = answer.headers["Location"]
    assert where.startswith(f"{at}/jobs/")
    assert answer.json()["state"] == "waiting"
    again = client.post(f"{at}/rounds/", {}, content_type="application/json")
    assert again.json()["id"] == answer.json()["id"]
    do_jobs()
    assert client.get(where).json() | {"state": "done", "round": 2} == client.get(where).json()
    assert client.get(f"{at}/rounds/2/").status_code == 200
    anew = client.post(
        f"{at}/rounds/2/actions/", {"action": "redraw"}, content_type="application/json"
    )
    assert anew.status_code == 202
    do_jobs()
    Round.objects.get(stage__tournament=made, number=2).delete()
    body = {"round": 1, "state": "provisional"}
    asked = client.post(f"{at}/publications/", body, content_type="application/json")
    assert asked.status_code == 202
    other = client.post(
        f"{at}/publications/", body | {"state": "draft"}, content_type="application/json"
    )
    assert (other.status_code, other.json()["code"]) == (409, "being_done")
    do_jobs()
    assert client.get(asked.headers["Location"]).json()["version"] == 1
    client.logout()
    assert client.get(where).status_code in {401, 403}
