"""What a person keeps about themselves."""

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.services.people import link_token
from accounts.services.tokens import MOST, create_token
from tests.accounts.conftest import NOON, PASSWORD

CHANGED = {"password-old": PASSWORD, "password-password": "another-long-one"}


def token_in(page: str) -> str:
    return page.partition('<code id="secret" tabindex="0">')[2].partition("<")[0]


def test_a_changed_password_keeps_this_device_and_ends_the_others(
    signed_in: Client, organiser: User
) -> None:
    other = Client()
    other.login(username="yu", password=PASSWORD)
    assert signed_in.post("/account/password/", CHANGED).status_code == 302
    assert signed_in.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    assert Client().login(username="yu", password="another-long-one")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"password-old": "not it"}, "not your present password"),
        ({"password-old": ""}, "Enter your password"),
        ({"password-password": "12345678"}, "entirely numeric"),
        ({"password-password": ""}, "Choose a password"),
    ],
)
def test_a_password_is_not_changed_by_mistake(
    signed_in: Client, wrong: dict[str, str], said: str
) -> None:
    answer = signed_in.post("/account/password/", CHANGED | wrong)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Client().login(username="yu", password=PASSWORD)


def test_signing_out_everywhere_ends_every_session(signed_in: Client, organiser: User) -> None:
    other = Client()
    other.login(username="yu", password=PASSWORD)
    answer = signed_in.post("/account/sign-out/", follow=True)
    assert "signed out on every device" in answer.content.decode()
    for browser in (signed_in, other):
        assert browser.get("/account/").status_code == 302
    assert Client().login(username="yu", password=PASSWORD)


def test_a_name_is_changed_and_tidied(signed_in: Client, organiser: User) -> None:
    signed_in.post("/account/name/", {"name": " 梶本　優 "})
    organiser.refresh_from_db()
    assert organiser.name == "梶本 優"
    answer = signed_in.post("/account/name/", {"name": "x" * 201})
    assert answer.status_code == 422
    assert "x" * 201 in answer.content.decode()


def test_a_player_finds_their_link_there_and_no_password(client: Client, player: User) -> None:
    client.force_login(player)
    page = client.get("/account/").content.decode()
    assert f"http://testserver/p/{link_token(player)}/" in page
    assert 'type="password"' not in page


def test_an_organisers_page_shows_no_link(signed_in: Client) -> None:
    assert "/p/" not in signed_in.get("/account/").content.decode()


def test_a_token_is_shown_once(signed_in: Client, organiser: User) -> None:
    page = signed_in.post("/account/tokens/", {"token-label": "score board"}).content.decode()
    secret = token_in(page)
    assert secret.startswith("taikai_")
    assert secret not in signed_in.get("/account/").content.decode()
    assert not ApiToken.objects.filter(digest__contains=secret).exists()
    assert Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}).json()[
        "name"
    ] == (organiser.name)


def test_a_revoked_token_opens_nothing(signed_in: Client, organiser: User) -> None:
    token, secret = create_token(user=organiser, label="board", at=NOON)
    assert signed_in.post(f"/account/tokens/{token.pk}/revoke/").status_code == 302
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"})
    assert answer.status_code == 401
    assert signed_in.post(f"/account/tokens/{token.pk}/revoke/").status_code == 404


def test_nobody_revokes_the_token_of_another(signed_in: Client, colleague: User) -> None:
    token, _ = create_token(user=colleague, label="board", at=NOON)
    assert signed_in.post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


def test_a_person_has_so_many_tokens_and_no_more(signed_in: Client, organiser: User) -> None:
    for number in range(MOST):
        create_token(user=organiser, label=str(number), at=NOON)
    answer = signed_in.post("/account/tokens/", {"token-label": "one more"})
    assert answer.status_code == 409
    assert "one more" in answer.content.decode()
    assert ApiToken.objects.count() == MOST
