"""What a person keeps here about themselves: name, password, devices, tokens, colours."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from accounts.choices import THEME_COOKIE, remember
from accounts.forms import ChangePasswordForm, NameForm, ThemeForm, TokenForm, status_of, submit
from accounts.models import ApiToken
from accounts.services import organisers, people, sessions, tokens
from accounts.views.requests import arrived, base_address, onward, signed_in


def _page(request: HttpRequest, *, secret: str = "", **sent: forms.BaseForm) -> HttpResponse:
    """The page, with the form that was sent and not accepted."""
    user = signed_in(request)
    unsent = {
        "name_form": NameForm(initial={"name": user.name}),
        "password_form": ChangePasswordForm(user=user, prefix="password"),
        "token_form": TokenForm(prefix="token"),
    }
    context = {
        "tokens": ApiToken.objects.filter(user=user, revoked_at=None).order_by("created_at"),
        "secret": secret,
        "link": ""
        if user.has_usable_password()
        else people.personal_link(user, base_address(request)),
    }
    status = max((status_of(form) for form in sent.values()), default=200)
    return render(request, "accounts/account.html", unsent | sent | context, status=status)


@never_cache
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    return _page(request)


@login_required
@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    form = NameForm(request.POST)
    user = signed_in(request)
    if submit(form, lambda typed: people.rename(user=user, name=typed["name"])) is None:
        return _page(request, name_form=form)
    messages.success(request, _("Your name is changed."))
    return redirect("accounts:account")


@sensitive_post_parameters()
@login_required
@require_POST
def change_password(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    form = ChangePasswordForm(request.POST, user=user, prefix="password")
    changed = submit(
        form, lambda typed: organisers.change_password(user=user, password=typed["password"])
    )
    if changed is None:
        return _page(request, password_form=form)
    sessions.sign_in(request, changed)
    messages.success(request, _("Your password is changed. Your other devices are signed out."))
    return redirect("accounts:account")


@login_required
@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    people.end_sessions(signed_in(request))
    logout(request)
    messages.success(request, _("You are signed out on every device."))
    return redirect("accounts:sign_in")


@never_cache
@login_required
@require_POST
def create_token(request: HttpRequest) -> HttpResponse:
    """Show the new secret at once: it is kept nowhere, not even for a redirect."""
    form = TokenForm(request.POST, prefix="token")
    made = submit(
        form,
        lambda typed: tokens.create_token(
            user=signed_in(request), label=typed["label"], at=arrived(request)
        ),
    )
    if made is None:
        return _page(request, token_form=form)
    return _page(request, secret=made[1])


@login_required
@require_POST
def revoke_token(request: HttpRequest, token: UUID) -> HttpResponse:
    tokens.revoke_token(user=signed_in(request), token=token, at=arrived(request))
    messages.success(request, _("The token is revoked."))
    return redirect("accounts:account")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Colours of this device: as the device says, light or dark."""
    response = redirect(onward(request, "/"))
    form = ThemeForm(request.POST)
    if form.is_valid():
        remember(response, THEME_COOKIE, form.cleaned_data["theme"])
    return response
