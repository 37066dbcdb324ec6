"""The sample contest shows what a judging contest comes to."""

import pytest
from django.core.management import call_command

from accounts.models import User
from judging.models import (
    Appeal,
    MarkRound,
    Mode,
    Paper,
    PaperState,
    Script,
    Submission,
    SubmissionStatus,
)
from tournaments.demo.sample import LIVE
from tournaments.models import PublicationState, Tournament, TournamentState

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_sample_contest_is_over_and_its_results_are_public() -> None:
    call_command("demo_contest")
    assert not Paper.objects.exists()

    organiser = User.objects.create_user(name="運営", is_organiser=True)
    Tournament.objects.create(name="見本", preset=LIVE, created_by=organiser)
    call_command("demo_contest")
    call_command("demo_contest")

    written = Paper.objects.exclude(mode=Mode.RACE)
    assert {one.state for one in written} == {PaperState.CLOSED}
    assert set(Submission.objects.values_list("status", flat=True)) == {
        SubmissionStatus.JUDGED, SubmissionStatus.PEOPLE,
    }  # fmt: skip
    contest = Tournament.objects.get(preset="jkho")
    versions = contest.publications.order_by("version")
    assert [one.state for one in versions] == [
        PublicationState.PROVISIONAL,
        PublicationState.PROVISIONAL,
        PublicationState.FINAL,
    ]
    assert contest.state == TournamentState.FINISHED
    scripts = Script.objects.filter(blank=False)
    assert scripts
    assert all(one.points is not None for one in scripts)
    assert MarkRound.objects.filter(adjudicated=True).exists()
    assert Appeal.objects.get().state == Appeal.State.REFUSED
    race = Paper.objects.get(mode=Mode.RACE)
    assert (race.state, race.problems.count()) == (PaperState.SET, 5)
