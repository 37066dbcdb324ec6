"""The first page: an organiser's tournaments, a player's table, a visitor's door."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import Role
from accounts.services.roles import has_role
from accounts.site_address import public_address
from tournaments.forms.joining import CodeForm
from tournaments.models import Tournament, TournamentState
from tournaments.services.calls import calls_for
from tournaments.services.home import Listed, public_tournaments, staffed_tournaments
from tournaments.services.overview import overview
from tournaments.services.player import my_tournaments
from tournaments.step_words import StepView, step_view
from tournaments.views.access import arrived_at, person

GOING_ON = {TournamentState.PREPARING, TournamentState.RUNNING}
LOOKED_AT, SMALL = 3, 200
"""So many tournaments of so many people at most: what is next is found from all tables."""


@dataclass(frozen=True, slots=True)
class DeskStep:
    """What is to do at the desk of one of them."""

    tournament: Tournament
    step: StepView


def home(request: HttpRequest) -> HttpResponse:
    user = person(request)
    address = public_address() if user is not None and user.is_organiser else ""
    staffed = staffed_tournaments(user) if user else []
    calls = [one for one in calls_for(user, arrived_at(request)) if one.urgent]
    context = {
        "staffed": staffed,
        "mine": my_tournaments(user) if user else [],
        "next_desk": None if calls else _next_desk(request, staffed),
        "calls": calls,
        "public": public_tournaments([one.tournament.pk for one in staffed]),
        "form": CodeForm(),
        "may_create": user is not None and user.is_organiser,
        "address": address,
    }
    return render(request, "tournaments/home.html", context)


def _next_desk(request: HttpRequest, staffed: Sequence[Listed]) -> DeskStep | None:
    """The newest of the few looked at where a hand is wanted; else the newest of all."""
    calm: DeskStep | None = None
    going_on = [one for one in staffed if one.tournament.state in GOING_ON and one.entered <= SMALL]
    for one in going_on[:LOOKED_AT]:
        seen = overview(one.tournament, arrived_at(request))
        manages = has_role(request.user, one.tournament.pk, [Role.ORGANISER])
        found = DeskStep(one.tournament, step_view(seen, one.tournament, manages=manages))
        if not found.step.calm:
            return found
        calm = calm or found
    return calm
