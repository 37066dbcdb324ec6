"""Every answer of the API is one that its description allows, whatever it is sent."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.core import signals
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import ApiToken
from accounts.services.tokens import digest
from config.wsgi import application
from tests.games.table import KYOEN, Table, arbiter_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
SECRET = "secret"


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Requests stay in the transaction of the test, as with Django's own test client."""
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (signals.request_started, signals.request_finished):
        signal.connect(close_old_connections)


def described() -> Any:
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    found = schemathesis.openapi.from_dict(generator.get_schema(request=None, public=True))
    found.app = application
    return found


@pytest.fixture
def there(db: None) -> dict[str, UUID]:
    """What paths may name: a match that whoever asks rules on, with a stone to claim."""
    table = Table(more={"is_public": True}, time={"timing": "none"})
    table.moves(" ".join(KYOEN))
    token = ApiToken.objects.create(
        user=arbiter_of(table.match), label="test", digest=digest(SECRET)
    )
    return {"match_id": table.id, "token_id": token.pk}


schema = described()


@schema.parametrize()
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_to_its_description(case: Case[Any], there: dict[str, UUID]) -> None:
    for name, value in case.path_parameters.items():
        if name in there and _is_uuid(value):
            case.path_parameters[name] = str(there[name])
    response = case.call(headers={"Authorization": f"Bearer {SECRET}"})
    case.validate_response(response, checks=CHECKS)


def _is_uuid(value: object) -> bool:
    try:
        UUID(str(value))
    except ValueError:
        return False
    return True
