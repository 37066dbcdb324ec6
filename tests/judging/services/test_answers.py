"""Sending answers in: receipts, attempts, limits, lateness, devices."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.http import Http404

from accounts.models import User
from judging.errors import (
    AlreadyRightError,
    FormKeyUsedError,
    HandedInError,
    MalformedError,
    NoAttemptsError,
    NotOpenError,
    NotStartedError,
    OtherDeviceError,
    PaperOverError,
    TooFastError,
)
from judging.models import Draft, Feedback, Kind, Paper, PaperProblem, Problem, Sitting, Submission
from judging.services import sitting as sittings
from judging.services.answers import decide_late, save_draft
from judging.services.drain import drain
from judging.services.papers import close_paper, set_paper
from judging.services.timing import extend
from tests.judging.conftest import BOARD, HOUR, RIGHT, START, WRONG, after, begin, send
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def keep(
    problem: PaperProblem, entry: Entry, answer: str, seq: int = 1, minutes: float = 1
) -> Draft:
    return save_draft(
        paper_id=problem.paper_id, problem_id=problem.pk, user=entry.user, answer=answer,
        seq=seq, device=None, at=after(minutes=minutes),
    )  # fmt: skip


def test_a_receipt_is_what_was_stored(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """J1."""
    entry = enter()
    begin(paper, entry)
    receipt = send(hantei, entry, "B2 b1 A2 a1", at=after(minutes=5))
    stored = Submission.objects.get()
    assert receipt.submission == stored
    assert (stored.number, stored.raw, stored.received_at) == (1, "B2 b1 A2 a1", after(minutes=5))
    assert stored.answer != ""
    assert stored.status == "queued"
    assert receipt.left == 2


def test_the_same_form_again_is_the_same_submission(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """J23: clicking submit several times makes one."""
    entry, key = enter(), uuid4()
    begin(paper, entry)
    first = send(hantei, entry, form_key=key)
    again = send(hantei, entry, WRONG, form_key=key, at=after(minutes=1))
    assert (first.made, again.made) == (True, False)
    assert again.submission.pk == first.submission.pk
    assert again.submission.raw == RIGHT
    assert Submission.objects.count() == 1


def test_a_form_is_of_one_problem(
    paper: Paper,
    hantei: PaperProblem,
    enter: Callable[..., Entry],
) -> None:
    entry, key = enter(), uuid4()
    begin(paper, entry)
    send(hantei, entry, form_key=key)
    PaperProblem.objects.filter(pk=hantei.pk).update(label="x")
    other = PaperProblem.objects.create(
        paper=paper, order=2, label="2", source=hantei.source, kind="hantei", points=1
    )
    with pytest.raises(FormKeyUsedError):
        send(other, entry, form_key=key)


def test_attempts_are_counted(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    for _ in range(3):
        send(hantei, entry, WRONG)
    with pytest.raises(NoAttemptsError):
        send(hantei, entry, RIGHT)
    assert Submission.objects.count() == 3


def test_a_malformed_answer_costs_no_attempt_and_says_what_was_understood(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    with pytest.raises(MalformedError) as refused:
        send(hantei, entry, "a1 b1 z99 b2")
    assert "z99" in str(refused.value)
    assert not Submission.objects.exists()
    assert send(hantei, entry).left == 2


def test_an_empty_point_named_for_a_stone_is_refused_and_costs_no_attempt(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    with pytest.raises(MalformedError) as refused:
        send(hantei, entry, "B2 b1 a2 c5")
    told = refused.value.params
    assert (told["why"], told["understood"]) == ("not_a_stone", "a2 b1 b2 c5")
    assert "c5には石がありません。" in str(refused.value)
    assert not Submission.objects.exists()
    assert send(hantei, entry).left == 2


@pytest.fixture
def every(
    paper: Paper,
    put: Callable[..., PaperProblem],
    write_problem: Callable[..., Problem],
    organiser: User,
) -> PaperProblem:
    """A problem that asks for every kyōen, alone on the paper."""
    content = BOARD | {"stones": ["a1", "b1", "a2", "b2", "e7", "i4", "a3", "b3"]}
    key = {"per_set": "1", "per_wrong": "1"}
    made = put(write_problem(Kind.HANTEI_ALL, content=content, key=key))
    set_paper(paper=paper, by=organiser, at=START - HOUR)
    return made


def test_an_empty_point_in_one_of_all_sets_is_refused_too(
    paper: Paper, every: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    with pytest.raises(MalformedError):
        send(every, entry, f"{RIGHT}; a1 b1 e7 c5")
    assert send(every, entry, f"{RIGHT}; a1 b1 e7 a2").made


def test_an_empty_point_that_was_taken_before_stays_wrong(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    send(hantei, entry, WRONG)
    Submission.objects.update(raw="a1 b1 a2 c5", answer="a1 a2 b1 c5")
    drain(START)
    verdict = Submission.objects.get().verdicts.get()
    assert (verdict.right, verdict.malformed) == (False, False)
    assert verdict.detail["reason"] == "not_a_stone"


def test_a_solved_problem_takes_no_more(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """J26: a second solve is refused, not a fault."""
    entry = enter()
    begin(paper, entry)
    send(hantei, entry)
    drain(START)
    with pytest.raises(AlreadyRightError):
        send(hantei, entry)


def test_a_verdict_that_is_not_told_stops_nobody(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    PaperProblem.objects.update(feedback=Feedback.AFTER_PUBLICATION)
    entry = enter()
    begin(paper, entry)
    send(hantei, entry)
    drain(START)
    assert send(hantei, entry).made


def test_too_many_in_a_minute_are_held_up_and_cost_nothing(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """J29, J4: and the limit is lifted before the end."""
    PaperProblem.objects.update(attempts=None)
    entry = enter()
    begin(paper, entry)
    for _ in range(30):
        send(hantei, entry, WRONG)
    with pytest.raises(TooFastError):
        send(hantei, entry)
    assert Submission.objects.count() == 30
    assert send(hantei, entry, WRONG, at=after(minutes=1)).made
    for _ in range(40):
        send(hantei, entry, WRONG, at=after(minutes=58))


def test_a_late_answer_is_stored_judged_and_does_not_count(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    """J2: on the server, not by the page."""
    entry = enter()
    begin(paper, entry)
    sittings.close_due(after(hours=1))
    late = send(hantei, entry, at=after(hours=1, seconds=1)).submission
    assert late.late_by == timedelta(seconds=1)
    drain(after(hours=2))
    late.refresh_from_db()
    assert late.status == "judged"
    assert not late.counts
    decided = decide_late(
        submission=late, accept=True, reason="時計の故障", by=organiser, at=after(hours=2)
    )
    assert decided.counts


def test_nothing_is_taken_after_the_paper_was_closed(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    entry = enter()
    begin(paper, entry)
    close_paper(paper=paper, by=organiser, at=after(hours=1))
    with pytest.raises(PaperOverError):
        send(hantei, entry, at=after(hours=1, minutes=1))


def test_nobody_starts_early_or_without_being_entered(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    entry = enter()
    with pytest.raises(NotOpenError):
        begin(paper, entry, at=START - timedelta(microseconds=1))
    with pytest.raises(NotStartedError):
        send(hantei, entry)
    with pytest.raises(Http404):
        sittings.start(paper_id=paper.pk, user=organiser, device=None, at=START)


def test_nobody_starts_when_it_is_over(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    with pytest.raises(PaperOverError):
        begin(paper, enter(), at=START + HOUR)


def test_the_newest_device_writes_and_the_older_is_told(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """J67: and everything is logged."""
    entry, phone, laptop = enter(), uuid4(), uuid4()
    begin(paper, entry, device=phone)
    sittings.take_over(
        paper_id=paper.pk, user=entry.user, device=laptop, device_name="laptop", at=START
    )
    with pytest.raises(OtherDeviceError) as told:
        send(hantei, entry, device=phone)
    assert told.value.params["device"] == "laptop"
    assert send(hantei, entry, device=laptop).made
    kinds = [event.kind for event in Sitting.objects.get().events.all()]
    assert kinds == ["started", "took_over"]


def test_what_was_handed_in_is_closed_on_every_device(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    sittings.hand_in(paper_id=paper.pk, user=entry.user, device=None, at=after(minutes=5))
    with pytest.raises(HandedInError):
        send(hantei, entry, at=after(minutes=6))
    with pytest.raises(HandedInError):
        keep(hantei, entry, RIGHT, minutes=6)


def test_what_is_kept_goes_in_when_the_owner_vanishes(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]
) -> None:
    """J41: graded without the contestant being there."""
    entry = enter()
    begin(paper, entry)
    keep(hantei, entry, WRONG, seq=1)
    keep(hantei, entry, RIGHT, seq=2, minutes=2)
    keep(hantei, entry, WRONG, seq=1, minutes=3)  # from a stale page
    assert sittings.close_due(after(hours=1) - timedelta(microseconds=1)) == 0
    assert sittings.close_due(after(hours=1)) == 1
    assert sittings.close_due(after(hours=1)) == 0
    drain(after(hours=1))
    sent = Submission.objects.get()
    assert (sent.raw, sent.received_at, sent.late_by) == (RIGHT, after(minutes=2), None)
    assert sent.verdicts.get().right


@pytest.mark.parametrize("answer", ["a1 b", "a1 b1 a2 c5"])
def test_a_kept_answer_that_is_not_taken_costs_nothing_and_stops_nothing(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], answer: str
) -> None:
    entry = enter()
    begin(paper, entry)
    keep(hantei, entry, answer)
    sittings.close_due(after(hours=1))
    drain(after(hours=1))
    assert Submission.objects.get().verdicts.get().malformed


def test_of_sets_that_were_kept_the_right_ones_count(
    paper: Paper, every: PaperProblem, enter: Callable[..., Entry]
) -> None:
    entry = enter()
    begin(paper, entry)
    keep(every, entry, f"{RIGHT}; a2 b2 a3 b3; a1 b1 e7 c5")
    sittings.close_due(after(hours=1))
    drain(after(hours=1))
    verdict = Submission.objects.get().verdicts.get()
    assert (verdict.malformed, verdict.detail["params"]) == (False, {"found": 2, "wrong": 1})


def test_whoever_was_closed_by_time_writes_on_after_an_extension(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    entry = enter()
    sitting = begin(paper, entry)
    sittings.close_due(after(hours=1))
    extend(
        sitting=sitting, extra=timedelta(minutes=10), reason="遅れて配布", by=organiser,
        at=after(hours=1, minutes=1),
    )  # fmt: skip
    receipt = send(hantei, entry, at=after(hours=1, minutes=9))
    assert receipt.submission.late_by is None
