"""Every public address of a tournament of pairings, whatever the state of what is published.

The second round ended 77.25 : 66.25 at its tables: no address may tell before the standings
with it are out, and the addresses are read from the lists of routes, so a new one is asked too.
"""

import io
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from accounts.models import User
from tests.tournaments.kinds import field
from tests.tournaments.public import stages
from tournaments import api_urls, public_urls
from tournaments.jobs import JobKind, JobState
from tournaments.models import PublicationState, Round, Table, Tournament
from tournaments.presets import StagePlan, knockout, swiss
from tournaments.printing import render
from tournaments.services.publications import withdraw_publication
from tournaments.services.result_rows import SeatEntered

pytestmark = pytest.mark.django_db

SECRET = {0: SeatEntered(1, score=Decimal("77.25")), 1: SeatEntered(2, score=Decimal("66.25"))}
TOLD = re.compile(
    r"(77|66)\.25|R(ound)? ?2: (Won|Lost|Drawn)|Standings after (Round 2|Semi)|round_2\b"
)
ASKED = ["", "?after=2", "?version=2", "?stage=1"]
TAKES_QUERIES = re.compile(r"standings|players|bracket|crosstable")


def withdrawn(round_: Round) -> None:
    stages.publish_after(round_)
    tournament = Tournament.objects.get(stages__rounds=round_)
    withdraw_publication(tournament=tournament, by=None, at=timezone.now(), reason="wrong")


HIDDEN: dict[str, Callable[[Round], object]] = {
    "a draft": lambda round_: stages.publish_after(round_, PublicationState.DRAFT),
    "under embargo": lambda round_: stages.publish_after(
        round_, embargo_until=timezone.now() + timedelta(hours=1)
    ),
    "withdrawn": withdrawn,
}


def two_rounds(organiser: User, plan: StagePlan) -> tuple[Tournament, Round]:
    """The first round's standings are out; the second round is over."""
    made = field.tournament(organiser, plan, people=6)
    first = field.draw(made)
    field.better_wins(first)
    stages.publish_after(first)
    second = field.draw(made, 2)
    for table in second.tables.all():
        field.enter(table, SECRET)
    return made, second


def addresses(patterns: list[Any], values: dict[str, list[object]]) -> Iterator[str]:
    for pattern in patterns:
        parts = re.split(r"<\w+:(\w+)>", str(pattern.pattern))
        for chosen in product(*(values[name] for name in parts[1::2])):
            path = "".join(
                f"{text}{value}" for text, value in zip(parts[::2], [*chosen, ""], strict=True)
            )
            for query in ASKED if TAKES_QUERIES.search(path) else [""]:
                yield path + query


def told(client: Client, made: Tournament, round_: Round) -> set[str]:
    """The addresses that tell the secret."""
    table = Table.objects.filter(round=round_).first()
    assert table is not None
    winner = table.seats.get(place=1).entry_id
    job = made.jobs.create(kind=JobKind.PUBLISH, state=JobState.DONE, wanted={}, subject_en="77.25")
    values: dict[str, list[object]] = {
        "job_id": [job.pk],
        "ordinal": [1, 2],
        "entry_id": [winner],
        "table_id": [table.pk],
        "kind": ["csv", "json", "xlsx"],
        "what": ["entries", "results", "standings"],
        "order": [1],
        "member_id": [1],
    }
    pages = [f"/t/{made.pk}/{path}" for path in addresses(public_urls.pages, values)]
    api = [
        f"/api/v1/tournaments/{made.pk}/{path}" for path in addresses(list(api_urls.one), values)
    ]
    assert len(pages) > 30
    assert len(api) > 15
    return {path for path in pages + api if TOLD.search(said(client, path))}


def said(client: Client, path: str) -> str:
    answer = client.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code < 500, path
    if answer.status_code != 200 or "pdf" in answer["Content-Type"]:
        return ""
    if "spreadsheet" in answer["Content-Type"]:
        sheet = load_workbook(io.BytesIO(answer.content)).active
        return str(list(sheet.values))  # type: ignore[union-attr]
    return answer.content.decode()


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    made: list[str] = []

    def keep(template: str, data: dict[str, Any]) -> bytes:
        made.append(str(data))
        return b"%PDF"

    monkeypatch.setattr("tournaments.views.prints.pdf", keep)
    assert render.pdf is not keep
    return made


@pytest.mark.parametrize("how", HIDDEN)
def test_no_address_tells_what_is_not_out(organiser: User, printed: list[str], how: str) -> None:
    made, second = two_rounds(organiser, swiss(3))
    HIDDEN[how](second)
    assert told(Client(), made, second) == set()
    assert not [data for data in printed if TOLD.search(data)]


def test_a_bracket_gives_nothing_away_before_the_next_round_does(
    organiser: User, printed: list[str]
) -> None:
    made, second = two_rounds(organiser, knockout())
    assert told(Client(), made, second) == set()
    winners = [table.seats.select_related("entry").get(place=1) for table in second.tables.all()]
    before = bracket(made)
    field.draw(made, 3)
    after = bracket(made)
    for seat in winners:
        assert after.count(seat.entry.name) > before.count(seat.entry.name)
    assert "77.25" not in after


def bracket(made: Tournament) -> str:
    return Client().get(f"/t/{made.pk}/bracket/").content.decode()


def test_what_is_out_is_told_on_every_page_that_is_for_it(
    organiser: User, printed: list[str]
) -> None:
    made, second = two_rounds(organiser, swiss(3))
    stages.publish_after(second)
    home = f"/t/{made.pk}/"
    found = told(Client(), made, second)
    for path in ("standings/", "rounds/2/", "embed/standings/", "standings.json"):
        assert home + path in found, path
    assert any("/players/" in path for path in found)
    assert any(path.startswith("/api/") for path in found)
