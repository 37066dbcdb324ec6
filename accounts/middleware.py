"""Around every request: the instant it arrived, its language, and what a page may load."""

from collections.abc import Callable
from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from accounts.choices import LANGUAGE_COOKIE, LANGUAGES, remember
from accounts.models import User

Handler = Callable[[HttpRequest], HttpResponse]
ARRIVED = "taikai.arrived_at"
"""In the WSGI environment: seconds since the epoch. No header can set it."""


def arrival(get_response: Handler) -> Handler:
    """Set ``request.arrived_at``: taken once, before any lock or thread is waited for.

    The server that puts requests into threads says when it had the request (``ARRIVED``).
    """

    def handle(request: HttpRequest) -> HttpResponse:
        seconds = request.META.get(ARRIVED)
        request.arrived_at = (  # type: ignore[attr-defined]
            timezone.now() if seconds is None else datetime.fromtimestamp(seconds, UTC)
        )
        return get_response(request)

    return handle


def language(get_response: Handler) -> Handler:
    """The reader's language: ``?lang=``, then their choice, then their browser, then Japanese.

    ``?lang=`` on an address that only takes what a form sends goes to the home page.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        asked = request.GET.get("lang", "")
        chosen = asked if asked in LANGUAGES else request.COOKIES.get(LANGUAGE_COOKIE, "")
        if chosen not in LANGUAGES:
            chosen = translation.get_language_from_request(request)[:2]
        with translation.override(chosen if chosen in LANGUAGES else "ja"):
            request.LANGUAGE_CODE = translation.get_language() or "ja"
            response = get_response(request)
        if asked in LANGUAGES and response.status_code == 405:
            response = HttpResponseRedirect("/")
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        _keep(request, response, asked)
        return response

    return handle


def _keep(request: HttpRequest, response: HttpResponse, asked: str) -> None:
    """Remember what was asked for, on the device and with the person.

    Someone who signs in on a new device gets there what they had chosen elsewhere.
    """
    if asked in LANGUAGES:
        remember(response, LANGUAGE_COOKIE, asked)
        user = getattr(request, "user", None)
        if isinstance(user, User) and user.language != asked:
            User.objects.filter(pk=user.pk).update(language=asked)
    elif LANGUAGE_COOKIE not in request.COOKIES:
        chosen = getattr(request, "signed_in_language", "")
        if chosen in LANGUAGES:
            remember(response, LANGUAGE_COOKIE, chosen)


def content_security_policy(get_response: Handler) -> Handler:
    """Everything a page loads comes from this site; no script stands in a page."""
    policy = (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    )

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return handle
