"""Tournaments of pairings on their way, as the tests of every format need them."""

from collections.abc import Mapping

from accounts.models import User
from games.models import Medium
from tests.tournaments.conftest import NOON
from tournaments.models import Entry, Round, SeatingKind, Table, Tournament
from tournaments.presets import PAIRS, Plan, StagePlan
from tournaments.services.drawing import draw_round
from tournaments.services.entries import Details, create_entries
from tournaments.services.presence import check_in_all
from tournaments.services.result_rows import SeatEntered
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round
from tournaments.services.tournaments import create_tournament

WIN = {0: SeatEntered(1), 1: SeatEntered(2)}
LOSS = {0: SeatEntered(2), 1: SeatEntered(1)}
DRAW = {0: SeatEntered(1), 1: SeatEntered(1)}
FORFEIT = {0: SeatEntered(1), 1: SeatEntered(None, SeatingKind.NO_SHOW)}
NOBODY = {seat: SeatEntered(None, SeatingKind.NO_SHOW) for seat in (0, 1)}


def tournament(organiser: User, *stages: StagePlan, people: int = 8) -> Tournament:
    """Over the board, with ``people`` here whose seeding numbers are 1, 2, 3 …"""
    plan = Plan(name="大会", medium=Medium.BOARD, settings=PAIRS, stages=stages)
    made = create_tournament(plan=plan, by=organiser, at=NOON)
    create_entries(made, [Details(name=f"P{n}", seed=n) for n in range(1, people + 1)], at=NOON)
    check_in_all(tournament=made, by=None, at=NOON)
    return made


def draw(made: Tournament, seed: int = 1, **more: object) -> Round:
    """The next round, public."""
    round_ = draw_round(tournament=made, seed=seed, by=None, at=NOON, **more)  # type: ignore[arg-type]
    publish_round(round_id=round_.pk, by=None, at=NOON)
    return Round.objects.select_related("stage__tournament").get(pk=round_.pk)


def enter(table: Table, result: Mapping[int, SeatEntered] = WIN, **more: object) -> Table:
    table.refresh_from_db()
    given = {"reason": "", "confirmed": False} | more
    return enter_result(
        table_id=table.pk,
        entered=result,
        expected_version=table.version,
        by=None,
        at=NOON,
        **given,  # type: ignore[arg-type]
    )


def better_wins(round_: Round, *, close: bool = True) -> None:
    """Everywhere the smaller seeding number wins."""
    for table in round_.tables.filter(result_source="").prefetch_related("seats__entry"):
        first, second = (seat.entry.seed or 0 for seat in table.seats.all())
        enter(table, WIN if first < second else LOSS)
    if close:
        close_round(round_id=round_.pk, by=None, at=NOON)


def pairs(round_: Round) -> list[tuple[int | None, ...]]:
    """Seeding numbers by table, in order of play."""
    return [
        tuple(seat.entry.seed for seat in table.seats.all())
        for table in round_.tables.prefetch_related("seats__entry").order_by("number")
    ]


def byes(round_: Round) -> list[tuple[int | None, str]]:
    return [
        (one.entry.seed, one.kind)
        for one in round_.byes.select_related("entry").order_by("entry__seed")
    ]


def numbered(made: Tournament, seed: int) -> Entry:
    return Entry.objects.select_related("tournament").get(tournament=made, seed=seed)
