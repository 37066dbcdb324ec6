"""People the tests of accounts need."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.people import make_person

NOON = datetime(2027, 3, 28, 12, 0, tzinfo=UTC)
PASSWORD = "ground-bass-11"


@pytest.fixture
def organiser(db: None) -> User:
    return User.objects.create_superuser("yu", PASSWORD, name="梶本 ゆう")


@pytest.fixture
def colleague(db: None) -> User:
    return User.objects.create_user("koval", PASSWORD, name="Mira Koval", is_organiser=True)


@pytest.fixture
def player(db: None) -> User:
    return make_person("早川 みどり")


@pytest.fixture
def client() -> Client:
    """A browser of someone who reads English."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def signed_in(client: Client, organiser: User) -> Client:
    client.force_login(organiser)
    return client
