"""Making a tournament, changing it, and who works at its desk."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.errors import UserError
from accounts.models import Membership
from accounts.services.people import link_token
from accounts.site_address import full_address
from tournaments.errors import StageKindError
from tournaments.forms.creation import (
    OWN,
    STARTS,
    chosen_start,
    creation_form,
    of_tables,
    settings_form,
    shape_form,
)
from tournaments.forms.staff import StaffForm
from tournaments.forms.stages import stage_kinds
from tournaments.models import RoundState, Tournament, TournamentState
from tournaments.names import tournament_name
from tournaments.services import staff as service
from tournaments.services.copying import copy_tournament
from tournaments.services.deleting import delete_tournament
from tournaments.services.stage_kinds import Changeable, change_kind, changeable
from tournaments.services.tournaments import (
    change_join_code,
    change_tournament,
    create_tournament,
    set_state,
)
from tournaments.views.access import (
    REFUSALS,
    arrived_at,
    organiser_action,
    organiser_form,
    organiser_page,
    person,
    sentence,
)
from tournaments.views.context import desk_context


def create(request: HttpRequest) -> HttpResponse:
    """Make a tournament; for organisers only."""
    user = person(request)
    if user is None or not user.is_organiser:
        raise Http404
    query = request.GET.dict()
    form = creation_form(query, request.POST or None)
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            made = create_tournament(plan=form.plan(), by=user, at=arrived_at(request))
        except REFUSALS as error:
            form.add_error(None, sentence(error))
        else:
            return redirect("tournaments:desk", made.pk)
    start = chosen_start(query)
    context = {
        "form": form,
        "start": start,
        "starts": [(code, *words) for code, words in STARTS.items()],
        "shape": shape_form(query) if start == OWN else None,
        "mine": Tournament.objects.managed_by(user).order_by("-created_at")[:20],
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/desk/create.html", context, status=status)


@organiser_form
def desk_settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change what was chosen; what is public already keeps its rules."""
    form = settings_form(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            change_tournament(
                tournament=tournament,
                plan=form.plan(),
                by=person(request),
                at=arrived_at(request),
            )
        except REFUSALS as error:
            form.add_error(None, sentence(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:desk_settings", tournament.pk)
    join = full_address(reverse("tournaments:join", args=[tournament.join_code]), request)
    context = desk_context(
        request,
        tournament,
        "settings",
        form=form,
        members=service.staff(tournament),
        staff_form=StaffForm(),
        join_url=join,
        changeable=[(one, stage_kinds(one.kinds)) for one in _changeable(tournament)],
        begins=begins_words(tournament),
        begun=tournament.stages.filter(
            rounds__state__in=[RoundState.PUBLISHED, RoundState.RUNNING, RoundState.CLOSED]
        ).exists(),
    )
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/desk/settings.html", context, status=status)


def _changeable(tournament: Tournament) -> list[Changeable]:
    return [] if of_tables(tournament) else changeable(tournament)


def begins_words(tournament: Tournament) -> str:
    """When it begins, on the clocks there, with that day's distance from UTC and the zone."""
    if tournament.starts_at is None:
        return ""
    local = tournament.starts_at.astimezone(ZoneInfo(tournament.time_zone))
    offset = f"{local:%z}"
    return _("Begins %(at)s (UTC%(offset)s, %(zone)s)") % {
        "at": f"{date_format(local, 'DATE_FORMAT')} {date_format(local, 'H:i')}",
        "offset": f"{offset[:3]}:{offset[3:5]}",
        "zone": tournament.time_zone,
    }


@organiser_action
def stage_kind(request: HttpRequest, tournament: Tournament, stage_order: int) -> HttpResponse:
    """Make another kind of a stage that has not begun."""
    if of_tables(tournament):
        raise StageKindError
    change_kind(
        tournament=tournament,
        order=stage_order,
        kind=request.POST.get("kind", ""),
        by=person(request),
        at=arrived_at(request),
    )
    messages.success(
        request, _("Saved. Look at the settings of the stage: they are the usual ones.")
    )
    return redirect("tournaments:desk_settings", tournament.pk)


@organiser_action
def copy(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make a tournament with the same settings, nobody entered."""
    by = person(request)
    if by is None or not by.is_organiser:
        raise Http404
    made = copy_tournament(
        tournament=tournament,
        name=request.POST.get("name", ""),
        by=by,
        at=arrived_at(request),
    )
    messages.success(request, _("This is the copy. Nobody is entered yet."))
    return redirect("tournaments:desk_settings", made.pk)


@organiser_action
def new_code(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    change_join_code(tournament=tournament, by=person(request), at=arrived_at(request))
    messages.success(request, _("There is a new join code; the old one is void."))
    return redirect("tournaments:desk_settings", tournament.pk)


@organiser_action
def delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For good; its name is typed again."""
    delete_tournament(
        tournament=tournament,
        name=request.POST.get("name", ""),
        by=person(request),
        at=arrived_at(request),
    )
    words = _("“%(name)s” is deleted, with everything in it.")
    messages.success(request, words % {"name": tournament_name(tournament)})
    return redirect("home")


@organiser_action
def change_state(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    wanted = request.POST.get("state", "")
    if wanted not in TournamentState.values:
        raise Http404
    set_state(
        tournament=tournament,
        state=TournamentState(wanted),
        by=person(request),
        at=arrived_at(request),
    )
    messages.success(request, _("Saved."))
    return redirect("tournaments:desk_settings", tournament.pk)


@organiser_action
def staff_add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give somebody a role, by username or by making a person with a link."""
    form = StaffForm(request.POST)
    if form.is_valid():
        try:
            made = form.save(tournament, person(request), arrived_at(request))
        except UserError as error:
            messages.error(request, str(error))
        else:
            messages.success(
                request, _("%(name)s works at the desk now.") % {"name": made.user.name}
            )
            if made.user.username is None:
                return redirect("tournaments:staff_link", tournament.pk, made.pk)
    else:
        messages.error(request, _("Write a username or a name."))
    response = redirect("tournaments:desk_settings", tournament.pk)
    response["Location"] += "#staff"
    return response


@organiser_page
def staff_link(request: HttpRequest, tournament: Tournament, member_id: int) -> HttpResponse:
    """The personal link of somebody at the desk who has no password."""
    member = _member(tournament, member_id)
    if member.user.username is not None:
        raise Http404
    url = full_address(reverse("accounts:personal_link", args=[link_token(member.user)]), request)
    context = desk_context(
        request,
        tournament,
        "settings",
        member=member,
        url=url,
    )
    return render(request, "tournaments/desk/staff_link.html", context)


@organiser_action
def staff_remove(request: HttpRequest, tournament: Tournament, member_id: int) -> HttpResponse:
    service.remove(
        tournament=tournament,
        membership=_member(tournament, member_id),
        by=person(request),
        at=arrived_at(request),
    )
    response = redirect("tournaments:desk_settings", tournament.pk)
    response["Location"] += "#staff"
    return response


def _member(tournament: Tournament, member_id: int) -> Membership:
    return Membership.objects.select_related("user").get(
        scope=tournament.pk, role__in=service.STAFF, pk=member_id
    )
