"""Correcting a key: tried in the background, looked at, applied or dropped as one."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from accounts.models import User
from judging.errors import ProblemFaultyError, RejudgeDecidedError, RejudgeOpenError
from judging.models import Kind, Paper, PaperProblem, Problem, Rejudge, Submission, Verdict
from judging.services.boards import refresh_stale
from judging.services.drain import drain
from judging.services.keys import (
    apply_rejudge,
    correct_key,
    drop_rejudge,
    judge_rejudges,
    preview,
)
from judging.services.papers import close_paper, set_paper
from judging.services.results import own_results
from judging.services.scores import Scores, stage_scores
from tests.judging.conftest import START, after, begin, send
from tournaments.models import Entry, PublicationState, Stage, Tournament
from tournaments.next_step import Do
from tournaments.services.overview import overview
from tournaments.services.publications import publish

pytestmark = pytest.mark.django_db
CORRECTED = {"accepted": ["13"]}


@pytest.fixture
def sum_of(
    paper: Paper,
    organiser: User,
    write_problem: Callable[..., Problem],
    put: Callable[..., PaperProblem],
) -> PaperProblem:
    """Its stored answer is 12, which is wrong."""
    problem = put(write_problem(Kind.INTEGER), points=5, feedback="after_publication")
    set_paper(paper=paper, by=organiser, at=START)
    return problem


@pytest.fixture
def answered(sum_of: PaperProblem, paper: Paper, enter: Callable[..., Entry]) -> list[Entry]:
    """Two say 12, three say 13."""
    entries = [enter(f"選手{n}") for n in range(1, 6)]
    for number, (entry, raw) in enumerate(
        zip(entries, ["12", "12", "13", "13", "13"], strict=True)
    ):
        begin(paper, entry)
        send(sum_of, entry, raw, at=after(minutes=number))
    drain(START)
    return entries


def correct(problem: PaperProblem, by: User, spec: dict[str, Any] = CORRECTED) -> Rejudge:
    made = correct_key(problem=problem, spec=spec, reason="誤植", by=by, at=after(hours=2))
    judge_rejudges(at=after(hours=2))
    made.refresh_from_db()
    return made


def ranks(paper: Paper) -> dict[str, int | None]:
    return {one.key: one.rank for one in stage_scores(paper.stage).ranked()}


def test_a_corrected_key_counts_for_nobody_until_it_is_applied(
    sum_of: PaperProblem, answered: list[Entry], organiser: User, paper: Paper
) -> None:
    before = ranks(paper)
    rejudge = correct(sum_of, organiser)
    assert rejudge.state == "ready"
    assert Verdict.objects.count() == 10
    assert ranks(paper) == before


def test_the_preview_shows_verdicts_ranks_and_qualifiers(
    sum_of: PaperProblem, answered: list[Entry], organiser: User
) -> None:
    """The rule takes two: the first two by time of those who are right."""
    found = preview(correct(sum_of, organiser))
    assert [(one["name"], one["before"], one["after"]) for one in found.changes] == [
        ("選手1", "right", "wrong"),
        ("選手2", "right", "wrong"),
        ("選手3", "wrong", "right"),
        ("選手4", "wrong", "right"),
        ("選手5", "wrong", "right"),
    ]
    moved = {one["name"]: (one["rank_before"], one["rank_after"]) for one in found.ranks}
    assert moved["選手3"] == (3, 1)
    assert moved["選手1"][0] == 1
    assert found.qualifiers == {
        "added": ["選手3", "選手4"], "removed": ["選手1", "選手2"], "asked": [],
    }  # fmt: skip
    assert found.left == 0


def test_a_preview_is_not_whole_when_answers_were_judged_while_it_was_made(
    sum_of: PaperProblem,
    answered: list[Entry],
    organiser: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = correct_key(
        problem=sum_of, spec=CORRECTED, reason="誤植", by=organiser, at=after(hours=2)
    )

    def judged_meanwhile(stage: Stage) -> Scores:
        scores = stage_scores(stage)
        judge_rejudges(at=after(hours=2))
        return scores

    monkeypatch.setattr("judging.services.keys.stage_scores", judged_meanwhile)
    assert preview(made).left == 5


def test_applying_is_one_step_for_everybody(
    sum_of: PaperProblem, answered: list[Entry], organiser: User, paper: Paper
) -> None:
    rejudge = correct(sum_of, organiser)
    apply_rejudge(rejudge=rejudge, by=organiser, at=after(hours=3))
    assert ranks(paper)[str(answered[2].pk)] == 1
    rejudge.refresh_from_db()
    assert len(rejudge.report["changes"]) == 5
    with pytest.raises(RejudgeDecidedError):
        apply_rejudge(rejudge=rejudge, by=organiser, at=after(hours=3))
    with pytest.raises(RejudgeDecidedError):
        drop_rejudge(rejudge=rejudge, by=organiser, at=after(hours=3))


def test_a_dropped_key_changes_nothing(
    sum_of: PaperProblem, answered: list[Entry], organiser: User, paper: Paper
) -> None:
    before = ranks(paper)
    drop_rejudge(rejudge=correct(sum_of, organiser), by=organiser, at=after(hours=3))
    assert ranks(paper) == before
    assert correct(sum_of, organiser).key.number == 3


def test_answers_that_come_meanwhile_get_both_verdicts(
    sum_of: PaperProblem, answered: list[Entry], organiser: User, paper: Paper
) -> None:
    """J34: nothing vanishes between the old key and the new."""
    rejudge = correct(sum_of, organiser)
    late = send(sum_of, answered[0], "13", at=after(minutes=50)).submission
    drain(after(minutes=51))
    assert late.verdicts.count() == 2
    # One that is still queued when the key is applied is judged under the new one.
    queued = send(sum_of, answered[1], "13", at=after(minutes=52)).submission
    apply_rejudge(rejudge=rejudge, by=organiser, at=after(hours=3))
    drain(after(hours=3))
    sum_of.refresh_from_db()
    assert queued.verdicts.get(key=sum_of.key_id).right


def test_a_second_correction_is_told_of_the_first(
    sum_of: PaperProblem, answered: list[Entry], organiser: User
) -> None:
    """J44: it does not silently skip."""
    correct(sum_of, organiser)
    with pytest.raises(RejudgeOpenError):
        correct(sum_of, organiser)


def test_a_key_that_cannot_be_is_refused(sum_of: PaperProblem, organiser: User) -> None:
    with pytest.raises(ProblemFaultyError):
        correct(sum_of, organiser, {"accepted": ["no number"]})


def test_a_problem_that_was_not_fair_gives_everybody_who_answered_its_points(
    sum_of: PaperProblem, answered: list[Entry], organiser: User, paper: Paper
) -> None:
    rejudge = correct(sum_of, organiser, {"everyone": True})
    apply_rejudge(rejudge=rejudge, by=organiser, at=after(hours=3))
    assert {one.points for one in stage_scores(paper.stage).ranked()} == {5}


def test_two_workers_at_a_correction_do_it_once(
    sum_of: PaperProblem, answered: list[Entry], organiser: User
) -> None:
    """J37."""
    made = correct(sum_of, organiser)
    Rejudge.objects.filter(pk=made.pk).update(state="judging")
    assert judge_rejudges(at=after(hours=2)) == 0
    assert Verdict.objects.count() == 2 * Submission.objects.count()


def test_the_same_points_share_a_rank(
    sum_of: PaperProblem, paper: Paper, enter: Callable[..., Entry]
) -> None:
    """J50, J47: and the disqualified have none."""
    entries = [enter(f"選手{n}") for n in range(4)]
    for entry in entries:
        begin(paper, entry)
        send(sum_of, entry, "12" if entry is not entries[3] else "1", at=after(minutes=5))
    drain(START)
    Entry.objects.filter(pk=entries[0].pk).update(disqualified_at=START)
    found = ranks(paper)
    assert [found[str(one.pk)] for one in entries] == [None, 1, 1, 3]
    assert Stage.objects.filter(tournament=paper.stage.tournament_id).count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_between_two_keys_while_answers_pour_in(
    sum_of: PaperProblem, paper: Paper, enter: Callable[..., Entry], organiser: User
) -> None:
    """J34, with drains and an application at the same time."""
    sitting = begin(paper, enter())

    def pour(number: int) -> None:
        try:
            Submission.objects.bulk_create(
                Submission(
                    sitting=sitting, problem=sum_of, number=number * 50 + n + 1,
                    form_key=uuid4(), raw="13", answer="13", received_at=START,
                )
                for n in range(50)
            )  # fmt: skip
            drain()
        finally:
            connection.close()

    pour(0)
    with ThreadPoolExecutor(3) as pool:
        poured = [pool.submit(pour, number) for number in range(1, 9)]
        rejudge = correct(sum_of, organiser)
        apply_rejudge(rejudge=rejudge, by=organiser, at=after(hours=3))
        for one in poured:
            one.result()
    drain()
    sum_of.refresh_from_db()
    assert Submission.objects.filter(status="judged").count() == 450
    assert Verdict.objects.filter(key=sum_of.key_id, right=True).count() == 450


def test_results_that_are_public_are_to_be_published_again_under_a_corrected_key(
    sum_of: PaperProblem, answered: list[Entry], organiser: User, paper: Paper
) -> None:
    """The desk says so, and those who wrote read which points are still of the old key."""
    tournament = Tournament.objects.get()
    tournament.stages.filter(order=2).delete()
    close_paper(paper=paper, by=organiser, at=after(hours=1))

    def published(hours: int) -> None:
        publish(
            tournament=tournament, stage=paper.stage, after_round=0,
            state=PublicationState.FINAL, by=organiser, at=after(hours=hours),
        )  # fmt: skip

    def step(hours: int) -> Do:
        refresh_stale(after(hours=hours, seconds=3))
        tournament.refresh_from_db()
        return overview(tournament, after(hours=hours)).step.do

    def corrected(hours: int) -> str:
        found = own_results(answered[0].user, paper.stage, after(hours=hours))
        return str(found["papers"][0]["problems"][0]["corrected"])

    published(2)
    assert (step(2), corrected(2)) == (Do.DONE, "")
    rejudge = correct(sum_of, organiser)
    assert (step(2), corrected(2)) == (Do.OWN, "")
    apply_rejudge(rejudge=rejudge, by=organiser, at=after(hours=3))
    assert (step(3), corrected(3)) == (Do.PUBLISH_AGAIN, "since")
    published(4)
    assert (step(4), corrected(4)) == (Do.DONE, "published")
