"""What a large tournament asks of a worker: done once, whatever happens meanwhile."""

from datetime import datetime
from typing import Any

import pytest
from django.utils.translation import override

from accounts.models import User
from tests.tournaments.conftest import NOON, later
from tests.tournaments.kinds.field import LOSS, WIN, better_wins, draw, enter, pairs, tournament
from tournaments.errors import BeingDoneError, KeepsChangingError, ResultsMissingError
from tournaments.formats.apart import PairingFailedError
from tournaments.formats.swiss import pair_swiss
from tournaments.models import (
    AuditEntry,
    Job,
    JobState,
    Publication,
    PublicationState,
    Round,
    Stage,
    Tournament,
)
from tournaments.presets import swiss
from tournaments.services import drawing_ahead, jobs, large, publications
from tournaments.services.drawing import discard_round
from tournaments.services.formats import ahead
from tournaments.services.formats.swiss import Swiss
from tournaments.services.jobs import error_of, told_of
from tournaments.services.large import WORKS
from tournaments.services.rounds import publish_round
from tournaments.services.snapshots import make_snapshot

pytestmark = pytest.mark.django_db


def do_jobs(works: Any = WORKS) -> int:
    return jobs.do_jobs(works, lambda: NOON)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything takes long, they say."""
    monkeypatch.setattr(Swiss, "seconds", lambda *_: 11.0)
    monkeypatch.setattr(large, "publishing_seconds", lambda *_: 20.0)
    monkeypatch.setattr(ahead, "pair_apart", pair_swiss)


@pytest.fixture
def second(organiser: User, slow: None) -> Tournament:
    """Round 1 is over."""
    made = tournament(organiser, swiss(3), people=6)
    better_wins(draw(made))
    return made


def ask(made: Tournament, seed: int = 1, at: datetime = NOON, **more: Any) -> Any:
    return large.draw(tournament=made, seed=seed, by=None, at=at, **more)


def publish(made: Tournament, state: PublicationState = PublicationState.PROVISIONAL) -> Any:
    stage = Stage.objects.get(tournament=made)
    return large.publish_or_ask(
        tournament=made, stage=stage, after_round=1, state=state, by=None, at=NOON
    )


def test_a_small_round_is_drawn_at_once(organiser: User) -> None:
    assert isinstance(ask(tournament(organiser, swiss(3), people=6)), Round)


def test_a_large_round_is_drawn_by_a_worker_as_it_would_have_been(
    second: Tournament, organiser: User
) -> None:
    job = ask(second)
    assert isinstance(job, Job)
    assert (job.seconds, job.subject_en or job.subject) == (11, "Round 2")
    assert not second.stages.get().rounds.filter(number=2).exists()
    assert do_jobs() == 1
    job.refresh_from_db()
    assert (job.state, job.said) == (JobState.DONE, {"round": 2})
    other = tournament(organiser, swiss(3), people=6)
    better_wins(draw(other))
    assert pairs(draw(other)) == pairs(Round.objects.get(stage__tournament=second, number=2))


def test_pressed_twice_makes_one(second: Tournament) -> None:
    assert ask(second) == ask(second, seed=2)
    assert do_jobs() == 1
    assert do_jobs() == 0
    assert AuditEntry.objects.filter(tournament=second, action="round.drawn").count() == 2


def test_what_is_missing_is_said_before_anybody_works(organiser: User, slow: None) -> None:
    made = tournament(organiser, swiss(3), people=6)
    draw(made)
    with pytest.raises(ResultsMissingError):
        ask(made)
    assert not Job.objects.exists()


def test_a_result_corrected_while_it_is_paired_counts(
    second: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pairing made before is thrown away; the round comes from what stands."""
    table = Round.objects.get(stage__tournament=second).tables.order_by("number")[0]
    other = LOSS if table.seats.get(number=0).place == 1 else WIN
    made: list[int] = []

    def meanwhile(*args: Any, **wishes: Any) -> Any:
        found = pair_swiss(*args, **wishes)
        made.append(1)
        if len(made) == 1:
            enter(table, other, reason="誤記", confirmed=True)
        return found

    monkeypatch.setattr(ahead, "pair_apart", meanwhile)
    ask(second)
    do_jobs()
    assert len(made) == 2
    drawn = Round.objects.get(stage__tournament=second, number=2)
    before = Round.objects.get(stage__tournament=second, number=1)
    winners = {
        seat.entry.seed
        for one in before.tables.all()
        for seat in one.seats.select_related("entry").filter(place=1)
    }
    assert sum(set(pair) <= winners for pair in pairs(drawn)) == 1


def test_results_that_never_settle_end_with_a_word(
    second: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(**_wishes: Any) -> Round:
        raise ahead.ChangedMeanwhileError

    monkeypatch.setattr(drawing_ahead, "draw_round", changed)
    job = ask(second)
    assert do_jobs() == 1
    job.refresh_from_db()
    assert (job.state, job.said["code"]) == (JobState.FAILED, KeepsChangingError.code)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (PairingFailedError(said="Segmentation fault"), "pairing_failed"),
        (ZeroDivisionError(), "job_failed"),
    ],
)
def test_the_engines_failure_is_said_and_nothing_is_tried_again(
    second: Tournament, monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    """T26: no loop, no empty round; it can be asked for once more."""
    calls: list[int] = []

    def fails(*_args: Any, **_wishes: Any) -> Any:
        calls.append(1)
        raise fault

    monkeypatch.setattr(ahead, "pair_apart", fails)
    ask(second)
    assert do_jobs() == 1
    assert do_jobs() == 0
    assert len(calls) == 1
    job = told_of(second, *large.DRAWS)
    assert job is not None
    assert job.said["code"] == code
    with override("en"):
        assert error_of(job)
    assert not Round.objects.filter(stage__tournament=second, number=2).exists()
    monkeypatch.setattr(ahead, "pair_apart", pair_swiss)
    ask(second, at=later(1))
    do_jobs()
    assert told_of(second, *large.DRAWS) is None
    assert Round.objects.filter(stage__tournament=second, number=2).exists()


def test_no_legal_pairing_comes_with_what_would_help(organiser: User, slow: None) -> None:
    made = tournament(organiser, swiss(9), people=2)
    better_wins(draw(made))
    ask(made)
    do_jobs()
    job = told_of(made, *large.DRAWS)
    assert job is not None
    assert job.said["code"] == "no_legal_pairing"
    assert "allow_rematch" in job.said["remedies"]
    ask(made, allow=["rematch"])
    do_jobs()
    assert Round.objects.filter(stage__tournament=made, number=2).exists()


def test_without_the_engine_neighbours_meet_and_the_organiser_changes_it(
    organiser: User, slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T26: the round can be seated whatever the engine does."""
    made = tournament(organiser, swiss(3), people=7)
    better_wins(draw(made))
    monkeypatch.setattr(ahead, "pair_swiss", None)
    round_ = ask(made, allow=["by_hand"])
    assert isinstance(round_, Round)
    assert [set(pair) for pair in pairs(round_)] == [{1, 7}, {2, 3}, {4, 5}]
    assert round_.byes.get().entry.seed == 6


def test_whoever_is_killed_leaves_the_job_to_the_next(second: Tournament) -> None:
    job = ask(second)

    def killed(_job: Job, _at: datetime) -> dict[str, Any]:
        raise SystemExit

    with pytest.raises(SystemExit):
        do_jobs({job.kind: killed})
    job.refresh_from_db()
    assert (job.state, job.tries) == (JobState.WAITING, 1)
    assert do_jobs() == 1
    job.refresh_from_db()
    assert job.state == JobState.DONE


def test_a_job_that_kills_every_worker_is_given_up(second: Tournament) -> None:
    job = ask(second)
    Job.objects.filter(pk=job.pk).update(tries=jobs.MOST_TRIES)
    do_jobs()
    job.refresh_from_db()
    assert (job.state, job.said["code"]) == (JobState.FAILED, "job_failed")


def to_be_redrawn(second: Tournament) -> tuple[Round, Job]:
    """The draft of the second round, and the job that draws it anew."""
    ask(second)
    do_jobs()
    draft = Round.objects.get(stage__tournament=second, number=2)
    job = large.redraw(round_id=draft.pk, seed=5, by=None, at=NOON)
    assert isinstance(job, Job)
    return draft, job


def test_a_draft_drawn_anew_by_a_worker(second: Tournament) -> None:
    draft, _job = to_be_redrawn(second)
    do_jobs()
    draft.refresh_from_db()
    assert draft.draw_seed == 5


def test_publishing_is_left_to_a_worker_and_done_once(second: Tournament) -> None:
    job = publish(second)
    assert publish(second) == job
    with pytest.raises(BeingDoneError):
        publish(second, PublicationState.DRAFT)
    assert do_jobs() == 1
    job.refresh_from_db()
    assert job.said == {"version": 1}
    publish(second)
    do_jobs()
    assert Publication.objects.filter(tournament=second).count() == 1


def test_a_correction_while_it_is_published_is_in_it_or_makes_it_outdated(
    second: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Round.objects.get(stage__tournament=second).tables.order_by("number")[0]
    other = LOSS if table.seats.get(number=0).place == 1 else WIN
    seen: list[int] = []

    def meanwhile(*args: Any) -> Any:
        found = make_snapshot(*args)
        seen.append(1)
        if len(seen) == 1:
            enter(table, other, reason="誤記", confirmed=True)
        return found

    monkeypatch.setattr(publications, "make_snapshot", meanwhile)
    publish(second)
    do_jobs()
    made = Publication.objects.get(tournament=second)
    assert not publications.is_outdated(made)
    assert made.snapshot == make_snapshot(second, made.stage, 1)


def test_who_was_killed_after_drawing_does_not_draw_the_round_after_it(
    second: Tournament, organiser: User
) -> None:
    job = ask(second, reason="the last table plays on")
    assert do_jobs() == 1
    drawn = Round.objects.get(stage__tournament=second, number=2)
    publish_round(round_id=drawn.pk, by=organiser, at=NOON)
    Job.objects.filter(pk=job.pk).update(state=JobState.WAITING)
    assert do_jobs() == 1
    job.refresh_from_db()
    assert (job.state, job.said) == (JobState.DONE, {"round": 2})
    assert not Round.objects.filter(stage__tournament=second, number=3).exists()


def test_what_was_taken_back_meanwhile_is_said(second: Tournament) -> None:
    draft, job = to_be_redrawn(second)
    discard_round(round_id=draft.pk, by=None, at=NOON)
    assert do_jobs() == 1
    job.refresh_from_db()
    with override("en"):
        assert error_of(job).startswith("What this was about is not there any more")
    job = ask(second)
    Round.objects.filter(stage__tournament=second).delete()
    assert do_jobs() == 1
    job.refresh_from_db()
    assert job.said["code"] == "job_outdated"


def test_a_tournament_that_is_removed_meanwhile_stops_no_other_job(second: Tournament) -> None:
    ask(second)

    def removed(job: Job, at: datetime) -> dict[str, Any]:
        Job.objects.filter(pk=job.pk).delete()
        return {}

    assert do_jobs({"draw": removed}) == 1
