"""Writing down an answer that was sent in, or that the server takes from what was kept."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from judging.answers.errors import AnswerError
from judging.answers.kinds import Kind as Core
from judging.kinds.registry import read, take
from judging.models import (
    Draft,
    Kind,
    PaperProblem,
    Sitting,
    Submission,
    SubmissionStatus,
    SubmittedPage,
    Upload,
)


def insert(
    sitting: Sitting,
    problem: PaperProblem,
    *,
    raw: str,
    answer: str,
    form_key: UUID,
    received_at: datetime,
    late_by: timedelta | None,
    source: Submission.Source = Submission.Source.SENT,
    pages: Sequence[Upload] = (),
    stored_at: datetime | None = None,
) -> Submission:
    """One row, with its pages, inside a transaction that locks the sitting."""
    sitting.submissions_made += 1
    sitting.save(update_fields=["submissions_made"])
    by_people = problem.kind == Kind.PROOF
    made = Submission(
        sitting=sitting,
        problem=problem,
        number=sitting.submissions_made,
        form_key=form_key,
        raw=raw,
        answer=answer,
        source=source,
        received_at=received_at,
        late_by=late_by,
        status=SubmissionStatus.PEOPLE if by_people else SubmissionStatus.QUEUED,
    )
    if stored_at is not None:
        made.stored_at = stored_at
    made.save(force_insert=True)
    SubmittedPage.objects.bulk_create(
        SubmittedPage(submission=made, upload=page, order=number)
        for number, page in enumerate(pages, 1)
    )
    return made


def attempts_used(sitting: Sitting, problem: PaperProblem) -> int:
    """Well-formed answers of this sitting; under the lock of its row."""
    found = Submission.objects.filter(sitting=sitting, problem=problem)
    return found.exclude(source=Submission.Source.DRAFT, answer="").count()


def kept_answer(
    sitting: Sitting, problem: PaperProblem, draft: Draft, at: datetime
) -> Submission | None:
    """Send a kept answer in, as it stood. One that is not taken is stored, and costs nothing.

    Of all sets those that are right count, whatever the others name.
    """
    if problem.attempts is not None and attempts_used(sitting, problem) >= problem.attempts:
        return None
    kind = Core(problem.kind)
    reading = read if kind is Core.HANTEI_ALL else take
    try:
        answer = reading(kind, problem.source.content, draft.answer).canonical
    except AnswerError:
        answer = ""
    return insert(
        sitting,
        problem,
        raw=draft.answer,
        answer=answer,
        form_key=_key(sitting, problem, draft.saved_at),
        received_at=draft.saved_at,
        late_by=None,
        source=Submission.Source.DRAFT,
        stored_at=at,
    )


def current_pages(sitting: Sitting, problem: PaperProblem) -> list[Upload]:
    """The uploads as they lie there now, in order."""
    return list(
        Upload.objects.filter(sitting=sitting, problem=problem, removed_at=None).order_by(
            "order", "received_at"
        )
    )


def kept_proof(
    sitting: Sitting, problem: PaperProblem, draft: Draft | None, sent: Submission | None
) -> Submission | None:
    """Send in a proof as it lies there, unless just that was sent."""
    pages = current_pages(sitting, problem)
    text = draft.answer if draft is not None else ""
    if not pages and not text.strip():
        return None
    if sent is not None:
        known = list(
            SubmittedPage.objects.filter(submission=sent)
            .order_by("order")
            .values_list("upload_id", flat=True)
        )
        if known == [page.pk for page in pages] and sent.raw == text:
            return None
    times = [page.received_at for page in pages] + ([draft.saved_at] if draft is not None else [])
    last = max(times)
    return insert(
        sitting,
        problem,
        raw=text,
        answer=text,
        form_key=_key(sitting, problem, last),
        received_at=last,
        late_by=None,
        source=Submission.Source.DRAFT,
        pages=pages,
    )


def _key(sitting: Sitting, problem: PaperProblem, saved_at: datetime) -> UUID:
    """The same for the same kept answer: closing twice sends it once."""
    return uuid5(sitting.pk, f"{problem.pk} {saved_at.isoformat()}")
