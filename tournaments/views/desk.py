"""The organiser's desk: what to do next, the tables, check-in, announcements, the record."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.desk import AnnouncementForm
from tournaments.job_words import job_view
from tournaments.models import Tournament
from tournaments.names import listed_numbers, round_name
from tournaments.next_step import TableState
from tournaments.services.announcements import announce
from tournaments.services.audit import latest_lines
from tournaments.services.audit_view import line_views
from tournaments.services.byes import byes_of
from tournaments.services.formats.registry import format_of
from tournaments.services.overview import Overview, overview
from tournaments.services.undo import undo_last, undoable
from tournaments.views.access import action, arrived_at, page, person
from tournaments.views.context import desk_context
from tournaments.views.typed import number, to_number


@page
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tables of the current round (``?round=`` an ordinal); a fragment for htmx."""
    seen = overview(
        tournament, arrived_at(request), to_number(request.GET.get("round", "")) or None
    )
    if seen.stages and all(one.own is not None for one in seen.summary.stages):
        return redirect(format_of(seen.stages[0]).desk_tabs(tournament)[0][2])
    context = desk_page_context(request, tournament, seen)
    fragment = request.headers.get("HX-Request") == "true"
    template = "tournaments/desk/tables_live.html" if fragment else "tournaments/desk/tables.html"
    return render(request, template, context)


def desk_page_context(
    request: HttpRequest,
    tournament: Tournament,
    seen: Overview,
    announcement: AnnouncementForm | None = None,
) -> dict[str, Any]:
    line = undoable(tournament)
    states = {row.state for row in seen.rows}
    return desk_context(
        request,
        tournament,
        "tables",
        seen=seen,
        current_name=round_name(seen.current) if seen.current else "",
        undone_words=listed_numbers(seen.undone),
        any_playing=TableState.PLAYING in states,
        any_paused=TableState.PAUSED in states,
        any_waiting=TableState.WAITING in states,
        lines=line_views(latest_lines(tournament, 6)),
        byes=byes_of(seen.current) if seen.current else [],
        of_two=seen.current is not None and format_of(seen.current.stage).pairs,
        undoable=line_views([line])[0] if line else None,
        announcement=announcement or AnnouncementForm(),
    )


@action
def announce_view(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send a message to every page; what was typed stays when it cannot be sent."""
    form = AnnouncementForm(request.POST)
    if not form.is_valid():
        seen = overview(tournament, arrived_at(request))
        context = desk_page_context(request, tournament, seen, announcement=form)
        return render(request, "tournaments/desk/tables.html", context, status=422)
    announce(
        tournament=tournament,
        text=form.cleaned_data["text"],
        by=person(request),
        at=arrived_at(request),
    )
    messages.success(request, _("Announced on every page."))
    return redirect("tournaments:desk", tournament.pk)


@action
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the last step back, where that is possible."""
    undo_last(
        tournament=tournament,
        expected=number(request, "entry"),
        by=person(request),
        at=arrived_at(request),
    )
    messages.success(request, _("Taken back."))
    return redirect("tournaments:desk", tournament.pk)


@page
def job(request: HttpRequest, tournament: Tournament, job_id: UUID) -> HttpResponse:
    """How far a job is, a fragment; ``?reload=1``: the page it stands on changes with it."""
    found = tournament.jobs.get(pk=job_id)
    shown = job_view(found, tournament, arrived_at(request))
    if not shown.waiting and request.GET.get("reload") == "1":
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {
        "tournament": tournament,
        "job": shown,
        "job_reloads": request.GET.get("reload") == "1",
    }
    return render(request, "tournaments/desk/job.html", context)
