"""Drawing a round, changing its seating, publishing it; and who is kept apart."""

import secrets
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import NoPairingError, ResultsMissingError
from tournaments.formats.swiss_errors import ALLOWED
from tournaments.models import ForbiddenPair, Round, Tournament
from tournaments.names import round_name
from tournaments.services import drawing, large, rounds, seating
from tournaments.services.seating_view import seating_page
from tournaments.views import typed
from tournaments.views.access import action, arrived_at, back, page, person
from tournaments.views.context import desk_context
from tournaments.words import no_pairing_words, remedies

SEED_BITS = 48


def get_round(tournament: Tournament, ordinal: int) -> Round:
    """Raise Round.DoesNotExist."""
    return Round.objects.select_related("stage__tournament").get(
        stage__tournament=tournament, ordinal=ordinal
    )


@page
def desk_seating(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The draft with what could not be avoided; else what a draw would seat."""
    shown = seating_page(tournament)
    context = desk_context(
        request,
        tournament,
        "seating",
        shown=shown,
        picked=request.GET.get("pick", ""),
        ask_reason=request.GET.get("reason") == "1",
        remedies=remedies(request.GET.get("help", "").split(",")),
    )
    return render(request, "tournaments/desk/seating.html", context)


@action
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round.

    A large one is left to a worker, and the page says how far it is. Where results are missing
    the page asks for a reason; where no pairing is legal it offers what would help.
    """
    try:
        large.draw(
            tournament=tournament,
            seed=secrets.randbits(SEED_BITS),
            by=person(request),
            at=arrived_at(request),
            reason=typed.reason(request),
            allow=allowed(request),
        )
    except NoPairingError as error:
        messages.error(request, no_pairing_words(error))
        return _again(tournament, help=",".join(error.params["remedies"]))
    except ResultsMissingError as error:
        messages.error(request, str(error))
        return _again(tournament, reason="1")
    return redirect("tournaments:desk_seating", tournament.pk)


def _again(tournament: Tournament, **query: str) -> HttpResponse:
    response = redirect("tournaments:desk_seating", tournament.pk)
    response["Location"] += "?" + urlencode(query)
    return response


def allowed(request: HttpRequest) -> list[str]:
    """What the organiser says yes to; anything unknown is left out."""
    return [code for code in request.POST.getlist("allow") if code in ALLOWED]


@action
def seating_action(
    request: HttpRequest, tournament: Tournament, ordinal: int, what: str
) -> HttpResponse:
    """Redraw, discard, swap, move, unseat or publish a draft."""
    round_ = get_round(tournament, ordinal)
    given: dict[str, Any] = {
        "round_id": round_.pk,
        "by": person(request),
        "at": arrived_at(request),
    }
    post = request.POST
    match what:
        case "redraw":
            large.redraw(seed=secrets.randbits(SEED_BITS), allow=allowed(request), **given)
        case "discard":
            drawing.discard_round(**given)
        case "swap":
            seating.swap_seats(first=post.get("first", ""), second=post.get("second", ""), **given)
        case "move":
            entry = tournament.entries.get(pk=typed.key(request, "entry"))
            seating.move_entry(
                entry=str(entry.pk),
                table=typed.number(request, "table"),
                seat=typed.number(request, "seat") or None,
                **given,
            )
        case "bye":
            entry = tournament.entries.get(pk=typed.key(request, "entry"))
            seating.give_bye(entry=str(entry.pk), **given)
        case "unseat":
            seating.unseat_entry(entry=post.get("entry", ""), **given)
        case "publish":
            rounds.publish_round(**given)
            messages.success(request, _("%(round)s is public.") % {"round": round_name(round_)})
            return redirect("tournaments:desk", tournament.pk)
        case _:
            raise Http404
    return redirect("tournaments:desk_seating", tournament.pk)


@action
def round_action(
    request: HttpRequest, tournament: Tournament, ordinal: int, what: str
) -> HttpResponse:
    """Start, pause, resume, close or reopen a round, or take it back to a draft."""
    round_ = get_round(tournament, ordinal)
    by, at, reason = person(request), arrived_at(request), typed.reason(request)
    name = {"round": round_name(round_)}
    match what:
        case "start":
            rounds.start_round(round_id=round_.pk, by=by, at=at)
            messages.success(request, _("%(round)s has started.") % name)
        case "pause":
            rounds.pause_all(
                round_id=round_.pk, by=by, at=at, reason=reason or _("All tables stopped")
            )
            messages.success(request, _("All clocks stand still."))
        case "resume":
            rounds.resume_all(round_id=round_.pk, by=by, at=at, reason=reason)
            messages.success(request, _("All clocks go on."))
        case "close":
            rounds.close_round(round_id=round_.pk, by=by, at=at, reason=reason)
            messages.success(request, _("%(round)s is closed.") % name)
        case "reopen":
            rounds.reopen_round(round_id=round_.pk, by=by, at=at, reason=reason)
        case "unpublish":
            rounds.unpublish_round(round_id=round_.pk, by=by, at=at, reason=reason)
            return redirect("tournaments:desk_seating", tournament.pk)
        case _:
            raise Http404
    return back(request, tournament)


@action
def pair_add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Keep two people apart."""
    first, second = (
        tournament.entries.get(pk=typed.key(request, name)) for name in ("first", "second")
    )
    made = seating.forbid_pair(
        tournament=tournament,
        first=first,
        second=second,
        by=person(request),
        at=arrived_at(request),
        reason=typed.reason(request),
    )
    if made is None:
        messages.error(request, _("Choose two different people."))
    return redirect("tournaments:desk_seating", tournament.pk)


@action
def pair_remove(request: HttpRequest, tournament: Tournament, pair_id: int) -> HttpResponse:
    pair = ForbiddenPair.objects.select_related("first", "second", "tournament").get(
        tournament=tournament, pk=pair_id
    )
    seating.allow_pair(pair=pair, by=person(request), at=arrived_at(request))
    return redirect("tournaments:desk_seating", tournament.pk)
