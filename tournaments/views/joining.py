"""Entering with the code: the code, then the name, then one's own page."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.address import client_address
from accounts.errors import UserError
from tournaments.errors import NameTakenError
from tournaments.forms.joining import CodeForm, JoinForm
from tournaments.models import Registration, Tournament
from tournaments.names import tournament_name
from tournaments.person_names import same_name
from tournaments.services import joining as service
from tournaments.views import typed
from tournaments.views.access import arrived_at, person

BACKEND = "django.contrib.auth.backends.ModelBackend"


def ask_code(request: HttpRequest) -> HttpResponse:
    """``/join/``: which tournament."""
    data = None
    if request.method == "POST" or "code" in request.GET:
        data = request.POST or request.GET
    form = CodeForm(data)
    if data is not None and form.is_valid():
        try:
            found = service.tournament_of(
                form.cleaned_data["code"],
                address=client_address(request),
                at=arrived_at(request),
            )
        except UserError as error:
            form.add_error("code", str(error))
        else:
            return redirect("tournaments:join", found.join_code)
    status = 422 if data is not None else 200
    return render(request, "tournaments/join_code.html", {"form": form}, status=status)


def join(request: HttpRequest, code: str) -> HttpResponse:
    """``/join/<code>/``: who. Somebody who has entered comes to their own page."""
    try:
        tournament = service.tournament_of(
            code, address=client_address(request), at=arrived_at(request)
        )
    except UserError as error:
        form = CodeForm({"code": code[:40]})
        form.is_valid()
        form.add_error("code", str(error))
        return render(request, "tournaments/join_code.html", {"form": form}, status=error.status)
    if service.entry_of(tournament, person(request)) is not None:
        return redirect("tournaments:me", tournament.pk)
    if request.method == "POST" and tournament.registration == Registration.LISTED:
        return _take_place(request, tournament)
    entered = JoinForm(request.POST or None)
    if request.method == "POST" and entered.is_valid():
        answer = _enter(request, tournament, entered)
        if answer is not None:
            return answer
    return _page(request, tournament, entered)


def _page(request: HttpRequest, tournament: Tournament, form: JoinForm) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tournament_name": tournament_name(tournament),
        "open": service.is_open(tournament),
        "listed": tournament.registration == Registration.LISTED,
        "places": service.listed_entries(tournament),
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/join.html", context, status=status)


def _enter(request: HttpRequest, tournament: Tournament, form: JoinForm) -> HttpResponse | None:
    try:
        joined = service.join_by_name(
            tournament=tournament,
            name=form.cleaned_data["name"],
            club=form.cleaned_data["club"],
            user=person(request),
            at=arrived_at(request),
        )
    except NameTakenError as error:
        again = service.entered_by(tournament, _browser(request))
        name = same_name(form.cleaned_data["name"])
        if again is not None and same_name(again.entry.name) == name:
            return _welcome(request, again)
        form.add_error("club", str(error))
        return None
    except UserError as error:
        form.add_error(None, str(error))
        return None
    return _welcome(request, joined)


def _take_place(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    places = {str(entry.pk): entry for entry in service.listed_entries(tournament)}
    form = JoinForm({"name": "-"})
    form.is_valid()
    chosen = typed.key(request, "entry")
    again = service.entered_by(tournament, _browser(request))
    if again is not None and again.entry.pk == chosen:
        return _welcome(request, again)
    if str(chosen) not in places:
        form.add_error(None, _("Choose your name on the list. It may have been taken meanwhile."))
        return _page(request, tournament, form)
    try:
        joined = service.join_by_list(
            tournament=tournament,
            entry_id=chosen,
            user=person(request),
            at=arrived_at(request),
        )
    except UserError as error:
        form.add_error(None, str(error))
        return _page(request, tournament, form)
    return _welcome(request, joined)


def _browser(request: HttpRequest) -> str:
    """What only this browser knows; signing in changes it, so it stays only if no answer came."""
    return str(request.META.get("CSRF_COOKIE") or "")


def _welcome(request: HttpRequest, joined: service.Joined) -> HttpResponse:
    if request.user != joined.user:
        service.remember(joined, _browser(request))
        login(request, joined.user, backend=BACKEND)
    messages.success(request, _("You are entered as %(name)s.") % {"name": joined.entry.name})
    return redirect("tournaments:me", joined.entry.tournament_id)
