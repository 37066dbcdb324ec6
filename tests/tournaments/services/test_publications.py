"""Publishing: versions, embargo, withdrawal."""

from datetime import timedelta

import pytest

from accounts.models import User
from tests.tournaments.conftest import NOON, finish, later, places
from tournaments.errors import NotFinalError
from tournaments.models import Publication, PublicationState, Round, Table
from tournaments.services.publications import (
    is_outdated,
    latest_public,
    lift_embargoes,
    public_versions,
    publish,
    withdraw_publication,
)
from tournaments.services.results import enter_result
from tournaments.standings import Standing

PROVISIONAL, FINAL, DRAFT = (
    PublicationState.PROVISIONAL,
    PublicationState.FINAL,
    PublicationState.DRAFT,
)


def put_out(
    round_: Round, by: User, state: PublicationState = PROVISIONAL, **more: object
) -> Publication:
    return publish(
        tournament=round_.stage.tournament,
        stage=round_.stage,
        after_round=round_.number,
        state=state,
        by=by,
        at=NOON,
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture
def finished(running: Round, organiser: User) -> Round:
    finish(running, organiser)
    return running


def test_a_snapshot_holds_what_pages_show(finished: Round, organiser: User) -> None:
    snapshot = put_out(finished, organiser).snapshot
    stage = snapshot["stages"][0]
    assert len(snapshot["entries"]) == 8
    assert [Standing.from_json(row).rank for row in stage["standings"]][:2] == [1, 1]
    assert [table["number"] for table in stage["rounds"][0]["tables"]] == [1, 2]
    assert stage["rounds"][0]["tables"][0]["seats"][0]["points"] == "1"
    assert [row["rank"] for row in snapshot["overall"]] == [1, 1, 3, 3, 5, 5, 7, 7]


def test_nothing_is_public_before_it_is_published(finished: Round) -> None:
    assert latest_public(finished.stage.tournament, NOON) is None


def test_a_draft_is_never_public(finished: Round, organiser: User) -> None:
    put_out(finished, organiser, DRAFT)
    assert latest_public(finished.stage.tournament, later(600)) is None


def test_an_embargo_holds_until_its_instant(finished: Round, organiser: User) -> None:
    """T85."""
    jko = finished.stage.tournament
    first = put_out(finished, organiser)
    until = later(30)
    second = put_out(finished, organiser, DRAFT)
    table = Table.objects.get(round=finished, number=1)
    enter_result(
        table_id=table.pk,
        entered=places(4, 3, 2, 1),
        expected_version=table.version,
        by=organiser,
        at=later(1),
        reason="card",
        confirmed=True,
    )
    third = put_out(finished, organiser, embargo_until=until)
    assert [first.version, second.version, third.version] == [1, 2, 3]
    assert latest_public(jko, until - timedelta(microseconds=1)) == first
    assert latest_public(jko, until) == third
    assert public_versions(jko, until) == [third, first]


def test_publishing_the_same_again_makes_no_new_version(finished: Round, organiser: User) -> None:
    assert put_out(finished, organiser) == put_out(finished, organiser)


def test_what_is_published_does_not_move_with_a_correction(
    finished: Round, organiser: User
) -> None:
    made = put_out(finished, organiser)
    before = made.snapshot["overall"]
    table = Table.objects.get(round=finished, number=1)
    enter_result(
        table_id=table.pk,
        entered=places(4, 3, 2, 1),
        expected_version=table.version,
        by=organiser,
        at=later(1),
        reason="card",
        confirmed=True,
    )
    made.refresh_from_db()
    assert made.snapshot["overall"] == before
    assert is_outdated(made)


def test_taking_back_is_a_version_that_shows_nothing(finished: Round, organiser: User) -> None:
    jko = finished.stage.tournament
    put_out(finished, organiser)
    withdraw_publication(tournament=jko, by=organiser, at=later(1), reason="wrong table")
    assert latest_public(jko, later(2)) is None
    assert public_versions(jko, later(2)) == []
    assert Publication.objects.count() == 2


def test_what_was_taken_back_stays_so_when_more_is_published(
    finished: Round, organiser: User
) -> None:
    jko = finished.stage.tournament
    put_out(finished, organiser)
    put_out(finished, organiser, DRAFT)
    put_out(finished, organiser, embargo_until=later(30))
    withdraw_publication(tournament=jko, by=organiser, at=later(1), reason="wrong table")
    right = put_out(finished, organiser)
    assert public_versions(jko, later(2)) == [right]
    assert public_versions(jko, later(60)) == [right]


def test_final_is_refused_while_anything_is_unplayed(running: Round, organiser: User) -> None:
    """T59."""
    with pytest.raises(NotFinalError):
        put_out(running, organiser, FINAL)
    finish(running, organiser)
    with pytest.raises(NotFinalError):
        put_out(running, organiser, FINAL)
    assert not Publication.objects.exists()


def test_final_standings_under_embargo_end_the_tournament_when_they_become_public(
    finished: Round, organiser: User
) -> None:
    """T85."""
    tournament = finished.stage.tournament
    tournament.stages.exclude(pk=finished.stage_id).delete()
    tournament.stages.update(planned_rounds=1)
    put_out(finished, organiser, FINAL, embargo_until=later(60))
    tournament.refresh_from_db()
    assert (lift_embargoes(later(59)), tournament.state) == (0, "running")
    assert lift_embargoes(later(60)) == 1
    tournament.refresh_from_db()
    assert tournament.state == "finished"
