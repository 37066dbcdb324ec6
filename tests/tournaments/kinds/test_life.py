"""An Oware tournament as it goes: five rounds of a Swiss, everything that happens, a knockout."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Medium
from games.rules.registry import game
from tests.tournaments.conftest import NOON
from tests.tournaments.kinds.field import (
    LOSS,
    WIN,
    better_wins,
    byes,
    draw,
    enter,
    numbered,
    pairs,
)
from tournaments.errors import NotFinalError
from tournaments.models import ByeKind, PublicationState, Stage, Tournament, TournamentState
from tournaments.next_step import Do
from tournaments.presets import PRESETS, TIME_CONTROLS, Plan
from tournaments.services.advancement import check_decision, decide
from tournaments.services.entries import Details, add_entry, create_entries
from tournaments.services.overview import overview
from tournaments.services.presence import check_in, check_in_all, set_absence, withdraw
from tournaments.services.publications import publish
from tournaments.services.tournaments import create_tournament


@pytest.fixture
def oware(organiser: User) -> Tournament:
    start = PRESETS["oware_swiss"]
    plan = Plan(
        name="秋のオワレ大会",
        preset="oware_swiss",
        game="oware",
        medium=Medium.BOARD,
        rules=game("oware").rules().to_json(),
        time_control=dict(TIME_CONTROLS["oware"]),
        settings=start.settings,
        stages=start.stages,
    )
    made = create_tournament(plan=plan, by=organiser, at=NOON)
    create_entries(made, [Details(name=f"P{n}", seed=n) for n in range(1, 12)], at=NOON)
    check_in_all(tournament=made, by=None, at=NOON)
    return made


def test_an_oware_swiss_of_eleven_leads_to_a_knockout_of_six(
    client: Client, organiser: User, oware: Tournament
) -> None:
    first = draw(oware)
    assert len(pairs(first)) == 5
    better_wins(first)
    late = add_entry(tournament=oware, details=Details(name="P12", seed=12), by=None, at=NOON)
    check_in(entry=late, by=None, at=NOON)
    set_absence(
        entry=numbered(oware, 3), ordinal=2, absent=True, kind=ByeKind.HALF, by=None, at=NOON
    )
    second = draw(oware)
    assert {seed for seed, _kind in byes(second)} >= {3}
    better_wins(second)
    withdraw(entry=numbered(oware, 11), by=None, at=NOON)
    third = draw(oware)
    better_wins(third)
    table = third.tables.get(number=1)
    turned = LOSS if table.seats.get(place=1).number == 0 else WIN
    enter(table, turned, reason="用紙の読み違い")
    for _ in range(2):
        better_wins(draw(oware))
    stage = Stage.objects.select_related("tournament").get(tournament=oware, order=1)
    assert overview(oware, NOON).step.do is Do.DECIDE_ADVANCEMENT
    publish(tournament=oware, stage=stage, after_round=5, state=PublicationState.PROVISIONAL,
            by=organiser, at=NOON)  # fmt: skip
    final = Stage.objects.select_related("tournament").get(tournament=oware, order=2)
    decide(target=final, by=organiser, at=NOON)
    assert check_decision(final) is None
    quarter = draw(oware)
    assert len(pairs(quarter)) == 2
    assert [kind for _seed, kind in byes(quarter)] == ["pairing", "pairing"]
    with pytest.raises(NotFinalError):
        publish(tournament=oware, stage=final, after_round=1, state=PublicationState.FINAL,
                by=organiser, at=NOON)  # fmt: skip
    better_wins(quarter)
    for _ in range(2):
        better_wins(draw(oware))
    assert overview(oware, NOON).step.do is Do.PUBLISH_FINAL
    made = publish(tournament=oware, stage=final, after_round=3, state=PublicationState.FINAL,
                   by=organiser, at=NOON)  # fmt: skip
    oware.refresh_from_db()
    assert oware.state == TournamentState.FINISHED
    assert [row["rank"] for row in made.snapshot["overall"]] == [*range(1, 5), 5, 5, *range(7, 13)]
    for name in ("public", "public_standings", "public_bracket"):
        assert client.get(reverse(f"tournaments:{name}", args=[oware.pk])).status_code == 200
