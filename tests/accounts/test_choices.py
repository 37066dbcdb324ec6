"""Language and colours: chosen on a device, and kept."""

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

PAGE = "/sign-in/"


def language(client: Client, address: str = PAGE) -> str:
    return str(client.get(address).headers["Content-Language"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepted", "shown"), [("en-GB,en;q=0.9", "en"), ("ja", "ja"), ("fr", "ja"), ("", "ja")]
)
def test_the_browser_decides_first(accepted: str, shown: str) -> None:
    client = Client(headers={"accept-language": accepted})
    assert language(client) == shown
    assert f'<html lang="{shown}"' in client.get(PAGE).content.decode()


@pytest.mark.django_db
def test_a_choice_lasts(client: Client) -> None:
    assert language(client, f"{PAGE}?lang=ja") == "ja"
    assert language(client) == "ja"
    assert language(client, f"{PAGE}?lang=en") == "en"


@pytest.mark.django_db
def test_a_language_nobody_speaks_here_changes_nothing(client: Client) -> None:
    assert language(client, f"{PAGE}?lang=xx") == "en"
    assert "language" not in client.cookies


def test_a_choice_goes_with_the_person_to_a_new_device(signed_in: Client, organiser: User) -> None:
    signed_in.get("/account/?lang=en")
    organiser.refresh_from_db()
    assert organiser.language == "en"
    phone = Client(headers={"accept-language": "ja"})
    assert language(phone) == "ja"
    phone.post(PAGE, {"username": "yu", "password": PASSWORD})
    assert language(phone, "/account/") == "en"


def test_a_choice_before_signing_in_becomes_theirs(client: Client, organiser: User) -> None:
    client.get(f"{PAGE}?lang=ja")
    client.post(PAGE, {"username": "yu", "password": PASSWORD})
    organiser.refresh_from_db()
    assert organiser.language == "ja"


@pytest.mark.django_db
def test_language_links_keep_the_rest_of_the_address(client: Client) -> None:
    page = client.get("/sign-in/?next=/people/%3Fa%3D1&lang=en").content.decode()
    assert 'href="/sign-in/?next=%2Fpeople%2F%3Fa%3D1&amp;lang=ja"' in page


def test_language_links_of_a_refused_form_lead_to_the_page_it_was_on(signed_in: Client) -> None:
    answer = signed_in.post(
        "/account/name/", {"name": ""}, headers={"referer": "http://testserver/account/"}
    )
    assert answer.status_code == 422
    assert 'href="/account/?lang=ja"' in answer.content.decode()


def test_even_an_address_for_forms_only_takes_the_language(signed_in: Client) -> None:
    answer = signed_in.get("/account/name/?lang=ja")
    assert answer.status_code == 302
    assert answer.cookies["language"].value == "ja"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "reached"),
    [("/people/?a=1", "/people/?a=1"), ("https://evil.example", "/"), ("//evil.example", "/")],
)
def test_colours_are_kept_and_lead_back(client: Client, asked: str, reached: str) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": asked})
    assert answer.headers["Location"] == reached
    assert 'data-theme="dark"' in client.get(PAGE).content.decode()


@pytest.mark.django_db
def test_the_colours_of_the_device_need_no_mark(client: Client) -> None:
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"theme": "auto"})
    assert "data-theme" not in client.get(PAGE).content.decode()


@pytest.mark.django_db
def test_a_colour_that_is_none_changes_nothing(client: Client) -> None:
    assert client.post("/theme/", {"theme": '"><script>'}).status_code == 302
    assert "theme" not in client.cookies
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in client.get(PAGE).content.decode()
