"""Whatever the results: nobody meets twice, one wins, and a correction has a way back."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import (
    DRAW,
    LOSS,
    WIN,
    byes,
    draw,
    enter,
    numbered,
    pairs,
    tournament,
)
from tournaments.models import Round, Stage, Table
from tournaments.presets import StagePlan, knockout, round_robin, swiss
from tournaments.services.formats.registry import format_of
from tournaments.services.formats.values import Follow
from tournaments.services.presence import withdraw
from tournaments.services.rounds import close_round
from tournaments.services.standings import stage_standings

PLANS = {
    "swiss": swiss(3),
    "robin": round_robin(),
    "single": knockout(),
    "double": knockout(double=True),
}
SOME = settings(
    max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


class RolledBackError(Exception):
    pass


@contextmanager
def rolled_back() -> Iterator[None]:
    """Leaves the database as it was before an example."""
    with suppress(RolledBackError), transaction.atomic():
        yield
        raise RolledBackError


def play(round_: Round, rng: Random, draws: bool) -> None:
    for table in round_.tables.filter(result_source=""):
        enter(table, rng.choice([WIN, LOSS, DRAW] if draws else [WIN, LOSS]))
    round_.refresh_from_db()
    close_round(round_id=round_.pk, by=None, at=NOON)


@SOME
@given(people=st.integers(7, 9), seed=st.integers(0, 999), gone=st.integers(0, 3))
def test_a_swiss_never_pairs_two_twice_and_hands_out_byes_in_turn(
    organiser: User, people: int, seed: int, gone: int
) -> None:
    with rolled_back():
        made = tournament(organiser, swiss(3), people=people)
        rng = Random(seed)
        met: list[frozenset[int | None]] = []
        sat: list[int | None] = []
        for number in range(3):
            round_ = draw(made, seed=seed)
            seats = [one for pair in pairs(round_) for one in pair]
            assert len(set(seats)) == len(seats)
            met += map(frozenset, pairs(round_))
            sat += [one for one, _kind in byes(round_)]
            play(round_, rng, draws=True)
            if number == 0 and gone:
                withdraw(entry=numbered(made, gone), by=None, at=NOON)
        assert len(set(met)) == len(met)
        assert len(set(sat)) == len(sat)


@SOME
@given(
    people=st.integers(2, 9), seed=st.integers(0, 999), double=st.booleans(), gone=st.integers(0, 9)
)
def test_every_knockout_ends_with_one_winner(
    organiser: User, people: int, seed: int, double: bool, gone: int
) -> None:
    with rolled_back():
        made = tournament(organiser, knockout(double=double), people=people)
        rng = Random(seed)
        stage = made.stages.get()
        while format_of(stage).next_number(stage) is not None:
            round_ = draw(made, seed=seed)
            play(round_, rng, draws=False)
            if round_.number == 1 and 0 < gone <= people:
                withdraw(entry=numbered(made, gone), by=None, at=NOON)
            stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
        assert [row.rank for row in stage_standings(stage)].count(1) == 1


def everything(stage: Stage) -> object:
    """What a correction could change: standings, and who sits where with what result."""
    found = Stage.objects.select_related("tournament").get(pk=stage.pk)
    tables = Table.objects.filter(round__stage=stage).order_by("round__number", "number")
    return stage_standings(found), [
        (table.number, bool(table.result_source), tuple(table.seats.values_list(
            "number", "entry", "place", "kind")))
        for table in tables
    ]  # fmt: skip


@SOME
@given(
    kind=st.sampled_from(sorted(PLANS)),
    seed=st.integers(0, 999),
    number=st.integers(1, 2),
    people=st.integers(4, 7),
)
def test_a_correction_and_its_reverse_restore_the_same_state(
    organiser: User, kind: str, seed: int, number: int, people: int
) -> None:
    plan: StagePlan = PLANS[kind]
    with rolled_back():
        made = tournament(organiser, plan, people=people)
        rng = Random(seed)
        first = draw(made, seed=seed)
        play(first, rng, draws=False)
        draw(made, seed=seed)
        table = first.tables.filter(number=number).first() or first.tables.get(number=1)
        stage = first.stage
        before = everything(stage)
        won = table.seats.get(place=1).number
        turned, back = (LOSS, WIN) if won == 0 else (WIN, LOSS)
        for result in (turned, back):
            enter(table, result, reason="x", confirmed=True, follow=Follow.REPLACE)
        assert everything(stage) == before
