"""The ratings of a pool for everybody, and which pool a tournament counts in."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.rating_records import RatingPool
from tournaments.services.ratings import choose_pool, fresh, pools_of, rated
from tournaments.views.access import arrived_at, organiser_action, person


def ratings(request: HttpRequest, pool_id: UUID) -> HttpResponse:
    """Whoever has the address may look, as at final standings."""
    pool = fresh(get_object_or_404(RatingPool, pk=pool_id), arrived_at(request))
    context = {"pool": pool, "people": rated(pool)}
    return render(request, "tournaments/public/ratings.html", context)


@organiser_action
def choose_ratings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``pool``: the id of one of the organiser's pools, empty for none; ``new``: a name."""
    by = person(request)
    assert by is not None
    known = {str(one.pk): one for one in pools_of(by, tournament.game)}
    chosen = choose_pool(
        tournament=tournament,
        pool=known.get(request.POST.get("pool", "")),
        new=request.POST.get("new", ""),
        by=by,
        at=arrived_at(request),
    )
    messages.success(
        request, _("The tournament counts for ratings.") if chosen else _("It is not rated.")
    )
    return redirect("tournaments:desk_files", tournament.pk)
