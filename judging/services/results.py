"""What a contestant may read of their own once results are out."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404

from accounts.models import User
from judging.answers.kinds import Kind as Core
from judging.kinds.graded import ProblemError
from judging.kinds.registry import solution
from judging.models import (
    Appeal,
    Kind,
    MarkRound,
    Mode,
    Paper,
    PaperProblem,
    Rejudge,
    RejudgeState,
    Script,
    Sitting,
    Submission,
)
from judging.numbers import shown
from judging.services.appeals import appeals_open
from judging.services.marking_view import scheme_json
from judging.services.paper_view import (
    own_submissions,
    problem_view,
    receipt_view,
    title_of,
    upload_view,
)
from judging.services.released import over_for_all, released
from judging.services.script_pages import leaves, uploads_of
from judging.services.timing import instant
from tournaments.models import Entry, Publication, Stage
from tournaments.services.publications import latest_public


def own_results(user: User | None, stage: Stage, at: datetime) -> dict[str, Any]:
    """Rank and points as published, with answers, verdicts, marks and comments.

    Raise Http404 for whoever did not take part, and while nothing is out.
    """
    entry = _entry(user, stage)
    if not released(stage, at):
        raise Http404
    published = latest_public(stage.tournament, at)
    assert published is not None
    row, results = _published(published, stage, entry)
    sittings = (
        Sitting.objects.filter(paper__stage=stage, entry=entry, started_at__isnull=False)
        .exclude(paper__mode=Mode.PRACTICE)
        .select_related("paper__stage__tournament")
        .order_by("paper__order")
    )
    return {
        "entry": str(entry.pk),
        "name": entry.name,
        "stage": stage.order,
        "publication": {
            "version": published.version,
            "state": published.state,
            "at": instant(published.created_at),
        },
        "rank": row.get("rank"),
        "shared": row.get("shared", False),
        "status": row.get("status", ""),
        "papers": [_paper(one, published, results, at) for one in sittings],
    }


def _entry(user: User | None, stage: Stage) -> Entry:
    if user is None or not user.is_active:
        raise Http404
    entry = Entry.objects.filter(
        tournament=stage.tournament_id, user=user, listed_only=False
    ).first()
    if entry is None:
        raise Http404
    return entry


def _published(
    published: Publication, stage: Stage, entry: Entry
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The entry's row of the standings and its results by problem, as they are public."""
    parts = published.snapshot.get("stages", [])
    part: dict[str, Any] = next((one for one in parts if one["order"] == stage.order), {})
    key = str(entry.pk)
    rows = part.get("standings", [])
    row: dict[str, Any] = next((one for one in rows if one["key"] == key), {})
    return row, part.get("judging", {}).get("results", {}).get(key, {})


def _corrected(paper: Paper, published_at: datetime) -> dict[UUID, str]:
    """Problems whose key was corrected: ``published`` with these results, or ``since``."""
    applied = Rejudge.objects.filter(problem__paper=paper, state=RejudgeState.APPLIED)
    latest = applied.order_by("decided_at").values_list("problem_id", "decided_at")
    return {
        problem: "since" if at is not None and at > published_at else "published"
        for problem, at in latest
    }


def _paper(
    sitting: Sitting, published: Publication, results: dict[str, Any], at: datetime
) -> dict[str, Any]:
    sent: dict[UUID, list[Submission]] = {}
    for one in own_submissions(sitting):
        sent.setdefault(one.problem_id, []).append(one)
    scripts = {
        one.problem_id: one
        for one in Script.objects.filter(sitting=sitting).select_related(
            "problem__paper__stage__tournament", "submission"
        )
    }
    over = over_for_all(sitting.paper, at)
    corrected = _corrected(sitting.paper, published.created_at)
    problems = []
    asked = sitting.paper.problems.select_related("source__problem", "key")
    for problem in asked.prefetch_related("source__problem__authors").order_by("order"):
        given = sent.get(problem.pk, [])
        found = problem_view(problem, given, None, [], told=True)
        points, right, wrong = results.get(str(problem.pk), ["0", False, 0])
        found |= {"score": points, "right": right, "wrong": wrong}
        found["corrected"] = corrected.get(problem.pk, "")
        found["solution"] = solution_json(problem) if over else None
        found["submissions"] = [receipt_view(one, told=True) for one in given]
        if problem.pk in scripts:
            found["script"] = own_script_json(scripts[problem.pk], at)
        problems.append(found)
    return {"id": str(sitting.paper_id), "title": title_of(sitting.paper), "problems": problems}


def solution_json(problem: PaperProblem) -> dict[str, Any]:
    """What is right: in words, as an answer, and for drawing; and who wrote the problem."""
    found = {
        "words": problem.source.solution,
        "words_en": problem.source.solution_en,
        "credit": _credit(problem),
    }
    if problem.kind == Kind.PROOF or problem.key is None:
        return found | {"answer": "", "details": {}}
    try:
        right = solution(Core(problem.kind), problem.source.content, problem.key.spec)
    except ProblemError:
        return found | {"answer": "", "details": {}}
    return found | {"answer": right.text, "details": right.details}


def _credit(problem: PaperProblem) -> str:
    """Its authors and sources: a name tells of a topic, so never before (J64)."""
    written = problem.source.problem
    names = [user.name for user in written.authors.all()]
    return ", ".join(filter(None, [*names, written.credit]))


def own_script_json(script: Script, at: datetime) -> dict[str, Any]:
    """Marks and comments of finished rounds; no names of markers, and not their notes."""
    rounds = script.rounds.filter(finished_at__isnull=False).prefetch_related("markings")
    appeal = Appeal.objects.filter(script=script).order_by("-at").first()
    uploads = uploads_of(script)
    return {
        "id": str(script.pk),
        "points": shown(script.problem.points),
        "result": shown(script.points) if script.points is not None else None,
        "blank": script.blank,
        "text": script.submission.raw if script.submission else "",
        "pages": [upload_view(one) for one in uploads],
        "leaves": leaves(uploads),
        "scheme": scheme_json(script.problem)["parts"],
        "rounds": [_round(one) for one in rounds.order_by("number")],
        "appeal": _appeal(appeal) if appeal else None,
        "may_appeal": appeals_open(script, at)
        and script.points is not None
        and (appeal is None or appeal.state == Appeal.State.SETTLED),
    }


def _round(round_: MarkRound) -> dict[str, Any]:
    return {
        "number": round_.number,
        "reason": round_.reason,
        "adjudicated": round_.adjudicated,
        "points": shown(round_.points) if round_.points is not None else None,
        "sheets": [
            {
                "place": one.place,
                "marks": dict(one.marks),
                "comment": one.comment,
                "annotations": one.annotations,
            }
            for one in round_.markings.all()
            if one.completed_at is not None
        ],
    }


def _appeal(appeal: Appeal) -> dict[str, Any]:
    return {
        "id": str(appeal.pk),
        "text": appeal.text,
        "state": appeal.state,
        "answer": appeal.answer,
        "before": shown(appeal.before),
        "after": shown(appeal.after) if appeal.after is not None else None,
        "at": instant(appeal.at),
        "decided_at": instant(appeal.decided_at),
    }
