"""Races by order of arrival, and what the public may see of a board."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404

from accounts.models import User
from judging.errors import NotRacingError
from judging.models import Board, Contest, Feedback, Paper, PaperProblem, Problem, Submission
from judging.services import boards
from judging.services.boards import public_board, refresh, staff_board
from judging.services.contests import create_race
from judging.services.drain import drain
from judging.services.paper_view import paper_view
from judging.services.papers import add_to_paper
from judging.services.race import close_problem, open_problem, race_state
from tests.judging.conftest import RIGHT, START, WRONG, after, begin, send
from tournaments.models import Entry
from tournaments.services.entries import Details, add_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(organiser: User, write_problem: Callable[..., Problem]) -> list[PaperProblem]:
    paper = create_race(name="今週の共円判定", by=organiser, at=START)
    return [
        add_to_paper(paper=paper, problem=write_problem(), points=3, by=organiser, at=START)
        for _ in range(2)
    ]


@pytest.fixture
def racers(race: list[PaperProblem]) -> list[Entry]:
    tournament = race[0].paper.stage.tournament
    found = [
        add_entry(tournament=tournament, details=Details(name=name), by=None, at=START)
        for name in ("澪", "蓮", "湊", "結衣")
    ]
    for entry in found:
        begin(race[0].paper, entry)
    return found


def test_the_first_right_answers_score_in_order_of_arrival(
    race: list[PaperProblem], racers: list[Entry], organiser: User
) -> None:
    problem = open_problem(problem=race[0], by=organiser, at=START)
    first, second, third, fourth = racers
    send(problem, first, WRONG, at=after(seconds=1))
    send(problem, third, RIGHT, at=after(seconds=3))
    send(problem, second, RIGHT, at=after(seconds=2))  # its request arrived earlier
    send(problem, fourth, RIGHT, at=after(seconds=3))
    send(problem, first, RIGHT, at=after(seconds=4))  # had its try
    drain(START)
    state = race_state(problem.paper, first.user, after(seconds=5))
    assert [(one["name"], one["points"]) for one in state["open"]["scored"]] == [
        ("蓮", "3"), ("湊", "2"), ("結衣", "1"),
    ]  # fmt: skip
    assert state["open"]["wrong"] == [{"entry": str(first.pk), "name": "澪", "count": 1}]
    assert [row["rank"] for row in state["table"]] == [1, 2, 3, 4]
    assert state["me"] == str(first.pk)


def test_nobody_is_announced_while_an_earlier_answer_waits(
    race: list[PaperProblem], racers: list[Entry], organiser: User
) -> None:
    """J46."""
    problem = open_problem(problem=race[0], by=organiser, at=START)
    early = send(problem, racers[0], RIGHT, at=after(seconds=1)).submission
    send(problem, racers[1], RIGHT, at=after(seconds=2))
    Submission.objects.filter(pk=early.pk).update(due_at=after(hours=9))
    drain(START)
    assert race_state(problem.paper, None, after(seconds=3))["open"]["scored"] == []


def test_an_answer_counts_only_while_the_problem_is_open(
    race: list[PaperProblem], racers: list[Entry], organiser: User
) -> None:
    with pytest.raises(Http404):
        send(race[0], racers[0])
    problem = open_problem(problem=race[0], by=organiser, at=START)
    with pytest.raises(NotRacingError):
        send(problem, racers[0], at=START - timedelta(microseconds=1))
    close_problem(problem=problem, by=organiser, at=after(seconds=9))
    late = send(problem, racers[0], at=after(seconds=9)).submission
    assert late.late_by == timedelta(0)
    assert not late.counts


def test_a_race_shows_nothing_of_what_is_not_open(
    race: list[PaperProblem], racers: list[Entry], organiser: User
) -> None:
    state = race_state(race[0].paper, None, START)
    assert (state["open"], state["last"], state["problems"]) == (None, None, 0)
    open_problem(problem=race[0], by=organiser, at=START)
    open_problem(problem=race[1], by=organiser, at=after(minutes=1))
    race[0].refresh_from_db()
    assert race[0].closed_at == after(minutes=1)


def test_a_host_who_is_behind_closes_nothing(race: list[PaperProblem], organiser: User) -> None:
    for minute, problem in enumerate((race[0], race[1], race[0])):
        open_problem(problem=problem, by=organiser, at=after(minutes=minute))
    found = race_state(race[0].paper, None, after(minutes=3))
    assert found["open"]["id"] == str(race[1].pk)


@pytest.fixture
def board(paper: Paper) -> Contest:
    found = Contest.objects.get(stage=paper.stage)
    found.board_public = True
    found.save()
    return found


def fresh(contest: Contest, minutes: float) -> dict[str, object]:
    Contest.objects.filter(pk=contest.pk).update(dirty_at=START)
    contest.refresh_from_db()
    refresh(contest, after(minutes=minutes), now=True)
    return public_board(contest, after(minutes=minutes))


def test_the_board_stops_at_the_freeze_and_values_too(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], board: Contest
) -> None:
    """J56, J58: later answers show as waiting, whatever their verdict."""
    entry, other = enter("澪"), enter("蓮")
    begin(paper, entry)
    begin(paper, other)
    Contest.objects.update(freeze_at=after(minutes=30))
    send(hantei, entry, WRONG, at=after(minutes=10))
    send(hantei, entry, RIGHT, at=after(minutes=40))
    drain(after(minutes=41))
    shown = fresh(board, 45)
    assert shown["frozen"]
    rows = {row["name"]: row for row in shown["rows"]}  # type: ignore[attr-defined]
    assert rows["澪"]["cells"] == [["0", False, 1, 1, 2]]
    assert shown["first"] == {}
    staff = staff_board(board, after(minutes=45))
    assert staff["rows"][0]["points"] == "3"
    Contest.objects.update(thawed_at=after(hours=2))
    board.refresh_from_db()
    assert public_board(board, after(hours=2))["rows"][0]["points"] == "3"


def test_the_board_tells_no_verdict_the_contestants_are_not_told(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], board: Contest
) -> None:
    PaperProblem.objects.update(feedback=Feedback.AFTER_PUBLICATION)
    entry = enter()
    begin(paper, entry)
    send(hantei, entry, RIGHT, at=after(minutes=10))
    drain(after(minutes=11))
    row = fresh(board, 15)["rows"][0]  # type: ignore[index]
    assert (row["points"], row["cells"]) == ("0", [["0", False, 0, 1, 1]])


def test_the_board_knows_no_problem_before_everybody_may_have_begun(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], board: Contest
) -> None:
    """J61: not how many there are, nor what they are worth."""
    entry = enter()
    sitting = begin(paper, entry)
    sitting.delay = timedelta(minutes=20)
    sitting.save()
    assert fresh(board, -1)["problems"] == []
    assert fresh(board, 10)["problems"] == []
    assert len(fresh(board, 20)["problems"]) == 1  # type: ignore[arg-type]


def test_a_board_that_is_not_public_is_not_there(paper: Paper, hantei: PaperProblem) -> None:
    with pytest.raises(Http404):
        public_board(Contest.objects.get(stage=paper.stage), START)


def test_one_computes_the_board_at_a_time(
    paper: Paper, hantei: PaperProblem, board: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    Contest.objects.update(dirty_at=START, held_until=after(minutes=1))
    assert not refresh(board, START, now=True)
    assert refresh(board, after(minutes=1), now=True)
    assert Board.objects.count() == 2
    monkeypatch.setattr(boards, "stage_scores", None)
    assert not refresh(board, after(minutes=2))


def test_the_table_of_a_race_moves_with_every_verdict(
    race: list[PaperProblem],
    racers: list[Entry],
    organiser: User,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[dict[str, object]] = []
    monkeypatch.setattr("games.live.publish", lambda topic, data, *, seq: told.append(dict(data)))
    problem = open_problem(problem=race[0], by=organiser, at=START)
    send(problem, racers[0], RIGHT, at=after(seconds=1))
    with django_capture_on_commit_callbacks(execute=True):
        drain(START)
    assert [(one["kind"], one["paper"]) for one in told] == [("race", str(problem.paper_id))]


def test_a_freeze_hides_nothing_of_ones_own(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], board: Contest
) -> None:
    """J55."""
    entry = enter()
    sitting = begin(paper, entry)
    Contest.objects.update(freeze_at=after(minutes=5))
    send(hantei, entry, WRONG, at=after(minutes=10))
    drain(after(minutes=11))
    seen = paper_view(sitting, after(minutes=12))["problems"][0]
    assert (seen["state"], seen["submissions"][0]["verdict"]["right"]) == ("wrong", False)


def test_who_is_disqualified_is_on_no_public_board(
    paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry], board: Contest
) -> None:
    """J49: nor anybody of the staff who tried it."""
    entry, other = enter("澪"), enter("蓮")
    begin(paper, entry)
    begin(paper, other)
    Entry.objects.filter(pk=entry.pk).update(disqualified_at=START)
    shown = fresh(board, 10)
    assert [row["name"] for row in shown["rows"]] == ["蓮"]  # type: ignore[attr-defined]
    with pytest.raises(Http404):
        begin(paper, entry)
