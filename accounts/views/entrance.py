"""Coming in and going out: by password, by the first link, by a personal link."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import devices
from accounts.address import client_address
from accounts.choices import remember
from accounts.forms import NewPasswordForm, SetupForm, SignInForm, status_of, submit
from accounts.landing import landing
from accounts.services import organisers, people, sessions, setup
from accounts.services.access import check_password
from accounts.views.requests import arrived, onward, person

reads_and_posts = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@sensitive_post_parameters("password")
@reads_and_posts
def sign_in(request: HttpRequest) -> HttpResponse:
    form = SignInForm(request.POST or None)
    user = submit(
        form,
        lambda typed: check_password(
            request=request,
            username=typed["username"],
            password=typed["password"],
            address=client_address(request),
            device=request.COOKIES.get(devices.COOKIE, ""),
            at=arrived(request),
        ),
    )
    if user is not None:
        sessions.sign_in(request, user)
        response = redirect(onward(request, landing(user)))
        remember(response, devices.COOKIE, devices.mark(user.get_username()))
        return response
    context = {"form": form, "next": onward(request, ""), "who": person(request)}
    return render(request, "accounts/sign_in.html", context, status=status_of(form))


def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """The administration has no door of its own: the limits of ``sign_in`` hold there, too."""
    if person(request) is not None:
        raise Http404
    return redirect_to_login(onward(request, reverse("admin:index")), reverse("accounts:sign_in"))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("home")


@never_cache
@sensitive_post_parameters("password")
@reads_and_posts
def first_organiser(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind the link that the server printed when it started."""
    setup.check_setup_link(token)
    form = SetupForm(request.POST or None)
    user = submit(
        form,
        lambda typed: setup.make_first_organiser(
            token=token,
            name=typed["name"],
            username=typed["username"],
            password=typed["password"],
            at=arrived(request),
        ),
    )
    if user is not None:
        sessions.sign_in(request, user)
        messages.success(request, _("Everything is ready. Make your first tournament."))
        return redirect(landing(user))
    return render(request, "accounts/setup.html", {"form": form}, status=status_of(form))


@never_cache
@sensitive_post_parameters("password")
@reads_and_posts
def choose_password(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind a link from an administrator."""
    link = organisers.check_password_link(token, arrived(request))
    form = NewPasswordForm(request.POST or None, user=link.user)
    user = submit(
        form,
        lambda typed: organisers.choose_password(
            token=token, password=typed["password"], at=arrived(request)
        ),
    )
    if user is not None:
        sessions.sign_in(request, user)
        messages.success(request, _("Your password is set, and you are signed in."))
        return redirect(landing(user))
    context = {"form": form, "owner": link.user}
    return render(request, "accounts/choose_password.html", context, status=status_of(form))


@never_cache
@reads_and_posts
def personal_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign the link's owner in; ask first when someone else is signed in on this device."""
    owner = people.person_of(token)
    who = person(request)
    if who is not None and who != owner and request.method != "POST":
        context = {"owner": owner, "who": who, "stay": landing(who)}
        return render(request, "accounts/personal_link.html", context)
    if who != owner and request.method != "HEAD":
        sessions.sign_in(request, owner)
        people.note_use(token=token, at=arrived(request))
    return redirect(landing(owner))
