"""The ratings of a pool for everybody, who is who in them, and which a tournament counts in."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import SamePersonError
from tournaments.models import Entry, Tournament
from tournaments.rating_records import RatingPool
from tournaments.services.rating_people import decide_person, decisions, suggestions
from tournaments.services.ratings import choose_pool, fresh, pools_of, rated
from tournaments.views.access import arrived_at, organiser_action, person

ANSWERS = {"same": True, "different": False, "back": None}


def ratings(request: HttpRequest, pool_id: UUID) -> HttpResponse:
    """Whoever has the address may look, as at final standings."""
    pool = fresh(get_object_or_404(RatingPool, pk=pool_id), arrived_at(request))
    mine = pool.owner_id == request.user.pk
    context = {
        "pool": pool,
        "people": rated(pool),
        "mine": mine,
        "asked": len(suggestions(pool)) if mine else 0,
    }
    return render(request, "tournaments/public/ratings.html", context)


def rating_people(request: HttpRequest, pool_id: UUID) -> HttpResponse:
    """Who may be one person, for the owner; ``first``, ``second`` (entries) and ``answer``."""
    by = person(request)
    pool = get_object_or_404(RatingPool, pk=pool_id, owner=by)
    if request.method not in {"GET", "HEAD", "POST"}:
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    if request.method == "POST":
        return _decide(request, pool)
    pool = fresh(pool, arrived_at(request))
    context = {"pool": pool, "found": suggestions(pool), "decided": decisions(pool)}
    return render(request, "tournaments/public/rating_people.html", context)


def _decide(request: HttpRequest, pool: RatingPool) -> HttpResponse:
    by = person(request)
    assert by is not None
    try:
        decide_person(
            pool=pool,
            first=UUID(request.POST["first"]),
            second=UUID(request.POST["second"]),
            same=ANSWERS[request.POST["answer"]],
            by=by,
            at=arrived_at(request),
        )
    except (KeyError, ValueError, Entry.DoesNotExist):
        raise Http404 from None
    except SamePersonError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Noted; the ratings are counted anew."))
    return redirect("tournaments:rating_people", pool.pk)


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
