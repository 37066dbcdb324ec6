"""Results from play, entered, corrected."""

from uuid import UUID

import pytest

from accounts.models import User
from games.models import Match
from games.services.arbiter import end_match, remove_seat, take_back
from tests.tournaments.conftest import NOON, finish, later, places
from tournaments.errors import (
    DependentsError,
    InvalidPlacesError,
    MatchGoingOnError,
    ReasonNeededError,
    ResultChangedError,
)
from tournaments.models import AuditEntry, PublicationState, Round, SeatingKind, Table
from tournaments.services.collecting import collect_all, collect_results, collect_tournament
from tournaments.services.drawing import draw_round
from tournaments.services.publications import publish
from tournaments.services.result_rows import SeatEntered
from tournaments.services.results import enter_result, take_played_result
from tournaments.services.standings import stage_standings


def table(round_: Round, number: int = 1) -> Table:
    return Table.objects.select_related("match", "round__stage__tournament").get(
        round=round_, number=number
    )


def shown(round_: Round, number: int = 1) -> list[int | None]:
    return [seat.place for seat in table(round_, number).seats.all()]


def play_out(round_: Round, number: int = 1) -> UUID:
    """Seats 3, 2 and 1 leave in that order, so seat 0 wins."""
    match = table(round_, number).match
    assert match is not None
    for seat in (3, 2, 1):
        remove_seat(match_id=match.pk, seat=seat, by=None, at=NOON, reason="x")
    return match.pk


def enter(round_: Round, number: int = 1, **more: object) -> Table:
    found = table(round_, number)
    given = {
        "table_id": found.pk,
        "entered": places(1, 2, 3, 4),
        "expected_version": found.version,
        "by": None,
        "at": NOON,
        "reason": "checked",
    }
    return enter_result(**(given | more))  # type: ignore[arg-type]


def test_a_match_that_ended_gives_its_table_the_result(running: Round) -> None:
    play_out(running)
    assert collect_results(round_id=running.pk, at=later(9)) == [1]
    assert shown(running) == [1, 2, 3, 4]
    assert table(running).result_source == "played"


def test_collecting_again_changes_nothing(running: Round) -> None:
    play_out(running)
    collect_results(round_id=running.pk, at=later(9))
    version = table(running).version
    assert collect_results(round_id=running.pk, at=later(10)) == []
    assert collect_all(at=later(10)) == 0
    assert collect_tournament(tournament_id=running.stage.tournament_id, at=later(10)) == []
    assert table(running).version == version


def test_a_match_taken_back_takes_its_result_back(running: Round) -> None:
    match = play_out(running)
    collect_results(round_id=running.pk, at=later(9))
    take_back(match_id=match, by=None, at=later(10), reason="misclick")
    assert collect_tournament(tournament_id=running.stage.tournament_id, at=later(11)) == [1]
    assert shown(running) == [None] * 4
    assert table(running).result_source == ""


def test_a_match_that_ends_otherwise_after_all_is_followed(running: Round) -> None:
    match = play_out(running)
    collect_results(round_id=running.pk, at=later(9))
    take_back(match_id=match, by=None, at=later(10), reason="misclick")
    remove_seat(match_id=match, seat=0, by=None, at=later(10), reason="x")
    assert collect_all(at=later(12)) == 1
    assert shown(running) == [2, 1, 3, 4]


def test_an_entered_result_stands_against_the_match(running: Round) -> None:
    enter(running, entered=places(4, 3, 2, 1))
    assert collect_results(round_id=running.pk, at=later(9)) == []
    assert shown(running) == [4, 3, 2, 1]


def test_a_match_going_on_is_ended_only_for_a_reason(running: Round) -> None:
    with pytest.raises(MatchGoingOnError):
        enter(running, reason=" ")
    assert Match.objects.filter(status="running").count() == 2
    enter(running, reason="phones failed")
    assert Match.objects.filter(status="finished").count() == 1


def test_shared_places_leave_out_the_next(running: Round) -> None:
    enter(running, entered=places(1, 2, 2, 3))
    assert shown(running) == [1, 2, 2, 4]


@pytest.mark.parametrize(
    "entered",
    [
        {0: SeatEntered(1), 1: SeatEntered(2), 2: SeatEntered(3)},
        {0: SeatEntered(1), 1: SeatEntered(2), 2: SeatEntered(3), 3: SeatEntered()},
        places(1, 2, 3, 5),
        places(2, 3, 3, 4),
        places(0, 1, 2, 3),
    ],
    ids=["seat left out", "seat without place", "too far down", "nobody first", "place 0"],
)
def test_places_that_do_not_fit_change_nothing(
    running: Round, entered: dict[int, SeatEntered]
) -> None:
    with pytest.raises(InvalidPlacesError):
        enter(running, entered=entered)
    assert shown(running) == [None] * 4
    assert table(running).result_source == ""


def test_somebody_who_did_not_come_has_no_points(running: Round) -> None:
    away = SeatEntered(None, SeatingKind.NO_SHOW)
    enter(running, entered={**places(2, 1, 3), 3: away})
    seats = list(table(running).seats.all())
    row = next(one for one in stage_standings(running.stage) if one.key == str(seats[3].entry_id))
    assert row.points == 0
    assert row.lines[0].kind.value == "no_show"


def test_two_arbiters_do_not_overwrite_each_other(running: Round) -> None:
    seen = table(running).version
    enter(running, expected_version=seen)
    with pytest.raises(ResultChangedError):
        enter(running, entered=places(4, 3, 2, 1), expected_version=seen)
    assert shown(running) == [1, 2, 3, 4]


def test_the_same_result_from_two_arbiters_is_one(running: Round) -> None:
    seen = table(running).version
    enter(running, expected_version=seen)
    enter(running, expected_version=seen)
    assert AuditEntry.objects.filter(action="result.entered").count() == 1


def test_a_correction_needs_a_reason_and_a_look_at_what_rests_on_it(
    running: Round, organiser: User
) -> None:
    jko = running.stage.tournament
    finish(running, organiser)
    publish(
        tournament=jko,
        stage=running.stage,
        after_round=1,
        state=PublicationState.PROVISIONAL,
        by=organiser,
        at=NOON,
    )
    second = draw_round(tournament=jko, seed=2, by=organiser, at=NOON)
    drawn = list(second.tables.values_list("seats__entry", flat=True))
    with pytest.raises(ReasonNeededError):
        enter(running, entered=places(2, 1, 3, 4), reason="")
    with pytest.raises(DependentsError) as refused:
        enter(running, entered=places(2, 1, 3, 4))
    assert len(refused.value.params["dependents"]) == 2
    assert shown(running) == [1, 2, 3, 4]
    enter(running, entered=places(2, 1, 3, 4), confirmed=True)
    assert shown(running) == [2, 1, 3, 4]
    line = AuditEntry.objects.get(action="result.corrected")
    assert line.reason == "checked"
    assert line.before is not None
    # Nothing that rested on it has moved.
    assert list(second.tables.values_list("seats__entry", flat=True)) == drawn
    assert jko.publications.count() == 1


def test_the_result_of_play_comes_back_when_the_entered_one_is_dropped(running: Round) -> None:
    match = play_out(running)
    collect_results(round_id=running.pk, at=later(9))
    enter(running, entered=places(4, 3, 2, 1))
    take_played_result(
        table_id=table(running).pk,
        expected_version=table(running).version,
        by=None,
        at=later(10),
        reason="entered for another table",
    )
    assert shown(running) == [1, 2, 3, 4]
    assert Match.objects.get(pk=match).status == "finished"


def test_a_match_ended_by_the_arbiter_shares_what_is_left(running: Round) -> None:
    match = table(running).match
    assert match is not None
    remove_seat(match_id=match.pk, seat=2, by=None, at=NOON, reason="x")
    end_match(match_id=match.pk, by=None, at=NOON, reason="time is up")
    collect_all(at=later(3))
    assert shown(running) == [1, 1, 4, 1]


def test_everybody_without_a_place_is_named(running: Round) -> None:
    table = running.tables.order_by("number")[0]
    names = [seat.entry.name for seat in table.seats.order_by("number")]
    with pytest.raises(InvalidPlacesError) as refused:
        enter_result(
            table_id=table.pk,
            entered={0: SeatEntered(1)},
            expected_version=0,
            by=None,
            at=NOON,
            reason="test",
        )
    why = str(refused.value.params["why"])
    assert [name in why for name in names] == [False, True, True, True]
    assert refused.value.params["seat"] == 1
