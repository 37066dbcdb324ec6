"""Around every request: the instant it arrived, its language, and what a page may load."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

Handler = Callable[[HttpRequest], HttpResponse]
LANGUAGE_COOKIE = "language"


def arrival(get_response: Handler) -> Handler:
    """Set ``request.arrived_at``: taken once, before any lock is waited for."""

    def handle(request: HttpRequest) -> HttpResponse:
        request.arrived_at = timezone.now()  # type: ignore[attr-defined]
        return get_response(request)

    return handle


def language(get_response: Handler) -> Handler:
    """The reader's language: ``?lang=``, then their choice, then their browser, then Japanese."""

    def handle(request: HttpRequest) -> HttpResponse:
        known = {"ja", "en"}
        asked = request.GET.get("lang", "")
        chosen = asked if asked in known else request.COOKIES.get(LANGUAGE_COOKIE, "")
        if chosen not in known:
            chosen = translation.get_language_from_request(request)[:2]
        with translation.override(chosen if chosen in known else "ja"):
            request.LANGUAGE_CODE = translation.get_language() or "ja"
            response = get_response(request)
            response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        if asked in known:
            response.set_cookie(
                LANGUAGE_COOKIE, asked, max_age=365 * 86400, samesite="Lax", httponly=True
            )
        return response

    return handle


def content_security_policy(get_response: Handler) -> Handler:
    """Everything a page loads comes from this site; no script stands in a page."""
    policy = (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
    )

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return handle
