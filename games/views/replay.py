"""A match that is over, step by step, with what nobody could see while it was played."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.steps import replay_steps
from games.views.replay_words import replay_words
from games.views.shown import Shown, find_match, page_data, show


@never_cache
@require_safe
def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """409 with a link to the live page while the match is going on."""
    shown = show(request, find_match(request, match_id))
    if not shown.over:
        context = {"match": shown.match, "title": shown.title}
        return render(request, "games/replay_not_yet.html", context, status=409)
    steps = replay_steps(shown.match, shown.seats, shown.events)
    context = {
        "match": shown.match,
        "title": shown.title,
        "game": shown.game,
        "view": shown.view,
        "first": steps["steps"][0]["position"],
        "places": places_of(shown),
        "home": shown.match.home,
        "rules": shown.rules,
        "page": page_data(shown, replay_words(shown.match.game)) | {"analysis": steps},
    }
    return render(request, "games/replay.html", context)


def places_of(shown: Shown) -> list[dict[str, Any]]:
    """The players, the winner first."""
    rows = [{"place": row["place"], "name": row["name"]} for row in shown.view["seats"]]
    return sorted(rows, key=lambda row: row["place"] or len(rows))
