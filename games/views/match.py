"""The page of a match for its players and spectators, and its record as a file."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from accounts.qr import qr_svg
from accounts.site_address import full_address
from games.record_file import record_json, record_text
from games.views.headline import headline
from games.views.shown import Shown, find_match, page_data, show
from games.views.words import match_words


@never_cache
@ensure_csrf_cookie
@require_safe
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The player's page for who has a seat, the spectator's for everybody else."""
    shown = show(request, find_match(request, match_id))
    context = {
        "match": shown.match,
        "title": shown.title,
        "game": shown.game,
        "view": shown.view,
        "seat": shown.seat,
        "may_rule": shown.may_rule,
        "home": shown.match.home,
        "headline": headline(shown.view, shown.seat),
        "invite": invite_of(request, shown),
        "rules": shown.rules,
        "page": page_data(shown, match_words(shown.match.game)),
    }
    return render(request, "games/match.html", context)


def invite_of(request: HttpRequest, shown: Shown) -> dict[str, str] | None:
    """The link that gives a free seat, for a player who waits."""
    if not shown.match.invite or shown.seat is None or shown.match.status != "waiting":
        return None
    url = full_address(f"/m/{shown.match.invite}/", request)
    return {"url": url, "qr": qr_svg(url)}


@never_cache
@require_safe
def record_as_text(request: HttpRequest, match_id: UUID) -> HttpResponse:
    shown = show(request, find_match(request, match_id))
    text = record_text(shown.match, shown.seats, shown.events)
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file_name(shown)}.txt"'},
    )


@never_cache
@require_safe
def record_as_json(request: HttpRequest, match_id: UUID) -> HttpResponse:
    shown = show(request, find_match(request, match_id))
    return JsonResponse(
        record_json(shown.match, shown.seats, shown.events),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
        headers={"Content-Disposition": f'attachment; filename="{file_name(shown)}.json"'},
    )


def file_name(shown: Shown) -> str:
    day = shown.match.started_at or shown.match.created_at
    return f"{shown.match.game}-{day:%Y-%m-%d}-{str(shown.match.pk)[:8]}"
