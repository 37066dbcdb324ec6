"""The first page: an organiser's tournaments, a player's table, a visitor's door."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.site_address import public_address
from tournaments.forms.joining import CodeForm
from tournaments.services.calls import calls_for
from tournaments.services.home import public_tournaments, staffed_tournaments
from tournaments.services.player import my_tournaments
from tournaments.views.access import arrived_at, person


def home(request: HttpRequest) -> HttpResponse:
    user = person(request)
    address = public_address() if user is not None and user.is_organiser else ""
    staffed = staffed_tournaments(user) if user else []
    context = {
        "staffed": staffed,
        "mine": my_tournaments(user) if user else [],
        "calls": [one for one in calls_for(user, arrived_at(request)) if one.urgent],
        "public": public_tournaments([one.tournament.pk for one in staffed]),
        "form": CodeForm(),
        "may_create": user is not None and user.is_organiser,
        "address": address,
    }
    return render(request, "tournaments/home.html", context)
