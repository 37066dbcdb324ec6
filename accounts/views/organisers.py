"""The administrators' page of people who organise."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import InviteForm, status_of, submit
from accounts.models import User
from accounts.services import organisers
from accounts.views.requests import arrived, base_address, signed_in


def _administrator(request: HttpRequest) -> User:
    user = signed_in(request)
    if not user.is_superuser:
        raise Http404
    return user


def _page(
    request: HttpRequest, form: InviteForm, *, person: User | None = None, token: str = ""
) -> HttpResponse:
    """The list; with ``token`` also the link that lets ``person`` choose a password."""
    context = {
        "people": User.objects.organisers().order_by("-is_active", "name", "id"),
        "form": form,
        "person": person,
        "link": base_address(request) + reverse("accounts:choose_password", args=[token])
        if token
        else "",
    }
    return render(request, "accounts/people.html", context, status=status_of(form))


@never_cache
@login_required
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    _administrator(request)
    return _page(request, InviteForm())


@never_cache
@login_required
@require_POST
def invite(request: HttpRequest) -> HttpResponse:
    _administrator(request)
    form = InviteForm(request.POST)
    made = submit(
        form,
        lambda typed: organisers.invite(
            name=typed["name"],
            username=typed["username"],
            administrator=typed["administrator"],
            at=arrived(request),
        ),
    )
    if made is None:
        return _page(request, form)
    person, token = made
    return _page(request, InviteForm(), person=person, token=token)


@never_cache
@login_required
@require_POST
def reset_password(request: HttpRequest, person: UUID) -> HttpResponse:
    _administrator(request)
    found = get_object_or_404(User.objects.organisers().filter(is_active=True), pk=person)
    token = organisers.password_token(user=found, at=arrived(request))
    return _page(request, InviteForm(), person=found, token=token)


@login_required
@require_POST
def deactivate(request: HttpRequest, person: UUID) -> HttpResponse:
    administrator = _administrator(request)
    found = get_object_or_404(User.objects.organisers(), pk=person)
    organisers.deactivate(user=found, by=administrator)
    messages.success(request, _("%(name)s can no longer sign in.") % {"name": found.name})
    return redirect("accounts:people")


@login_required
@require_POST
def reactivate(request: HttpRequest, person: UUID) -> HttpResponse:
    _administrator(request)
    found = get_object_or_404(User.objects.organisers(), pk=person)
    organisers.reactivate(user=found)
    messages.success(request, _("%(name)s can sign in again.") % {"name": found.name})
    return redirect("accounts:people")
