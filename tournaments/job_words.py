"""How far a job is, as the desk says it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.swiss_errors import BY_HAND
from tournaments.models import Job, JobKind, JobState, Tournament
from tournaments.services.jobs import error_of, subject_of
from tournaments.words import remedies


@dataclass(frozen=True, slots=True)
class JobView:
    job: Job
    text: str
    note: str
    waiting: bool
    failed: bool
    gone: int
    """Seconds since somebody began."""
    url: str
    """Where what came of it is."""
    remedies: Sequence[tuple[str, str]]
    """What would help, as words and a yes: for drawing once more."""
    drawing: bool


def job_view(job: Job, tournament: Tournament, now: datetime) -> JobView:
    drawing = job.kind != JobKind.PUBLISH
    page = "desk_seating" if drawing else "desk_standings"
    subject = {"round": subject_of(job)}
    waiting, failed = job.state == JobState.WAITING, job.state == JobState.FAILED
    note = ""
    if waiting:
        text = (
            _("%(round)s is being paired") % subject
            if drawing
            else _("The standings after %(round)s are being published") % subject
        )
        note = _waiting_note(job, now)
    elif failed:
        text = (
            _("%(round)s could not be drawn") % subject
            if drawing
            else _("The standings after %(round)s could not be published") % subject
        )
        note = error_of(job)
    elif drawing:
        text = _("%(round)s is drawn") % subject
        note = _("Look at the seating and publish it.")
    else:
        text = _("The standings after %(round)s are stored") % subject
        note = _("Version %(version)s.") % {"version": job.said.get("version", "")}
    return JobView(
        job,
        text,
        note,
        waiting,
        failed,
        _gone(job, now),
        reverse(f"tournaments:{page}", args=[tournament.pk]),
        remedies(job.said.get("remedies", (BY_HAND,))) if drawing and failed else (),
        drawing,
    )


def _waiting_note(job: Job, now: datetime) -> str:
    usual = ngettext(
        "It usually takes about %(n)s second.", "It usually takes about %(n)s seconds.", job.seconds
    ) % {"n": job.seconds}
    if job.begun_at is None:
        return f"{usual} " + _("It begins in a moment; you can go on working.")
    gone = _gone(job, now)
    so_far = ngettext("%(n)s second so far", "%(n)s seconds so far", gone) % {"n": gone}
    return _("%(usual)s %(so_far)s; you can go on working.") % {"usual": usual, "so_far": so_far}


def _gone(job: Job, now: datetime) -> int:
    return 0 if job.begun_at is None else max(0, round((now - job.begun_at).total_seconds()))
