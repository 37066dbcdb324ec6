"""Who gets which page of a tournament, and what a person reads when something is refused."""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.errors import UserError
from accounts.models import User
from games.rules.base import GameError
from games.words import error_words
from tournaments.format_words import format_error
from tournaments.formats.errors import FormatError
from tournaments.models import Tournament
from tournaments.services.collecting import collect_tournament

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
Page = Callable[..., HttpResponse]

REFUSALS = (UserError, GameError, FormatError)


def sentence(error: Exception) -> str:
    """What a refusal says to a person."""
    if isinstance(error, GameError):
        return error_words(error)
    if isinstance(error, FormatError):
        return format_error(error)
    return str(error)


def person(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def arrived_at(request: HttpRequest) -> Any:
    return request.arrived_at  # type: ignore[attr-defined]


def back(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the page the form stood on, or to the desk."""
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) and wanted.startswith("/"):
        return redirect(wanted)
    return redirect("tournaments:desk", tournament.pk)


def desk_view(*methods: str, organisers: bool = False) -> Callable[[View[P]], Page]:
    """A page or an action of the desk, for arbiters too unless ``organisers``.

    Anybody else gets 404. What a service refuses becomes a message on the page the form
    stood on.
    """

    def wrap(view: View[P]) -> Page:
        def handle(
            request: HttpRequest, tournament_id: UUID, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            mine = Tournament.objects.managed_by if organisers else Tournament.objects.staffed_by
            tournament = mine(person(request)).filter(pk=tournament_id).first()
            if tournament is None:
                raise Http404
            if request.method not in methods:
                return HttpResponseNotAllowed(methods)
            try:
                if collect_tournament(tournament_id=tournament.pk, at=arrived_at(request)):
                    tournament.refresh_from_db()
                with timezone.override(ZoneInfo(tournament.time_zone)):
                    return view(request, tournament, *args, **kwargs)
            except ObjectDoesNotExist:
                raise Http404 from None
            except REFUSALS as error:
                messages.error(request, sentence(error))
                return back(request, tournament)

        handle.__doc__ = view.__doc__
        return handle

    return wrap


page = desk_view("GET", "HEAD")
form = desk_view("GET", "HEAD", "POST")
action = desk_view("POST")
organiser_form = desk_view("GET", "HEAD", "POST", organisers=True)
organiser_page = desk_view("GET", "HEAD", organisers=True)
organiser_action = desk_view("POST", organisers=True)
