"""What everybody may see of a tournament."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.site_address import full_address
from accounts.views.requests import arrived
from games.faces.registry import face
from games.rules_words import brief_rules, time_in_words
from tournaments.models import Publication, Tournament
from tournaments.public.addresses import links
from tournaments.public.boards import boards_url, live_matches, table_words
from tournaments.public.front import PAGE_ENTRIES, front, is_played, points_in_words
from tournaments.public.player import player_page
from tournaments.public.screen import screen_view
from tournaments.public.standings_page import standings_page
from tournaments.public.strip import when
from tournaments.public.tables import page_of_table, round_view
from tournaments.public.versions import find_version, out_at, version_lines
from tournaments.views.public_access import (
    FOLLOW,
    followed,
    public_context,
    public_page,
    shot_of,
    stages_by_order,
    visible_tournament,
    whole,
)


@public_page
def public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What it is, when and where, what happens now, who is in it."""
    page = whole(request, "page", 1)
    seen = front(tournament, page)
    if not 1 <= page <= seen.pages:
        raise Http404
    context = public_context(request, tournament, "public")
    context |= {
        "seen": seen,
        "page": page,
        "first": (page - 1) * PAGE_ENTRIES,
        "when": when(tournament),
        "points": points_in_words(tournament),
        "is_played": is_played(tournament),
        "game": face(tournament.game).title,
        "board": brief_rules(tournament.game, tournament.rules),
        "time": time_in_words(tournament.time_control, tournament.game),
    }
    return render(request, "tournaments/public/front.html", context)


@public_page
def public_round(request: HttpRequest, tournament: Tournament, ordinal: int) -> HttpResponse:
    """The tables of a round, as they stand at this moment."""
    context = public_context(request, tournament, f"round{ordinal}")
    lines = context["happening"].rounds
    line = next((one for one in lines if one.ordinal == ordinal), None)
    if line is None:
        raise Http404
    table = whole(request, "table", None)
    page = whole(request, "page", None) or page_of_table(table or 1)
    shot = shot_of(context["happening"])
    shown = round_view(tournament, line.round, shot, arrived(request), page)
    if page > shown.pages:
        raise Http404
    context |= {
        "shown": shown,
        "line": line,
        "number": page,
        "boards": boards_url(shown.going_on),
        "page": {
            "matches": live_matches(shown.going_on, arrived(request)),
            "words": table_words(tournament.game),
            "live": "/live/",
        },
    }
    return render(request, "tournaments/public/round.html", context)


def _version(
    request: HttpRequest, tournament: Tournament, context: dict[str, Any]
) -> Publication | None:
    """The newest public version, or the one asked for. Raise Http404."""
    asked = whole(request, "version", None)
    newest: Publication | None = context["happening"].publication
    found = find_version(tournament, newest, asked, arrived(request))
    if found is None and asked is not None:
        raise Http404
    return found


@public_page
def public_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The published standings; ``?version=`` an earlier one, ``?after=`` an earlier round."""
    context = public_context(request, tournament, "standings")
    publication = _version(request, tournament, context)
    if publication is None:
        return render(request, "tournaments/public/no_standings.html", context)
    mine = context["mine"]
    shown = standings_page(
        publication,
        whole(request, "after", None),
        stages_by_order(tournament),
        whole(request, "page", None),
        at=request.GET.get("at", ""),
        mine=mine,
    )
    if shown is None:
        raise Http404
    newest = publication == context["happening"].publication
    context |= {
        "table": shown.head,
        "rows": shown.rows,
        "page": shown.number,
        "publication": publication,
        "out_at": out_at(publication),
        "newest": newest,
        "versions": version_lines(tournament, arrived(request)),
        "plot": shown.plot,
        "drawing": shown.drawing,
        "embed": full_address(f"/t/{tournament.pk}/embed/standings/", request),
        **links(shown, publication, mine, newest=newest),
    }
    return render(request, "tournaments/public/standings.html", context)


@public_page
def public_player(request: HttpRequest, tournament: Tournament, entry_id: UUID) -> HttpResponse:
    """A player's rounds and results, every value opened; for htmx one value."""
    context = public_context(request, tournament, "player")
    publication = _version(request, tournament, context)
    after = whole(request, "after", None)
    shown = player_page(tournament, str(entry_id), publication, after or None)
    if shown is None:
        raise Http404
    context |= {
        "shown": shown,
        "publication": publication,
        "followed": context["mine"] == str(entry_id),
    }
    if request.headers.get("HX-Request") == "true":
        stage = whole(request, "stage", None)
        context["path"] = next(
            (path for path in shown.stages if stage is None or path.order == stage), None
        )
        context["code"] = request.GET.get("value", "")
        return render(request, "tournaments/public/value.html", context)
    return render(request, "tournaments/public/player.html", context)


@require_POST
def follow(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Keep on this device whom the reader follows; nobody when ``entry`` is empty."""
    tournament = visible_tournament(request, tournament_id)
    entry = followed(tournament, request.POST.get("entry", ""))
    home = reverse("tournaments:public", args=[tournament.pk])
    answer = redirect(f"{home}players/{entry}/" if entry else _back(request, home))
    if entry:
        answer.set_cookie(
            FOLLOW, entry, max_age=timedelta(days=365), path=home, samesite="Lax", httponly=True
        )
    else:
        answer.delete_cookie(FOLLOW, path=home)
    return answer


def _back(request: HttpRequest, home: str) -> str:
    wanted = request.POST.get("next", "")
    return wanted if wanted.startswith(home) else home


@public_page
def public_screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For a hall: the seating, the tables with their clocks, the standings, in turns."""
    context = public_context(request, tournament, "screen")
    shown = screen_view(tournament, context["happening"], arrived(request))
    context |= {
        "shown": shown,
        "page": {
            "matches": live_matches(shown.going_on, arrived(request)),
            "words": table_words(tournament.game),
            "live": "/live/",
        },
    }
    return render(request, "tournaments/public/screen.html", context)
