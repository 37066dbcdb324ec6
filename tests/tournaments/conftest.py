"""A tournament on its way, as the tests of services and pages need it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.presets import Plan, final, preliminary
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, create_entries
from tournaments.services.presence import check_in_all
from tournaments.services.result_rows import SeatEntered
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.tournaments import create_tournament

NOON = datetime(2027, 8, 1, 3, 0, tzinfo=UTC)


def later(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


@pytest.fixture
def organiser(db: None) -> User:
    return User.objects.create_user(
        "organiser", "a-long-password", name="西川 静", is_organiser=True
    )


@pytest.fixture
def jko(organiser: User) -> Tournament:
    """Two preliminary rounds and a final of four; nobody entered."""
    plan = Plan(name="第5回 共円オリンピック", name_en="5th JKO", stages=(preliminary(2), final(4)))
    return create_tournament(plan=plan, by=organiser, at=NOON)


@pytest.fixture
def enter(jko: Tournament) -> Callable[..., list[Entry]]:
    def enter_people(count: int = 8, *, here: bool = True) -> list[Entry]:
        people = [Details(name=f"選手{number}") for number in range(1, count + 1)]
        entries = create_entries(jko, people, at=NOON)
        if here:
            check_in_all(tournament=jko, by=None, at=NOON)
        return entries

    return enter_people


@pytest.fixture
def running(jko: Tournament, organiser: User, enter: Callable[..., list[Entry]]) -> Round:
    """Round 1 of eight people at two tables, started."""
    enter(8)
    round_ = draw_round(tournament=jko, seed=1, by=organiser, at=NOON)
    publish_round(round_id=round_.pk, by=organiser, at=NOON)
    start_round(round_id=round_.pk, by=organiser, at=NOON)
    round_.refresh_from_db()
    return round_


def places(*numbers: int) -> dict[int, SeatEntered]:
    return {seat: SeatEntered(place) for seat, place in enumerate(numbers)}


def finish(round_: Round, by: User | None = None, at: datetime = NOON) -> None:
    """Enter results of every table in seat order."""
    for table in Table.objects.filter(round=round_, result_source=""):
        enter_result(
            table_id=table.pk,
            entered=places(*range(1, table.seats.count() + 1)),
            expected_version=table.version,
            by=by,
            at=at,
            reason="test",
        )
