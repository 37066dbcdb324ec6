"""Published standings inside other people's pages: a frame, or JSON.

Whoever asks counts as a stranger here, so that another site never frames what only members see.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt

from accounts.site_address import full_address
from accounts.views.requests import arrived
from tournaments.models import Tournament
from tournaments.names import tournament_name
from tournaments.public.bracket_page import bracket_view
from tournaments.public.files import make_file, standings_list
from tournaments.public.front import happening
from tournaments.public.shot import Shot
from tournaments.public.standings import standings_table
from tournaments.views.public_access import bracket_stages, shot_of, stages_by_order, whole

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]
Page = Callable[Concatenate[HttpRequest, UUID, P], HttpResponse]
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors *"
)
ROWS = 20


def framed(view: View[P]) -> Page[P]:
    """A page that any site may show; without a session, a script or a form."""

    @wraps(view)
    def handle(
        request: HttpRequest, tournament_id: UUID, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if request.method not in {"GET", "HEAD"}:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        tournament = Tournament.objects.visible_to(None).filter(pk=tournament_id).first()
        if tournament is None:
            raise Http404
        with timezone.override(tournament.time_zone):
            answer = view(request, tournament, *args, **kwargs)
        answer.headers["Content-Security-Policy"] = POLICY
        answer.headers["Access-Control-Allow-Origin"] = "*"
        answer.headers["Cache-Control"] = "public, max-age=30"
        return answer

    return xframe_options_exempt(handle)  # type: ignore[return-value]


@framed
def embed_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The newest published standings; ``?rows=`` how many of the best."""
    publication = happening(tournament, None, arrived(request)).publication
    table = (
        standings_table(
            Shot(publication), whole(request, "after", None), stages_by_order(tournament)
        )
        if publication
        else None
    )
    rows = whole(request, "rows", ROWS)
    context = {
        "tournament": tournament,
        "tournament_name": tournament_name(tournament),
        "table": table,
        "rows": table.rows[:rows] if table else [],
        "publication": publication,
        "home": full_address(f"/t/{tournament.pk}/", request),
    }
    return render(request, "tournaments/public/embed_standings.html", context)


@framed
def embed_bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The bracket, as it is public now."""
    seen = happening(tournament, None, arrived(request))
    stages = bracket_stages(seen)
    asked = whole(request, "stage", None)
    stage = next((one for one in reversed(stages) if asked in {None, one.order}), None)
    if stage is None:
        raise Http404
    stage.tournament = tournament
    found = bracket_view(tournament, stage, shot_of(seen), "")
    if found is None:
        raise Http404
    context = {
        "tournament": tournament,
        "tournament_name": tournament_name(tournament),
        "drawing": found.drawing,
        "home": full_address(f"/t/{tournament.pk}/", request),
    }
    return render(request, "tournaments/public/embed_bracket.html", context)


@framed
def embed_json(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The newest published standings as JSON, for scripts of any site."""
    publication = happening(tournament, None, arrived(request)).publication
    if publication is None:
        raise Http404
    table = standings_table(
        Shot(publication), whole(request, "after", None), stages_by_order(tournament)
    )
    if table is None:
        raise Http404
    made = make_file(standings_list(table), "json")
    return HttpResponse(made.content, content_type=made.kind)
