"""Signing in with a password, and out again."""

from unittest.mock import patch

import pytest
from django.contrib.auth import hashers
from django.test import Client
from django.urls import reverse

from accounts import devices, landing
from accounts.models import User
from accounts.services.attempts import PER_ACCOUNT, PER_ACCOUNT_AND_ADDRESS
from tests.accounts.conftest import PASSWORD

SIGN_IN = "/sign-in/"


def try_to_sign_in(client: Client, username: str = "yu", password: str = PASSWORD, **more: str):  # type: ignore[no-untyped-def]
    return client.post(SIGN_IN, {"username": username, "password": password, **more})


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_the_right_password_opens_the_door(client: Client, organiser: User) -> None:
    answer = try_to_sign_in(client)
    assert (answer.status_code, answer.headers["Location"]) == (302, landing.landing(organiser))
    assert is_signed_in(client)


@pytest.mark.parametrize("typed", ["YU", " yu ", "ｙｕ"])
def test_the_username_may_be_typed_in_any_form(client: Client, organiser: User, typed: str) -> None:
    assert try_to_sign_in(client, typed).status_code == 302


def test_a_wrong_password_keeps_the_username(client: Client, organiser: User) -> None:
    answer = try_to_sign_in(client, password="wrong")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="yu"' in page
    assert "Username and password do not go together" in page
    assert "wrong" not in page.replace("went wrong", "")
    assert not is_signed_in(client)


def test_an_unknown_name_gets_the_same_words_and_the_same_work(
    client: Client, organiser: User
) -> None:
    pages, hashed = [], []
    for username in ("yu", "nobody"):
        with patch.object(
            hashers.MD5PasswordHasher, "encode", autospec=True, return_value="md5$x$y"
        ) as encode:
            page = try_to_sign_in(client, username, "wrong").content.decode()
        pages.append(page.replace(username, ""))
        hashed.append(encode.call_count)
    assert (
        pages[0].partition("<main")[2].partition("csrf")[0]
        == (pages[1].partition("<main")[2].partition("csrf")[0])
    )
    assert hashed[1] >= 1


def test_someone_whose_access_ended_is_told_nothing_special(
    client: Client, colleague: User
) -> None:
    colleague.is_active = False
    colleague.save()
    answer = try_to_sign_in(client, "koval")
    assert answer.status_code == 422
    assert "do not go together" in answer.content.decode()


def test_someone_without_a_password_cannot_sign_in_with_none(client: Client, player: User) -> None:
    player.username = "midori"
    player.save()
    assert try_to_sign_in(client, "midori", "").status_code == 422
    assert try_to_sign_in(client, "midori", player.password).status_code == 422


def test_after_ten_failures_even_the_right_password_waits(client: Client, organiser: User) -> None:
    for _ in range(PER_ACCOUNT_AND_ADDRESS):
        try_to_sign_in(client, password="wrong")
    answer = try_to_sign_in(client)
    assert answer.status_code == 429
    assert "Too many attempts" in answer.content.decode()
    assert 'value="yu"' in answer.content.decode()
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert try_to_sign_in(elsewhere).status_code == 302


@pytest.mark.slow
def test_a_swarm_of_guessers_does_not_keep_the_owner_out(organiser: User) -> None:
    home = Client()
    try_to_sign_in(home)
    home.post("/sign-out/")
    for number in range(PER_ACCOUNT):
        try_to_sign_in(Client(REMOTE_ADDR=f"198.51.100.{number}"), password="wrong")
    assert try_to_sign_in(Client(REMOTE_ADDR="203.0.113.1")).status_code == 429
    assert try_to_sign_in(home).status_code == 302


def test_a_device_is_known_for_the_one_who_used_it() -> None:
    theirs = devices.mark("koval")
    assert devices.known(theirs, "koval")
    for kept in (theirs, "", "nonsense", theirs[:-1], "é"):
        assert devices.known(kept, "yu") == ""


@pytest.mark.parametrize(
    ("asked", "reached"),
    [
        ("/people/", "/people/"),
        ("/account/?lang=en", "/account/?lang=en"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("\\\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("http:///evil.example", "/"),
        ("\x00//evil.example", "/"),
    ],
)
def test_next_leads_nowhere_but_here(
    client: Client, organiser: User, asked: str, reached: str
) -> None:
    home = landing.landing(organiser)
    answer = try_to_sign_in(client, next=asked)
    assert answer.headers["Location"] == (reached if reached != "/" else home)


def test_a_page_that_needs_a_person_comes_after_signing_in(client: Client, organiser: User) -> None:
    answer = client.get("/people/")
    assert answer.headers["Location"] == f"{SIGN_IN}?next=/people/"
    page = client.get(answer.headers["Location"]).content.decode()
    assert 'name="next" value="/people/"' in page


def test_the_session_gets_a_new_key(client: Client, organiser: User) -> None:
    planted = client.session
    planted["from"] = "someone who knows the key"
    planted.save()
    try_to_sign_in(client)
    assert is_signed_in(client)
    assert client.cookies["sessionid"].value != planted.session_key
    assert not is_signed_in(Client(headers={"cookie": f"sessionid={planted.session_key}"}))


def test_another_person_does_not_inherit_the_session(
    client: Client, organiser: User, colleague: User
) -> None:
    try_to_sign_in(client)
    session = client.session
    session["draft"] = "mine"
    session.save()
    try_to_sign_in(client, "koval")
    assert "draft" not in client.session


def test_whoever_is_signed_in_is_told_before_signing_in_as_another(signed_in: Client) -> None:
    assert "梶本 ゆう" in signed_in.get(SIGN_IN).content.decode()


def test_signing_out_takes_a_form(signed_in: Client) -> None:
    assert signed_in.get("/sign-out/").status_code == 405
    assert is_signed_in(signed_in)
    signed_in.post("/sign-out/")
    assert not is_signed_in(signed_in)


def test_the_administration_has_no_door_of_its_own(client: Client, colleague: User) -> None:
    answer = client.get("/admin/login/?next=/admin/accounts/user/")
    assert answer.headers["Location"] == f"{SIGN_IN}?next=/admin/accounts/user/"
    client.force_login(colleague)
    assert client.get("/admin/", follow=True).status_code == 404


def test_an_administrator_reaches_the_administration(signed_in: Client, organiser: User) -> None:
    for page in ("user", "membership", "personallink", "onetimelink", "apitoken", "attempt"):
        assert signed_in.get(f"/admin/accounts/{page}/").status_code == 200
    assert signed_in.get(f"/admin/accounts/user/{organiser.pk}/change/").status_code == 200
    assert signed_in.get("/admin/accounts/user/add/").status_code == 200


def test_apps_above_say_where_a_person_goes(
    client: Client, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landing, "_guides", [])
    landing.register(lambda user: None)
    landing.register(lambda user: f"/t/of-{user.username}/")
    assert try_to_sign_in(client).headers["Location"] == "/t/of-yu/"
    monkeypatch.setattr(landing, "_guides", [])
    assert landing.landing(organiser) == reverse("home")


def test_a_session_ends_with_the_password_it_began_with(client: Client, organiser: User) -> None:
    try_to_sign_in(client)
    organiser.set_password("another-long-one")
    organiser.save()
    assert not is_signed_in(client)
