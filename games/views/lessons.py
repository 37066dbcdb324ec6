"""The page that teaches a game's rules on small positions, and moves tried there."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.faces.base import Face
from games.faces.registry import FACES
from games.lessons import Shown, shown, tried, usual_rules, view_of
from games.views.shown import board_module
from games.views.words import match_words


def find_face(name: str) -> Face:
    """A game that has lessons. Raise Http404."""
    face = FACES.get(name)
    if face is None or not face.lessons():
        raise Http404
    return face


@require_safe
def lessons(request: HttpRequest, game: str) -> HttpResponse:
    face = find_face(game)
    found = list(shown(face))
    context = {
        "game": face,
        "games": [other for other in FACES.values() if other.lessons()],
        "lessons": found,
        "rules": face.rules_in_words(usual_rules(face)),
        "page": page_of(face, found),
    }
    return render(request, "games/lessons.html", context)


def page_of(face: Face, found: list[Shown]) -> dict[str, Any]:
    """What the page's script is given."""
    return {
        "words": match_words(face.name),
        "lessons": {each.lesson.code: each.view for each in found},
        "urls": {"board": board_module(face.name), "try": reverse("games:try", args=[face.name])},
    }


@require_safe
def attempt(request: HttpRequest, game: str) -> JsonResponse:
    """``lesson``, ``position`` and ``move`` → what is said, and the position after it."""
    face, asked = find_face(game), request.GET
    found = tried(face, asked.get("lesson", ""), asked.get("position", ""), asked.get("move", ""))
    if found.position is None:
        return JsonResponse({"told": found.told, "code": found.error}, status=422)
    return JsonResponse({"told": found.told, "position": view_of(face, found.position)})
