"""The arbiter's console of one match."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.views.requests import person
from games.desks import desk_of
from games.views.console_words import action_words
from games.views.headline import headline
from games.views.shown import find_ruled_match, page_data, show
from games.views.words import console_page_words


@never_cache
@ensure_csrf_cookie
@require_safe
def console(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Plays for every seat and rules; only for arbiters of the match, else 404."""
    shown = show(request, find_ruled_match(request, match_id))
    page = page_data(shown, console_page_words(shown.match.game))
    context = {
        "match": shown.match,
        "title": shown.title,
        "game": shown.game,
        "view": shown.view,
        "home": shown.match.home,
        "desk": desk_of(shown.match, person(request)),
        "headline": headline(shown.view, None),
        "rules": shown.rules,
        "quick_seconds": (-30, -10, 10, 30, 60),
        "page": page | {"me": None, "arbiter": True, "actions": action_words()},
    }
    return render(request, "games/console.html", context)
