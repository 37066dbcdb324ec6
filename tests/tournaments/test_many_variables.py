"""More people than an SQLite of old takes variables in one statement."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from accounts.models import User
from tests.conftest import on_postgres
from tests.tournaments.conftest import NOON, later
from tests.tournaments.kinds import field
from tournaments import api_urls, public_urls, urls
from tournaments.models import (
    Entry,
    PublicationState,
    ResultSource,
    Round,
    RoundState,
    Stage,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.presets import knockout, swiss
from tournaments.services.announcements import announce
from tournaments.services.publications import publish

READ, READERS = 999, 1100
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(on_postgres(), reason="about SQLite"),
]


@contextmanager
def at_most(variables: int) -> Iterator[None]:
    connection.ensure_connection()
    inner: sqlite3.Connection = connection.connection
    before = inner.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, variables)
    yield
    inner.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, before)


def filled(organiser: User, people: int) -> Tournament:
    """A round closed and published, one running."""
    made = field.tournament(organiser, swiss(3), knockout(8), people=people)
    stage = made.stages.get(order=1)
    entries = list(made.entries.order_by("number").values_list("pk", flat=True))
    stage.draw = {"numbers": {str(pk): n for n, pk in enumerate(entries, 1)}}
    stage.save()
    for number, state in ((1, RoundState.CLOSED), (2, RoundState.RUNNING)):
        seat_all(stage, entries[:: (1, -1)[number - 1]], number, state)
    publish(
        tournament=made, stage=stage, after_round=1, state=PublicationState.PROVISIONAL,
        by=organiser, at=NOON,
    )  # fmt: skip
    announce(tournament=made, text="昼休み", by=organiser, at=later(1))
    return made


def seat_all(stage: Stage, entries: list[UUID], number: int, state: RoundState) -> None:
    round_ = Round.objects.create(
        stage=stage, number=number, ordinal=number, state=state, published_at=NOON, started_at=NOON
    )
    source = ResultSource.ENTERED if number == 1 else ResultSource.NONE
    tables = Table.objects.bulk_create(
        Table(round=round_, number=n, result_source=source) for n in range(1, len(entries) // 2 + 1)
    )
    TableSeat.objects.bulk_create(
        TableSeat(
            table=tables[n // 2], number=n % 2, entry_id=pk, place=n % 2 + 1 if source else None
        )
        for n, pk in enumerate(entries)
    )


def flat(found: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for one in found:
        if isinstance(one, URLResolver):
            yield from flat(one.url_patterns)
        else:
            yield one


def addresses(made: Tournament) -> list[str]:
    """Every page of the desk, of the public and of the API that is got."""
    known = {
        "entry_id": Entry.objects.filter(tournament=made).order_by("number")[7].pk,
        "table_id": Table.objects.filter(round__ordinal=2).order_by("number")[7].pk,
        "ordinal": 2,
        "order": 1,
        "stage_order": 2,
        "kind": "csv",
        "what": "entries",
    }
    found = []
    for space, patterns in (
        ("tournaments:", [*urls.one_desk, *public_urls.pages, *public_urls.desk]),
        ("", api_urls.one),
    ):
        for pattern in flat(patterns):
            wanted = pattern.pattern.converters
            if str(pattern.pattern).endswith(".pdf") or not wanted.keys() <= known.keys():
                continue
            own = {name: known[name] for name in wanted}
            found.append(reverse(f"{space}{pattern.name}", kwargs={"tournament_id": made.pk} | own))
    return found


def test_no_page_asks_for_more_variables_than_there_are(client: Client, organiser: User) -> None:
    made = filled(organiser, READERS)
    client.force_login(organiser)
    wrong = []
    got = 0
    with at_most(READ):
        for address in addresses(made):
            status = client.get(address).status_code
            got += status == 200
            if status >= 500:
                wrong.append(address.replace(str(made.pk), "…"))
    assert wrong == []
    assert got > 50
