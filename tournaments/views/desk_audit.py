"""The record of everything done at the desk, and what can be printed."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Round, RoundState, Tournament
from tournaments.printing.stage_sheets import stage_sheets
from tournaments.services.audit import actors, filtered_lines
from tournaments.services.audit_view import line_views
from tournaments.services.publications import latest_public
from tournaments.views.access import arrived_at, page
from tournaments.views.context import desk_context
from tournaments.words import KINDS

PAGE = 50


@page
def desk_audit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Newest first; ``?kind=``, ``?who=`` and ``?q=`` choose."""
    kind, who, query = (
        request.GET.get(name, "").replace("\0", "")[:200] for name in ("kind", "who", "q")
    )
    lines = filtered_lines(tournament, kind=kind, who=who, query=query)
    found = Paginator(lines, PAGE).get_page(request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    context = desk_context(
        request,
        tournament,
        "audit",
        found=found,
        lines=line_views(found.object_list),
        kinds=KINDS.items(),
        actors=actors(tournament),
        kind=kind,
        who=who,
        query=query,
        kept=kept.urlencode(),
    )
    return render(request, "tournaments/desk/audit.html", context)


@page
def desk_print(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What can be printed, each with its file."""
    rounds = (
        Round.objects.filter(stage__tournament=tournament)
        .exclude(state=RoundState.DRAFT)
        .select_related("stage")
        .order_by("-ordinal")
    )
    context = desk_context(
        request,
        tournament,
        "print",
        rounds=rounds,
        sheets=stage_sheets(tournament),
        public=latest_public(tournament, arrived_at(request)),
    )
    return render(request, "tournaments/desk/print.html", context)
