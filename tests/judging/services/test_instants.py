"""The exact end, with every combination of personal window, delay, extra time and pause."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import product
from typing import Any

import pytest

from accounts.models import User
from judging.errors import PauseStateError
from judging.models import Paper, PaperProblem, Pause
from judging.services import sitting as sittings
from judging.services.paper_view import own_receipt
from judging.services.papers import change_paper
from judging.services.released import over_for_all
from judging.services.timing import (
    clock_json,
    extend,
    pause_paper,
    resume_paper,
    undo_pause,
    window_of,
)
from tests.judging.conftest import HOUR, START, WRONG, after, begin, send
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
MICRO = timedelta(microseconds=1)
MINUTE = timedelta(minutes=1)
COMBINATIONS = list(product((False, True), repeat=4))


@pytest.mark.parametrize(("personal", "delay", "extra", "pause"), COMBINATIONS)
def test_an_answer_is_in_time_until_the_very_end_and_late_from_it_on(
    paper: Paper,
    hantei: PaperProblem,
    enter: Callable[..., Entry],
    organiser: User,
    personal: bool,
    delay: bool,
    extra: bool,
    pause: bool,
) -> None:
    """J5, J7: one window; delay shifts it, extra time extends its end only."""
    entry = enter()
    started, end = START, START + HOUR
    if personal:
        change_paper(paper=paper, by=organiser, at=START, duration=timedelta(minutes=30))
        started = START + 5 * MINUTE
        end = started + 30 * MINUTE
    sitting = sittings.sitting_for(paper=paper, entry=entry, at=START)
    if delay or extra:
        extend(
            sitting=sitting, delay=delay * 10 * MINUTE, extra=extra * 7 * MINUTE, reason="",
            by=organiser, at=START - HOUR,
        )  # fmt: skip
    if delay:
        started = max(started, START + 10 * MINUTE)
        end = started + 30 * MINUTE if personal else end + 10 * MINUTE
    end += extra * 7 * MINUTE
    begin(paper, entry, at=started)
    if pause:
        pause_paper(paper=paper, reason="停電", by=organiser, at=started + MINUTE)
        resume_paper(paper=paper, by=organiser, at=started + 4 * MINUTE)
        end += 3 * MINUTE
    PaperProblem.objects.update(attempts=None)
    late = [
        send(hantei, entry, WRONG, at=at).submission.late_by
        for at in (end - MICRO, end, end + MICRO)
    ]
    assert late == [None, timedelta(0), MICRO]
    assert sittings.close_due(end - MICRO) == 0
    assert sittings.close_due(end) == 1


def test_nobody_goes_beyond_the_last_instant(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    """J8: a personal window is cut there, whatever was given."""
    change_paper(paper=paper, by=organiser, at=START, duration=HOUR, last_at=after(minutes=80))
    entry = enter()
    sitting = begin(paper, entry, at=after(minutes=50))
    extend(sitting=sitting, extra=HOUR, reason="", by=organiser, at=after(minutes=51))
    sitting.refresh_from_db()
    assert window_of(sitting, after(minutes=52)).end == after(minutes=80)


def test_an_extension_reaches_the_open_page(
    paper: Paper,
    hantei: PaperProblem,
    enter: Callable[..., Entry],
    organiser: User,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """J10: without being loaded again; the message says only that there is something to read."""
    told: list[dict[str, object]] = []
    monkeypatch.setattr("games.live.publish", lambda topic, data, *, seq: told.append(dict(data)))
    sitting = begin(paper, enter())
    before = clock_json(sitting, START)
    with django_capture_on_commit_callbacks(execute=True):
        sitting = extend(sitting=sitting, extra=10 * MINUTE, reason="", by=organiser, at=START)
    now = clock_json(sitting, START)
    assert (before["ends_at"], now["ends_at"]) == (
        "2027-08-01T02:00:00.000Z", "2027-08-01T02:10:00.000Z",
    )  # fmt: skip
    assert now["version"] > before["version"]
    assert told == [{"kind": "paper", "paper": str(paper.pk), "version": now["version"]}]


def test_a_pause_can_be_undone(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    """J20: the ends are as before, and the order of arrival never changed."""
    sitting = begin(paper, enter())
    pause = pause_paper(paper=paper, reason="停電", by=organiser, at=after(minutes=10))
    with pytest.raises(PauseStateError):
        pause_paper(paper=paper, reason="", by=organiser, at=after(minutes=11))
    assert clock_json(sitting, after(minutes=15))["phase"] == "paused"
    resume_paper(paper=paper, by=organiser, at=after(minutes=20))
    assert window_of(sitting, after(minutes=21)).end == after(minutes=70)
    undo_pause(pause=pause, by=organiser, at=after(minutes=22))
    assert window_of(sitting, after(minutes=23)).end == after(minutes=60)
    with pytest.raises(PauseStateError):
        undo_pause(pause=pause, by=organiser, at=after(minutes=24))
    assert Pause.objects.count() == 1


def test_nothing_of_the_solutions_goes_out_while_anybody_may_still_write(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    """J53: the effective end, extensions and personal ends included."""
    sitting = begin(paper, enter())
    assert over_for_all(paper, START + HOUR)
    extend(sitting=sitting, extra=10 * MINUTE, reason="", by=organiser, at=START)
    assert not over_for_all(paper, START + HOUR)
    assert over_for_all(paper, START + HOUR + 10 * MINUTE)


def test_a_moved_end_moves_for_everybody(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    begin(paper, enter())
    changed: datetime = after(hours=2)
    change_paper(paper=paper, by=organiser, at=START, closes_at=changed)
    assert sittings.close_due(changed - MICRO) == 0
    assert sittings.close_due(changed) == 1


def test_whether_a_paper_is_over_is_known_without_its_people_before_the_end_for_all(
    paper: Paper, hantei: PaperProblem, django_assert_num_queries: Callable[..., Any]
) -> None:
    with django_assert_num_queries(1):
        assert not over_for_all(paper, START + HOUR - MICRO)
    assert over_for_all(paper, START + HOUR)


def test_the_receipt_of_an_answer_not_judged_yet_asks_for_its_verdict_only(
    hantei: PaperProblem, enter: Callable[..., Entry], django_assert_num_queries: Callable[..., Any]
) -> None:
    entry = enter()
    begin(hantei.paper, entry)
    sent = send(hantei, entry, WRONG).submission
    with django_assert_num_queries(1):
        assert own_receipt(sent, START)["verdict"] is None
