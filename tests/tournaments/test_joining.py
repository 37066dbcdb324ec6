"""Entering by oneself with the code."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.services import attempts
from tests.tournaments.conftest import NOON
from tournaments.models import Entry, Registration, Round, Tournament
from tournaments.services.entries import Details, create_entries


@pytest.fixture
def open_jko(jko: Tournament) -> Tournament:
    jko.registration = Registration.OPEN
    jko.save()
    return jko


@pytest.fixture
def listed_jko(jko: Tournament) -> Tournament:
    jko.registration = Registration.LISTED
    jko.save()
    people = [Details("山田 太郎", "やまだ", "東高"), Details("佐藤 花子", "さとう", "西高")]
    create_entries(jko, people, at=NOON, listed_only=True)
    return jko


def join_url(jko: Tournament) -> str:
    return reverse("tournaments:join", args=[jko.join_code])


def me_url(jko: Tournament) -> str:
    return reverse("tournaments:me", args=[jko.pk])


def test_the_code_is_understood_however_it_is_typed(client: Client, open_jko: Tournament) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in open_jko.join_code.lower())
    for typed in (open_jko.join_code, f" {wide[:3]}-{wide[3:]} "):
        answer = client.post(reverse("tournaments:join"), {"code": typed})
        assert answer["Location"] == join_url(open_jko)


def test_a_wrong_code_is_said_to_be_wrong(client: Client, db: None) -> None:
    answer = client.post(reverse("tournaments:join"), {"code": "NOSUCH"})
    assert answer.status_code == 422
    assert "NOSUCH" in answer.content.decode()
    assert client.get(reverse("tournaments:join", args=["NOSUCH"])).status_code == 404


def test_guessing_codes_is_slowed_down(
    client: Client, open_jko: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "PER_ADDRESS", 3)
    url = reverse("tournaments:join")
    for number in range(3):
        answer = client.post(url, {"code": f"NOSUCH{number}"})
        assert "NOSUCH" in answer.content.decode()
    assert client.post(url, {"code": open_jko.join_code}).status_code == 422
    elsewhere = client.post(url, {"code": open_jko.join_code}, REMOTE_ADDR="198.51.100.7")
    assert elsewhere.status_code == 302


def test_a_name_is_enough_and_the_phone_stays_signed_in(
    client: Client, open_jko: Tournament
) -> None:
    answer = client.post(join_url(open_jko), {"name": "早川 凛"})
    assert answer["Location"] == me_url(open_jko)
    page = client.get(me_url(open_jko))
    assert "早川 凛" in page.content.decode()
    assert Entry.objects.get().user_id is not None


def test_coming_back_with_the_same_phone_keeps_the_entry(
    client: Client, open_jko: Tournament
) -> None:
    client.post(join_url(open_jko), {"name": "早川 凛"})
    assert client.get(join_url(open_jko))["Location"] == me_url(open_jko)
    client.post(join_url(open_jko), {"name": "別名"})
    assert Entry.objects.count() == 1


def lost(client: Client, url: str, data: dict[str, str]) -> Client:
    """A phone that posted and never heard the answer: it is as it was before."""
    client.get(url)
    before = Client()
    before.cookies["csrftoken"] = client.cookies["csrftoken"].value
    client.post(url, data)
    return before


def test_whoever_never_heard_the_answer_enters_again_as_the_same(
    client: Client, open_jko: Tournament
) -> None:
    phone = lost(client, join_url(open_jko), {"name": "早川 凛"})
    other = phone.post(join_url(open_jko), {"name": "早川 澪", "club": "西高"})
    assert other["Location"] == me_url(open_jko)
    phone = lost(Client(), join_url(open_jko), {"name": "田中 蓮"})
    assert phone.post(join_url(open_jko), {"name": "田中　蓮"})["Location"] == me_url(open_jko)
    assert "田中 蓮" in phone.get(me_url(open_jko)).content.decode()
    assert phone.cookies["csrftoken"].value != client.cookies["csrftoken"].value
    assert Client().post(join_url(open_jko), {"name": "田中 蓮"}).status_code == 422
    assert Entry.objects.count() == 3


def test_whoever_never_heard_that_the_place_is_theirs_takes_it_again(
    client: Client, listed_jko: Tournament
) -> None:
    mine = Entry.objects.earliest("number")
    phone = lost(client, join_url(listed_jko), {"entry": str(mine.pk)})
    stranger = Client()
    stranger.get(join_url(listed_jko))
    assert stranger.post(join_url(listed_jko), {"entry": str(mine.pk)}).status_code == 422
    answer = phone.post(join_url(listed_jko), {"entry": str(mine.pk)})
    assert answer["Location"] == me_url(listed_jko)
    assert mine.name in phone.get(me_url(listed_jko)).content.decode()


def test_two_people_with_one_name_are_told_apart_by_their_clubs(open_jko: Tournament) -> None:
    Client().post(join_url(open_jko), {"name": "山田 太郎"})
    second = Client()
    answer = second.post(join_url(open_jko), {"name": "山田太郎"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "所属" in page
    assert "山田太郎" in page
    second.post(join_url(open_jko), {"name": "山田太郎", "club": "西高"})
    third = Client().post(join_url(open_jko), {"name": "山田太郎", "club": "西高"})
    assert third.status_code == 422
    assert Entry.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("あ" * 200, True),
        ("あ" * 201, False),
        ("", False),
        ("　\u202e ", False),
        ("<script>alert(1)</script>", True),
        ("🐻‍❄️", True),
        ("محمد", True),
    ],
)
def test_any_name_gets_a_clear_answer(
    client: Client, open_jko: Tournament, name: str, kept: bool
) -> None:
    answer = client.post(join_url(open_jko), {"name": name}, follow=True)
    assert answer.status_code == (200 if kept else 422)
    assert Entry.objects.count() == int(kept)
    assert "<script>alert" not in answer.content.decode()


def test_closed_registration_says_where_to_ask(client: Client, jko: Tournament) -> None:
    page = client.get(join_url(jko)).content.decode()
    assert "受付で聞いてください" in page
    client.post(join_url(jko), {"name": "早川"})
    assert not Entry.objects.exists()


def test_somebody_on_the_list_takes_their_place(client: Client, listed_jko: Tournament) -> None:
    entry = listed_jko.entries.get(name="山田 太郎")
    answer = client.post(join_url(listed_jko), {"entry": entry.pk})
    assert answer["Location"] == me_url(listed_jko)
    entry.refresh_from_db()
    assert not entry.listed_only
    assert client.get(me_url(listed_jko)).status_code == 200


def test_a_place_is_taken_once(listed_jko: Tournament) -> None:
    entry = listed_jko.entries.get(name="山田 太郎")
    Client().post(join_url(listed_jko), {"entry": entry.pk})
    other = Client()
    answer = other.post(join_url(listed_jko), {"entry": entry.pk})
    assert answer.status_code == 422
    assert other.get(me_url(listed_jko)).status_code == 404


def test_nobody_enters_a_listed_tournament_by_another_name(
    client: Client, listed_jko: Tournament
) -> None:
    answer = client.post(join_url(listed_jko), {"name": "通りすがり"})
    assert answer.status_code == 422
    assert listed_jko.entries.count() == 2


def test_entering_late_begins_with_the_next_round(client: Client, running: Round) -> None:
    jko = running.stage.tournament
    jko.registration = Registration.OPEN
    jko.save()
    client.post(join_url(jko), {"name": "遅刻"})
    assert Entry.objects.get(name="遅刻").from_round == 2
    page = client.get(me_url(jko)).content.decode()
    assert "着きました" in page


def test_a_player_checks_in_with_one_tap(client: Client, open_jko: Tournament) -> None:
    client.post(join_url(open_jko), {"name": "早川"})
    client.post(reverse("tournaments:check_me_in", args=[open_jko.pk]))
    assert Entry.objects.get().checked_in_at is not None


def test_a_player_is_led_to_the_table(client: Client, running: Round) -> None:
    seat = running.tables.all()[0].seats.all()[1]
    assert seat.entry.user is not None
    client.force_login(seat.entry.user)
    page = client.get(me_url(running.stage.tournament)).content.decode()
    assert "data-go" in page
    assert f"/matches/{seat.table.match_id}/" in page
    assert "1番卓" in client.get("/").content.decode()
