"""The big screen: one match or several, for a hall."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.views.requests import arrived, person
from games.faces.registry import face
from games.forms import screen_matches
from games.views.shown import board_module, screen_tables
from games.views.words import match_words


@never_cache
@require_safe
def screen(request: HttpRequest) -> HttpResponse:
    """``?match=…&match=…``: those of them that the reader may see, in that order."""
    tables = screen_tables(person(request), screen_matches(request.GET), arrived(request))
    games = sorted({table.view["game"] for table in tables})
    context = {
        "tables": tables,
        "count": len(tables),
        "sheets": [face(game).stylesheet for game in games if face(game).stylesheet],
        "page": {
            "tables": [table.view for table in tables],
            "games": {
                game: {"board": board_module(game), "words": match_words(game)} for game in games
            },
            "urls": {"api": "/api/v1/matches/", "live": "/live/"},
        },
    }
    return render(request, "games/screen.html", context)
