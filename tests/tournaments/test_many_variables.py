"""More people than an SQLite of old takes variables in one statement."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from accounts.db import AT_ONCE
from accounts.models import User
from tests.tournaments.conftest import NOON, later
from tests.tournaments.kinds import field
from tournaments import api_urls, public_urls, urls
from tournaments.models import (
    Entry,
    Publication,
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
from tournaments.public.preparing import prepare_one
from tournaments.services.advancement import decide
from tournaments.services.announcements import announce
from tournaments.services.archive import make_archive, write_archive
from tournaments.services.drawing import draw_round
from tournaments.services.publications import publish
from tournaments.services.rating_people import suggestions
from tournaments.services.ratings import choose_pool, fresh, rated
from tournaments.services.restoring import read_archive, restore
from tournaments.services.round_results import Typed, enter_round
from tournaments.services.rounds import close_round

SMALLER = 4
"""An SQLite of old takes 999. Every limit is that much lower here, so that fewer people do."""
READ, READERS = 999 // SMALLER, 1104 // SMALLER
WRITTEN, WRITERS = 2 * READ, 2104 // SMALLER
"""Django itself takes up to twice the limit to change several fields of many rows."""
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _smaller_parts(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What we, and what Django, put into one statement."""
    monkeypatch.setattr("accounts.db.AT_ONCE", AT_ONCE // SMALLER)
    monkeypatch.setattr(connection.features, "max_query_params", READ)
    size = connection.ops.bulk_batch_size
    monkeypatch.setattr(
        connection.ops,
        "bulk_batch_size",
        lambda fields, objs: size(fields, objs) // (SMALLER if len(fields) == 1 else 1),
    )


@contextmanager
def at_most(variables: int) -> Iterator[None]:
    connection.ensure_connection()
    inner: sqlite3.Connection = connection.connection
    before = inner.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, variables)
    try:
        yield
    finally:
        inner.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, before)


def filled(organiser: User, people: int) -> Tournament:
    """A round closed and published, one running."""
    made = field.tournament(organiser, swiss(2), knockout(8), people=people)
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


def test_what_the_desk_does_needs_no_more_either(organiser: User) -> None:
    with at_most(WRITTEN):
        many = filled(organiser, WRITERS)
        run_on(many, organiser)


def run_on(many: Tournament, organiser: User) -> None:
    """Results, ratings, an archive, and a knockout of everybody."""
    round_ = many.stages.get(order=1).rounds.get(number=2)
    typed = {n: Typed("1-0", 0) for n in range(1, WRITERS // 2 + 1)}
    assert len(enter_round(round_id=round_.pk, typed=typed, by=organiser, at=NOON)) == len(typed)
    close_round(round_id=round_.pk, by=organiser, at=NOON)
    pool = choose_pool(tournament=many, pool=None, new="連盟", by=organiser, at=NOON)
    assert pool is not None
    Publication.objects.update(state=PublicationState.FINAL)
    assert len(rated(fresh(pool, NOON))) == WRITERS
    assert suggestions(pool) == []
    prepare_one(Publication.objects.get())
    archive = read_archive(write_archive(make_archive(many, NOON)))
    copied = restore(archive=archive, copy=True, by=organiser, at=NOON)
    assert copied.entries.count() == WRITERS
    stage = Stage.objects.select_related("tournament").get(tournament=many, order=2)
    going_on = list(many.entries.order_by("number").values_list("pk", flat=True)[:64])
    decide(target=stage, by_hand=list(map(str, going_on)), by=organiser, at=NOON)
    assert draw_round(tournament=many, seed=1, by=organiser, at=NOON).tables.count() == 32
