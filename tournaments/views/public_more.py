"""Public pages beside rounds, standings and players: brackets, crosstables, a calendar."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.site_address import full_address
from accounts.views.requests import arrived
from tournaments.models import Tournament
from tournaments.names import tournament_name
from tournaments.public.bracket_page import bracket_view
from tournaments.public.calendar import calendar
from tournaments.public.crosstable_page import PAGE_LINES, crosstable_page
from tournaments.public.front import happening
from tournaments.public.shot import Shot
from tournaments.views.public_access import (
    bracket_stages,
    public_context,
    public_page,
    shot_of,
    whole,
)


@public_page
def public_bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The bracket; ``?stage=`` the order of its stage, by default the last that has one."""
    context = public_context(request, tournament, "bracket")
    asked = whole(request, "stage", None)
    stages = bracket_stages(context["happening"])
    stage = next((one for one in reversed(stages) if asked in {None, one.order}), None)
    if stage is None:
        raise Http404
    stage.tournament = tournament
    seen = bracket_view(tournament, stage, shot_of(context["happening"]), context["mine"])
    if seen is None:
        raise Http404
    context |= {"seen": seen, "drawing": seen.drawing, "stage": stage, "stages": stages}
    return render(request, "tournaments/public/bracket_page.html", context)


@public_page
def public_crosstable(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The published crosstable; ``?stage=`` the order of its stage."""
    context = public_context(request, tournament, "crosstable")
    publication = context["happening"].publication
    page = whole(request, "page", 1)
    seen = (
        crosstable_page(
            Shot(publication), whole(request, "stage", None), max(page, 1), context["mine"]
        )
        if publication
        else None
    )
    if seen is None or not 1 <= page <= seen.pages:
        raise Http404
    context |= {"seen": seen, "page": page, "lines": PAGE_LINES, "publication": publication}
    return render(request, "tournaments/public/crosstable_page.html", context)


@public_page
def public_calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The public rounds for a calendar that subscribes to them."""
    at = arrived(request)
    seen = happening(tournament, None, at)
    base = full_address("/", request).rstrip("/")
    text = calendar(tournament, tournament_name(tournament), seen.rounds, base, at)
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = 'inline; filename="rounds.ics"'
    answer.headers["Cache-Control"] = "private, max-age=60"
    return answer
