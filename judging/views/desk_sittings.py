"""Who writes a paper: their times, pauses for all, late answers, answers that failed."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from judging.forms.desk import ExtendForm
from judging.models import Kind, Mode, Paper, PaperState, Sitting, SittingEvent
from judging.permissions import entrant, managed_submission, paper_problem, staffed_paper
from judging.services import timing
from judging.services.answers import decide_late
from judging.services.desk_view import cards, failed_answers, late_answers
from judging.services.drain import retry_errors
from judging.services.sitting import reopen, sitting_for
from judging.services.sittings_view import sitting_row, sitting_rows
from judging.views.access import REFUSALS, arrived_at, opened, person, sentence
from judging.views.desk import paper_context
from tournaments.views import typed

PHASES = {
    "before": ("", gettext_lazy("not yet")),
    "ready": ("", gettext_lazy("may start")),
    "open": ("live", gettext_lazy("writing")),
    "paused": ("wait", gettext_lazy("paused")),
    "hand_in": ("wait", gettext_lazy("may hand in")),
    "over": ("done", gettext_lazy("time over")),
    "handed_in": ("done", gettext_lazy("handed in")),
}
EVENTS = {
    SittingEvent.Kind.STARTED: gettext_lazy("started"),
    SittingEvent.Kind.TOOK_OVER: gettext_lazy("went on on another device"),
    SittingEvent.Kind.HANDED_IN: gettext_lazy("handed in"),
    SittingEvent.Kind.CLOSED: gettext_lazy("closed by the server"),
    SittingEvent.Kind.REOPENED: gettext_lazy("opened again"),
    SittingEvent.Kind.EXTENDED: gettext_lazy("given time"),
    SittingEvent.Kind.LATE_ACCEPTED: gettext_lazy("a late answer counts"),
    SittingEvent.Kind.LATE_REFUSED: gettext_lazy("a late answer does not count"),
}
NEVER_STARTED = ("missing", gettext_lazy("did not start"))
IN_A_RACE = {
    (False, False): ("", gettext_lazy("may join")),
    (True, False): ("live", gettext_lazy("takes part")),
    (True, True): ("done", gettext_lazy("took part")),
    (False, True): ("missing", gettext_lazy("did not join")),
}
"""By whether they joined, and whether the race is closed: it has no times of its own."""


def sittings_address(paper: Paper) -> str:
    return reverse("judging:desk_sittings", args=[paper.pk])


def _state(row: dict[str, Any], paper: Paper) -> Any:
    started = bool(row["started_at"])
    if paper.mode == Mode.RACE:
        return IN_A_RACE[started, paper.state == PaperState.CLOSED]
    phase = row["phase"]
    if not started and phase == "over":
        return NEVER_STARTED
    return PHASES["ready" if not started and phase == "open" else phase]


def _row(row: dict[str, Any], paper: Paper) -> dict[str, Any]:
    """As ``sitting_rows`` tells it, with words and instants for the page."""
    state, words = _state(row, paper)
    return {
        **row,
        "state": state,
        "words": words,
        **{
            name: parse_datetime(row[name]) if row[name] else None
            for name in ("started_at", "starts_at", "ends_at", "closed_at")
        },
        "extra": row["extra_ms"] // 60_000,
        "delay": row["delay_ms"] // 60_000,
    }


@opened(staffed_paper, "GET", "HEAD", home=sittings_address)
def desk_sittings(request: HttpRequest, paper: Paper) -> HttpResponse:
    """Everybody who may write it (``?show=`` writing, started, missing or extra)."""
    at = arrived_at(request)
    rows = [_row(one, paper) for one in sitting_rows(paper, at)]
    groups = {
        "": rows,
        "writing": [one for one in rows if one["state"] == "live"],
        "missing": [one for one in rows if not one["started_at"]],
        "done": [one for one in rows if one["started_at"] and one["state"] == "done"],
        "extra": [one for one in rows if one["extra"] or one["delay"]],
    }
    show = request.GET.get("show", "")
    show = show if show in groups else ""
    pauses = list(paper.pauses.select_related("by").order_by("-start"))
    late = late_answers(paper)
    context = paper_context(
        request,
        paper,
        rows=groups[show],
        show=show,
        absent=all(one["phase"] == "over" for one in groups["missing"]),
        counts={name or "all": len(found) for name, found in groups.items()},
        card=cards([paper], at)[0],
        pauses=pauses,
        running=next((one for one in pauses if one.end is None and one.undone_at is None), None),
        late=[
            {"one": one, "by": _seconds(one.late_by), "decided": one.late_accepted} for one in late
        ],
        late_proof=any(one.problem.kind == Kind.PROOF for one in late),
        failed=failed_answers(paper),
    )
    return render(request, "judging/desk/sittings.html", context)


def _seconds(length: timedelta | None) -> str:
    """By how much, to the millisecond under a minute."""
    if length is None:
        return ""
    seconds = length.total_seconds()
    if seconds < 60:
        return _("%(n)s s") % {"n": f"{seconds:.3f}"}
    return _("%(n)s min") % {"n": f"{seconds / 60:.1f}"}


def _sitting(request: HttpRequest, paper: Paper, entry_id: UUID) -> Sitting:
    entry = entrant(paper, entry_id)
    return sitting_for(paper=paper, entry=entry, at=arrived_at(request))


@opened(staffed_paper, "GET", "HEAD", "POST", home=sittings_address)
def desk_sitting(request: HttpRequest, paper: Paper, entry_id: UUID) -> HttpResponse:
    """One contestant's time: what happened, more time, opening again."""
    sitting = _sitting(request, paper, entry_id)
    form = ExtendForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        by, at = person(request), arrived_at(request)
        try:
            timing.extend(
                sitting=sitting,
                reason=form.cleaned_data["reason"],
                by=by,
                at=at,
                **form.lengths(),
            )
        except REFUSALS as error:
            form.add_error(None, sentence(error))
        else:
            words = _("%(name)s has more time now. An open page hears of it by itself.")
            messages.success(request, words % {"name": sitting.entry.name})
            return redirect(sittings_address(paper))
    return _one(request, paper, sitting, form)


def _one(request: HttpRequest, paper: Paper, sitting: Sitting, form: ExtendForm) -> HttpResponse:
    row = _row(sitting_row(sitting, arrived_at(request)), paper)
    events = [
        {"event": one, "words": EVENTS[SittingEvent.Kind(one.kind)]}
        for one in sitting.events.select_related("by").order_by("id")
    ]
    proofs = paper.problems.filter(kind=Kind.PROOF).exists()
    context = paper_context(
        request, paper, sitting=sitting, row=row, events=events, form=form, proofs=proofs
    )
    in_sheet = request.headers.get("HX-Request") == "true"
    template = "judging/desk/sitting_part.html" if in_sheet else "judging/desk/sitting.html"
    return render(request, template, context, status=422 if form.is_bound else 200)


@opened(staffed_paper, "POST", home=sittings_address)
def sitting_reopen(request: HttpRequest, paper: Paper, entry_id: UUID) -> HttpResponse:
    sitting = _sitting(request, paper, entry_id)
    reopen(
        sitting=sitting, by=person(request), at=arrived_at(request), reason=typed.reason(request)
    )
    messages.success(request, _("%(name)s can write on.") % {"name": sitting.entry.name})
    return redirect(sittings_address(paper))


@opened(staffed_paper, "POST", home=sittings_address)
def sittings_action(request: HttpRequest, paper: Paper, what: str) -> HttpResponse:
    """pause, resume, undo a pause, decide on a late answer, try failed answers again."""
    by, at, reason = person(request), arrived_at(request), typed.reason(request)
    match what:
        case "pause":
            if not reason:
                messages.error(request, _("Write why: it is kept in the record."))
                return redirect(sittings_address(paper))
            timing.pause_paper(paper=paper, reason=reason, by=by, at=at)
            messages.success(request, _("Time stands still for everybody."))
        case "resume":
            timing.resume_paper(paper=paper, by=by, at=at)
            messages.success(request, _("Time goes on. Every end is later by the pause."))
        case "undo":
            pause = paper.pauses.select_related("paper").get(pk=typed.number(request, "pause"))
            timing.undo_pause(pause=pause, by=by, at=at)
            messages.success(request, _("Undone: every end is as it was before the pause."))
        case "late":
            submission = managed_submission(by, typed.key(request, "submission"))
            accept = request.POST.get("accept") == "yes"
            decide_late(submission=submission, accept=accept, reason=reason, by=by, at=at)
            messages.success(
                request, _("The answer counts.") if accept else _("The answer does not count.")
            )
        case "retry":
            problem = paper_problem(by, typed.key(request, "problem"))
            count = retry_errors(problem=problem, by=by, at=at)
            words = ngettext(
                "%(n)s answer is judged again.", "%(n)s answers are judged again.", count
            )
            messages.success(request, words % {"n": count})
        case _:
            raise Http404
    return redirect(sittings_address(paper))
