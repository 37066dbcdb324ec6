"""What may be known of verdicts and marks by now, and by whom."""

from collections.abc import Mapping
from datetime import datetime

from judging.models import Feedback, Mode, Paper, PaperProblem, PaperState
from judging.scoring import Feedback as Core
from judging.scoring import shows_verdict
from judging.services.timing import nobody_writes
from tournaments.models import Stage
from tournaments.services.publications import latest_public


def released(stage: Stage, at: datetime) -> bool:
    """Whether results of the stage are public: a version that covers it is out."""
    found = latest_public(stage.tournament, at)
    return found is not None and found.stage.order >= stage.order


def over_for_all(paper: Paper, at: datetime) -> bool:
    """Whether nobody writes any more, those with extra time included (J53)."""
    if paper.state == PaperState.CLOSED:
        return True
    return paper.mode != Mode.RACE and nobody_writes(paper, at)


def told_at(paper: Paper, at: datetime) -> Mapping[Feedback, bool]:
    """Whether verdicts are told to those who gave the answers, by the problem's feedback."""
    published = released(paper.stage, at)
    over = published or over_for_all(paper, at)
    return {
        one: shows_verdict(Core(one.value), paper_over=over, published=published)
        for one in Feedback
    }


def told(problem: PaperProblem, at: datetime) -> bool:
    """The same of one problem."""
    feedback = Feedback(problem.feedback)
    return feedback is Feedback.AT_ONCE or told_at(problem.paper, at)[feedback]
