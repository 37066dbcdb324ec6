"""A judging contest that is over: a qualifier, a final, results everybody may read."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from accounts.models import User
from accounts.services.people import make_person
from judging.demo import problems
from judging.demo.marked import PROOFS, appeal, mark_proof
from judging.demo.problems import Solved
from judging.models import Bank, Kind, Paper, PaperProblem
from judging.services import sitting
from judging.services.answers import submit
from judging.services.banks import create_bank
from judging.services.contests import (
    ContestPlan,
    change_contest,
    contest_of,
    create_contest,
    create_race,
)
from judging.services.drain import drain
from judging.services.papers import add_paper, add_to_paper, close_paper, set_paper
from tournaments.demo.people import people
from tournaments.models import Entry, PublicationState, Stage, Tournament
from tournaments.services.advancement import decide, propose
from tournaments.services.entries import add_entry
from tournaments.services.publications import publish

FIELD = 12
FINALISTS = 5
LENGTH = timedelta(minutes=60)
PAUSE = timedelta(minutes=30)


def make_sample(organiser: User, at: datetime) -> None:
    """Make the contest as it would stand at ``at``, a day after it."""
    opens = at - timedelta(days=1, hours=4)
    bank = create_bank(name="見本の問題", by=organiser, at=opens)
    plan = ContestPlan(
        "第3回 共円判定オリンピック",
        "3rd JKHO",
        venue="オンライン",
        organiser_name="共円オリンピック実行委員会",
        starts_at=opens,
        finalists=FINALISTS,
    )
    tournament = create_contest(plan=plan, by=organiser, at=opens)
    entries = _enter(tournament, organiser, opens)
    first, last = tournament.stages.order_by("order")
    boards = problems.hantei(bank, 6, organiser, opens)
    words = [problems.plain(bank, title, organiser, opens) for title in problems.PLAIN]
    _write(first, "予選", "Qualifier", [*boards[:4], *words[:2]], entries, organiser, opens)
    over = opens + LENGTH + PAUSE
    _publish(first, PublicationState.PROVISIONAL, organiser, over)
    finalists = _finalists(last, entries, organiser, over)
    asked = [*boards[4:], words[2], problems.proof(bank, organiser, over)]
    proof = _write(last, "本選", "Final", asked, finalists, organiser, over)
    marked = over + LENGTH + PAUSE
    mark_proof(proof, organiser, marked)
    until = marked + timedelta(hours=1)
    change_contest(contest=contest_of(last), by=organiser, at=marked, appeals_until=until)
    _publish(last, PublicationState.PROVISIONAL, organiser, marked)
    appeal(proof, organiser, marked + timedelta(minutes=10))
    _publish(last, PublicationState.FINAL, organiser, until)
    _race(bank, organiser, at)


def _race(bank: Bank, by: User, at: datetime) -> None:
    """One to try: open to whoever has the code, and nothing shown yet."""
    paper = create_race(name="水曜の早解き", name_en="Wednesday’s race", by=by, at=at)
    for one in problems.hantei(bank, 5, by, at, seed="race"):
        add_to_paper(paper=paper, problem=one.problem, points=1, by=by, at=at)


def _enter(tournament: Tournament, by: User, at: datetime) -> list[Entry]:
    found = []
    for details in people(FIELD):
        entry = add_entry(tournament=tournament, details=details, by=by, at=at)
        if entry.user is None:
            entry.user = make_person(entry.name)
            entry.save(update_fields=["user"])
        found.append(entry)
    return found


def _write(
    stage: Stage,
    title: str,
    title_en: str,
    solved: Sequence[Solved],
    entries: Sequence[Entry],
    by: User,
    opens: datetime,
) -> PaperProblem:
    """Set a paper and have it written; its last problem.

    Whoever has a smaller number knows more and is faster.
    """
    paper = add_paper(
        stage=stage,
        title=title,
        title_en=title_en,
        by=by,
        at=opens,
        opens_at=opens,
        closes_at=opens + LENGTH,
    )
    placed = [
        add_to_paper(paper=paper, problem=one.problem, by=by, at=opens, **_worth(one, number))
        for number, one in enumerate(solved)
    ]
    set_paper(paper=paper, by=by, at=opens)
    for rank, entry in enumerate(entries):
        sitting.start(paper_id=paper.pk, user=entry.user, device=None, at=opens)
        for number, (one, there) in enumerate(zip(solved, placed, strict=True)):
            if (rank * 7 + number * 5) % 11 > 8:
                continue  # left out
            knows = (rank * 3 + number * 5) % 17 >= rank - 3 + number
            submit(
                paper_id=paper.pk,
                problem_id=there.pk,
                user=entry.user,
                raw=_answer(one, rank, knows=knows),
                form_key=uuid5(NAMESPACE_OID, f"{there.pk} {entry.pk}"),
                device=None,
                at=opens + timedelta(minutes=2 + 5 * number, seconds=41 * rank % 240),
            )
    _judge(paper, by, opens + LENGTH)
    return placed[-1]


def _worth(one: Solved, number: int) -> dict[str, Any]:
    if one.problem.kind == Kind.PROOF:
        return {"points": 7, "attempts": None}
    return {"points": 2 + number // 2, "attempts": 3}


def _answer(one: Solved, rank: int, *, knows: bool) -> str:
    if one.problem.kind == Kind.PROOF:
        return PROOFS[rank % len(PROOFS)]
    return one.right if knows else one.wrong


def _judge(paper: Paper, by: User, at: datetime) -> None:
    drain(at)
    close_paper(paper=paper, by=by, at=at)


def _finalists(final: Stage, entries: Sequence[Entry], by: User, at: datetime) -> list[Entry]:
    chosen: list[str] = []
    for question in propose(final).decision.questions:
        chosen += [str(key) for key in question.keys[: question.places]]
    decided = decide(target=final, chosen=chosen, by=by, at=at)
    names = {one["key"] for one in decided.decision["qualifiers"]}
    return [entry for entry in entries if str(entry.pk) in names]


def _publish(stage: Stage, state: PublicationState, by: User, at: datetime) -> None:
    publish(tournament=stage.tournament, stage=stage, after_round=0, state=state, by=by, at=at)
