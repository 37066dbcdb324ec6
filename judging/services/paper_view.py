"""What a contestant sees: the start page, the paper once started, receipts and verdicts."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.utils.translation import get_language, gettext

from judging.kinds.graded import Graded
from judging.models import (
    Closing,
    Draft,
    Feedback,
    Kind,
    Mode,
    Paper,
    PaperProblem,
    Sitting,
    Submission,
    SubmissionStatus,
    Upload,
    Verdict,
)
from judging.numbers import shown
from judging.services.released import told, told_at
from judging.services.timing import clock_json, instant


def title_of(paper: Paper) -> str:
    """In the reader's language."""
    return paper.title_en if get_language() == "en" and paper.title_en else paper.title


def start_view(sitting: Sitting, at: datetime) -> dict[str, Any]:
    """What may be known before the start: nothing of the problems, not even how many."""
    paper = sitting.paper
    english = get_language() == "en"
    contest = getattr(paper.stage, "contest", None)
    rules = ((contest.rules_en if english else "") or contest.rules) if contest else ""
    return {
        "id": str(paper.pk),
        "tournament": str(paper.stage.tournament_id),
        "title": title_of(paper),
        "mode": paper.mode,
        "intro": (paper.intro_en if english else "") or paper.intro,
        "rules": rules,
        "opens_at": instant(paper.opens_at),
        "closes_at": instant(paper.closes_at),
        "duration_ms": int(paper.duration.total_seconds() * 1000) if paper.duration else None,
        "time_zone": paper.stage.tournament.time_zone,
        "started": sitting.started_at is not None,
        "handed_in": sitting.closing == Closing.HANDED_IN,
        "closed": sitting.closed_at is not None,
        "clock": clock_json(sitting, at),
    }


def paper_view(sitting: Sitting, at: datetime) -> dict[str, Any]:
    """The start page, and once started the problems with everything the contestant did.

    A constant number of queries.
    """
    found = start_view(sitting, at)
    if sitting.started_at is None:
        return found
    problems = visible_problems(sitting.paper)
    told = told_at(sitting.paper, at)
    sent: dict[UUID, list[Submission]] = {}
    for one in own_submissions(sitting):
        sent.setdefault(one.problem_id, []).append(one)
    drafts = {one.problem_id: one for one in Draft.objects.filter(sitting=sitting)}
    uploads: dict[UUID, list[Upload]] = {}
    for page in Upload.objects.filter(sitting=sitting, removed_at=None).order_by("order"):
        uploads.setdefault(page.problem_id, []).append(page)
    found["total"] = shown(sum((one.points for one in problems), Decimal(0)))
    found["device"] = str(sitting.device) if sitting.device else None
    found["problems"] = [
        problem_view(
            one,
            sent.get(one.pk, []),
            drafts.get(one.pk),
            uploads.get(one.pk, []),
            told=told[Feedback(one.feedback)],
        )
        for one in problems
    ]
    return found


def visible_problems(paper: Paper) -> list[PaperProblem]:
    """In order; of a race only those the host has opened."""
    found = paper.problems.select_related("source").order_by("order")
    if paper.mode == Mode.RACE:
        found = found.filter(opened_at__isnull=False)
    return list(found)


def own_submissions(sitting: Sitting) -> list[Submission]:
    """With the verdict that counts as ``current`` (or None), in order of arrival."""
    found = list(sitting.submissions.select_related("problem").order_by("received_at", "id"))
    attach_verdicts(found)
    return found


def attach_verdicts(submissions: Iterable[Submission]) -> None:
    """Set ``current`` on each: its verdict under the key that counts, or None."""
    by_id = {one.pk: one for one in submissions}
    keys = {one.problem.key_id for one in by_id.values()}
    verdicts = {
        one.submission_id: one
        for one in Verdict.objects.filter(submission__in=by_id, key__in=keys).order_by("grader")
    }
    for pk, one in by_id.items():
        one.current = verdicts.get(pk)  # type: ignore[attr-defined]


def statement_of(problem: PaperProblem) -> str:
    """Markdown, in the reader's language where there is one."""
    source = problem.source
    return (source.statement_en if get_language() == "en" else "") or source.statement


def problem_view(
    problem: PaperProblem,
    sent: list[Submission],
    draft: Draft | None,
    uploads: list[Upload],
    *,
    told: bool,
) -> dict[str, Any]:
    used = len([one for one in sent if one.answer or one.source == Submission.Source.SENT])
    left = None if problem.attempts is None else max(0, problem.attempts - used)
    return {
        "id": str(problem.pk),
        "label": problem.label,
        "order": problem.order,
        "kind": problem.kind,
        "points": shown(problem.points),
        "penalty": shown(problem.penalty),
        "attempts": problem.attempts,
        "left": left,
        "feedback": problem.feedback,
        "counts": problem.counts,
        "statement": statement_of(problem),
        "content": problem.source.content,
        "state": state_of(sent, draft, left, told=told),
        "draft": draft.answer if draft else "",
        "seq": draft.seq if draft else 0,
        "saved_at": instant(draft.saved_at) if draft else None,
        "submissions": [receipt_view(one, told=told) for one in sent],
        "uploads": [upload_view(one) for one in uploads],
        "opened_at": instant(problem.opened_at),
        "closed_at": instant(problem.closed_at),
    }


def state_of(sent: list[Submission], draft: Draft | None, left: int | None, *, told: bool) -> str:
    """open, kept (not sent), answered, queued, right, partly, wrong, spent."""
    if not sent:
        return "kept" if draft is not None and draft.answer.strip() else "open"
    if not told:
        return "spent" if left == 0 else "answered"
    verdicts = [getattr(one, "current", None) for one in sent]
    if any(one is not None and one.right for one in verdicts):
        return "right"
    if any(one.status == SubmissionStatus.QUEUED for one in sent):
        return "queued"
    if sent[-1].status == SubmissionStatus.PEOPLE:
        return "answered"
    if left == 0:
        return "spent"
    last = verdicts[-1]
    return "partly" if last is not None and last.share not in {"0", "1"} else "wrong"


def receipt_view(submission: Submission, *, told: bool) -> dict[str, Any]:
    """``submission.problem`` is loaded; ``current`` is its verdict, if it was attached."""
    verdict: Verdict | None = getattr(submission, "current", None)
    return {
        "id": str(submission.public_id),
        "problem": str(submission.problem_id),
        "label": submission.problem.label,
        "number": submission.number,
        "received_at": instant(submission.received_at),
        "stored_at": instant(submission.stored_at),
        "late_by_ms": (
            int(submission.late_by.total_seconds() * 1000)
            if submission.late_by is not None
            else None
        ),
        "counts": submission.counts,
        "status": submission.status,
        "source": submission.source,
        "answer": submission.raw,
        "understood": submission.answer if submission.problem.kind != Kind.PROOF else "",
        "verdict": verdict_view(verdict) if told and verdict is not None else None,
    }


def verdict_view(verdict: Verdict) -> dict[str, Any]:
    """In the reader's language. ``details`` is for drawing."""
    graded = Graded.from_json(verdict.detail)
    return {
        "right": verdict.right,
        "malformed": verdict.malformed,
        "share": verdict.share,
        "reason": verdict.reason,
        "words": gettext(graded.words).format(**graded.params),
        "details": graded.details,
    }


def upload_view(upload: Upload) -> dict[str, Any]:
    return {
        "id": str(upload.pk),
        "order": upload.order,
        "name": upload.name,
        "media_type": upload.media_type,
        "size": upload.size,
        "width": upload.width,
        "height": upload.height,
        "pages": upload.pages,
        "pictures": upload.pictures,
        "received_at": instant(upload.received_at),
        "url": f"/uploads/{upload.pk}/",
    }


def own_receipt(submission: Submission, at: datetime) -> dict[str, Any]:
    """One receipt; ``submission.problem.paper.stage`` is loaded."""
    attach_verdicts([submission])
    judged = getattr(submission, "current", None) is not None
    return receipt_view(submission, told=judged and told(submission.problem, at))
