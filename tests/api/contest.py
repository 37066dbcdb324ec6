"""A contest being written, for those who ask the API."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

from django.utils import timezone

from accounts.models import User
from judging.models import Feedback, Kind, Paper, PaperProblem, ProblemState
from judging.services import answers, sitting
from judging.services.banks import create_bank
from judging.services.contests import ContestPlan, create_contest
from judging.services.dealing import deal_scripts, set_duties
from judging.services.drain import drain
from judging.services.keys import correct_key
from judging.services.papers import add_paper, add_to_paper, set_paper
from judging.services.problems import Written, add_problem, set_problem_state
from judging.services.schemes import PartDraft, approve_scheme, save_scheme
from tournaments.services.entries import Details, add_entry

BOARD = {
    "lattice": "square", "shape": "grid", "columns": 6, "rows": 6,
    "stones": ["a1", "b1", "a2", "b2", "e6"],
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Contest:
    paper: Paper
    hantei: PaperProblem
    proof: PaperProblem


def make_contest(organiser: User, player: User, marker: User) -> Contest:
    """Open for an hour; the player has sent a wrong answer and a proof; the key is being tried."""
    at = timezone.now() - timedelta(minutes=5)
    tournament = create_contest(plan=ContestPlan("第5回 JKHO", final=False), by=organiser, at=at)
    bank = create_bank(name="委員会", by=organiser, at=at)
    paper = add_paper(
        stage=tournament.stages.get(), title="予選", by=organiser, at=at,
        opens_at=at, closes_at=at + timedelta(hours=1),
    )  # fmt: skip
    problems = []
    for kind, content in ((Kind.HANTEI, BOARD), (Kind.PROOF, {})):
        problem = add_problem(
            bank=bank, written=Written(kind.value, kind, content=content), by=organiser, at=at
        )
        set_problem_state(problem=problem, state=ProblemState.READY, by=organiser, at=at)
        put = add_to_paper(
            paper=paper, problem=problem, points=7, feedback=Feedback.AT_ONCE, by=organiser, at=at
        )
        problems.append(put)
    hantei, proof = problems
    set_paper(paper=paper, by=organiser, at=at)
    add_entry(tournament=tournament, details=Details(name=player.name), user=player, by=None, at=at)
    sitting.start(paper_id=paper.pk, user=player, device=None, at=at)
    for asked, raw in ((hantei, "a1 b1 a2 e6"), (proof, "証明")):
        answers.submit(
            paper_id=paper.pk, problem_id=asked.pk, user=player, raw=raw, form_key=uuid4(),
            device=None, at=at,
        )  # fmt: skip
    drain(at)
    correct_key(problem=hantei, spec={"everyone": True}, reason="誤植", by=organiser, at=at)
    save_scheme(
        problem=proof, parts=[PartDraft("a", "", Decimal(7))], expected_version=0, by=organiser,
        at=at,
    )  # fmt: skip
    approve_scheme(problem=proof, by=organiser, at=at)
    set_duties(problem=proof, markers=[marker, organiser], adjudicators=[], by=organiser, at=at)
    deal_scripts(problem=proof, seed=1, by=organiser, at=at)
    return Contest(paper, hantei, proof)
