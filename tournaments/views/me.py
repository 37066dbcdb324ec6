"""A player's own page of a tournament."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournaments.models import Entry
from tournaments.names import tournament_name
from tournaments.services.calls import calls_for
from tournaments.services.collecting import collect_tournament
from tournaments.services.pair_results import OWN
from tournaments.services.player import my_page
from tournaments.services.presence import check_in
from tournaments.services.reports import report_result
from tournaments.views.access import arrived_at, person
from tournaments.words import BYES, WHY_NOT


def _mine(request: HttpRequest, tournament_id: UUID) -> Entry:
    user = person(request)
    found = (
        Entry.objects.filter(tournament=tournament_id, user=user)
        .select_related("tournament")
        .first()
        if user is not None
        else None
    )
    if found is None:
        raise Http404
    return found


def me(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """My table, my seat, what comes next; for htmx the part that changes."""
    entry = _mine(request, tournament_id)
    collect_tournament(tournament_id=entry.tournament_id, at=arrived_at(request))
    shown = my_page(entry.tournament, entry, arrived_at(request))
    fragment = request.headers.get("HX-Request") == "true"
    context = {
        "shown": shown,
        "calls": calls_for(person(request), arrived_at(request), entry.tournament_id),
        "tournament": entry.tournament,
        "tournament_name": tournament_name(entry.tournament),
        "why": BYES.get(shown.why, "") if shown.state == "bye" else WHY_NOT.get(shown.why, ""),
    }
    template = "tournaments/me_live.html" if fragment else "tournaments/me.html"
    return render(request, template, context)


@require_POST
def report(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """I say how my match ended: won, drew or lost."""
    entry = _mine(request, tournament_id)
    now = my_page(entry.tournament, entry, arrived_at(request)).now
    me = person(request)
    said = request.POST.get("result", "")
    if now is None or me is None or said not in OWN[now.seat.number].values():
        raise Http404
    code = next(code for code, mine in OWN[now.seat.number].items() if mine == said)
    report_result(table_id=now.seat.table_id, code=code, by=me, at=arrived_at(request))
    return redirect("tournaments:me", tournament_id)


@require_POST
def check_me_in(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """I am here."""
    entry = _mine(request, tournament_id)
    if my_page(entry.tournament, entry, arrived_at(request)).can_check_in:
        check_in(entry=entry, by=person(request), at=arrived_at(request))
    return redirect("tournaments:me", tournament_id)
