"""The sample contest shows what a judging contest comes to."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from judging.models import (
    Appeal,
    MarkRound,
    Mode,
    Paper,
    PaperProblem,
    PaperState,
    Problem,
    Script,
    Sitting,
    Submission,
    SubmissionStatus,
    Upload,
)
from judging.scans import Scan
from judging.services.storing import PAGES, store
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


def test_a_contest_is_deleted_with_its_papers_and_marks(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    organiser = User.objects.create_user(name="運営", is_organiser=True)
    Tournament.objects.create(name="見本", preset=LIVE, created_by=organiser)
    call_command("demo_contest")
    contest = Tournament.objects.get(preset="jkho")
    problems = Problem.objects.count()
    sitting = Sitting.objects.filter(paper__stage__tournament=contest)[0]
    proof = PaperProblem.objects.filter(paper=sitting.paper)[0]
    path = store(Scan(b"page", "image/png", "png", 1, 1), PAGES)
    Upload.objects.create(
        sitting=sitting, problem=proof, order=1, name="1.png", media_type="image/png", path=path,
        size=4, digest="0" * 64, received_at=timezone.now(),
    )  # fmt: skip
    assert (tmp_path / path).exists()
    contest.state = TournamentState.ARCHIVED
    contest.save()
    call_command("delete_tournament", str(contest.pk), name=contest.name)
    assert not Tournament.objects.filter(pk=contest.pk).exists()
    assert not Submission.objects.filter(sitting__paper__stage__tournament=contest.pk).exists()
    assert not Upload.objects.exists()
    assert Problem.objects.count() == problems
