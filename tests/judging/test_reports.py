"""What went wrong in other contests: times that were misread, results that were stale."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from judging.models import Feedback, Paper, PaperProblem, Problem, SubmissionStatus
from judging.services.contest_desk import certified, certified_people
from judging.services.drain import drain, sweep
from judging.services.keys import apply_rejudge, correct_key
from judging.services.papers import add_paper, add_to_paper, change_paper, close_paper, set_paper
from judging.services.results import own_results
from judging.services.scores import stage_scores
from tests.judging.conftest import HOUR, RIGHT, START, WRONG, after, begin, send
from tests.judging.views.test_sitting import Visitor, address
from tournaments.models import Entry, PublicationState, Stage
from tournaments.services.publications import publish

pytestmark = pytest.mark.django_db
FINAL, PROVISIONAL = PublicationState.FINAL, PublicationState.PROVISIONAL


@pytest.fixture
def door(paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]) -> Callable[[], str]:
    """The start page, as somebody reads it half an hour before."""
    visitor = Visitor(enter().user)
    return lambda: visitor.read(address(paper), START - HOUR / 2)


def test_the_deadline_is_told_with_its_zone_and_offset(door: Callable[[], str]) -> None:
    """J14: 11:00 there is 02:00 in UTC, which is what is stored and enforced."""
    html = door()
    assert "Asia/Tokyo (UTC+0900)" in html
    assert 'datetime="2027-08-01T02:00:00.000Z">11:00<' in html


def test_an_end_on_another_day_is_told_with_its_day(
    paper: Paper, organiser: User, door: Callable[[], str]
) -> None:
    """J16, J17: also when it is midnight, which belongs to the day that begins then."""
    change_paper(paper=paper, by=organiser, at=START - HOUR, closes_at=after(hours=14))
    assert "August 2, 00:00<" in door()
    change_paper(paper=paper, by=organiser, at=START - HOUR, closes_at=after(hours=13, minutes=59))
    assert ">23:59<" in door()


def test_the_last_instant_of_all_is_told_before_the_start(
    paper: Paper, organiser: User, door: Callable[[], str]
) -> None:
    """J22: when pages are taken until, and when nothing counts whatever was given."""
    assert "Nobody later than" not in door()
    change_paper(
        paper=paper, by=organiser, at=START - HOUR, grace=timedelta(minutes=15),
        last_at=after(hours=2),
    )  # fmt: skip
    html = door()
    assert 'datetime="2027-08-01T02:15:00.000Z">11:15<' in html
    assert "August 1, 12:00" in html


def test_late_is_a_matter_of_one_paper(
    paper: Paper,
    hantei: PaperProblem,
    enter: Callable[..., Entry],
    organiser: User,
    write_problem: Callable[..., Problem],
) -> None:
    """J22: whoever is late in one is not late in the next."""
    second = add_paper(
        stage=paper.stage, title="第2部", by=organiser, at=START, opens_at=after(hours=2),
        closes_at=after(hours=3),
    )  # fmt: skip
    other = add_to_paper(
        paper=second, problem=write_problem(title="別"), points=3, by=organiser, at=START
    )
    set_paper(paper=second, by=organiser, at=START)
    entry = enter()
    begin(paper, entry)
    assert send(hantei, entry, WRONG, at=after(hours=1)).submission.late_by is not None
    begin(second, entry, at=after(hours=2))
    assert send(other, entry, WRONG, at=after(hours=2)).submission.late_by is None


def test_an_answer_is_judged_though_nobody_was_told_of_it(
    paper: Paper,
    hantei: PaperProblem,
    enter: Callable[..., Entry],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    """J35: what is to be judged is read from the answers, not from messages about them."""
    monkeypatch.setattr("judging.services.answers.ring", _break)
    entry = enter()
    begin(paper, entry)
    with django_capture_on_commit_callbacks(execute=True):
        made = send(hantei, entry, RIGHT, at=after(minutes=1)).submission
    made.refresh_from_db()
    assert made.status == SubmissionStatus.QUEUED
    assert drain(after(minutes=2)) == 1
    assert drain(after(minutes=2)) == 0


def _break() -> None:
    raise ConnectionError("the client hung up")


@pytest.fixture
def final(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> Stage:
    """A contest of one stage, its final results public: the first right, the second wrong."""
    paper.stage.tournament.stages.filter(order=2).delete()
    PaperProblem.objects.update(feedback=Feedback.AFTER_PUBLICATION)
    for name, raw in (("早川 澪", RIGHT), ("桐谷 蓮", WRONG)):
        entry = enter(name)
        begin(paper, entry)
        send(hantei, entry, raw, at=after(minutes=1))
    drain(after(minutes=2))
    close_paper(paper=paper, by=organiser, at=after(hours=1))
    out(paper.stage, organiser, FINAL, hours=2)
    return paper.stage


def out(stage: Stage, by: User, state: PublicationState, *, hours: int) -> None:
    publish(
        tournament=stage.tournament, stage=stage, after_round=0, state=state, by=by,
        at=after(hours=hours),
    )  # fmt: skip


def test_certificates_are_of_the_newest_version_or_of_none(final: Stage, organiser: User) -> None:
    """J52: an older final version is not printed once another is out."""
    found = certified(final.tournament, after(hours=3))
    assert found is not None
    assert [one.name for one in certified_people(found, 1) if one.rank == 1] == ["早川 澪"]
    out(final, organiser, PROVISIONAL, hours=3)
    assert certified(final.tournament, after(hours=4)) is None
    out(final, organiser, FINAL, hours=4)
    again = certified(final.tournament, after(hours=5))
    assert again is not None
    assert again.version > found.version


def test_what_changes_after_publication_shows_nowhere_until_it_is_published(
    final: Stage, organiser: User, hantei: PaperProblem
) -> None:
    """J62: every place reads the version that is public."""
    hantei.refresh_from_db()
    rejudge = correct_key(
        problem=hantei, spec={"everyone": True}, reason="不備", by=organiser, at=after(hours=3)
    )
    sweep(after(hours=3))
    rejudge.refresh_from_db()
    apply_rejudge(rejudge=rejudge, by=organiser, at=after(hours=3))
    scores = stage_scores(final)
    assert {one.points for one in scores.ranked()} == {3}
    second = Entry.objects.get(name="桐谷 蓮")

    def told(hours: int) -> tuple[int | None, str]:
        found = own_results(second.user, final, after(hours=hours))
        return found["rank"], found["papers"][0]["problems"][0]["score"]

    assert told(4) == (2, "0")
    out(final, organiser, FINAL, hours=5)
    assert told(6) == (1, "3")
