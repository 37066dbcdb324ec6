"""Who I am and my tokens, for programs."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services.tokens import create_token, note_use
from tests.accounts.conftest import NOON

TOKENS = "/api/v1/tokens/"


@pytest.fixture
def bearer(organiser: User) -> dict[str, str]:
    return {"Authorization": "Bearer " + create_token(user=organiser, label="a", at=NOON)[1]}


def post(client: Client, headers: dict[str, str], data: Any) -> Any:
    return client.post(TOKENS, data, content_type="application/json", headers=headers)


def test_i_am_who_the_token_says(client: Client, organiser: User, bearer: dict[str, str]) -> None:
    assert client.get("/api/v1/me/", headers=bearer).json() == {
        "id": str(organiser.pk),
        "name": "梶本 ゆう",
        "username": "yu",
        "language": "",
        "is_organiser": True,
    }


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/me/", TOKENS])
def test_without_a_token_there_is_no_answer(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 401
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.json()["code"] == "not_authenticated"


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["Bearer", "Bearer a b", "Bearer nonsense", "Bearer é"])
def test_a_token_that_is_none_is_refused(client: Client, header: str) -> None:
    answer = client.get("/api/v1/me/", headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.json()["code"] == "authentication_failed"


def test_the_secret_is_in_the_first_answer_only(client: Client, bearer: dict[str, str]) -> None:
    made = post(client, bearer, {"label": "速報"})
    assert made.status_code == 201
    assert made.json()["label"] == "速報"
    assert made.json()["secret"].startswith("taikai_")
    listed = client.get(TOKENS, headers=bearer).json()["results"]
    assert {row["label"] for row in listed} == {"a", "速報"}
    assert all("secret" not in row and "digest" not in row for row in listed)


@pytest.mark.parametrize("data", [{}, {"label": ""}, {"label": "x" * 101}, [], "x", {"label": {}}])
def test_a_token_needs_a_label(client: Client, bearer: dict[str, str], data: Any) -> None:
    answer = post(client, bearer, data)
    assert answer.status_code == 400
    assert answer.json()["code"] in {"invalid", "parse_error"}
    assert ApiToken.objects.count() == 1


def test_a_token_can_revoke_itself(client: Client, bearer: dict[str, str]) -> None:
    token = ApiToken.objects.get()
    assert client.delete(f"{TOKENS}{token.pk}/", headers=bearer).status_code == 204
    assert client.get(TOKENS, headers=bearer).status_code == 401


def test_the_tokens_of_another_are_not_there(
    client: Client, bearer: dict[str, str], colleague: User
) -> None:
    theirs, _ = create_token(user=colleague, label="b", at=NOON)
    answer = client.delete(f"{TOKENS}{theirs.pk}/", headers=bearer)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
    assert len(client.get(TOKENS, headers=bearer).json()["results"]) == 1


def test_a_token_ends_with_the_access_of_its_owner(
    client: Client, organiser: User, bearer: dict[str, str]
) -> None:
    organiser.is_active = False
    organiser.save()
    assert client.get("/api/v1/me/", headers=bearer).status_code == 401


def test_a_session_needs_its_form_token_to_write(organiser: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(organiser)
    answer = post(strict, {}, {"label": "x"})
    assert answer.status_code == 403
    assert answer.json()["code"] == "csrf_failed"


def test_the_last_use_is_noted_to_the_minute(organiser: User) -> None:
    token, _ = create_token(user=organiser, label="a", at=NOON)
    for seconds, noted in ((0, 0), (59, 0), (60, 60)):
        note_use(token=token, at=NOON + timedelta(seconds=seconds))
        token.refresh_from_db()
        assert token.last_used_at == NOON + timedelta(seconds=noted)


def test_the_use_of_a_token_is_noted(client: Client, bearer: dict[str, str]) -> None:
    before = timezone.now()
    client.get("/api/v1/me/", headers=bearer)
    last = ApiToken.objects.get().last_used_at
    assert last is not None
    assert last >= before


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("get", "/api/v1/nothing/", 404, "not_found"),
        ("get", "/api/", 404, "not_found"),
        ("put", TOKENS, 405, "method_not_allowed"),
        ("get", f"{TOKENS}00000000-0000-0000-0000-000000000000/", 405, "method_not_allowed"),
    ],
)
def test_every_error_of_the_api_is_a_problem(
    client: Client, bearer: dict[str, str], method: str, address: str, status: int, code: str
) -> None:
    answer = getattr(client, method)(address, headers=bearer)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert answer.json()["status"] == status
