"""Whoever asks, whatever is asked: no fault of the server, and no answer not described."""

import random
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from django.core import signals
from django.db import close_old_connections, connection, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.generation.meta import TestPhase
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import ApiToken
from config.wsgi import application
from judging import generator
from judging.models import Marking, Rejudge, Script, Sitting, Submission
from tests.api.contest import make_contest
from tests.api.world import ORGANISER, PLAYER, World, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
LIMITS = connection.vendor == "postgresql"
"""The limits of each field are tried where they are hard, all else at random where it is quick."""
EXAMPLES = settings(
    max_examples=8,
    phases=[Phase.explicit] if LIMITS else list(Phase),
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
)
"""The same at every run. For others: more of them, and `derandomize=False`, for once."""


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Requests stay in the transaction of the test, as with Django's own test client."""
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (signals.request_started, signals.request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(autouse=True)
def _few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked at random is mostly too much of a wish: to be told so sooner is the same."""
    monkeypatch.setattr(generator, "TRIES", 3)
    monkeypatch.setattr(generator, "TRIES_EACH", 1)


def generated() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    found: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return found


OPERATIONS = [
    f"{method.upper()} {path}" for path, one in generated()["paths"].items() for method in one
]


@pytest.fixture(scope="module")
def schema() -> Any:
    """What is described. Read only by who tests it: what is tried takes long to make up."""
    found = schemathesis.openapi.from_dict(generated())
    found.app = application
    found.config.phases.coverage.enabled = LIMITS
    return found


@pytest.fixture(scope="module")
def feedback(schema: Any) -> FeedbackSources:
    return FeedbackSources(constants_value_source=make_constants_value_source(schema))


@pytest.fixture(scope="module")
def known(django_db_setup: None, django_db_blocker: Any) -> Iterator[Mapping[str, str]]:
    """What paths may name. Made once; what a test does to it is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield named(make_world())
        transaction.set_rollback(True)


def named(world: World) -> dict[str, str]:
    table = world.table
    contest = make_contest(world.organiser, world.player, world.stranger)
    return {
        "paper_id": str(contest.paper.pk),
        "problem_id": str(contest.hantei.pk),
        "bank_problem_id": str(contest.hantei.source.problem_id),
        "sitting_id": str(Sitting.objects.get().pk),
        "submission_id": str(Submission.objects.earliest("id").public_id),
        "bank_id": str(contest.hantei.source.problem.bank_id),
        "script_id": str(Script.objects.get().pk),
        "rejudge_id": str(Rejudge.objects.get().pk),
        "marking_id": str(Marking.objects.get(marker=world.organiser).pk),
        "tournament_id": str(world.tournament.pk),
        "entry_id": str(world.entry.pk),
        "table_id": str(table.pk),
        "match_id": str(table.match_id),
        "token": str(ApiToken.objects.filter(user=world.organiser).latest("created_at").pk),
    }


def ask(case: Case[Any], known: Mapping[str, str], secret: str) -> None:
    """Mostly about what there is, sometimes about what there is not."""
    chance = random.Random(repr(case.path_parameters))
    for name, value in case.path_parameters.items():
        if name in known and _is_uuid(value) and chance.random() < 0.9:
            place = "bank_problem_id" if case.path.startswith("/api/v1/problems/") else name
            case.path_parameters[name] = known[place]
        elif name == "ordinal" and isinstance(value, int) and chance.random() < 0.8:
            case.path_parameters[name] = chance.choice((1, 2, 2, 3))
    headers = {"Authorization": f"Bearer {secret}"} if secret else {"Authorization": ""}
    response = case.call(headers=headers)
    case.validate_response(response, checks=CHECKS)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_everybody_gets_what_is_described(
    operation: str, schema: Any, feedback: FeedbackSources, known: Mapping[str, str]
) -> None:
    method, path = operation.split(" ", 1)
    load_all_checks()
    all_cases = build_operation_test(
        config=schema.config,
        operation=schema[path][method],
        test_func=everybody_asks,
        given_kwargs={},
        feedback=feedback,
    )
    all_cases(known=known)


@EXAMPLES
def everybody_asks(case: Case[Any], known: Mapping[str, str]) -> None:
    """Somebody unknown, a player, the organiser: each asks the same.

    The limits of every single field are the organiser's to try.
    """
    limits = case.meta is not None and case.meta.phase.name is TestPhase.COVERAGE
    for secret in (ORGANISER,) if limits else ("", PLAYER, ORGANISER):
        ask(case, known, secret)


def _is_uuid(value: object) -> bool:
    try:
        UUID(str(value))
    except ValueError:
        return False
    return True
