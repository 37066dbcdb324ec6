"""From the qualifier's results to the final, and what is known of them when."""

from collections.abc import Callable

import pytest
from django.http import Http404

from accounts.models import User
from judging.errors import NotOpenError
from judging.models import Feedback, Mode, Paper, PaperProblem
from judging.services.answers import decide_late
from judging.services.drain import drain
from judging.services.format import unfinished
from judging.services.papers import add_paper, add_to_paper, close_paper, set_paper
from judging.services.released import told
from judging.services.results import own_results
from judging.services.scores import stage_scores
from judging.services.sitting import start
from judging.services.statistics import statistics
from tests.judging.conftest import RIGHT, START, WRONG, after, begin, send
from tournaments.errors import NotFinalError, RoundStartedError
from tournaments.models import Entry, PublicationState, Stage, Tournament
from tournaments.services import advancement
from tournaments.services.publications import latest_public, publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def field(paper: Paper, hantei: PaperProblem, enter: Callable[..., Entry]) -> list[Entry]:
    """The first is right, three are wrong alike; all of them sat it."""
    PaperProblem.objects.update(feedback=Feedback.AFTER_PUBLICATION)
    entries = [enter(f"選手{n}") for n in range(4)]
    for number, entry in enumerate(entries):
        begin(paper, entry)
        send(hantei, entry, WRONG if number else RIGHT, at=after(minutes=1))
    return entries


@pytest.fixture
def graded(field: list[Entry], paper: Paper, organiser: User) -> Stage:
    drain(START)
    close_paper(paper=paper, by=organiser, at=after(hours=1))
    return paper.stage


def out(stage: Stage, by: User, state: PublicationState = PublicationState.PROVISIONAL) -> None:
    publish(
        tournament=stage.tournament, stage=stage, after_round=0, state=state, by=by,
        at=after(hours=2),
    )  # fmt: skip


def test_what_is_unfinished_is_named(
    field: list[Entry], hantei: PaperProblem, paper: Paper, organiser: User
) -> None:
    assert len(unfinished(paper.stage)) == 2
    drain(START)
    assert len(unfinished(paper.stage)) == 1
    late = send(hantei, field[0], WRONG, at=after(hours=1)).submission
    drain(START)
    close_paper(paper=paper, by=organiser, at=after(hours=2))
    assert len(unfinished(paper.stage)) == 1
    decide_late(submission=late, accept=False, reason="遅刻", by=organiser, at=after(hours=2))
    assert unfinished(paper.stage) == []


def test_final_results_are_refused_while_anything_is_unjudged(
    field: list[Entry], paper: Paper, organiser: User
) -> None:
    with pytest.raises(NotFinalError):
        out(paper.stage, organiser, PublicationState.FINAL)


def test_nothing_of_the_verdicts_is_told_before_publication(
    graded: Stage, field: list[Entry], hantei: PaperProblem, organiser: User
) -> None:
    hantei.refresh_from_db()
    hantei.paper.refresh_from_db()
    assert not told(hantei, after(hours=9))
    with pytest.raises(Http404):
        own_results(field[0].user, graded, after(hours=2))
    out(graded, organiser)
    assert told(hantei, after(hours=2))
    found = own_results(field[0].user, graded, after(hours=2))
    assert (found["rank"], found["papers"][0]["problems"][0]["score"]) == (1, "3")
    problem = found["papers"][0]["problems"][0]
    assert problem["submissions"][0]["verdict"]["right"]
    assert problem["solution"]["answer"]
    with pytest.raises(Http404):
        own_results(organiser, graded, after(hours=2))


def test_a_snapshot_keeps_points_and_no_answers(graded: Stage, organiser: User) -> None:
    out(graded, organiser)
    found = latest_public(graded.tournament, after(hours=3))
    assert found is not None
    part = found.snapshot["stages"][0]
    assert part["judging"]["problems"][0]["points"] == "3"
    assert [row["rank"] for row in part["standings"]] == [1, 2, 2, 2]
    assert RIGHT not in str(found.snapshot)


def test_the_cut_asks_where_there_is_a_tie_and_the_next_in_line_comes_up(
    graded: Stage, field: list[Entry], organiser: User, contest: Tournament
) -> None:
    """The rule takes two of the first and three equals. 繰り上げ when one drops out."""
    target = contest.stages.get(order=2)
    asked = advancement.propose(target).decision.questions
    assert [len(one.keys) for one in asked] == [3]
    chosen = str(field[2].pk)
    made = advancement.decide(target=target, chosen=[chosen], by=organiser, at=after(hours=2))
    assert [one["key"] for one in made.decision["qualifiers"]] == [str(field[0].pk), chosen]
    promoted = advancement.promote_reserve(
        target=target, out=field[0], by=organiser, at=after(hours=3), reason="辞退"
    )
    assert len(promoted.decision["qualifiers"]) == 2


def test_only_those_admitted_sit_the_final_and_then_nobody_is_replaced(
    graded: Stage,
    field: list[Entry],
    organiser: User,
    contest: Tournament,
    hantei: PaperProblem,
) -> None:
    target = contest.stages.get(order=2)
    paper = add_paper(
        stage=target, title="本選", by=organiser, at=START,
        opens_at=after(hours=5), closes_at=after(hours=6),
    )  # fmt: skip
    problem = hantei.source.problem
    add_to_paper(paper=paper, problem=problem, points=5, by=organiser, at=START)
    set_paper(paper=paper, by=organiser, at=START)
    advancement.decide(target=target, chosen=[str(field[2].pk)], by=organiser, at=after(hours=2))
    with pytest.raises(Http404):
        start(paper_id=paper.pk, user=field[1].user, device=None, at=after(hours=5))
    start(paper_id=paper.pk, user=field[2].user, device=None, at=after(hours=5))
    with pytest.raises(RoundStartedError):
        advancement.promote_reserve(
            target=target, out=field[0], by=organiser, at=after(hours=5), reason=""
        )


def test_statistics_are_of_those_who_are_ranked(
    graded: Stage, hantei: PaperProblem, field: list[Entry]
) -> None:
    Entry.objects.filter(pk=field[3].pk).update(disqualified_at=START)
    found = statistics(graded)
    one = found.by_problem[hantei.pk]
    assert (one.contestants, one.tried, one.solved) == (3, 3, 1)
    assert sum(each.count for each in found.bins) == 3


def test_practice_is_open_after_publication_and_counts_for_nothing(
    graded: Stage, field: list[Entry], hantei: PaperProblem, organiser: User
) -> None:
    """J28: attempts of one paper are nothing to another."""
    paper = add_paper(stage=graded, title="練習", mode=Mode.PRACTICE, by=organiser, at=START)
    again = add_to_paper(
        paper=paper, problem=hantei.source.problem, points=3, attempts=1, by=organiser, at=START
    )
    set_paper(paper=paper, by=organiser, at=START)
    with pytest.raises(NotOpenError):
        begin(paper, field[1], at=after(hours=2))
    out(graded, organiser)
    begin(paper, field[1], at=after(hours=2))
    send(again, field[1], RIGHT, at=after(hours=2))
    drain(after(hours=2))
    assert {one.key: one.points for one in stage_scores(graded).ranked()}[str(field[1].pk)] == 0


def test_a_tournament_can_be_removed_with_all_its_papers(graded: Stage) -> None:
    graded.tournament.delete()
    assert not Paper.objects.exists()
