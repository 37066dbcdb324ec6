"""The parts of a page that change, fetched again by everybody at once when something happens.

Whoever is not signed in gets the same parts as the others who follow the same entry, so they
are made once in a few seconds. Nothing that belongs to one reader is kept.
"""

from collections.abc import Callable
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language

from accounts.views.requests import person
from tournaments.models import Tournament

HEADER = "X-Refresh"
SECONDS = 3
PRIVATE = b"csrfmiddlewaretoken"


def wanted(request: HttpRequest) -> bool:
    return HEADER in request.headers


def frame(request: HttpRequest) -> str:
    """The template around a page: the site, or nothing."""
    return "tournaments/public/refresh.html" if wanted(request) else "base.html"


def refreshed(
    request: HttpRequest, tournament: Tournament, mine: str, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """What ``make`` answers, for a while the same to all; 304 when the reader has it already."""
    known = None
    key = _key(request, tournament, mine) if person(request) is None else ""
    if key:
        known = cache.get(key)
    answer = HttpResponse(known) if known is not None else make()
    if key and known is None and answer.status_code == 200 and PRIVATE not in answer.content:
        cache.set(key, answer.content, SECONDS)
    if answer.status_code != 200:
        return answer
    answer.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, [HEADER])
    etag = quote_etag(sha256(answer.content).hexdigest()[:32])
    answer.headers["ETag"] = etag
    found = get_conditional_response(request, etag=etag, response=answer)
    assert isinstance(found, HttpResponse)
    return found


def _key(request: HttpRequest, tournament: Tournament, mine: str) -> str:
    """Changes with everything that pages of the tournament are told."""
    parts = (request.get_full_path(), get_language(), mine, str(tournament.live_seq))
    return f"refresh:{sha256(chr(0).join(map(str, parts)).encode()).hexdigest()}"
