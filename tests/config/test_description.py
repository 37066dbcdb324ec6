"""The description of the API, as it is sent."""

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

pytestmark = pytest.mark.django_db
JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.mark.parametrize(
    ("form", "language"), [("application/yaml", "ja"), ("application/json", "en")]
)
def test_what_was_kept_is_what_would_be_made(client: Client, form: str, language: str) -> None:
    asked = {"HTTP_ACCEPT": form, "HTTP_ACCEPT_LANGUAGE": language}
    kept = client.get("/api/v1/schema/", **asked)  # type: ignore[arg-type]
    made = client.get("/api/v1/schema/", {"version": ""}, **asked)  # type: ignore[arg-type]
    assert kept.status_code == 200
    assert kept.content == made.content
    assert kept.headers == made.headers


def test_it_is_made_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get("/api/v1/schema/", **JSON)  # type: ignore[arg-type]
    monkeypatch.setattr(SchemaGenerator, "get_schema", None)
    assert client.get("/api/v1/schema/", **JSON).content == first.content  # type: ignore[arg-type]


def test_nobody_gets_the_language_of_who_asked_before(client: Client) -> None:
    for language, words in (("ja", "引き直し"), ("en", "draw anew")):
        told = client.get("/api/v1/schema/", HTTP_ACCEPT_LANGUAGE=language, **JSON)  # type: ignore[arg-type]
        assert words in told.content.decode()


def test_it_describes_everything_but_itself(client: Client) -> None:
    paths = client.get("/api/v1/schema/", **JSON).json()["paths"]  # type: ignore[arg-type]
    assert "/api/v1/tournaments/" in paths
    assert "/api/v1/schema/" not in paths
