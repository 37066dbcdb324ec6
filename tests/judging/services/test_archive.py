"""A contest comes along in the archive of its tournament."""

import json
from collections.abc import Callable

import pytest

from accounts.models import User
from judging.models import Key, Paper, PaperProblem, Sitting, Submission, Verdict
from judging.services.drain import drain
from tests.judging.conftest import HOUR, START, WRONG, after, begin, send
from tournaments.models import Entry
from tournaments.services.archive import make_archive, write_archive
from tournaments.services.restoring import read_archive, restore
from tournaments.services.standings import stage_standings

pytestmark = pytest.mark.django_db


def test_papers_answers_and_verdicts_are_restored_and_count_the_same(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], organiser: User
) -> None:
    first, second = enter("一"), enter("二")
    for entry, raw in ((first, WRONG), (second, "a1 b1 a2 b2")):
        begin(paper, entry)
        send(hantei, entry, raw, at=after(minutes=5))
    drain(after(minutes=6))
    tournament = paper.stage.tournament
    data = write_archive(make_archive(tournament, START + HOUR))
    assert "photos" in " ".join(json.loads(data)["left_out"])
    made = restore(archive=read_archive(data), copy=True, by=organiser, at=START + 2 * HOUR)
    copied = PaperProblem.objects.get(paper__stage__tournament=made)
    assert copied.pk != hantei.pk
    assert copied.key == Key.objects.get(problem=copied)
    assert Sitting.objects.filter(paper=copied.paper, entry__tournament=made).count() == 2
    sent = Submission.objects.filter(problem=copied).order_by("received_at", "pk")
    assert [one.raw for one in sent] == [WRONG, "a1 b1 a2 b2"]
    assert Verdict.objects.filter(submission__in=sent, right=True).count() == 1
    names = {str(one.pk): one.name for one in Entry.objects.filter(tournament=made)}
    rows = stage_standings(made.stages.get(order=1), None)
    assert [names[str(row.key)] for row in rows] == ["二", "一"]
